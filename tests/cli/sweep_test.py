"""zanjir sweep: tables with failures as rows, the same bytes however it is computed, kills and Ctrl-C that lose nothing, shares, and answers to what is wrong."""
import csv
import os
import pathlib
import random
import signal
import subprocess
import time
import unittest

from command import BINARY, MODELS, SOURCE, CommandTest, zanjir

# ZANJIR_KILLS=100 kills a sweep that often (make test-long).
KILLS = int(os.environ.get("ZANJIR_KILLS", "6"))

STUDY = f"""zanjir_study: 1
name: swings
parameters: {{angle: 20 deg, end: 0.5 s}}
models: {{pendulum: {{file: {MODELS / "pendulum.yaml"}}}}}
tasks:
  swing: {{kind: simulate, model: pendulum, state: {{q: {{A: $angle}}}}, until: $end, every: 0.1 s}}
  s:
    kind: sweep
    of: [swing]
    over:
      angle: {{from: 10 deg, to: 60 deg, count: 6}}
      pendulum.bodies.bob.mass: {{values: [1 kg, -1 kg, 2 kg]}}
    results: {{last: last(swing.A), fast: max(abs(swing.A.speed))}}
figures:
  fast: {{kind: map, map: s, value: fast, x: {{unit: deg}}}}
  swing: {{curves: [swing.A]}}
claims:
  - {{id: fails, by: ours, source: the masses, said: {{value: 6}}, compute: s.failed}}
"""
# Many short units: something is always on its way.
MANY = """zanjir_study: 1
name: many
parameters: {x: 0}
tasks:
  s: {kind: sweep, sample: sobol, count: COUNT, over: {x: {from: 0, to: 1}}, results: {square: $x^2}}
"""

SEARCH = """zanjir_study: 1
name: valley
parameters: {x: 0, y: 0}
tasks:
  least: {kind: optimise, over: {x: {from: -2, to: 2, start: -1}, y: {from: -2, to: 2, start: 1}}, results: {height: "(1 - $x)^2 + 100*($y - $x^2)^2", norm: $x^2 + $y^2}, LIMITS
    minimise: height, evaluations: 150, tolerance: 1e-6, starts: 2, seed: 3}
"""


