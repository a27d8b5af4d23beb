"""verify along recorded motions and at singular configurations, as a user sees it."""
import json
import unittest

from command import MODELS, CommandTest, zanjir

FLAT = """zanjir: 1
name: flat
plane: xy
gravity: [0, -9.81, 0]
bodies:
  crank1:  {mass: 1, com: [0.5, 0, 0], inertia: {izz: "1/12"}}
  coupler: {mass: 1, com: [0.5, 0, 0], inertia: {izz: "1/12"}}
  crank2:  {mass: 1, com: [0.5, 0, 0], inertia: {izz: "1/12"}}
frames: {coupler: {C: [1, 0, 0]}, crank2: {C: [1, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: crank1, axis: z}
  B: {type: revolute, parent: crank1, child: coupler, at: [1, 0, 0], axis: z}
  D: {type: revolute, parent: ground, child: crank2, at: [1, 0, 0], axis: z}
loops:
  C: {type: revolute, between: [coupler.C, crank2.C], axis: z}
initial: {v: {A: %s, B: %s, D: %s}}
"""


class Along(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()
        self.record = self.folder / "run.h5"

    def run_of(self, model, until=1, *more):
        done = zanjir("run", model, "--until", until, "--record", self.record, "--overwrite", *more)
        self.assertEqual(done.code, 0, done.err)
        return self.record

    def test_states_come_evenly_from_the_recording(self):
        for model in ("arm_3r.yaml", "four_bar.yaml", "elastic_four_bar.yaml"):
            with self.subTest(model):
                self.run_of(MODELS / model, 0.5)
                done = zanjir("verify", MODELS / model, "--along", self.record, "--states", 9, "--json")
                self.assertEqual(done.code, 0, done.out + done.err)
                self.assertEqual((done.json["states"], done.json["along"]["file"], done.json["agrees"]), (9, str(self.record), True))
                self.assertGreater(done.json["along"]["rows"], 9)
                self.assertGreater(done.json["comparisons"], 9)
                text = zanjir("verify", MODELS / model, "--along", self.record, "--states", 9).out
                self.assertIn(f"9 states from {done.json['along']['rows']} rows of {self.record}", text)
        # another motion, other states: what is nearest to its bound is not the same
        first = zanjir("verify", MODELS / "four_bar.yaml", "--along", self.run_of(MODELS / "four_bar.yaml", 0.5), "--states", 5, "--json").out
        second = zanjir("verify", MODELS / "four_bar.yaml", "--along", self.run_of(MODELS / "four_bar.yaml", 0.25), "--states", 5, "--json").out
        self.assertNotEqual(first, second)

    def test_a_difference_is_named_with_its_time(self):
        self.run_of(MODELS / "arm_3r.yaml", 0.5)
        done = zanjir("verify", MODELS / "arm_3r.yaml", "--along", self.record, "--states", 5, "--tolerance", 0)
        self.assertEqual(done.code, 3)
        self.assertRegex(done.err, r"at state \d+ \(t = 0(\.\d+)? s\)")

    def test_rows_on_knots_of_laws(self):
        arm = """zanjir: 1
name: knots
plane: xy
gravity: [0, -9.81, 0]
phases: {ph: "%s"}
bodies:
  u: {mass: 2, com: [0.2, 0, 0], inertia: {izz: 0.03}}
  f: {mass: 1, com: [0.15, 0, 0], inertia: {izz: 0.01}}
frames: {f: {tip: [0.3, 0, 0]}}
joints:
  s: {type: revolute, parent: ground, child: u, axis: z}
  e: {type: revolute, parent: u, child: f, at: [0.4, 0, 0], axis: z}
initial: {q: {e: 60 deg}}
motion: {s: %s}
"""
        laws = ["{law: cycloid, from: 0, to: 2, duration: 1 s}", "{law: trapezoid, from: 0, to: 2, duration: 1 s, acceleration_time: 0.25 s}", "smoothstep(t)",
                "{law: spline, times: [0, 0.5, 1, 2], values: [0, 1, 0, 1]}", "{law: spline, times: [0, 0.25, 0.5], values: [0, 1, 0], ends: periodic}",
                "{law: spline, of: ph, times: [0, 0.25, 0.5, 1], values: [0, 1, 0, 0], ends: periodic}"]
        for law, phase in [(law, "t") for law in laws] + [(laws[-1], "0.4*t")]:
            with self.subTest(law=law, phase=phase):
                model = self.folder / "knots.yaml"
                model.write_text(arm % (phase, law))
                done = zanjir("run", model, "--until", 2, "--every", 0.25, "--record", self.record, "--overwrite")
                self.assertEqual(done.code, 0, done.err)
                done = zanjir("verify", model, "--along", self.record, "--states", 9, "--json")
                self.assertEqual(done.code, 0, done.err)
                for check in done.json["checks"]:  # as sharp as elsewhere
                    if check["name"] in ("velocities", "accelerations", "power balance"):
                        self.assertLess(check["bound"], 1e-8, check)
        model = self.folder / "bar.yaml"  # loops are closed beside a knot as well
        model.write_text((FLAT % (0, 0, 0)).replace("initial: {v: {A: 0, B: 0, D: 0}}", "initial: {q: {B: -1, D: 1}}\nmotion: {A: {law: trapezoid, from: 1, to: 2, duration: 1 s, acceleration_time: 0.25 s}}"))
        self.run_of(model, 1.5, "--every", 0.25)
        done = zanjir("verify", model, "--along", self.record, "--states", 7)
        self.assertEqual(done.code, 0, done.out + done.err)

    def test_recordings_that_do_not_fit_are_refused(self):
        self.run_of(MODELS / "arm_3r.yaml", 0.1)
        self.refused(zanjir("verify", MODELS / "arm_2r.yaml", "--along", self.record), f"{self.record}: error: a recording of 'arm-3r', not of 'arm-2r'", "1 error")
        renamed = self.folder / "renamed.yaml"
        renamed.write_text((MODELS / "arm_2r.yaml").read_text().replace("name: arm-2r", "name: arm-3r"))
        self.refused(zanjir("verify", renamed, "--along", self.record), "the recording has coordinates that 'arm-3r' has not: waist", "1 error")
        self.run_of(renamed, 0.1)
        self.refused(zanjir("verify", MODELS / "arm_3r.yaml", "--along", self.record), "needs channels that are not in the recording: waist, waist.speed", "1 error")
        nothing = self.folder / "text.h5"
        nothing.write_text("no recording")
        self.refused(zanjir("verify", MODELS / "arm_3r.yaml", "--along", nothing), str(nothing), "1 error")
        self.refused(zanjir("verify", MODELS / "arm_3r.yaml", "--along", self.folder / "nowhere.h5"), "nowhere.h5", "1 error")

    def test_a_file_that_has_changed_is_named(self):
        model = self.folder / "arm.yaml"
        model.write_text((MODELS / "arm_3r.yaml").read_text())
        self.run_of(model, 0.1)
        model.write_text((MODELS / "arm_3r.yaml").read_text() + "# one more line\n")
        done = zanjir("verify", model, "--along", self.record, "--states", 3)
        self.assertEqual(done.code, 0, done.err)
        self.assertRegex(done.err, r"warning: the mechanism's file has changed since: line \d+: '' there, '# one more line' now")


    def test_other_values_of_set_are_named(self):
        model = MODELS / "arm_3r.yaml"
        self.run_of(model, 0.1, "--set", "bodies.column.mass=3")
        same = zanjir("verify", model, "--along", self.record, "--states", 3, "--set", "bodies.column.mass=3")
        self.assertEqual((same.code, same.err), (0, ""))
        for given, now in ((("--set", "bodies.column.mass=4"), "with --set bodies.column.mass=4"), ((), "without --set")):
            done = zanjir("verify", model, "--along", self.record, "--states", 3, *given)
            self.assertEqual(done.code, 0, done.err)
            self.assertIn(f"{self.record}: warning: was recorded with --set bodies.column.mass=3, and is looked at {now}", done.err)


class Singular(CommandTest):
    def flat(self, *speeds):
        path = self.temporary_folder() / "flat.yaml"
        path.write_text(FLAT % speeds)
        return path

    def test_a_singular_start_is_reported_and_compared(self):
        for speeds in ((1, -1, 1), (0, 1, 1)):  # the two branches of one configuration
            done = zanjir("verify", self.flat(*speeds), "--states", 3, "--json")
            self.assertEqual(done.code, 0, done.out + done.err)
            (state,) = [s for s in done.json["singular_states"] if s["state"] == "initial"]
            self.assertEqual((state["rank"], state["rank_here"], state["limits"], state["why_none"]), (2, 1, ["newton-euler", "oracle"], ""))
            self.assertLess(state["sigma"], 1e-12)
            (pair,) = [p for p in done.json["agreement"] if (p["a"], p["b"]) == ("newton-euler", "oracle")]
            self.assertEqual((pair["limits"]["n"], pair["limits"]["holds"]), (1, True))
            self.assertGreater(pair["limits"]["error"], 0)
            strict = zanjir("verify", self.flat(*speeds), "--states", 1, "--tolerance", 0)
            self.assertEqual(strict.code, 3)
        text = zanjir("verify", self.flat(1, -1, 1), "--states", 3).out
        self.assertIn("singular: 0 of 3 states and the initial one", text)
        self.assertRegex(text, r"the initial state: rank 1 instead of 2, smallest singular value \S+ of those beside it; limits by newton-euler and oracle")
        self.assertRegex(text, r"newton-euler - oracle, limits at singular states +\d\.\de-\d\d")

    def test_velocities_that_lead_nowhere_and_rest_have_no_limit(self):
        for speeds, why in (((1, 0, 2), "inconsistent: this velocity leaves the singular configuration in no direction"), ((0, 0, 0), "singular: at rest in a singular configuration")):
            done = zanjir("verify", self.flat(*speeds), "--states", 3, "--json")
            self.assertEqual(done.code, 0, done.out + done.err)
            (state,) = [s for s in done.json["singular_states"] if s["state"] == "initial"]
            self.assertEqual(state["limits"], [])
            self.assertIn(why, state["why_none"])

    def test_a_motion_through_singular_configurations(self):
        record = self.temporary_folder() / "run.h5"
        model = MODELS / "change_point_four_bar.yaml"
        self.assertEqual(zanjir("run", model, "--until", 1, "--tolerance", 1e-11, "--record", record).code, 0)
        done = zanjir("verify", model, "--along", record, "--states", 100, "--json")
        self.assertEqual(done.code, 0, done.out + done.err)
        self.assertEqual(done.json["condition"]["states_singular"], len(done.json["singular_states"]))
        json.dumps(done.json["singular_states"])


if __name__ == "__main__":
    unittest.main()
