"""zanjir contact, and compliant contacts in zanjir run: events, resuming inside a contact, refusals that lose nothing."""
import math
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

from command import BINARY, MODELS, CommandTest, zanjir
from run_test import table

CHAIN = MODELS / "chain_rigid_drop.yaml"
SLOPE = MODELS / "things_on_a_slope.yaml"


class Laws(CommandTest):
    def test_one_mistake_in_friction_is_one_message(self):
        for friction, said in (("type: dry, coefficient: -0.3", "must not be negative; here it is -0.3"), ("type: dry, coefficient: 0", "must be greater than zero with `type: dry`"),
                               ("type: dry, coefficient: 0.3, static_coefficient: -1", "must not be negative; here it is -1")):
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "box.yaml"
                file.write_text("zanjir: 1\nname: box\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 2 kg, inertia: {ixx: 0.02, iyy: 0.02, izz: 0.02}}}\n"
                                "joints: {f: {type: free, parent: ground, child: b}}\ncontacts: {floor: {ground: {normal: z}, boxes: [{at: b, size: [0.3, 0.2, 0.1]}], "
                                "law: {type: hold}, friction: {" + friction + "}}}\n")
                done = zanjir("check", file)
                self.assertEqual(done.code, 2)
                self.assertIn(said, done.err)
                self.assertIn("1 error, nothing was done", done.err)

    def test_prints_the_law_beside_what_it_really_does(self):
        done = zanjir("contact", CHAIN, "--speeds", "0.1:10", "--mass", 1, "--json")
        self.assertEqual(done.code, 0, done.err)
        (contact,) = done.json["contacts"]
        self.assertEqual(contact["name"], "floor.link1")
        self.assertEqual(contact["law"]["type"], "hu-guo")
        for point in contact["restitution"]:
            self.assertEqual(point["promised"], 0.8)
            self.assertAlmostEqual(point["exact"], 0.799198782, delta=1e-9)
        for loop in contact["loops"]:
            # Independent of the integrator: the loop's energy is the work between its ends.
            v, e = loop["speed_m_per_s"], loop["restitution"]
            self.assertAlmostEqual(loop["work_J"], (e * e - 1) * v * v / 2, delta=1e-12 * v * v)
            force = [row[3] for row in loop["path"]]
            depth = [row[1] for row in loop["path"]]
            area = sum((a + b) / 2 * (y - x) for a, b, x, y in zip(force, force[1:], depth, depth[1:]))
            self.assertAlmostEqual(-area, loop["work_J"], delta=1e-4 * v * v)

    def test_the_mass_is_what_the_contact_feels(self):
        # A pendulum rod hanging from a hinge, hit at its end: I/l^2 = m/3.
        text = ("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {rod: {mass: 3, com: [0.5, 0, 0], inertia: {ixx: 0, iyy: 0.25, izz: 0.25, as_published: true}}}\nframes: {rod: {tip: [1, 0, 0]}}\n"
                "joints: {A: {type: revolute, parent: ground, child: rod, axis: y}}\n"
                "contacts: {floor: {ground: {point: [0, 0, -1], normal: z}, on: rod.tip, law: {type: spring-damper, stiffness: 1e5, damping: 50}}}\n")
        path = self.temporary_folder() / "rod.yaml"
        path.write_text(text)
        (contact,) = zanjir("contact", path, "--json").json["contacts"]
        self.assertAlmostEqual(contact["mass_kg"], 1, delta=1e-12)
        zeta = 50 / (2 * math.sqrt(1e5))
        self.assertAlmostEqual(contact["restitution"][0]["promised"], math.exp(-math.pi * zeta / math.sqrt(1 - zeta**2)), delta=1e-12)

    def test_draws_every_law(self):
        folder = self.temporary_folder() / "figures"
        done = zanjir("contact", SLOPE, "--out", folder)
        self.assertEqual(done.code, 0, done.err)
        names = sorted(p.name for p in folder.iterdir())
        for contact in ("ball_on_slope.ball", "rod_on_slope.rod.a", "box_on_slope.box.sw"):
            for figure in ("force", "restitution", "friction"):
                self.assertIn(f"{contact}-{figure}.svg", names)
                self.assertIn(f"{contact}-{figure}.png", names)
        self.assertIn("promised", done.out)

    def test_refusals(self):
        self.refused(zanjir("contact", CHAIN, "--contact", "flor"), "no compliant contact 'flor'", "floor", code=2)
        self.refused(zanjir("contact", CHAIN, "--speeds", "5"), "not a range of speeds", code=2)
        self.refused(zanjir("contact", CHAIN, "--speeds", "5:1"), "not a range of speeds", code=2)
        self.refused(zanjir("contact", MODELS / "bouncing_ball.yaml"), "there is no compliant contact", code=2)


