"""Size without cliffs: chains and trees of ten thousand bodies, and rows of loops, check, evaluate and run in time and memory that grow as their number does.

tools/measure_sizes.py measures the same at more sizes and draws it. Here two sizes take turns, so that a slow moment of the machine hits both."""
import subprocess
import sys
import unittest

from command import BINARY, MODELS, SOURCE, CommandTest, Done, limit_memory, work_of, zanjir

sys.path.insert(0, str(SOURCE / "tools"))
from measure_sizes import exponent, measure  # noqa: E402

SMALL, LARGE = 2500, 10000
# 1.1 is what is promised, of a quiet machine. Beside other programs, processor time of the larger size suffers more, since it fits into no cache: by up to 1.4 with
# a dozen of them, which over a factor of four in size is log(1.4)/log(4) = 0.25 in the exponent. The least of some turns is taken, of one where it keeps the promise as it is. What was there before,
# names searched for one by one, had 1.5.
PROMISED, NOISE = 1.1, 0.25
TURNS = 3


class Sizes(CommandTest):
    def grows(self, mechanism, call):
        costs = {SMALL: [], LARGE: []}
        for _ in range(TURNS):
            for n in costs:
                costs[n].append(measure(BINARY, mechanism, call, n))
            (t0, m0), (t1, m1) = ((min(c for c, _ in costs[n]), min(m for _, m in costs[n])) for n in costs)
            time, memory = exponent((SMALL, t0), (LARGE, t1)), exponent((SMALL, m0), (LARGE, m1))
            if time < PROMISED and memory < PROMISED:  # as on a quiet machine
                break
        print(f"{call}, {mechanism}: {SMALL} bodies {t0:.3f} s {m0:.0f} MB, {LARGE} bodies {t1:.3f} s {m1:.0f} MB, exponents {time:.2f} and {memory:.2f}")
        self.assertLess(time, PROMISED + NOISE, f"{call}, {mechanism}")
        self.assertLess(memory, PROMISED, f"{call}, {mechanism}")

    def test_ten_thousand_bodies(self):
        for mechanism in ("chain in space", "binary tree", "four-bars in a row", "the same, redundant", "ring, one loop"):
            for call in ("check", "eval", "run"):
                with self.subTest(mechanism=mechanism, call=call):
                    self.grows(mechanism, call)


def chain(n, loops, initial=""):
    """n links of one metre behind each other, and what closes loops along them."""
    lines = ["zanjir: 1", "plane: xz", "gravity: [0, 0, -9.81]", "bodies:", *(f"  b{i}: {{mass: 1, inertia: {{iyy: 0.1}}}}" for i in range(n)),
             "frames:", "  ground: {end: [-1, 0, 0]}", *(f"  b{i}: {{tip: [1, 0, 0]}}" for i in range(n)),
             "joints:", *(f"  J{i}: {{type: revolute, parent: {'ground' if i == 0 else f'b{i - 1}.tip'}, child: b{i}, axis: y}}" for i in range(n)), "loops:", *loops, initial]
    return "\n".join(lines) + "\n"


def rods(n):
    """A rod from the ground to every link: all lie over the first joint."""
    return chain(n, [f"  R{i}: {{type: distance, between: [ground, b{i}.tip], length: {i + 1}}}" for i in range(n)])


def hinges(n):
    """The same with hinges: nothing moves, and all but two rows are redundant."""
    return chain(n, [f"  R{i}: {{type: revolute, between: [ground, b{i}.tip], axis: y}}" for i in range(n)])


