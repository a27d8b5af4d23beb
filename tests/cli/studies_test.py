"""run and reproduce: exit codes, JSON, the report as a browser would read it, Ctrl-C."""
import base64
import contextlib
import csv
import html.parser
import json
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree
import zlib

from command import BINARY, MODELS, SOURCE, CommandTest, zanjir

HEAD = f"zanjir_study: 1\nmodels: {{m: {{file: {MODELS}/pendulum.yaml}}}}\n"
LEVEL = HEAD + "tasks: {level: {kind: analyse, model: m, state: {q: {A: 0}}, what: [forward_dynamics]}}\n"
LONG = HEAD + 'tasks: {long: {kind: inverse, model: m, motion: {A: "sin(t)"}, until: 9000, every: 1 ms, outputs: [A]}}\nclaims: [{id: x, by: ours, source: s, said: {value: 1}, compute: max(long.A)}]\n'


def claim(said, more=""):
    return LEVEL + f"claims: [{{id: x, by: ours, source: s, said: {said}, compute: level.forward_dynamics.vdot.A{more}}}]\n"


class StudyCase(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()
        self.out = self.folder / "report"

    def study(self, text, name="s.yaml"):
        (self.folder / name).write_text(text)
        return self.folder / name

    def run_study(self, text, *arguments):
        return zanjir("run", self.study(text), "--out", self.out, *arguments)


SPRINGS = f"""zanjir_study: 1
models: {{robot: {{file: {MODELS}/rrr_3.yaml}}, arm: {{file: {MODELS}/arm_2r.yaml}}}}
tasks:
  torques:
    kind: inverse
    model: robot
    motion:
      pose.x: {{law: rose, component: x, radius: 50 mm, order: 2, period: 2 s}}
      pose.y: {{law: rose, component: y, radius: 50 mm, order: 2, period: 2 s}}
      pose.angle: 0
    until: 6.1 s
    every: 1 ms
    outputs: [A1, A2, A3]
  replay:
    kind: simulate
    model: MODEL
    until: 6 s
    rel_tol: 1e-3
    abs_tol: 1e-6
    norm: max
    step_control: ode45
    error_test: states
    loops: LOOPS
    inputs: {{A1: {{series: torques.A1.force}}, A2: {{series: torques.A2.force}}, A3: {{series: torques.A3.force}}}}
    outputs: [loop_opening, energy]
claims:
  - {{id: evaluations, by: ours, source: digest, said: {{value: 4459, rel_tol: 0.1}}, compute: replay.evaluations}}
  - {{id: opening, by: ours, source: digest, said: {{value: 8.3 mm, rel_tol: 0.1}}, compute: max(replay.loop_opening)}}
"""


class LoopsAsSprings(StudyCase):
    """Torques of the rigid robot replayed on springs: evaluations and opening of an independent program."""
    def text(self, loops, model="robot"):
        return SPRINGS.replace("LOOPS", loops).replace("MODEL", model)

    def test_a_replay(self):
        done = self.run_study(self.text("{treatment: springs, stiffness: 10 N/mm, start: closed}"))
        self.assertEqual(done.code, 0, done.out + done.err)
        self.assertIn("2 claims: 2 hold", done.out)

    def test_faults(self):
        line = 1 + self.text("").split("\n").index("    loops: ")
        self.refused(self.run_study(self.text("{treatment: springs, stiffness: -1e4 N/m}")), f"s.yaml:{line}:", "loops.stiffness", "greater than zero")
        self.refused(self.run_study(self.text("{treatment: sprongs, stiffness: 1e4}")), f"s.yaml:{line}:", "sprongs", "springs")
        self.refused(self.run_study(self.text("{treatment: springs}")), f"s.yaml:{line}:", "either a stiffness or the closure error")
        self.refused(self.run_study(self.text("{treatment: springs, stifness: 1e4}")), "did you mean 'stiffness'?")
        self.refused(self.run_study(self.text("{treatment: springs, stiffness: 1e4, update: augmented-lagrangian}")), "update_every")
        self.refused(self.run_study(self.text("{treatment: springs, stiffness: 1e4}", "arm")), f"s.yaml:{line}:", "no loop")


class ExitCodes(StudyCase):
    def test_all_verdicts_as_expected(self):
        done = self.run_study(claim("{value: -9.81 rad/s^2, tol: 1e-12 rad/s^2}"))
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("holds", done.out)
        self.assertIn("1 claim: 1 holds, as expected", done.out)
        self.assertEqual(done.err, "")  # quiet in a pipe
        self.assertNotIn("\033", done.out)

    def test_a_differs_is_expected_and_regresses(self):
        more = ", expect: differs, reason: a misprint, found: {value: %s, tol: 1e-9, from: g/l}"
        self.assertEqual(self.run_study(claim("{value: 9.81}", more % -9.81)).code, 0)
        done = self.run_study(claim("{value: 9.81}", more % -9.7))
        self.assertEqual(done.code, 4)
        self.assertIn("expected: differs", done.out)

    def test_a_claim_that_fails(self):
        done = self.run_study(claim("{value: 9.81}"))
        self.assertEqual(done.code, 4)
        self.assertIn("fails", done.out)
        self.assertTrue((self.out / "index.html").exists())

    # A fast pendulum by steps of 50 ms: semi-implicit Euler loses per cents of its energy, dopri5 nothing.
    SWINGS = HEAD + """tasks:
  rough: {kind: simulate, model: m, until: 5 s, state: {v: {A: 6 rad/s}}, method: semi-implicit-euler, step: 50 msMORE}
  fine: {kind: simulate, model: m, until: 5 s, state: {v: {A: 6 rad/s}}}
  both: {kind: compare, reference: fine, with: [rough], results: [A]}
  some: {kind: sweep, of: [rough], over: {tasks.rough.until: {values: [4 s, 5 s]}}, results: {end: last(rough.A)}}
claims:
  - {id: rough, by: law, source: s, said: {min: 1}, compute: max(rough.A)}
  - {id: fine, by: law, source: s, said: {min: 1}, compute: max(fine.A)}
  - {id: both, by: ours, source: s, said: {min: 1e-3 rad}, compute: both.rough.A.max}
  - {id: some, by: ours, source: s, said: {max: 100}, compute: max(some.end)}
"""

    def test_a_claim_about_a_run_that_is_not_to_be_trusted_is_doubtful(self):
        text = self.SWINGS.replace("MORE", "")
        done = self.run_study(text, "--json")
        self.assertEqual(done.code, 5, done.out + done.err)
        study = done.json["studies"][0]
        self.assertEqual({c["id"]: c["verdict"] for c in study["claims"]}, {"rough": "doubtful", "fine": "holds", "both": "doubtful", "some": "doubtful"})
        self.assertIs(study["trusted"], False)
        self.assertEqual(set(study["doubts"]), {"rough", "both", "some"})
        self.assertIn("the energy does not add up", study["doubts"]["rough"][0])
        self.assertIn("2 of 2 units are not to be trusted", study["doubts"]["some"][0])
        self.assertEqual(study["score"]["law"], {"holds": 1, "differs": 0, "doubtful": 1, "fails": 0})
        self.assertIn("task rough: warning: the energy does not add up", done.err)
        self.assertIn("doubtful", (self.out / "s" / "index.html").read_text())
        shown = self.run_study(text)
        self.assertIn("4 claims: 1 holds, 3 are doubtful; 3 not as expected", shown.out)
        # what fails fails all the same, and counts more
        self.assertEqual(self.run_study(text.replace("said: {min: 1}, compute: max(fine.A)", "said: {min: 100}, compute: max(fine.A)")).code, 4)

    def test_what_is_not_to_be_trusted_counts_where_the_study_says_why(self):
        done = self.run_study(self.SWINGS.replace("MORE", ", accept_distrust: its drift is what is looked at"), "--json")
        self.assertEqual(done.code, 0, done.out + done.err)
        study = done.json["studies"][0]
        self.assertEqual({c["verdict"] for c in study["claims"]}, {"holds"})
        self.assertIs(study["trusted"], True)
        notes = {c["id"]: " ".join(c["notes"]) for c in study["claims"]}
        for claim_id in ("rough", "both"):
            self.assertIn("not to be trusted (the energy does not add up", notes[claim_id])
            self.assertIn("its drift is what is looked at", notes[claim_id])
        self.assertEqual(notes["fine"], "")
        self.refused(self.run_study(self.SWINGS.replace("MORE", ', accept_distrust: ""')), "accept_distrust", "a reason is wanted")

    def test_a_wrong_file(self):
        self.refused(self.run_study("zanjir_study: 1\nclaim: []\n"), "s.yaml:2:1: error: claim: unknown key 'claim'; did you mean 'claims'?")
        self.refused(zanjir("run", self.folder / "nowhere.yaml"), "nowhere.yaml", "error")
        self.refused(zanjir("run", MODELS / "pendulum.yaml", "--out", self.out), "needs the time until which it runs")
        self.refused(self.run_study(LEVEL + "claims: [{id: x, by: ours, source: s, said: {value: 1}, compute: level.forward_dynamics.vdot.B}]\n"), "did you mean 'level.forward_dynamics.vdot.A'?")
        self.assertFalse(self.out.exists())
        done = self.run_study("zanjir_study: 1\nclaim: []\n", "--json")
        self.assertEqual(done.json["diagnostics"][0]["line"], 2)

    def test_check_judges_a_study_without_running_it(self):
        good = self.study(claim("{min: -10, max: -9}"))
        done = zanjir("check", good, MODELS / "pendulum.yaml")
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual(done.out, f"{good}: ok (s: 1 model, 1 task, 0 figures, 1 claim)\n{MODELS}/pendulum.yaml: ok (pendulum: 1 body, 1 joint, 1 speed)\n")
        entry = zanjir("check", good, "--json").json["files"][0]
        self.assertEqual((entry["ok"], entry["study"], entry["claims"]), (True, "s", 1))
        fails = self.study(claim("{value: 5}"))  # a verdict is the business of run
        self.assertEqual(zanjir("check", fails).code, 0)

    def test_check_finds_faults_of_every_part_of_a_study(self):
        reader = self.study("zanjir_study: 1\nmodel: x\ntasks: {a: {kind: verify, model: m}}\n")
        self.refused(zanjir("check", reader), f"{reader}:2:1: error: model: unknown key 'model'", f"{reader}:3:34: error: tasks.a.model: no model 'm'", "2 errors")
        task = self.study(HEAD + "tasks: {a: {kind: simulate, model: m, until: 1, method: dopri6}}\n")
        self.refused(zanjir("check", task), f"{task}:3:57: error: tasks.a.method", "dopri5")
        name = self.study(HEAD + "tasks: {a: {kind: simulate, model: m, until: 1}}\nfigures: {f: {curves: [a.AA]}}\nclaims: [{id: x, by: ours, source: s, said: {value: 1}, compute: max(a.BB)}]\n")
        self.refused(zanjir("check", name), f"{name}:4:24: error: figures.f.curves: unknown name 'a.AA'; did you mean 'a.A'?", f"{name}:5:70: error: claims.x.compute: unknown name 'a.BB'")
        done = zanjir("check", name, "--json")
        self.assertEqual(done.code, 2)
        self.assertEqual([d["line"] for d in done.json["diagnostics"]], [4, 5])
        mechanism = self.study("zanjir_study: 1\nmodels: {m: {file: nowhere.yaml}}\n")
        self.refused(zanjir("check", mechanism), "nowhere.yaml")

    def test_a_task_that_fails_numerically(self):
        done = self.run_study(f"""zanjir_study: 1
models: {{leaf: {{file: {MODELS}/hard/massless_leaf.yaml}}, m: {{file: {MODELS}/pendulum.yaml}}}}
tasks:
  bad: {{kind: analyse, model: leaf, what: [forward_dynamics]}}
  good: {{kind: analyse, model: m, what: [energy]}}
claims:
  - {{id: a, by: ours, source: s, said: {{value: 1}}, compute: bad.forward_dynamics.vdot.x}}
  - {{id: b, by: ours, source: s, said: {{value: 0, tol: 1e-9}}, compute: good.energy.kinetic}}
""", "--json")
        self.assertEqual(done.code, 3)
        a, b = done.json["studies"][0]["claims"]
        self.assertEqual((a["verdict"], b["verdict"]), ("fails", "holds"))
        self.assertIn("task 'bad' did not finish", a["reason"])
        self.assertIn("bad failed", done.err)

    def test_a_report_that_cannot_be_written(self):
        self.out.write_text("in the way")
        self.refused(self.run_study(LEVEL), "--out")

    def test_set_changes_parameters_and_paths(self):
        text = LEVEL.replace("models:", "parameters: {l: 2 m}\nmodels:").replace("pendulum.yaml}", "pendulum.yaml, set: {length: $l}}") + \
            "claims: [{id: x, by: ours, source: s, said: {value: -4.905, tol: 1e-12}, compute: level.forward_dynamics.vdot.A}]\n"
        self.assertEqual(self.run_study(text).code, 0)
        self.assertEqual(self.run_study(text, "--set", "l=1 m").code, 4)
        self.assertEqual(self.run_study(text, "--set", "l=1 m", "--set", "claims[0].said.value=-9.81").code, 0)
        self.refused(self.run_study(text, "--set", "k=1"), "nothing in the file is called 'k'")


class Faults(StudyCase):
    ARM = "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\nbodies:\n  u: {mass: 2, com: [0.2, 0, 0], inertia: {izz: 0.03}}\n" \
        "  f: {mass: 1, com: [0.15, 0, 0], inertia: {izz: 0.01}}\nframes: {f: {tip: [0.3, 0, 0]}}\njoints:\n" \
        "  s: {type: revolute, parent: ground, child: u, axis: z, actuated: true}\n" \
        "  e: {type: revolute, parent: u, child: f, at: [0.4, 0, 0], axis: z, actuated: true}\ninitial: {q: {s: 20 deg, e: 60 deg}}\n"

    def tasks(self, task):
        (self.folder / "arm.yaml").write_text(self.ARM)
        return self.run_study("zanjir_study: 1\nmodels: {m: {file: %s/arm.yaml}}\ntasks:\n  k: {%s}\n" % (self.folder, task))

    def test_events_of_mixed_units_are_refused_where_they_stand(self):
        event = "kind: simulate, model: m, until: 0.5 s, every: 10 ms, events: {x: {when: \"%s\"}}"
        begin = len("  k: {" + event[:event.index("%s")]) + 1
        for when, at, why in (("s + 1 kg", 2, "cannot add angle and mass"), ("energy.kinetic - 3 m", 15, "cannot subtract energy and length"),
                              ("s - e.speed", 2, "cannot subtract angle and angular speed"), ("sin(energy.total)", 0, "sin of")):
            self.refused(self.tasks(event % when), f":4:{begin + at}: error: tasks.k.events.x.when: {why}", code=2)
        for when in ("s - 0.1 rad", "s - 0.2*t", "t - 0.05", "s - 90 deg", "e.speed/s - 3 Hz", "energy.kinetic - 1 J", "f.tip.y + 0.1"):
            self.assertEqual(self.tasks(event % when).code, 0, when)

    def test_an_event_that_cannot_occur_is_said(self):
        task = "kind: simulate, model: m, until: 0.5 s, every: 10 ms, events: {x: {when: \"%s\"}}"
        begin = len("  k: {" + task[:task.index("%s")]) + 1
        for when in ("3", "90 deg", "0*s + 1", "s - s"):
            self.refused(self.tasks(task % when), f":4:{begin}: error: tasks.k.events.x.when: nothing in it changes along a run", code=2)
        done = self.tasks(task % "t - 5 s")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn(f":4:{begin}: warning: tasks.k.events.x.when: it cannot occur: it depends on time alone, and crosses zero nowhere from 0 s to 0.5 s", done.err)
        self.assertNotIn("cannot occur", self.tasks(task % "t - 0.5 s").err)
        self.refused(self.tasks((task % "f.tip.x - 1").replace("events", "outputs: [s], events")), "unknown name 'f.tip.x'; channels of 'f.tip' are there where `outputs` names it")

    def test_an_event_that_is_no_number_is_said(self):
        for when in ("sqrt(s)", "e/0"):
            done = self.tasks(f"kind: simulate, model: m, until: 0.5 s, every: 10 ms, events: {{low: {{when: \"{when}\"}}}}")
            self.assertRegex(done.out + done.err, r"the event 'low' at t = 0(\.\d+)? s is not a finite number", when)

    def test_inverse_dynamics_names_the_law_that_has_no_value(self):
        task = "kind: inverse, model: m, until: 1 s, every: 50 ms, motion: {%s}"
        for motion, name in (("f.tip: {x: \"sqrt(t)\", y: 0.2}", "f.tip.x"), ("f.tip: {x: 0.1, y: \"0.4/t\"}", "f.tip.y"), ("s: \"log(t)\", e: 0.1", "s")):
            done = self.tasks(task % motion)
            self.assertEqual(done.code, 3, done.out + done.err)
            self.assertRegex(done.out + done.err, rf"at t = 0(\.0)? s: the law of '{name}' \(\S+\.yaml:4:\d+\) is not a number there, or has no rates that are")

    def test_a_frame_that_is_led_into_a_singular_pose_is_told_so(self):
        """The arm has no loops that its accelerations could contradict: stretched out, its tip on a circle leaves one speed open."""
        done = self.tasks("kind: inverse, model: m, until: 1 s, every: 50 ms, motion: {f.tip: {x: \"0.7 m*cos(t)\", y: \"0.7 m*sin(t)\"}}")
        self.assertEqual(done.code, 3, done.out + done.err)
        self.assertIn("'f.tip' is led into a singular pose", done.out + done.err)
        self.assertIn("lead the joints by their coordinates there", done.out + done.err)
        self.assertNotIn("contradict", done.out + done.err)
        self.assertEqual(self.tasks("kind: inverse, model: m, until: 1 s, every: 50 ms, motion: {s: t, e: 0}").code, 0)


class Export(StudyCase):
    TASKS = """zanjir_study: 1
models: {m: {file: %s/pendulum.yaml}, drop: {file: %s/chain_rigid_drop.yaml}}
tasks:
  sim: {kind: simulate, model: m, until: 0.1 s, every: 10 ms, events: {start: {when: t - 0.05}}}
  inv: {kind: inverse, model: m, motion: {A: t}, until: 1, every: 0.5}
  ana: {kind: analyse, model: m, what: [energy], states: {a: {q: {A: 0}}, b: {q: {A: 1}}}}
  ver: {kind: verify, model: m, states: 2}
  cmp: {kind: compare, reference: inv, with: [inv], results: [A]}
  con: {kind: contact, model: drop, contact: floor.link1, from: 1, to: 2, samples: 3}
""" % (MODELS, MODELS)

    def test_results_of_every_kind_of_task(self):
        to = self.folder / "results"
        done = self.run_study(self.TASKS, "--export", to)
        self.assertEqual(done.code, 0, done.err)
        here = next(to.iterdir())
        files = sorted(p.name for p in here.iterdir())
        self.assertEqual([f for f in files if f.endswith(".h5")], [f"{t}.h5" for t in ("ana", "cmp", "con", "inv", "sim", "ver")])
        rows = list(csv.reader((here / "con.csv").open()))
        self.assertEqual(rows[0][:2], ["speed [m/s]", "restitution"])
        self.assertEqual([float(r[0]) for r in rows[1:]], [1, 1.5, 2])
        numbers = {r["name"]: r for r in csv.DictReader((here / "ver.numbers.csv").open())}
        self.assertEqual(float(numbers["agrees"]["value"]), 1)
        self.assertGreater(float(numbers["comparisons"]["value"]), 0)
        events = list(csv.DictReader((here / "sim.events.csv").open()))
        self.assertEqual([e["name"] for e in events], ["start"])
        shown = zanjir("recording", "show", here / "con.h5", "--json").json
        self.assertEqual([c["name"] for c in shown["channels"]][:3], ["t", "speed", "restitution"])
        self.assertEqual({n["name"] for n in shown["summary"]["numbers"]}, {"mass", "stiffness", "exponent", "hysteresis"})
        exported = zanjir("recording", "export", here / "inv.h5", "--json", "--channels", "A").json["channels"]
        self.assertEqual(exported[1]["values"], [0, 0.5, 1])

    def test_a_linearisation_for_matlab(self):
        study = HEAD + "tasks: {lin: {kind: linearise, model: m, state: {q: {A: -90 deg}, v: {A: 0}}, inputs: [A], outputs: [A.reaction.force.y, A]}}\n"
        done = self.run_study(study, "--export", self.folder / "results")
        self.assertEqual(done.code, 0, done.err)
        here = next((self.folder / "results").iterdir())
        found, data = {}, (here / "lin.mat").read_bytes()
        while data:  # level 4: type, rows, columns, complex, length of the name
            kind, rows, columns, _, length = struct.unpack_from("<5i", data)
            name, data = data[20:19 + length].decode(), data[20 + length:]
            numbers, data = struct.unpack_from(f"<{rows * columns}d", data), data[8 * rows * columns:]
            found[name] = [numbers[r::rows] for r in range(rows)] if kind == 0 else ["".join(map(chr, map(int, numbers[r::rows]))).rstrip() for r in range(rows)]
        self.assertEqual(found["C_rows"], ["A.reaction.force.y", "A"])
        self.assertEqual(found["C_columns"], ["A", "A.speed"])
        self.assertEqual(found["D_columns"], ["A.force"])
        for m in "ABCD":
            table = list(csv.reader((here / f"lin.{m}.csv").open()))
            self.assertEqual([list(r) for r in found[m]], [[float(x) for x in row[1:]] for row in table[1:]])
            self.assertEqual(found[m + "_columns"], table[0][1:])
        self.refused(self.run_study(study.replace("A.reaction.force.y", "ledger.dampers")), "belongs to a run, not to a state")
        self.refused(self.run_study(study.replace("lin: {", "lin: {formulation: lagrange, ")), "gives no reactions here")

    def test_notes_stand_beside_the_claims_they_touch(self):
        study = (f"zanjir_study: 1\nmodels: {{four: {{file: {MODELS}/rrr_4.yaml}}, one: {{file: {MODELS}/pendulum.yaml}}}}\n"
                 "tasks:\n  shared: {kind: inverse, model: four, until: 0.1, every: 10 ms, outputs: [A1, A2, A3, A4], motion: {pose: {x: 0.01*t, y: 0, angle: 0}}}\n"
                 "  alone: {kind: analyse, model: one, state: {q: {A: 0}}, what: [forward_dynamics]}\n"
                 "claims:\n  - {id: a, by: ours, source: s, said: {max: 1e9}, compute: max(shared.A1.force)}\n"
                 "  - {id: b, by: ours, source: s, said: {value: -9.81, tol: 1e-9}, compute: alone.forward_dynamics.vdot.A}\n")
        done = self.run_study(study, "--json")
        answer = json.loads(done.out)["studies"][0]
        note = "4 actuators for 3 freedoms"
        self.assertIn(note, answer["claims"][0]["notes"][0])
        self.assertEqual(answer["claims"][1]["notes"], [])
        self.assertIn(note, answer["notes"]["shared"][0])
        text = self.run_study(study).out
        self.assertRegex(text, r"holds +a .*\n +note shared: " + note)
        self.assertIn(note, (self.out / "s/index.html").read_text().split('id="claim-a"')[1].split('id="claim-b"')[0])

    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "results").write_text("in the way")
        self.refused(self.run_study(LEVEL, "--export", self.folder / "results"), "--export")