class Sweeps(CommandTest):
    def study(self, text=STUDY):
        file = self.temporary_folder() / "study.yaml"
        file.write_text(text)
        return file

    def test_failures_are_rows_that_say_why(self):
        out = self.temporary_folder()
        done = zanjir("sweep", self.study(), "--out", out, "--json")
        self.assertEqual(done.code, 0, done.err)
        answer = done.lines[0]
        self.assertEqual((answer["numbers"]["units"]["value"], answer["numbers"]["failed"]["value"]), (18, 6))
        with open(out / "swings/s.csv") as table:
            rows = list(csv.DictReader(table))
        self.assertEqual(len(rows), 18)
        for row in rows:
            wrong = row["pendulum.bodies.bob.mass [kg]"] == "-1"
            self.assertEqual(row["done"], "0" if wrong else "1")
            self.assertEqual("mass" in row["why"], wrong, row["why"])
            self.assertEqual(row["last [rad]"] == "nan", wrong)
        for name in ("s.h5", "s.numbers.csv", "fast.svg", "fast.png", "s.units"):
            self.assertTrue((out / "swings" / name).stat().st_size > 0, name)
        self.assertFalse((out / "swings/swing.svg").exists())  # of a task that was not asked for

    def tables(self, out):
        return [(out / "swings" / name).read_bytes() for name in ("s.csv", "s.numbers.csv", "fast.svg")]

    def test_a_sweep_without_a_number_replaces_the_table_before(self):
        out = self.temporary_folder()
        self.assertEqual(zanjir("sweep", self.study(MANY.replace("COUNT", "4")), "--out", out).code, 0)
        done = zanjir("sweep", self.study(MANY.replace("COUNT", "4").replace("$x^2", "log(-1 - $x)")), "--out", out)
        self.refused(done, "no unit gave numbers", code=3)
        with open(out / "many/s.csv") as table:
            rows = list(csv.DictReader(table))
        self.assertEqual(len(rows), 4)
        for row in rows:
            self.assertEqual((row["done"], row["square"]), ("0", "nan"))
            self.assertIn("results.square", row["why"])
        self.assertIn("done,0,", (out / "many/s.numbers.csv").read_text())
        self.assertIn('"status":"failed"', zanjir("recording", "show", out / "many/s.h5").out)

    def test_work_of_weeks_is_refused_before_it_begins_and_no_failure_of_the_numerics(self):
        slow = (f"zanjir_study: 1\nparameters: {{x: 0}}\nmodels: {{m: {{file: {MODELS}/pendulum.yaml}}}}\ntasks:\n"
                "  swing: {kind: simulate, model: m, until: 500 s, every: 100 s, method: rk4, step: 2e-4}\n"
                "  s: {kind: sweep, of: [swing], sample: sobol, count: 1000000, over: {x: {from: 0, to: 1}}, results: {end: last(swing.A)}}\n")
        study, out = self.study(slow), self.temporary_folder()
        done = zanjir("sweep", study, "--out", out, "--workers", 1)
        self.refused(done, "1000000 units", "with --yes when that is meant", code=2)
        self.assertIn("s: 1000000 units; how many of them are kept", done.err)  # before they are listed

    def test_units_that_record_without_end_are_refused_and_a_forecast_ends(self):
        slow = (f"zanjir_study: 1\nparameters: {{end: 1 s}}\nmodels: {{m: {{file: {MODELS}/double_pendulum.yaml}}}}\ntasks:\n"
                "  swing: {kind: simulate, model: m, until: $end, every: 0.1 s}\n"
                "  s: {kind: sweep, of: [swing], over: {end: {values: [1 s, 1e12 s]}}, results: {angle: last(swing.A)}LIMIT}\n")
        study, out = self.study(slow.replace("LIMIT", "")), self.temporary_folder()
        for verb in ("sweep", "run"):
            self.refused(zanjir(verb, study, "--out", out), "unit 2: tasks.swing.until: this task takes 1e+13 samples", "--yes when that is meant", code=2)
        told = zanjir("sweep", study, "--out", out, "--forecast")
        self.assertEqual(told.code, 0, told.err)
        self.assertIn("forecast: 2 units, 0 of them kept; unit 2: tasks.swing.until: this task takes 1e+13 samples", told.out)
        limited = self.study(slow.replace("LIMIT", ", time_limit: 0.5 s"))
        self.assertEqual(zanjir("sweep", limited, "--out", out).code, 0)  # ends by itself
        endless = self.study(slow.replace("1 s, 1e12 s", "1e9 s, 2e9 s").replace("every: 0.1 s", "every: $end").replace("LIMIT", ""))
        began = time.monotonic()
        told = zanjir("sweep", endless, "--out", self.temporary_folder(), "--forecast", "--workers", 1)
        self.assertEqual(told.code, 0, told.err)
        self.assertLess(time.monotonic() - began, 20)
        self.assertIn("2 units, 0 of them kept; more than 20 s for the others with 1 workers", told.out)

    def test_notes_of_runs_are_shown_wherever_their_numbers_are(self):
        study = self.study(f"""zanjir_study: 1
name: high
models: {{worm: {{file: {MODELS}/worm_snake.yaml, set: {{lift: 1, g: 0}}}}}}
tasks:
  run: {{kind: simulate, model: worm, until: 0.02 s, every: 0.01 s, outputs: [energy]}}
  s: {{kind: sweep, of: [run], over: {{worm.lift: {{values: [0.5, 2]}}}}, results: {{most: max(run.energy.kinetic)}}}}
claims:
  - {{id: c, by: ours, source: us, said: {{min: -1 J}}, compute: first(run.energy.kinetic)}}
""")
        out = self.temporary_folder()
        done = zanjir("run", study, "--out", out)
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("note on run: no contact touched", done.out)
        self.assertIn("note on s: 2 of 2 units have a note; the first, unit 1: run: no contact touched", done.out)
        self.assertIn("note run: no contact touched", done.out)
        told = zanjir("run", study, "--out", out, "--json").json["studies"][0]
        self.assertIn("no contact touched", told["notes"]["run"][0])
        self.assertIn("run: no contact touched", told["claims"][0]["notes"][0])
        self.assertIn("no contact touched", (out / "high/index.html").read_text())
        swept = zanjir("sweep", study, "--out", out)
        self.assertIn("note: 2 of 2 units have a note", swept.out)

    def test_the_same_bytes_for_any_number_of_workers_and_shares(self):
        study, truth = self.study(), None
        for workers in (1, 2, 3, 7):
            out = self.temporary_folder()
            done = zanjir("sweep", study, "--out", out, "--workers", workers)
            self.assertEqual(done.code, 0, done.err)
            truth = truth or self.tables(out)
            self.assertEqual(self.tables(out), truth)
        out = self.temporary_folder()
        for part in (4, 1, 3):
            done = zanjir("sweep", study, "--out", out, "--part", f"{part}/4")
            self.assertEqual(done.code, 0, done.err)
            self.assertFalse((out / "swings/s.csv").exists())
        early = zanjir("sweep", "join", study, "--out", out)
        self.assertEqual(early.code, 3)
        self.assertIn("5 of 18 units are missing: 2, 6, 10, 14, 18", early.err)
        self.assertEqual(zanjir("sweep", study, "--out", out, "--part", "2/4").code, 0)
        joined = zanjir("sweep", "join", study, "--out", out)
        self.assertEqual(joined.code, 0, joined.err)
        self.assertEqual(self.tables(out), truth)

    def test_a_study_runs_its_sweeps_and_its_claims(self):
        out = self.temporary_folder()
        done = zanjir("run", self.study(), "--out", out)
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("6 of 18 units gave no numbers", done.out)

    def test_a_changed_mechanism_between_shares_is_refused_with_both_hashes(self):
        folder = self.temporary_folder()
        model = folder / "pendulum.yaml"
        model.write_text((MODELS / "pendulum.yaml").read_text())
        study = folder / "study.yaml"
        study.write_text(STUDY.replace(str(MODELS / "pendulum.yaml"), "pendulum.yaml"))
        out = folder / "out"
        self.assertEqual(zanjir("sweep", study, "--out", out, "--part", "1/2").code, 0)
        model.write_text(model.read_text().replace("length: 1 m", "length: 1.1 m"))
        for words in (("sweep", study, "--part", "2/2"), ("sweep", "join", study)):
            refused = zanjir(*words, "--out", out)
            self.assertEqual(refused.code, 3)
            self.assertRegex(refused.err, "its hash is [0-9a-f]{64}, and here it is [0-9a-f]{64}")
            share = out / "swings/s.part-1-of-2.units"
            self.assertIn(f"take back what changed, or delete {share}, or name another --out", refused.err)
        share.unlink()
        for part in ("1/2", "2/2"):
            self.assertEqual(zanjir("sweep", study, "--out", out, "--part", part).code, 0)
        self.assertEqual(zanjir("sweep", "join", study, "--out", out).code, 0)

    def test_a_changed_table_that_the_study_sets_is_computed_anew(self):
        folder = self.temporary_folder()
        out, study, stroke = folder / "out", folder / "study.yaml", folder / "stroke.csv"
        (folder / "slide.yaml").write_text("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {mass: 1, inertia: point}}\njoints: {P: {type: prismatic, parent: ground, child: a, axis: x}}\n")
        study.write_text("""zanjir_study: 1
name: strokes
models: {slide: {file: slide.yaml, set: {motion: {P: {law: table, file: stroke.csv}}}}}
tasks:
  led: {kind: inverse, model: slide, until: 1 s, every: 0.1 s}
  s: {kind: sweep, of: [led], over: {slide.bodies.a.mass: {values: [1 kg, 2 kg]}}, results: {end: last(led.P)}}
""")
        for end in (0.1, 0.7):
            stroke.write_text(f"t,x\n0,0\n1,{end}\n2,0\n")
            self.assertEqual(zanjir("sweep", study, "--out", out).code, 0)
            with open(out / "strokes/s.csv") as table:
                self.assertEqual([float(row["end [m]"]) for row in csv.DictReader(table)], [end, end])

    def test_a_changed_table_that_is_a_value_is_computed_anew(self):
        """Of tables that are swept over, the one that changed alone; and the recording of the sweep holds them."""
        folder = self.temporary_folder()
        out, study = folder / "out", folder / "study.yaml"
        (folder / "parts").mkdir()
        (folder / "parts/slide.yaml").write_text("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {mass: 1, inertia: point}}\njoints: {P: {type: prismatic, parent: ground, child: a, axis: x}}\n"
                                                 "motion: {P: {law: table, file: a.csv}}\n")
        study.write_text("""zanjir_study: 1
name: strokes
models: {slide: parts/slide.yaml}
tasks:
  led: {kind: inverse, model: slide, until: 1 s, every: 0.1 s}
  s: {kind: sweep, of: [led], over: {slide.motion.P.file: {values: [a.csv, b.csv]}}, results: {end: last(led.P)}}
  m: {kind: sweep, of: [led], over: {slide.motion: {values: [{P: {law: table, file: a.csv}}, {P: {law: table, file: b.csv}}]}}, results: {end: last(led.P)}}
""")
        write = lambda name, end: (folder / "parts" / name).write_text(f"t,x\n0,0\n1,{end}\n2,0\n")
        write("a.csv", 0.1), write("b.csv", 0.2)
        self.assertEqual(zanjir("sweep", study, "--out", out).code, 0)
        write("b.csv", 0.7)
        for task in ("s", "m"):
            self.assertIn("2 units, 1 of them kept", zanjir("sweep", study, "--out", out, "--task", task, "--forecast").out)
        self.assertEqual(zanjir("sweep", study, "--out", out).code, 0)
        for task in ("s", "m"):
            with open(out / f"strokes/{task}.csv") as table:
                self.assertEqual([float(row["end [m]"]) for row in csv.DictReader(table)], [0.1, 0.7])
        for file in [study, *(folder / "parts").iterdir()]:
            file.unlink()
        for task in ("s", "m"):
            again = zanjir("recording", "repeat", out / f"strokes/{task}.h5")
            self.assertEqual(again.code, 0, again.out + again.err)

    def test_places_that_a_sample_comes_to_again_are_not_called_kept(self):
        study, out = self.study("zanjir_study: 1\nparameters: {x: 0, y: 0}\ntasks: {s: {kind: sweep, sample: morris, count: 20, over: {x: {from: 0, to: 1}, y: {from: 2, to: 3}}, results: {sum: $x + $y}}}\n"), self.temporary_folder()
        said = zanjir("sweep", study, "--out", out, "--forecast").out
        self.assertIn("60 units, 0 of them kept and ", said)
        again = int(said.split("kept and ")[1].split()[0])
        self.assertGreaterEqual(again, 60 - 16)  # there are 4 times 4 places
        self.assertEqual(zanjir("sweep", study, "--out", out).code, 0)
        self.assertEqual(len((out / "study/s.units").read_text().splitlines()), 60 - again)
        self.assertIn("60 units, all of them kept", zanjir("sweep", study, "--out", out, "--forecast").out)

    def test_values_that_are_added_are_all_that_is_computed(self):
        out, study = self.temporary_folder(), self.study()
        self.assertEqual(zanjir("sweep", study, "--out", out).code, 0)
        before = (out / "swings/s.units").read_text().splitlines()
        study.write_text(STUDY.replace("2 kg]", "2 kg, 3 kg]"))
        said = zanjir("sweep", study, "--out", out, "--forecast")
        self.assertIn("24 units, 18 of them kept", said.out)
        self.assertEqual(zanjir("sweep", study, "--out", out).code, 0)
        after = (out / "swings/s.units").read_text().splitlines()
        self.assertEqual(after[:18], before)
        self.assertEqual(len(after), 24)

    def killed(self, verb, study, out, units, kills, rng):
        """Kills it that often, at random: some finished units later, or in what it does before and after them. No finished unit may be lost or changed."""
        seen, cut = [], 0
        for k in range(kills):
            run = subprocess.Popen([BINARY, verb, study, "--out", out, *(["--workers", "2"] if verb == "sweep" else [])], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            size = lambda: units.stat().st_size if units.exists() else 0
            wanted, give_up = size() + rng.choice((1, 500, 20000)) * rng.random(), time.monotonic() + (rng.uniform(0, 0.3) if rng.random() < 0.2 else 60)
            while run.poll() is None and size() < wanted and time.monotonic() < give_up:
                time.sleep(0.001)
            run.kill()
            run.wait()
            text = units.read_bytes() if units.exists() else b""
            whole = [line for line in text.split(b"\n")[:-1] if line.endswith(b"}")]
            cut += not (text.endswith(b"\n") or not text)
            self.assertEqual(whole[: len(seen)], seen, f"kill {k}")
            seen = whole
        return len(seen), cut

    def test_kills_lose_no_finished_unit(self):
        seed = random.randrange(1 << 30)
        count = 40 * KILLS + 1000
        study, out = self.study(MANY.replace("COUNT", str(count))), self.temporary_folder()
        units = out / "many/s.units"
        finished, cut = self.killed("sweep", study, out, units, KILLS, random.Random(seed))
        print(f"{KILLS} kills of a sweep, seed {seed}, {finished} of {count} units finished, {cut} lines cut off")
        done = zanjir("sweep", study, "--out", out, "--json")
        self.assertEqual(done.code, 0, f"seed {seed}: {done.err}")
        self.assertEqual(done.lines[0]["numbers"]["done"]["value"], count)
        keys = [line.split('"unit":"')[1][:64] for line in units.read_text().splitlines() if line.endswith("}") and '"unit":"' in line]
        self.assertGreaterEqual(len(keys), count, f"seed {seed}")
        self.assertLessEqual(len(keys) - len(set(keys)), 0, f"seed {seed}")  # none was computed twice
        whole = self.temporary_folder()
        self.assertEqual(zanjir("sweep", study, "--out", whole).code, 0)
        self.assertEqual((out / "many/s.csv").read_bytes(), (whole / "many/s.csv").read_bytes(), f"seed {seed}")

    def test_ctrl_c_keeps_what_is_done(self):
        study, out = self.study(MANY.replace("COUNT", "200000")), self.temporary_folder()
        run = subprocess.Popen([BINARY, "sweep", study, "--out", out], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        units = out / "many/s.units"
        while not units.exists() or units.stat().st_size < 10000:
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 130, said)
        self.assertIn(b"the same again goes on from there", said[0])

    def test_a_full_disk_keeps_the_finished_ones(self):
        study, out = self.study(MANY.replace("COUNT", "2000")), self.temporary_folder()
        limited = subprocess.run(["bash", "-c", 'ulimit -f 64; exec "$@"', "-", BINARY, "sweep", str(study), "--out", str(out)], capture_output=True, timeout=60)
        self.assertEqual(limited.returncode, 3, limited.stderr)
        self.assertIn(b"cannot be written", limited.stderr)
        lines = (out / "many/s.units").read_bytes().splitlines()
        self.assertGreater(len(lines), 50)
        self.assertTrue(all(line.endswith(b"}") for line in lines))
        done = zanjir("sweep", study, "--out", out, "--json")
        self.assertEqual(done.lines[0]["numbers"]["done"]["value"], 2000, done.err)

    def test_spoilt_units_are_computed_anew(self):
        """Lines of strangers, or of a disk that forgets: what is not one of ours is as if it were not there, and says nothing to the terminal."""
        import json
        study, out = self.study(MANY.replace("COUNT", "8")), self.temporary_folder()
        self.assertEqual(zanjir("sweep", study, "--out", out).code, 0)
        units, truth = out / "many/s.units", (out / "many/s.csv").read_bytes()
        ours = [json.loads(line) for line in units.read_text().splitlines()]
        for spoilt in ({"values": []}, {"values": [1.0, 2.0]}, {"values": ["x"]}, {"values": [None]}, {"values": 1}, {"unit": "\x1b[31m"}, {"of": "\x1b[31m"}, {"status": "odd"}, {"seconds": "x"}, {"why": 1}):
            units.write_text("".join(json.dumps({**line, **spoilt}) + "\n" for line in ours))
            done = zanjir("sweep", study, "--out", out)
            self.assertEqual((done.code, (out / "many/s.csv").read_bytes()), (0, truth), f"{spoilt}: {done.err}")
        for bytes_of in (b"[" * 1_000_000, b'{"a":' * 1_000_000, b"\0" * 100_000, b"\xff\xfe", b'{"unit":'):
            units.write_bytes(bytes_of + b"\n")
            self.assertEqual((zanjir("sweep", study, "--out", out).code, (out / "many/s.csv").read_bytes()), (0, truth))
        units.write_text("".join(json.dumps({**line, "status": "failed", "why": "\x1b[31mred\x07\nforged", "values": []}) + "\n" for line in ours))
        done = zanjir("sweep", study, "--out", out)
        self.assertEqual(done.code, 3)
        self.assertIn("\\x1b[31mred\\x07", done.err)
        self.assertNotIn("\x1b", done.out + done.err + (out / "many/s.csv").read_text())
        part = units.with_name("s.part-1-of-2.units")
        part.write_text("".join(json.dumps({**line, "of": "\x1b[31m"}) + "\n" for line in ours))
        self.assertNotIn("\x1b", (done := zanjir("sweep", "join", study, "--out", out)).out + done.err)

    def test_a_killed_search_goes_the_same_way_again(self):
        for limits in ("method: nelder_mead,", "limits: {norm: {max: 1.5}}, method: cobyla,", "limits: {norm: {max: 1.5}}, method: isres,"):
            study, out, whole = self.study(SEARCH.replace("LIMITS", limits)), self.temporary_folder(), self.temporary_folder()
            units = out / "valley/least.units"
            seed, kills = random.randrange(1 << 30), max(2, KILLS // 3)
            finished, cut = self.killed("optimise", study, out, units, kills, random.Random(seed))
            print(f"{kills} kills of a search, seed {seed}, {finished} evaluations finished, {cut} lines cut off")
            for folder in (out, whole):
                done = zanjir("optimise", study, "--out", folder, "--json")
                self.assertEqual(done.code, 0, done.err)
            for name in ("least.csv", "least.numbers.csv", "least course.svg"):
                self.assertEqual((out / "valley" / name).read_bytes(), (whole / "valley" / name).read_bytes(), name)
            numbers = done.lines[0]["numbers"]
            self.assertLessEqual(numbers["best.norm"]["value"], 1.5 * (1 + 1e-6) if "limits" in limits else 8)

    def test_a_full_disk_keeps_what_a_search_has_done(self):
        study, out, whole = self.study(SEARCH.replace("LIMITS", "")), self.temporary_folder(), self.temporary_folder()
        limited = subprocess.run(["bash", "-c", 'ulimit -f 16; exec "$@"', "-", BINARY, "optimise", str(study), "--out", str(out)], capture_output=True, timeout=60)
        self.assertEqual(limited.returncode, 3, limited.stderr)
        self.assertIn(b"cannot be written", limited.stderr)
        lines = (out / "valley/least.units").read_bytes().splitlines()
        self.assertGreater(len(lines), 20)
        self.assertTrue(all(line.endswith(b"}") for line in lines))
        self.assertFalse((out / "valley/least.csv").exists())
        for folder in (out, whole):
            self.assertEqual(zanjir("optimise", study, "--out", folder).code, 0)
        self.assertEqual((out / "valley/least.units").read_bytes().splitlines()[: len(lines)], lines)
        self.assertEqual((out / "valley/least.csv").read_bytes(), (whole / "valley/least.csv").read_bytes())

    def test_spoilt_evaluations_are_computed_anew(self):
        import json
        study, out = self.study(SEARCH.replace("LIMITS", "").replace("150", "20")), self.temporary_folder()
        self.assertEqual(zanjir("optimise", study, "--out", out).code, 0)
        units, truth = out / "valley/least.units", (out / "valley/least.csv").read_bytes()
        ours = [json.loads(line) for line in units.read_text().splitlines()]
        for spoilt in ({"values": []}, {"values": [1.0]}, {"values": ["x", "y"]}, {"values": [None, None]}, {"unit": "\x1b[31m"}, {"of": "odd"}, {"status": "odd"}, {"seconds": "x"}, {"why": 1}):
            units.write_text("".join(json.dumps({**line, **spoilt}) + "\n" for line in ours))
            done = zanjir("optimise", study, "--out", out)
            self.assertEqual((done.code, (out / "valley/least.csv").read_bytes()), (0, truth), f"{spoilt}: {done.err}")
        units.write_text("".join(json.dumps({**line, "status": "failed", "why": "\x1b[31mred\x07\nforged", "values": []}) + "\n" for line in ours))
        done = zanjir("optimise", study, "--out", out)
        self.assertNotIn("\x1b", done.out + done.err + (out / "valley/least.csv").read_text())

    def test_ctrl_c_keeps_what_a_search_has_done(self):
        study, out = self.study(SEARCH.replace("LIMITS", "method: crs,").replace("150", "100000").replace("1e-6", "1e-300")), self.temporary_folder()
        run = subprocess.Popen([BINARY, "optimise", study, "--out", out], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        units = out / "valley/least.units"
        while not units.exists() or units.stat().st_size < 2000:
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 130, said)
        self.assertIn(b"the same again goes on from there", said[0])

    def test_says_what_is_wrong(self):
        study, out = self.study(), self.temporary_folder()
        for words, said in (
            (("sweep",), "FILE is required"),
            (("sweep", study, "--part", "3/2"), "is not of the form K/N"),
            (("sweep", study, "--part", "x"), "is not of the form K/N"),
            (("sweep", study, "--task", "t"), "no task 't' of kind `sweep`"),
            (("sweep", SOURCE / "studies/pose_path.yaml"), "has no task of kind `sweep`"),
            (("sweep", study, "--workers", "0"), "--workers"),
            (("sweep", "join"), "FILE is required"),
            (("optimise",), "FILE is required"),
            (("optimise", study), "has no task of kind `optimise`"),
            (("optimise", self.study(SEARCH.replace("LIMITS", "limits: {hight: {max: 1}}, method: cobyla,"))), "no result 'hight'; did you mean 'height'?"),
        ):
            self.refused(zanjir(*words, *(("--out", out) if len(words) > 2 else ())), said)


if __name__ == "__main__":
    unittest.main()
