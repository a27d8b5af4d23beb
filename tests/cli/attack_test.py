"""Every value of every example in docs/format.md and docs/study-format.md may be replaced by something hostile: the file is refused with its place and a reason, or taken and computed with; nothing
crashes, no answer is silent, nothing is said to the terminal, and refusing takes no longer than reading.

ZANJIR_ATTACKS=5000 tries more, ZANJIR_ATTACK_SEED others (0: new ones with every call); a test that anyone runs has the same ones every time."""
import os
import random
import re
import subprocess
import unittest

from command import BINARY, MODELS, SOURCE, CommandTest, limit_memory, work_of, zanjir

ATTACKS = int(os.environ.get("ZANJIR_ATTACKS", "120"))
HOSTILE = ["nan", ".nan", "inf", "-inf", "0", "-1", "1e308", "-1e308", "1e-308", "5e-324", "1e18", "2147483648", "99999999999999999999", "1e400", "-0", "0/0", "1/0", "sqrt(-1)", "exp(1000)", "log(0)", "mod(1, 0)",
           "''", "[]", "{}", "[1, 2]", "{a: 1}", "~", "true", "x", "1 furlong", "1 kg", "1 m", "1 s", "1 N m", "3 deg", "'$nope'", "t", "ground", "world", "../../etc/passwd", "/dev/zero", "'\\e[31m'", '"\\e[31m"', '"\\0"',
           "ä", "'<script>alert(1)</script>'", "'javascript:alert(1)'", "'" + "a" * 5000 + "'", "'" + "(" * 200 + "1" + ")" * 200 + "'", "sum(k, 1, 100000, $k)", "0x10", "'{i}'", "%s%n", "1000000", "0.5", "3"]
VALUE = re.compile(r"(?<=[:\[,{] )[^\s,\[\]{}#][^,\[\]{}#\n]*|(?<=\[)[^\s,\[\]{}#][^,\[\]{}#\n]*")
# Check reads and builds; 1 s is what 10 MB may take (SECURITY.md), for files of a kilobyte, and the models that a study names.
WORK = 1.0


def examples(page, first):
    return re.findall(r"```yaml\n(" + first + r"\n.*?)```", (SOURCE / "docs" / page).read_text(), re.DOTALL)


class Attack(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()
        for file in MODELS.glob("*.yaml"):
            (self.folder / file.name).symlink_to(file)
        (self.folder / "motors").symlink_to(SOURCE / "motors")
        (self.folder / "wedge.obj").write_text("v 0 0 0\nv 60 0 0\nv 0 40 0\nf 1 3 2\n")
        self.file = self.folder / "hostile.yaml"

    def judge(self, words, what):
        limited = lambda: limit_memory(4 << 30)
        try:
            done, worked = work_of(lambda: subprocess.run([BINARY, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120, preexec_fn=limited))
        except subprocess.TimeoutExpired:
            if words[0] == "check":
                self.fail(f"{what}: does not end\n{self.file.read_text()}")
            return None  # a mechanism may ask for much time
        out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
        why = f"{what}: {' '.join(map(str, words))}: exit {done.returncode}: {err[-800:]}\n{self.file.read_text()}"
        self.assertIn(done.returncode, (0, 2, 3, 4, 5), why)
        if done.returncode != 0:
            self.assertTrue(err.strip() or out.strip(), why)
        if done.returncode == 2 and words[0] == "check":
            self.assertRegex(err, r"([a-z_0-9]+\.(yaml|csv|obj)|/etc/passwd):\d+", why)
        self.assertIsNone(re.search(r"[\x00-\x08\x0b-\x1f\x7f]", out + err), why)
        if words[0] == "check":
            self.assertLess(worked, WORK, why)
        return done.returncode

    def attack(self, bases, then):
        seed = int(os.environ.get("ZANJIR_ATTACK_SEED", "1")) or random.randrange(1, 1 << 30)
        rng, taken = random.Random(seed), 0
        places = [(text, m.start(), m.end()) for text in bases for m in VALUE.finditer(text)]
        self.assertGreater(len(places), 500)
        for k in range(ATTACKS):
            text, begin, end = rng.choice(places)
            self.file.write_text(text[:begin] + rng.choice(HOSTILE) + text[end:])
            if self.judge(["check", self.file], f"seed {seed}, attack {k}") == 0:
                taken += 1
                self.judge(rng.choice(then), f"seed {seed}, attack {k}")
        print(f"{ATTACKS} attacks, seed {seed}, {taken} taken and computed with")

    def test_mechanisms(self):
        run = ["run", self.file, "--until", 0.01, "--every", 0.002, "--record", "run.h5", "--overwrite"]
        self.attack(examples("format.md", "zanjir: 1"), [run, [*run, "--restart-every", 0.004], [*run, "--method", "bdf"], ["eval", self.file, "--what", "all"], ["info", self.file], ["verify", self.file, "--states", 1]])

    def test_studies(self):
        self.attack(examples("study-format.md", "zanjir_study: 1"), [["check", self.file]])

    def test_places_beyond_the_range_of_numbers(self):
        """The smallest of what was found: a frame at 1e308 m makes states in which a formulation has no factor, and one that was not there was asked."""
        self.file.write_text("zanjir: 1\nplane: xz\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: {iyy: 1}}}\nframes: {a: {toe: [1e308, 0, 0]}}\n"
                             "joints: {A: {type: planar, parent: ground, child: a, axes: [x, z]}}\n")
        self.assertIn(self.judge(["verify", self.file, "--states", 2], "1e308"), (2, 3))

    def test_a_start_that_nobody_gave(self):
        """Speeds that only a law of motion asks for had no place in the file."""
        text = examples("format.md", "zanjir: 1")
        four_bar = next(t for t in text if "name: four-bar" in t)
        self.file.write_text(four_bar.replace('tip: ["$rocker_length", 0, 0]', 'tip: ["$rocker_length", 0, 1e308]'))
        self.assertIn("1e308", self.file.read_text())
        self.assertEqual(self.judge(["check", self.file], "1e308"), 2)

    def test_a_section_beyond_the_range_of_numbers(self):
        """The search for the modes of a beam whose stiffness has no finite ratio to its mass never ended."""
        self.file.write_text("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies:\n  c: {beam: {length: 1, section: {area: 5e-324, iy: 2.8e-8, iz: 4.9e-9, torsion: 1.4e-8}, material: {density: 2700, young: 70e9},\n"
                             "    modes: {bending_y: 1}}}\njoints: {A: {type: weld, parent: ground, child: c}}\n")
        self.assertEqual(self.judge(["check", self.file], "area 5e-324"), 2)
        self.refused(zanjir("check", self.file), "hostile.yaml:5:", "mode 1 of this beam cannot be computed", "1 error, nothing was done")  # once: not also that it meets no stiffness, and has no mass

    def test_values_that_a_study_sets(self):
        """A value that a study sets in a model is wrong where the study says it, not on a command line that nobody wrote."""
        self.file.write_text("zanjir_study: 1\nmodels:\n  rod:\n    file: pendulum.yaml\n    set: {length: exp(1000)}\ntasks: {check: {kind: verify, model: rod}}\n")
        done = zanjir("check", self.file)
        self.assertEqual(done.code, 2)
        self.assertIn("hostile.yaml:5:19: error: models.rod.set.length: the value is not a finite number", done.err)
        self.assertNotIn("--set", done.err)


if __name__ == "__main__":
    unittest.main()