class Reproduce(StudyCase):
    def test_json_is_the_published_shape(self):
        done = zanjir("reproduce", "benchmarks", "--out", self.out, "--json")
        self.assertEqual(done.code, 0, done.err)
        answer = json.loads(done.out)
        self.assertEqual(list(answer), ["studies"])
        study = answer["studies"][0]
        optional = {"doubts", "tables", "advice"}  # where there are some
        self.assertEqual([key for key in study if key not in optional], ["name", "claims", "seconds", "score", "notes", "trusted"])
        self.assertEqual(study["name"], "benchmarks")
        self.assertGreaterEqual(len(study["claims"]), 30)
        for c in study["claims"]:
            self.assertEqual(list(c), ["id", "source", "said", "computed", "verdict", "reason", "by", "notes", "expect", "unit"])
            self.assertIn(c["verdict"], ("holds", "differs"))
            self.assertIn(c["by"], ("paper", "digest", "law", "ours"))
        self.assertEqual(list(study["score"]), ["paper", "digest", "law", "ours"])
        self.assertEqual(sum(sum(n.values()) for n in study["score"].values()), len(study["claims"]))
        self.assertGreater(study["seconds"], 0)

    def test_studies_are_found_by_folder_and_name(self):
        self.study(claim("{value: -9.81, tol: 1e-9}"), "one.yaml")
        self.study(claim("{value: 1}"), "two.yaml")
        self.study("zanjir: 1\ngravity: [0, 0, 0]\n", "mechanism.yaml")
        where = ("--studies", self.folder, "--out", self.out)
        self.assertEqual(zanjir("reproduce", "one", *where).code, 0)
        done = zanjir("reproduce", "all", *where, "--json")
        self.assertEqual(done.code, 4)
        self.assertEqual([s["name"] for s in done.json["studies"]], ["one", "two"])
        self.refused(zanjir("reproduce", "tow", *where), "no study 'tow'; did you mean 'two'?")
        broken = self.study("zanjir_study: 1\ntitle: |x| y\n", "broken.yaml")  # not even YAML
        self.refused(zanjir("reproduce", "broken", *where), f"{broken}:2:", "not valid YAML")
        self.refused(zanjir("reproduce", "--studies", self.folder / "nowhere"), "no study files")


