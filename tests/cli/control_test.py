"""Sampled controllers on the command line: a run that is taken up again goes on to the last bit; trips, warnings and faults where they stand."""
import unittest

from command import MODELS, CommandTest, zanjir
from run_test import table

SERVO = MODELS / "gear_with_backlash.yaml"
CART = """zanjir: 1
gravity: [0, 0, 0]
bodies: {cart: {mass: 1 kg, inertia: point}}
joints: {X: {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}}
initial: {q: {X: 1 mm}}
controllers:
  pd:
    every: 10 ms
    delay: 100 ms
    blocks:
      x: {type: sensor, quantity: X, trip: 1 m}
      v: {type: sensor, quantity: X.speed}
      u: {type: expression, value: "-100*x - 14*v"}
    apply: {X: u}
"""


class ControlTest(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()

    def file(self, text):
        path = self.folder / "m.yaml"
        path.write_text(text)
        return path

    def test_a_run_that_is_taken_up_again_is_the_same_to_the_last_bit(self):
        whole, parts = self.folder / "whole.h5", self.folder / "parts.h5"
        how = ["--every", 0.01, "--method", "rk4", "--step", 0.0003, "--set", "controllers.servo.blocks.angle.noise=1e-4 rad"]
        self.assertEqual(zanjir("run", SERVO, "--until", 0.4, *how, "--record", whole).code, 0)
        self.assertEqual(zanjir("run", SERVO, "--until", 0.17, *how, "--record", parts).code, 0)
        self.assertEqual(zanjir("run", SERVO, "--until", 0.4, *how, "--record", parts, "--resume").code, 0)
        channels = ["T_motor", "T", "T_motor.speed", "T.speed", "T_motor.force", "servo.error", "servo.torque", "servo.memory.1", "servo.memory.5", "servo.memory.6"]
        names, a = table(whole, *channels)
        _, b = table(parts, *channels)
        self.assertEqual(len(a), 41)
        self.assertEqual(a, b)

    def test_with_restarts_every_run_is_the_same_to_the_last_bit(self):
        """Steps chosen by the method, methods with a memory, loops, samples, contacts, elastic bodies: what a run has learned on its way it learns anew at the same places."""
        for model, *how in [("four_bar", "--method", "dopri5"), ("four_bar", "--method", "bdf"), ("stewart", "--method", "dop853"), ("gear_with_backlash",),
                            ("things_on_a_slope",), ("elastic_four_bar", "--method", "bdf", "--tolerance", "1e-6")]:
            with self.subTest(model=model, how=how):
                whole, parts = self.folder / f"{model}{len(how)}.whole.h5", self.folder / f"{model}{len(how)}.parts.h5"
                run = ["run", MODELS / f"{model}.yaml", "--every", 0.01, "--restart-every", 0.05, *how]
                self.assertEqual(zanjir(*run, "--until", 0.2, "--record", whole, "--overwrite").code, 0)
                self.assertEqual(zanjir(*run, "--until", 0.1234, "--record", parts, "--overwrite").code, 0)
                self.assertEqual(zanjir(*run, "--until", 0.2, "--record", parts, "--resume").code, 0)
                self.assertEqual(table(whole), table(parts))
                self.assertEqual(zanjir("recording", "repeat", parts).code, 0)

    def test_an_unstable_loop_trips_and_its_recording_is_kept(self):
        record = self.folder / "trip.h5"
        done = zanjir("run", self.file(CART), "--until", 10, "--every", 0.01, "--record", record)
        self.assertEqual(done.code, 3, done.err)
        self.assertIn("a controller tripped: controller 'pd', block 'x' at t = ", done.err)
        _, rows = table(record, "X")
        self.assertGreater(len(rows), 100)
        self.assertGreater(abs(rows[-1][1]), 1)
        free = zanjir("run", self.file(CART.replace(", trip: 1 m", "")), "--until", 6, "--every", 0.1, "--record", record, "--overwrite")
        self.assertEqual(free.code, 0, free.err)
        self.assertIn("the loop of controller 'pd' through 'X' is unstable", free.out)

    def test_faults_stand_at_their_place(self):
        wrong = self.file(CART.replace("quantity: X.speed", "quantity: X.velocity"))
        for verb in (["check"], ["run", "--until", "1", "--record", str(self.folder / "no.h5")]):
            done = zanjir(verb[0], wrong, *verb[1:])
            self.refused(done, "m.yaml:12:35: error: controllers.pd.blocks.v.quantity: no quantity 'X.velocity'")
        self.assertFalse((self.folder / "no.h5").exists())
        slow = zanjir("check", self.file(CART.replace("v: {type: sensor, quantity: X.speed}", 'v: {type: signal, law: "sin(300*t)"}')))
        self.assertEqual(slow.code, 0)
        self.assertIn("m.yaml:8:12: warning: controllers.pd.every: samples 0.01 s apart are too few for block 'v'", slow.err + slow.out)
        study = self.folder / "s.yaml"
        study.write_text("zanjir_study: 1\nmodels: {m: {file: m.yaml}}\ntasks: {r: {kind: simulate, model: m, until: 0.1}}\n")
        in_study = zanjir("check", study)  # had been an error there
        self.assertEqual(in_study.code, 0, in_study.err)
        self.assertIn("m.yaml:8:12: warning: controllers.pd.every: samples 0.01 s apart are too few for block 'v'", in_study.err)


if __name__ == "__main__":
    unittest.main()
