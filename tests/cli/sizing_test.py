"""Sizing as a user meets it: catalogues of motors, tables on the terminal, in JSON and in exported files; gaps of recorded bases bridged on purpose."""
import csv
import unittest

from command import MODELS, SOURCE, CommandTest, zanjir

STUDY = """zanjir_study: 1
name: swing
models: {{m: {{file: {models}/pendulum.yaml, set: {{actuators: {{A: {{gear_ratio: 50}}}}}}}}}}
tasks:
  slow: {{kind: inverse, model: m, motion: {{A: "0.3*sin(4*t)"}}, until: "(pi/2) s", every: "(pi/400) s"}}
  size: {{kind: sizing, motions: [slow], motors: {motors}, ratios: {{from: 5, to: 500}}}}
figures:
  cloud: {{kind: torque_speed, sizing: [size]}}
"""


class Sizing(CommandTest):
    def study(self, motors):
        file = self.temporary_folder() / "swing.yaml"
        file.write_text(STUDY.format(models=MODELS, motors=motors))
        return file

    def test_a_catalogue_is_checked_by_itself(self):
        done = zanjir("check", SOURCE / "motors/servo_motors.yaml")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("7 motors", done.out)
        self.assertEqual(zanjir("check", SOURCE / "motors/servo_motors.yaml", "--json").json["files"][0]["motors"], 7)
        self.refused(zanjir("check", SOURCE / "motors/servo_motors.yaml", "--set", "a=1"), "a catalogue of motors")

    def test_a_hole_is_refused_at_its_line_and_nothing_is_written(self):
        folder = self.temporary_folder()
        (folder / "m.csv").write_text("speed [rpm],continuous [N m],peak [N m]\n0,1.3,3.8\n3000,,3.8\n6000,0.6,1.7\n")
        (folder / "m.yaml").write_text("zanjir_motors: 1\nmotors: {a: {rotor_inertia: 1 kg cm^2, curves: m.csv}}\n")
        self.refused(zanjir("check", folder / "m.yaml"), "m.csv:3:6: error: nothing stands here")
        out = folder / "report"
        self.refused(zanjir("run", self.study(folder / "m.yaml"), "--out", out), "m.csv:3:6: error: nothing stands here")
        self.assertFalse(out.exists())

    def test_tables_numbers_and_the_cloud(self):
        folder = self.temporary_folder()
        done = zanjir("run", self.study(SOURCE / "motors/servo_motors.yaml"), "--out", folder / "report", "--export", folder / "data")
        self.assertEqual(done.code, 0, done.err)
        for words in ("size: Actuators, on the side of the joint", "size: Motors, one kind and one gear for all actuators", "servo_400", "limited by"):
            self.assertIn(words, done.out)
        with open(folder / "data/swing/size.numbers.csv") as file:
            numbers = {row["name"]: float(row["value"]) for row in csv.DictReader(file)}
        with open(folder / "data/swing/size.torque_speed.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 201)
        # The swing of a point mass: 1 kg m^2 and its weight; the speed of the motor is that of the joint times the ratio.
        fastest = max(float(row["A.speed [rad/s]"]) for row in rows)
        self.near(fastest, 1.2 * numbers["chosen.ratio"], 1e-12)
        self.near(numbers["A.speed.peak"], 1.2, 1e-12)
        self.near(numbers["A.energy.out"] - numbers["A.energy.back"], 0, 1e-9)  # it comes back to where it began
        self.assertIn("torque", (folder / "report/swing/figures/cloud.svg").read_text())
        answer = zanjir("run", self.study(SOURCE / "motors/servo_motors.yaml"), "--out", folder / "again", "--json").json
        tables = (answer["studies"][0] if "studies" in answer else answer)["tables"]["size"]
        self.assertEqual(len(tables[1]["rows"]), 7)
        self.assertEqual(tables[1]["columns"][0], "motor")


class RecordedBase(CommandTest):
    def record(self):
        folder = self.temporary_folder()
        (folder / "ship.csv").write_text("t [s],heave [m]\n0,0\n0.1,0.01\n0.2,0.02\n0.3,0.03\n0.6,0.06\n0.7,0.07\n")
        (folder / "m.yaml").write_text("zanjir: 1\ngravity: [0, 0, -9.81]\nbase: {record: {file: ship.csv, z: heave}}\n"
                                       "bodies: {mast: {mass: 1 kg, inertia: point}}\njoints: {A: {type: prismatic, parent: ground, child: mast, axis: x, actuated: true}}\n")
        return folder / "m.yaml"

    def test_a_gap_is_bridged_on_purpose(self):
        model = self.record()
        self.refused(zanjir("check", model), "ship.csv:6:1", "a gap of 0.3 s", "`fill: 0.3 s` bridges it on purpose")
        for verb in ("check", "info", "verify"):
            done = zanjir(verb, model, "--fill", "0.5")
            self.assertEqual(done.code, 0, verb + done.err)
        self.assertEqual(zanjir("check", model, "--fill", "500 ms").code, 0)
        self.refused(zanjir("check", model, "--fill", "0.2"), "a gap of 0.3 s")
        self.refused(zanjir("check", model, "--fill", "-1"), "--fill")
        self.refused(zanjir("check", MODELS / "pendulum.yaml", "--fill", "1"), "base")


if __name__ == "__main__":
    unittest.main()