class Page(html.parser.HTMLParser):
    """Open and close tags must match; what a page refers to is collected."""
    VOID = {"meta", "br", "link", "img", "input", "hr"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.text = [], [], [], ""

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes[k] for k in ("href", "src") if k in attributes]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> at {self.getpos()} closes nothing")

    def handle_startendtag(self, tag, attributes):
        pass  # of the pictures

    def handle_data(self, data):
        self.text += data


class Report(CommandTest):
    @classmethod
    def setUpClass(cls):
        """One report for all that is read in it."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.out = pathlib.Path(folder.name) / "report"
        cls.exported = pathlib.Path(folder.name) / "exported"
        done = zanjir("reproduce", "benchmarks", "--out", cls.out, "--export", cls.exported)
        if done.code != 0:
            raise AssertionError(done.out + done.err)

    def page(self, path):
        page = Page()
        page.feed(path.read_text())
        page.close()
        self.assertEqual(page.open, [])
        return page

    def test_pages_are_well_formed_and_every_link_leads_somewhere(self):
        for path in self.out.rglob("*.html"):
            page = self.page(path)
            self.assertEqual(len(page.ids), len(set(page.ids)))
            for link in page.links:
                self.assertNotRegex(link, r"^(https?:)?//")
                if link.startswith("#"):
                    self.assertIn(link[1:], page.ids)
                else:
                    self.assertTrue((path.parent / link).exists(), f"{path}: {link}")

    def test_the_page_shows_what_it_should(self):
        page = self.page(self.out / "benchmarks/index.html")
        for packed in re.findall(r'<div class="packed">.*?<script type="text/plain">([^<]*)</script>', (self.out / "benchmarks/index.html").read_text(), re.S):
            page.feed(zlib.decompress(base64.b64decode(packed)).decode())
        for words in ("Published benchmark cases", "rbdl-tree-C2", "bricard-self-stress", "zanjir reproduce benchmarks", "newton-euler – oracle", "instruction set"):
            self.assertIn(words, page.text)
        for section in ("claims", "figures", "viewer", "tasks", "models", "environment"):
            self.assertIn(section, page.ids)

    def test_figures_are_svg_and_png(self):
        pictures = list(self.exported.rglob("*.svg"))
        self.assertGreaterEqual(len(pictures), 4)
        self.assertEqual([p.suffix for p in self.out.rglob("*.*") if p.suffix == ".png"], [])  # a page has its figures inside
        for svg in pictures:
            root = xml.etree.ElementTree.parse(svg).getroot()
            width, height = (round(2 * float(root.get(k))) for k in ("width", "height"))
            png = svg.with_suffix(".png").read_bytes()
            self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual((int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")), (width, height))


class Interrupt(StudyCase):
    def wait_until(self, ready):
        for _ in range(600):
            if ready():
                return
            time.sleep(0.05)
        self.fail("did not get ready within 30 s")

    @staticmethod
    def listens(run):  # the handler of SIGINT is in place
        caught = re.search(r"SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{run.pid}/status").read_text())
        return int(caught.group(1), 16) >> (signal.SIGINT - 1) & 1

    def test_one_ctrl_c_ends_cleanly(self):
        run = subprocess.Popen([BINARY, "run", self.study(LONG), "--out", self.out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.wait_until(lambda: self.listens(run))
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 130, out + err)
        self.assertIn("interrupted", err)
        self.assertIn("did not finish: interrupted", out)
        self.assertTrue((self.out / "s/index.html").exists())

    def test_progress_is_shown_on_a_terminal_and_taken_away(self):
        main, terminal = pty.openpty()
        run = subprocess.Popen([BINARY, "run", self.study(LONG), "--out", self.out], stdout=subprocess.PIPE, stderr=terminal, text=True)
        os.set_blocking(main, False)
        shown = ""

        def bar_is_shown():
            nonlocal shown
            with contextlib.suppress(BlockingIOError):
                shown += os.read(main, 1 << 16).decode()
            return "left" in shown

        self.wait_until(bar_is_shown)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=30)
        bar_is_shown()
        os.close(terminal)
        os.close(main)
        self.assertRegex(shown, r"s, long: +\d+ % \[=*> *\].*left\x1b\[K")
        self.assertEqual(re.split(r"\r", shown.split("interrupted")[0])[-1], "\x1b[K")  # nothing of the bar is left
        self.assertNotIn("\n", shown.split("\x1b[Kinterrupted")[0])


if __name__ == "__main__":
    unittest.main()
