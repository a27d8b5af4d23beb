"""zanjir map: numbers, pictures and tables, and answers to what is typed wrongly."""
import math
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

from command import BINARY, MODELS, SOURCE, CommandTest, zanjir

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

    @staticmethod
    def interrupted(words, after):
        """Starts a map and sends Ctrl-C some seconds after it listens; its exit code and what it printed."""
        run = subprocess.Popen([BINARY, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while run.poll() is None:
            caught = re.search(r"SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{run.pid}/status").read_text())
            if caught and int(caught.group(1), 16) >> (signal.SIGINT - 1) & 1:
                break
        time.sleep(after)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        return run.returncode, out.decode() + err.decode()

    def test_an_interrupted_map_goes_on_to_the_same_files(self):
        kept, whole = self.temporary_folder(), self.temporary_folder()
        words = ["map", ARM, "--x", "forearm.tip.x:-0.9:0.9:40", "--y", "forearm.tip.y:-0.9:0.9:40", "--depth", 4, "--value", "elbow.force"]
        after = 0.02  # so early that something is left to do, so late that something is done
        while not (kept / "arm_2r/map.kept").exists():
            self.assertLess(after, 20)
            code, said = self.interrupted([*words, "--out", kept], after)
            after *= 1.5
        self.assertEqual(code, 130, said)
        self.assertIn("the same again goes on from there", said)
        for out in (kept, whole):
            done = zanjir(*words, "--out", out)
            self.assertEqual(done.code, 0, done.err)
        self.assertFalse((kept / "arm_2r/map.kept").exists())
        for name in ("map.csv", "map.numbers.csv", "map.vtk", "elbow_force.svg"):
            self.assertEqual((kept / "arm_2r" / name).read_bytes(), (whole / "arm_2r" / name).read_bytes(), name)

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

    DRAWN = "look={rod1: {shape: capsule, from: [0, 0, 0], to: [0.6, 0, 0], radius: 0.02}, rod2: {shape: capsule, from: [0, 0, 0], to: [0.6, 0, 0], radius: 0.03}, crank1: {shape: box, size: [0.1, 0.1, 0.1]}}"
    PLANE = ("--x", "platform.x:-0.2:0.2:4", "--y", "platform.y:-0.2:0.2:4", "--hold", "platform: {turn: {axes: [z], angles: [0]}}", "--depth", "0")

    def test_distances_between_bodies_as_they_are_drawn(self):
        out = self.temporary_folder()
        done = zanjir("map", MODELS / "rrr_3.yaml", "--set", self.DRAWN, *self.PLANE, "--value", "clearance", "--value", "rod1.clearance", "--out", out,
                      "--limit", "drawn: {distance: [rod1, rod2], min: 0}", "--limit", "all: {distance: all, min: 0}",
                      "--limit", "frames: {distance: [[rod1, rod1.tip], [rod2, rod2.tip]], radius: [20 mm, 30 mm], min: 0}")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("boxes, plates and meshes are not compared, and 'crank1' is drawn with some", done.out)
        rows = [line.split(",") for line in (out / "rrr_3/map.csv").read_text().splitlines()]
        columns = [i for i, name in enumerate(rows[0]) if name.split(" ")[0] in ("clearance", "rod1.clearance", "limit.drawn", "limit.all", "limit.frames")]
        self.assertEqual(len(columns), 5, rows[0])
        known = 0
        for row in rows[1:]:
            values = [float(row[i]) for i in columns if row[i] not in ("", "nan")]
            known += len(values) == 5
            self.assertTrue(all(abs(v - values[0]) < 1e-12 for v in values), row)
        self.assertGreater(known, 10)

    def test_eval_knows_how_far_bodies_are_apart(self):
        frames = ("rod1", "rod1.tip", "rod2", "rod2.tip")
        done = zanjir("eval", MODELS / "rrr_3.yaml", "--set", self.DRAWN, "--what", "clearance,pose", *(word for f in frames for word in ("--frame", f)))
        self.assertEqual(done.code, 0, done.err)
        a, b, c, d = (done.json["pose"]["frames"][f]["p"] for f in frames)
        n = 300

        def points(p, q):
            return [[x + (y - x) * i / n for x, y in zip(p, q)] for i in range(n + 1)]

        nearest = min(math.dist(p, q) for p in points(a, b) for q in points(c, d)) - 0.05
        least = done.json["clearance"]["least"]
        self.assertLessEqual(least, nearest + 1e-12)
        self.assertGreater(least, nearest - 0.6 / n)  # half a step on either
        self.assertEqual(done.json["clearance"]["bodies"], {"rod1": least, "rod2": least})
        self.assertIn("'crank1' is drawn with some", done.json["clearance"]["note"])
        done = zanjir("eval", MODELS / "rrr_3.yaml", "--what", "clearance")
        self.assertIn("under `look:`", done.json["clearance"]["note"])

    def test_says_what_is_not_drawn(self):
        for limit, said in (
            ("d: {distance: [rod1, rod3], min: 0}", "'rod3' has no capsule, cylinder or sphere under `look:`"),
            ("d: {distance: [rod1, crank1], min: 0}", "'crank1' has no capsule"),
            ("d: {distance: [rod1, rad2], min: 0}", "no body 'rad2'; did you mean 'rod2'?"),
            ("d: {distance: [rod1], min: 0}", "there are no two links to compare"),
            ("d: {distance: some, min: 0}", "or `all`"),
            ("d: {distance: [{a: 1}, rod1], min: 0}", "a link is a body, or a pair of frames [from, to]"),
        ):
            done = zanjir("map", MODELS / "rrr_3.yaml", "--set", self.DRAWN, *self.PLANE, "--limit", limit, "--out", self.temporary_folder())
            self.assertEqual(done.code, 2, limit + done.out)
            self.assertIn("--limit d", done.err)
            self.assertIn(said, done.err)

    def test_a_map_that_cannot_be_reached_names_the_legs(self):
        done = zanjir("map", MODELS / "rrr_3.yaml", "--x", "platform.x:5:6:4", "--y", "platform.y:-0.1:0.1:4", "--hold", "platform: {turn: {axes: [z], angles: [0]}}",
                      "--out", self.temporary_folder())
        self.assertEqual(done.code, 3, done.out)
        for said in ("at platform.x = 5 m, platform.y = 0 m", "A1-B1-C1 misses it by", "its ends are too far apart"):
            self.assertIn(said, done.err)

    def test_more_axes_than_freedoms(self):
        done = zanjir("map", ARM, "--x", "elbow:0.2:2:6", "--y", "shoulder:0:2:6", "--z", "forearm.tip.x:0:0.5:4", "--out", self.temporary_folder())
        self.assertEqual(done.code, 2)
        self.assertIn("3 axes, but the mechanism has 2 freedoms; leave out those that follow from the others", done.err)

    def test_more_axes_than_what_is_held_leaves_free(self):
        done = zanjir("map", MODELS / "rrr_3.yaml", "--x", "A1:0:1:4", "--y", "A2:0:1:4", "--z", "A3:0:1:4", "--hold", "platform: {turn: {axes: [z], angles: [1.3]}}",
                      "--out", self.temporary_folder())
        self.assertEqual(done.code, 2, done.out)
        self.assertIn("--x, --y, --z: 3 axes, but what is held leaves the mechanism 2 freedoms", done.err)

    def test_an_axis_named_twice(self):
        done = zanjir("map", ARM, "--x", "elbow:0.2:2:6", "--y", "elbow:0:2:6", "--out", self.temporary_folder())
        self.assertEqual(done.code, 2)
        self.assertIn("--y: 'elbow' is the axis of --x, too\n1 error", done.err)

    def test_shares_have_an_error_beside_them(self):
        done = zanjir("map", ARM, *AXES, "--limit", "low=forearm.tip.y::0.1", "--depth", "1", "--json", "--out", self.temporary_folder())
        self.assertEqual(done.code, 0, done.err)
        numbers = done.json["numbers"]
        for name in ("share.low", "share.reach"):
            self.assertGreater(numbers[name]["value"], 0)
            self.assertGreater(numbers[name + "_error"]["value"], 0)
            self.assertLess(numbers[name + "_error"]["value"], 0.2)

    def test_the_commands_of_the_pages_run(self):
        for page in ("docs/maps.md", "docs/parallel-robots.md"):
            done = subprocess.run(["python3", str(SOURCE / "tools/run_doc_commands.py"), str(SOURCE / page)], capture_output=True, timeout=200,
                                  env={**os.environ, "ZANJIR": BINARY})
            self.assertEqual(done.returncode, 0, done.stdout.decode() + done.stderr.decode())

    def test_an_empty_workspace_names_the_limit(self):
        done = zanjir("map", ARM, *AXES, "--limit", "high=forearm.tip.y:2:", "--out", self.temporary_folder())
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("limit 'high' is violated at every point, by 1.175 m where it comes nearest", done.out)


if __name__ == "__main__":
    unittest.main()