class Left(CommandTest):
    """Contacts that do nothing, and those that a question leaves out."""

    def file(self, axis, joint="prismatic", more=None):
        path = self.temporary_folder() / "m.yaml"
        path.write_text("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {ball: {mass: 1, inertia: point}}\n"
                        f"joints: {{A: {{type: {joint}, parent: ground, child: ball{more or f', axis: {axis}'}}}}}\n"
                        "contacts:\n  floor: {ground: {normal: z}, on: ball, law: {type: hertz, stiffness: 1e6}}\n")
        return path

    def test_what_nothing_can_open_or_close_is_said_by_all(self):
        path = self.file("x")
        words = f"{path}:6:3: warning: contacts.floor: nothing moves 'floor.ball' along the normal [0, 0, 1] of the ground"
        for verb in (["check"], ["info"], ["run", "--until", 0.01, "--record", path.parent / "r.h5"]):
            done = zanjir(verb[0], path, *verb[1:])
            self.assertEqual(done.code, 0, done.err)
            self.assertEqual(done.err.count(words), 1, done.err)
            self.assertIn("it moves along x: turn `normal` of the ground that way", done.err)
        study = path.parent / "s.yaml"
        study.write_text("zanjir_study: 1\nmodels: {m: {file: m.yaml}}\ntasks: {r: {kind: simulate, model: m, until: 0.1}}\n")
        self.assertIn("nothing moves 'floor.ball' along the normal", zanjir("check", study).err)
        self.assertNotIn("warning", zanjir("check", self.file("z")).err)

    def test_eval_names_the_ground_that_it_leaves_out(self):
        path = self.file("z")
        for state, note in (('{"q": {"A": -0.01}}', True), ('{"q": {"A": 0}}', True), ('{"q": {"A": 0.1}}', False), ('{"q": {"A": -0.01}, "contacts": {"floor.ball": 1}}', False)):
            done = zanjir("eval", path, "--what", "inverse_dynamics,forward_dynamics", "--state", state)
            self.assertEqual(done.code, 0, done.err)
            for item in ("inverse_dynamics", "forward_dynamics"):
                self.assertEqual("the ground is left out: 'floor.ball' would touch here" in done.json[item].get("note", ""), note, (state, done.out))

    def test_answers_that_solve_nothing_name_it_too(self):
        path = self.file("z", more=", axis: z, actuated: true")
        items = ("bias", "linearisation", "standard_form")
        for state, left_out in (('{"q": {"A": 0}}', True), ('{"q": {"A": 0.1}}', False)):
            done = zanjir("eval", path, "--what", ",".join(items), "--state", state)
            self.assertEqual(done.code, 0, done.err)
            for item in items:
                self.assertEqual("the ground is left out: 'floor.ball' would touch here" in done.json[item].get("left_out", ""), left_out, (item, state, done.out))
        # A spring of 100 N/m and a weight of 9.81 N: the ball stays 98.1 mm below its rest, in the ground, which says that it is not asked.
        spring = zanjir("eval", path, "--what", "equilibrium", "--state", '{"q": {"A": -0.05}, "contacts": {}}', "--set", "springs={s: {joint: A, stiffness: 100 N/m, rest: 0}}", "--set",
                        "contacts.floor.law={type: hold}")
        self.assertEqual(spring.code, 0, spring.err)
        self.assertAlmostEqual(spring.json["equilibrium"]["equilibrium1"]["q"][0], -0.0981, delta=1e-9)
        self.assertIn("'floor.ball' would touch here", spring.json["equilibrium"]["equilibrium1"]["left_out"])

    def test_claims_of_a_linearisation_have_the_note_beside_them(self):
        path = self.file("z", more=", axis: z, actuated: true")
        study = path.parent / "s.yaml"
        study.write_text("zanjir_study: 1\nmodels: {m: {file: m.yaml}}\ntasks:\n  l: {kind: linearise, model: m, state: {q: {A: -1 mm}}}\n  a: {kind: analyse, model: m, what: [bias], state: {q: {A: -1 mm}}}\n"
                         "claims:\n  - {id: c, by: ours, source: s, said: {min: 0}, compute: l.A.A.A}\n  - {id: d, by: ours, source: s, said: {min: 0}, compute: a.bias.A}\n")
        done = zanjir("run", study, "--out", path.parent / "out", "--json")
        for claim in done.json["studies"][0]["claims"]:
            self.assertIn("the ground is left out: 'floor.ball' would touch here", " ".join(claim["notes"]), done.out)


