"""Hostile text: every refused file is refused within seconds of processor time, however it is made, with file and line; an answer that is not finite is a failure."""
import resource
import time
import unittest

from command import MODELS, CommandTest, zanjir

SECONDS_PER_BYTE = 1 / 10e6
SLACK, LOAD = 1.0, 2.5  # starting the program; processor time on a machine that others use, too


class Hostile(CommandTest):
    def refused_soon(self, what, text, verbs=("check", "info")):
        file = self.temporary_folder() / "hostile.yaml"
        file.write_text(text)
        for verb in verbs:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = zanjir(verb, file)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            self.assertEqual(done.code, 2, f"{what}, {verb}: {done.err[:500]}")
            self.assertRegex(done.err, r"hostile\.yaml:\d+", what)
            self.assertLess(took, LOAD * (SLACK + max(len(text), 1e6) * SECONDS_PER_BYTE), f"{what}, {verb}")
            self.assertLess(len(done.err), 200_000, what)

    def test_sizes(self):
        full = 8_300_000
        head = "zanjir: 1\n"
        self.refused_soon("flow list", head + "x: [" + "a," * (full // 2) + "]\n")
        self.refused_soon("flow map", head + "x: {" + ",".join(f"k{i}: 1" for i in range(600_000)) + "}\n")
        self.refused_soon("block list", head + "x:\n" + "- a\n" * (full // 4))
        self.refused_soon("many keys", head + "".join(f"k{i}: 1\n" for i in range(700_000)))
        self.refused_soon("deep list", head + "x: " + "[" * (full // 2))
        self.refused_soon("deep map", head + "x: " + "{a: " * (full // 4))
        self.refused_soon("one long text", head + "x: " + "a" * full + "\n")
        self.refused_soon("one long quote", head + 'x: "' + "a" * full)
        self.refused_soon("spaces", head + "x:" + " " * full + "\n")
        self.refused_soon("comments", "# a\n" * (full // 4))
        self.refused_soon("question marks", head + "? " * (full // 2))
        self.refused_soon("dashes", head + "- " * (full // 2))
        self.refused_soon("anchors", head + "x: " + "&a " * 100_000)
        self.refused_soon("documents", "---\n" * (full // 4))

    def test_repeated_blocks(self):
        head = "zanjir: 1\nrepeat:\n"
        self.refused_soon("empty blocks", head + "- {count: 100000}\n" * 100_000)
        self.refused_soon("many bodies", head + '- {count: 100000, bodies: {"a{i}": {mass: 1}, "b{i}": {mass: 1}, "c{i}": {mass: 1}}}\n' * 100)
        self.refused_soon("wrong bodies", head + '- {count: 100000, bodies: {"a{i}": {mss: 1}}}\n' * 1000)

    def test_many_names_to_choose_from(self):
        bodies = "".join(f"  body_number_{i}: {{mass: 1}}\n" for i in range(30_000))
        joints = "".join(f"  j{i}: {{type: revolute, parent: ground, child: body_numbr_{i}, at: [0, 0, 0], axis: z}}\n" for i in range(1000))
        self.refused_soon("names", "zanjir: 1\nbodies:\n" + bodies + "joints:\n" + joints)

    def test_tables(self):
        folder = self.temporary_folder()
        (folder / "table.csv").write_text("t,x\n" + "0,a\n" * 2_000_000)
        file = folder / "hostile.yaml"
        file.write_text("zanjir: 1\nbodies: {a: {mass: 1, inertia: {izz: 1, ixx: 1, iyy: 1}}}\njoints: {A: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: z}}\nmotion: {A: {law: table, file: table.csv, time: t, value: x}}\n")
        begin = time.monotonic()
        self.refused(zanjir("check", file), "table.csv:")
        self.assertLess(time.monotonic() - begin, LOAD * (SLACK + 8e6 * SECONDS_PER_BYTE))

    def test_an_answer_that_is_not_finite_is_a_failure(self):
        file = self.temporary_folder() / "big.yaml"
        file.write_text("zanjir: 1\ngravity: [0, 0, -1e300]\nbodies: {a: {mass: 1e300, com: [1e300, 0, 0], inertia: {ixx: 1e300, iyy: 1e300, izz: 1e300}}}\n"
                        "joints: {A: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: y}}\n")
        for what in ("energy", "inverse_dynamics", "forward_dynamics", "mass_matrix"):
            done = zanjir("eval", file, "--what", what)
            if done.code == 0:
                self.assertNotIn("null", done.out, what)
            else:
                self.assertIn(done.code, (2, 3), f"{what}: {done.err}")
                self.assertTrue(done.err, what)


if __name__ == "__main__":
    unittest.main()