class Announced(CommandTest):
    """Loops over each other along a long chain are dense: what they would take is said before it is taken, and nothing has been taken by then."""
    MEMORY, WORK = 1 << 30, 5.0  # of addresses; seconds to read and refuse 10 000 links

    def setUp(self):
        self.folder = self.temporary_folder()
        self.study = self.folder / "study.yaml"
        self.study.write_text("zanjir_study: 1\nmodels: {m: {file: large.yaml}}\ntasks: {a: {kind: verify, model: m}}\n")

    def ask(self, words):
        return work_of(lambda: Done(subprocess.run([BINARY, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120, preexec_fn=lambda: limit_memory(self.MEMORY))))

    def test_every_verb_says_it_first(self):
        large = self.folder / "large.yaml"
        verbs = (["check", large], ["info", large], ["eval", large, "--what", "forward_dynamics"], ["run", large, "--until", 1, "--record", "run.h5"], ["verify", large],
                 ["map", large, "--x", "b0.tip.x:-1:1:4", "--y", "b0.tip.z:-1:1:4", "--out", "map"], ["view", large, "--out", "page.html"], ["check", self.study],
                 ["run", self.study, "--out", "report"], ["reproduce", "study", "--studies", self.folder, "--out", "report"])
        for make in (rods, hinges):
            large.write_text(make(10000))
            for words in verbs if make is rods else verbs[:2]:
                with self.subTest(mechanism=make.__name__, words=words[0]):
                    done, worked = self.ask(words)
                    self.refused(done, "large.yaml:", "error: loops.", "GB of memory", "each time the dynamics are solved", "--yes")
                    self.assertRegex(done.err, r"large\.yaml:\d+:\d+: ")
                    self.assertLess(worked, self.WORK)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["large.yaml", "study.yaml"])

    def test_who_means_it_is_not_asked(self):
        large = self.folder / "large.yaml"
        # one rod from end to end beside those: closing is refused for its rows, not for the chain
        large.write_text(rods(3000))
        self.refused(self.ask(["check", large])[0], "--yes")
        work = subprocess.Popen([BINARY, "check", large, "--yes"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            self.assertRaises(subprocess.TimeoutExpired, work.wait, 1)  # it works on them
        finally:
            work.kill()
            self.assertNotIn("--yes", work.communicate()[1].decode())

    def test_loops_over_each_other_take_the_square_of_their_number(self):
        """Not the cube: the speeds that each two of 800 share, one by one, took 1.5 GB."""
        file = self.folder / "large.yaml"
        file.write_text(rods(800))
        done, _ = self.ask(["check", file])
        self.assertEqual(done.code, 0, done.err)

    def test_what_costs_little_is_not_asked_about(self):
        """Loops beside each other, however many, and one loop far out or through all bodies: ways to the ground are walked along (loops/articulated_factor)."""
        self.assertEqual(zanjir("check", MODELS / "n_four_bar.yaml", "--set", "N=10000").code, 0)
        rows = self.folder / "large.yaml"
        rows.write_text(chain(10000, ["  R: {type: distance, between: [b4998, b5001.tip], length: 3.5}"], "initial: {q: {J5000: 1}}"))
        self.assertEqual(self.ask(["check", rows])[0].code, 0)
        self.assertEqual(self.ask(["eval", rows, "--what", "forward_dynamics"])[0].code, 0)


RING = """zanjir: 1
name: ring
parameters: {n: 10}
gravity: [0, 0, -9.81]
bodies:
  link1: {mass: 1, com: [0.5, 0, 0], inertia: {ixx: 0.01, iyy: 0.1, izz: 0.1}}
frames:
  ground: {end: [-1, 0, 0]}
joints:
  J1: {type: spherical, parent: ground, child: link1, at: {point: [0, 0, 0], turn: {axis: y, angle: 2*pi/($n + 1)}}}
repeat:
  - count: $n - 1
    from: 2
    bodies:
      "link{i}": {mass: 1, com: [0.5, 0, 0], inertia: {ixx: 0.01, iyy: 0.1, izz: 0.1}}
    joints:
      "J{i}": {type: spherical, parent: "link{i - 1}", child: "link{i}", at: {point: [1, 0, 0], turn: {axis: y, angle: 2*pi/($n + 1)}}}
  - count: 1
    from: $n
    frames:
      "link{i}": {tip: [1, 0, 0]}
    loops:
      close: {type: spherical, between: [ground.end, "link{i}.tip"]}
"""


class Verified(CommandTest):
    """`verify` of what is large ends near its budget, and says what it left out."""
    BUDGET = 4

    def verify(self, *words):
        return work_of(lambda: zanjir("verify", *words, "--budget", self.BUDGET))

    def test_large_mechanisms_keep_the_budget(self):
        ring = self.temporary_folder() / "ring.yaml"
        ring.write_text(RING)
        for words, not_asked in (([ring, "--set", "n=150"], "oracle"), ([MODELS / "chain_spatial.yaml", "--set", "n=3000"], "oracle"), ([MODELS / "n_four_bar.yaml", "--set", "N=100"], "oracle")):
            with self.subTest(words=words):
                done, worked = self.verify(*words)
                print(f"verify {words[0].name}, {words[2]}: {worked:.1f} s of work, budget {self.BUDGET} s")
                self.assertLess(worked, 1.5 * self.BUDGET + 2)
                self.assertRegex(done.out, rf"{not_asked} was not asked")
                self.assertIn("condition numbers are estimated", done.out)
                if ", 0 comparisons" not in done.out:  # seconds of the clock: a machine that gives a tenth of them leaves no time for a second formulation
                    self.assertEqual(done.code, 0, done.out + done.err)
                    self.assertIn("agrees: every difference is within its bound", done.out)


    def test_one_loop_through_thousands_of_balls_takes_megabytes(self):
        """Singular vectors of three rows and fifteen thousand speeds took 1.8 GB; nobody asks for them."""
        ring = self.temporary_folder() / "ring.yaml"
        ring.write_text(RING)
        words = [BINARY, "verify", str(ring), "--set", "n=5000", "--states", "1", "--budget", str(self.BUDGET), "--json"]
        done, worked = work_of(lambda: Done(subprocess.run(words, capture_output=True, timeout=120, preexec_fn=lambda: limit_memory(1 << 30))))
        print(f"verify ring, n=5000: {worked:.1f} s of work, budget {self.BUDGET} s")
        self.assertIn(done.json["problem"], ("", "no two formulations were compared at any state"))  # the others would take longer than the budget
        self.assertEqual(done.json["states"], 1)
        self.assertLess(worked, 1.5 * self.BUDGET + 2)


if __name__ == "__main__":
    unittest.main()
