"""zanjir map: numbers, pictures and tables, and answers to what is typed wrongly."""
import math
import unittest

from command import MODELS, CommandTest, zanjir

ARM = MODELS / "arm_2r.yaml"
AXES = ("--x", "forearm.tip.x:-0.9:0.9:12", "--y", "forearm.tip.y:-0.9:0.9:12")


class Maps(CommandTest):
    def test_the_annulus_of_two_links(self):
        out = self.temporary_folder()
        done = zanjir("map", ARM, *AXES, "--value", "shoulder.force", "--out", out, "--json")
        self.assertEqual(done.code, 0, done.err)
        numbers = done.json["numbers"]
        truth = math.pi * (0.85**2 - 0.05**2)
        self.assertEqual(numbers["area"]["unit"], "m^2")
        self.assertLess(abs(numbers["area"]["value"] - truth), numbers["area_error"]["value"])
        self.assertLess(numbers["area_error"]["value"], 0.01 * truth)
        self.assertIn("cannot be led there", done.json["out_of_reach"])
        for name in ("map.csv", "map.numbers.csv", "map.h5", "map.vtk", "shoulder_force.svg", "shoulder_force.png"):
            self.assertTrue((out / "arm_2r" / name).stat().st_size > 0, name)
        header = (out / "arm_2r/map.csv").read_text().splitlines()[0]
        self.assertEqual(header, "point,forearm.tip.x [m],forearm.tip.y [m],shoulder.force [N m],feasible,component,binds,level")

    def test_the_same_files_for_one_and_two_threads(self):
        texts = []
        for threads in (1, 2):
            out = self.temporary_folder()
            done = zanjir("map", ARM, *AXES, "--value", "shoulder.force", "--limit", "elbow=elbow:0.2:2", "--threads", threads, "--out", out)
            self.assertEqual(done.code, 0, done.err)
            texts.append([(out / "arm_2r" / f).read_bytes() for f in ("map.csv", "map.numbers.csv", "map.vtk", "shoulder_force.svg")])
        self.assertEqual(texts[0], texts[1])

    def test_says_what_is_wrong_with_an_option(self):
        for words, option, said in (
            (("--x", "forearm.tp.x:0:1:4", "--y", "elbow:0:1:4"), "--x", "did you mean 'forearm.tip.x'?"),
            (("--x", "elbow:0:1", "--y", "shoulder:0:1:4"), "--x", "AXIS:FROM:TO:CELLS"),
            (("--x", "elbow:1:0:4", "--y", "shoulder:0:1:4"), "--x", "must lie below"),
            ((*AXES, "--limit", "elbow"), "--limit", "NAME=QUANTITY:MIN:MAX"),
            ((*AXES, "--limit", "l=elbow:2:1"), "--limit l", "lies above"),
            ((*AXES, "--limit", "l=elbo:0:1"), "--limit l", "did you mean 'elbow'?"),
            ((*AXES, "--value", "elbow.forc"), "--value", "did you mean 'elbow.force'?"),
            ((*AXES, "--hold", "shoulder"), "--hold", "NAME: VALUE"),
        ):
            done = zanjir("map", ARM, *words, "--out", self.temporary_folder())
            self.assertEqual(done.code, 2, words)
            self.assertIn(option + ": ", done.err, words)
            self.assertIn(said, done.err, words)

    def test_an_empty_workspace_names_the_limit(self):
        done = zanjir("map", ARM, *AXES, "--limit", "high=forearm.tip.y:2:", "--out", self.temporary_folder())
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("limit 'high' is violated everywhere, by 1.25 m at least", done.out)


if __name__ == "__main__":
    unittest.main()