class Runs(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()

    def run_chain(self, name, until, *more):
        done = zanjir("run", CHAIN, "--until", until, "--tolerance", 1e-11, "--method", "dop853", "--record", self.folder / name, "--json", *more)
        self.assertEqual(done.code, 0, done.err)
        return done.json

    def test_events_are_listed_with_their_speeds(self):
        events = self.run_chain("run.h5", 0.45)["events"]
        self.assertEqual([e["what"] for e in events], ["touch", "touch", "release", "release"])
        self.assertEqual({e["name"] for e in events}, {"floor.link1", "floor.link3.end"})
        self.assertAlmostEqual(events[0]["t_s"], math.sqrt(2 * 0.9 / 9.81), delta=1e-12)
        self.assertAlmostEqual(events[0]["value"], -4.202142, delta=5e-7)

    def test_resumed_inside_a_contact_it_goes_on_with_its_memory(self):
        whole = self.run_chain("whole.h5", 0.5)
        inside = math.sqrt(2 * 0.9 / 9.81) + 2e-4
        self.run_chain("parts.h5", inside)
        _, rows = table(self.folder / "parts.h5", "floor.link1.phase", "floor.link1.touch_speed", "floor.link1.normal_force")
        _, phase, speed, force = rows[-1]  # after the time
        self.assertEqual(phase, 1)
        self.assertAlmostEqual(speed, 4.202142, delta=5e-7)
        self.assertGreater(force, 100)
        again = self.run_chain("parts.h5", 0.5, "--resume")
        self.assertEqual([e["what"] for e in again["events"]], ["release", "release"])
        self.assertAlmostEqual(again["events"][0]["t_s"], whole["events"][2]["t_s"], delta=1e-9)
        for source in ("contact_normal", "contact_friction"):
            self.assertAlmostEqual(again["work_J"][source], whole["work_J"][source], delta=1e-7)
        self.assertLess(again["relative_imbalance"], 1e-9)
        ends = [table(self.folder / name, "fall.x", "fall.y", "A", "B")[1][-1] for name in ("whole.h5", "parts.h5")]
        self.near(*ends, 1e-8)

    def test_resumed_with_elastic_links_it_goes_on_bent(self):
        # After the first contact the links vibrate; their modes are part of what a recording must give back.
        def run(name, until, *more):
            done = zanjir("run", MODELS / "elastic_chain_ss.yaml", "--until", until, "--method", "dop853", "--tolerance", 1e-11, "--every", 0.01, "--record", self.folder / name, "--json", *more)
            self.assertEqual(done.code, 0, done.err)
            return done.json

        whole = run("whole.h5", 0.7)
        run("parts.h5", 0.6)
        again = run("parts.h5", 0.7, "--resume")
        self.assertLess(again["relative_imbalance"], 1e-9)
        self.assertEqual(len(again["events"]), sum(e["t_s"] > 0.6 for e in whole["events"]))
        ends = [table(self.folder / name, "link1.mode1", "link2.mode1", "fall.y", "A")[1][-1] for name in ("whole.h5", "parts.h5")]
        self.assertGreater(abs(ends[0][1]), 1e-5)
        self.near(*ends, 1e-8)

    def test_resumed_from_the_row_of_a_touch_down_it_touches(self):
        # The first of the two rows of that instant: where a kill may leave the recording.
        fall = math.sqrt(2 * 0.9 / 9.81)
        self.run_chain("short.h5", fall)
        again = self.run_chain("short.h5", 0.45, "--resume")
        kinds = [e["what"] for e in again["events"]]
        self.assertEqual(kinds.count("release"), 2, kinds)
        self.assertLess(again["relative_imbalance"], 1e-9)

    def test_killed_it_resumes(self):
        path = self.folder / "killed.h5"
        arguments = ["run", CHAIN, "--tolerance", 1e-10, "--method", "dop853", "--record", path, "--every", 1e-3]
        process = subprocess.Popen([BINARY, *map(str, arguments), "--until", "1000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not path.exists() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(random.uniform(1.5, 3))  # it is flushed every second
        self.assertIsNone(process.poll(), "still at work")
        process.send_signal(signal.SIGKILL)
        process.wait()
        _, rows = table(path, "t")
        self.assertGreater(len(rows), 0)
        done = zanjir(*arguments, "--until", rows[-1][0] + 0.5, "--resume", "--json")
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(done.json["end"], "reached its end")
        self.assertLess(done.json["relative_imbalance"], 1e-7)

    def test_a_start_inside_the_ground_is_refused_and_nothing_is_lost(self):
        record = self.folder / "run.h5"
        self.run_chain("run.h5", 0.1)
        before = record.read_bytes()
        done = zanjir("run", CHAIN, "--set", "drop=-0.2", "--until", 1, "--record", record, "--overwrite")
        self.refused(done, "'floor.link1' starts 0.2 m inside the ground", "move the start or the ground", code=2)
        self.assertEqual(record.read_bytes(), before)

    def test_a_study_counts_touches_and_reads_contact_forces(self):
        study = self.folder / "s.yaml"
        study.write_text(f"""zanjir_study: 1
models: {{m: {{file: {CHAIN}}}}}
tasks: {{drop: {{kind: simulate, model: m, until: 0.6 s, method: dop853, rel_tol: 1e-11, abs_tol: 1e-11}}}}
claims:
  - {{id: touches, by: ours, source: s, said: {{value: 4, tol: 0}}, compute: count(drop.events.touch)}}
  - {{id: outer, by: ours, source: s, said: {{value: 1, tol: 0}}, compute: count(drop.events.floor.link1)/2}}
  - {{id: speed, by: ours, source: s, said: {{value: -4.202142, tol: 5e-7}}, compute: first(drop.events.touch.value)}}
  - {{id: friction, by: ours, source: s, said: {{value: 0.1, tol: 1e-9}}, compute: max(abs(drop.floor.link1.friction.x))/max(drop.floor.link1.normal_force)}}
  - {{id: straight-down, by: ours, source: s, said: {{value: 0, tol: 0}}, compute: max(abs(drop.floor.link2.friction.x))}}
  - {{id: energy, by: ours, source: s, said: {{max: 1e-9}}, compute: drop.relative_imbalance}}
""")
        done = zanjir("run", study, "--out", self.folder / "report")
        self.assertEqual(done.code, 0, done.out + done.err)
        self.assertIn("6 claims: 6 hold", done.out)

    def test_eval_takes_the_memory_of_contacts(self):
        state = '{"q": {"fall.x": 0, "fall.y": -0.001, "fall.angle": 0.5}, "v": {"fall.y": -2}%s}'
        flight, touching = (zanjir("eval", CHAIN, "--state", state % more, "--what", "bias").json["bias"] for more in ("", ', "contacts": {"floor.link1": 4}'))
        self.assertEqual(set(flight["parts"]["contacts"]), {0})
        at = touching["speeds"].index("fall.y")
        self.assertAlmostEqual(touching["parts"]["contacts"][at], -1.4e8 * 0.001**1.5 * (1 + 0.375 * 2 / 4), delta=1e-8)
        self.refused(zanjir("eval", CHAIN, "--state", '{"contacts": {"floor.link": 4}}', "--what", "bias"), "no compliant contact of this name", code=2)


class Orders(CommandTest):
    def test_an_order_that_is_not_a_number_ends_the_run(self):
        """`held` is read along the run: where it is no number, nobody can say whether the place is held."""
        model, record = self.temporary_folder() / "m.yaml", self.temporary_folder() / "m.h5"
        text = ("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}}\njoints: {F: {type: free, parent: ground, child: b}}\n"
                "contacts: {k: {ground: {point: [0, 0, 0], normal: z}, on: b, law: {type: hold}, held: \"HELD\"}}\n")
        for held, why in (("sqrt(t - 1)", "at t = 0 s"), ("sqrt(0.1 - t)", "is not a number at t = 0.1"), ("0/(t*0)", None), ("1/t", "")):
            model.write_text(text.replace("HELD", held))
            done = zanjir("run", model, "--until", 0.3, "--record", record, "--overwrite")
            if why == "":  # infinite is above zero
                self.assertEqual(done.code, 0, done.err)
            elif why is None:
                self.assertIn(done.code, (2, 3), done.err)
            else:
                self.refused(done, "`held` of 'k.b' is not a number", why, f"({model}:5:", code=3)


class Cone(CommandTest):
    def test_what_sticks_without_a_normal_force_is_beyond_every_cone(self):
        """A foot that is held and pulled off its ground had a share of zero, and passed a claim that it needs no more than its friction."""
        folder = self.temporary_folder()
        (folder / "m.yaml").write_text(
            "zanjir: 1\nname: m\nplane: xz\ngravity: [-1, 0, PULL]\nbodies: {b: {mass: 1 kg, inertia: {iyy: 1}}}\n"
            "joints: {F: {type: planar, parent: ground, child: b, axes: [x, z]}}\n"
            "contacts: {k: {ground: {point: [0, 0, 0], normal: z}, on: b, law: {type: hold}, friction: {type: stick, coefficient: 0.5}, held: \"1\"}}\n")
        text = (folder / "m.yaml").read_text()
        study = folder / "s.yaml"
        study.write_text("zanjir_study: 1\nmodels: {m: {file: m.yaml}}\ntasks: {run: {kind: simulate, model: m, until: 0.1 s, every: 10 ms}}\n"
                         "claims: [{id: keeps, by: law, source: x, said: {max: 1}, compute: max(run.k.b.cone)}]\n")
        for pull, cone, code in (("-10", 0.2, 0), ("-1", 2, 4), ("3", float("inf"), 4)):
            (folder / "m.yaml").write_text(text.replace("PULL", pull))
            done = zanjir("run", folder / "m.yaml", "--until", 0.1, "--every", 0.05, "--record", folder / "m.h5", "--overwrite")
            self.assertEqual(done.code, 0, done.out + done.err)
            zanjir("recording", "export", folder / "m.h5", "--csv", folder / "m.csv", "--overwrite")
            rows = [line.split(",") for line in (folder / "m.csv").read_text().splitlines()]
            at = next(i for i, name in enumerate(rows[0]) if name.startswith("k.b.cone"))
            for row in rows[1:]:
                self.assertAlmostEqual(float(row[at]), cone, 9) if cone < 9 else self.assertEqual(float(row[at]), cone)
            self.assertEqual(zanjir("run", study, "--out", folder / "report").code, code, pull)


if __name__ == "__main__":
    unittest.main()
