"""zanjir recording: show, export, repair; on the recordings kept in tests/data/recordings (200 rows, t = row / 1000, channels x1 to x3)."""
import csv
import importlib.util
import io
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

DEBIAN_PYTHON = "/usr/bin/python3"  # the interpreter that Debian's h5py belongs to, where another one comes first
if importlib.util.find_spec("h5py") is None and sys.executable != DEBIAN_PYTHON:
    os.execv(DEBIAN_PYTHON, [DEBIAN_PYTHON, *sys.argv])

from command import BINARY, MODELS, SANITIZED, SOURCE, CommandTest, limit_memory, work_of, zanjir

SAMPLES = SOURCE / "tests/data/recordings"
FINISHED, KILLED = SAMPLES / "finished_1.h5", SAMPLES / "killed_1.h5"
GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"


def rows_of(text):
    names, *rows = csv.reader(io.StringIO(text))
    return names, [[float(x) for x in row] for row in rows]


class RecordingTest(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()

    def run_of(self, *arguments, model="four_bar.yaml", code=0):
        record = self.folder / "run.h5"
        done = zanjir("run", MODELS / model, "--record", record, *arguments)
        self.assertEqual(done.code, code, done.err)
        return record


class Help(RecordingTest):
    def test_help_texts_and_their_examples(self):
        for action in ("", "show", "export", "repeat", "repair"):
            words = ["recording", *([action] if action else [])]
            done = zanjir(*words, "--help")
            self.assertEqual(done.code, 0)
            path = GOLDEN / f"help_{'_'.join(words)}.txt"
            if os.environ.get("ZANJIR_BLESS"):
                path.write_text(done.out)
            self.assertEqual(done.out, path.read_text(), f"{path} differs; read it, then ZANJIR_BLESS=1")
            shutil.copy(KILLED, self.folder / "run.h5")
            example = done.out.split("Example:")[1].strip().replace("zanjir ", f"'{BINARY}' ").replace("models/", f"{MODELS}/")
            if action == "repeat":
                (self.folder / "run.h5").unlink()
            ran = subprocess.run(["bash", "-c", example], cwd=self.folder, capture_output=True, timeout=60)
            self.assertEqual(ran.returncode, 0, f"{example}: {ran.stderr.decode()}")

    def test_wrong_command_lines(self):
        self.refused(zanjir("recording"), "zanjir recording --help")
        self.refused(zanjir("recording", "frobnicate", FINISHED), "zanjir recording --help")
        self.refused(zanjir("recording", "show"), "RUN")
        self.refused(zanjir("recording", "export", FINISHED, "--every", "0"), "--every")
        self.refused(zanjir("recording", "export", FINISHED, "--every", "2", "--at-most", "10"), "--at-most")


class Show(RecordingTest):
    def test_finished(self):
        done = zanjir("recording", "show", FINISHED)
        self.assertEqual(done.code, 0, done.err)
        for words in ("finished_1.h5: finished", "200 rows of 4 channels, t = 0 to 0.199 s, 1 event\n", "x3", "floor.ball", "impact", "program: test", "end time reached"):
            self.assertIn(words, done.out)
        names, rows = rows_of(zanjir("recording", "export", FINISHED).out)
        for i, name in enumerate(names):  # unit, first, last, least, largest
            shown = next(line.split()[2:] for line in done.out.splitlines() if line.split()[:1] == [name])
            column = [row[i] for row in rows]
            for text, value in zip(shown, (column[0], column[-1], min(column), max(column)), strict=True):
                self.assertAlmostEqual(float(text), value, delta=1e-5 * abs(value), msg=name)

    def test_killed(self):
        done = zanjir("recording", "show", KILLED)
        self.assertEqual(done.code, 0, done.err)
        for words in ("interrupted at t = 0.199 s", "its writer died", "zanjir recording repair"):
            self.assertIn(words, done.out)

    def test_json(self):
        report = zanjir("recording", "show", FINISHED, "--json").json
        self.assertEqual((report["state"], report["marked"], report["rows"]), ("finished", False, 200))
        self.assertEqual([(c["name"], c["unit"]) for c in report["channels"]], [("t", "s"), ("x1", "m"), ("x2", "m"), ("x3", "m")])
        _, rows = rows_of(zanjir("recording", "export", FINISHED).out)
        for i, channel in enumerate(report["channels"]):
            column = [row[i] for row in rows]
            self.assertEqual([channel[k] for k in ("first", "last", "min", "max")], [column[0], column[-1], min(column), max(column)])
        self.assertEqual(report["events"], [{"t": 0.1, "name": "floor.ball", "what": "impact", "value": -1.5, "energy": -0.25}])
        self.assertEqual(report["summary"], {"ended": "end time reached"})
        report = zanjir("recording", "show", KILLED, "--json", "--channels", "x2").json
        self.assertEqual((report["state"], report["marked"], report["summary"]), ("interrupted", True, None))
        self.assertEqual([c["name"] for c in report["channels"]], ["t", "x2"])

    def test_provenance(self):
        self.assertEqual(zanjir("recording", "show", KILLED, "--provenance", "model").out, "zanjir: 1\nname: sample\n")
        self.refused(zanjir("recording", "show", KILLED, "--provenance", "modle"), "no entry 'modle'")

    def test_what_is_not_a_recording(self):
        self.refused(zanjir("recording", "show", self.folder / "none.h5"), "none.h5: error: no such file")
        self.refused(zanjir("recording", "show", SOURCE / "README.md"), "is not an HDF5 file")
        damaged = self.folder / "damaged.h5"
        damaged.write_bytes(FINISHED.read_bytes()[:20000])
        done = zanjir("recording", "show", damaged, "--json")
        self.refused(done, "damaged.h5", "cannot be opened")
        self.assertEqual(len(done.err.splitlines()), 1, done.err)
        self.assertEqual(done.json["diagnostics"][0]["severity"], "error")


class EveryonesTools(RecordingTest):
    """h5py and h5dump of Debian read a recording while it is written, after a kill, and when it is finished."""
    def samples(self, file, **how):
        import h5py
        with h5py.File(file, "r", **how) as f:
            names = list(f["channels/name"].asstr()[:])
            return names, f["samples"][:], {d.attrs["key"].decode(): d.asstr()[()] for d in f["provenance"].values()}

    def dump(self, file, *arguments):
        done = subprocess.run(["h5dump", *arguments, "-H", str(file)], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertIn(b'DATASET "samples"', done.stdout)

    def test_running_killed_and_finished(self):
        import signal
        import time
        record = self.folder / "run.h5"
        run = subprocess.Popen([BINARY, "run", str(MODELS / "four_bar.yaml"), "--until", "1e6", "--every", "0.05", "--record", str(record), "--yes"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            rows = 0
            for _ in range(100):
                time.sleep(0.1)
                if record.exists():
                    names, data, facts = self.samples(record, swmr=True)
                    rows = len(data)
                if rows > 100:
                    break
            self.assertGreater(rows, 100)
            self.assertEqual(names[0], "t")
            self.assertEqual(facts["file text"], (MODELS / "four_bar.yaml").read_text())
        finally:
            run.send_signal(signal.SIGKILL)
            run.wait()
        names, data, _ = self.samples(record, swmr=True)
        ours, numbers = rows_of(zanjir("recording", "export", record).out)
        self.assertEqual(names, ours)
        whole = [list(row) for row in data if row[0] == row[0]]
        self.assertEqual(whole, numbers)
        self.assertEqual(zanjir("recording", "repair", record).code, 0)
        names, data, _ = self.samples(record)
        self.assertEqual([list(row) for row in data], numbers)
        self.dump(record)

    def test_marks_are_those_of_the_library(self):
        """1: open for writing, 4: a writer among readers. Without the first, other readers refuse the second."""
        record = self.folder / "run.h5"
        run = subprocess.Popen([BINARY, "run", str(MODELS / "four_bar.yaml"), "--until", "1e6", "--every", "0.05", "--record", str(record), "--yes"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        import time
        while not record.exists():
            time.sleep(0.02)
        self.assertEqual(record.read_bytes()[11], 5)
        run.terminate()
        run.wait()
        self.assertEqual(record.read_bytes()[11], 0)


class Repeat(RecordingTest):
    def test_of_no_samples_nothing_is_repeated(self):
        """A run that ended before its first sample."""
        model = self.folder / "late.yaml"
        model.write_text((MODELS / "pendulum.yaml").read_text() + "loads: {p: {on: bob.tip, force: [\"log(t - 1)*1 N\", 0, 0]}}\n")
        record = self.folder / "late.h5"
        self.assertEqual(zanjir("run", model, "--until", 0.5, "--record", record).code, 3)
        self.assertEqual(zanjir("recording", "show", record, "--json").json["rows"], 0)
        self.refused(zanjir("recording", "repeat", record), "late.h5: error: holds no samples, so that there is nothing to repeat")

    def test_to_the_last_bit(self):
        for model, *arguments in (["four_bar.yaml", "--until", 1, "--reactions", "--set", "bodies.coupler.mass=2 kg"], ["four_bar.yaml", "--until", 1, "--every", 0.01, "--state", '{"q": {"A": 1.2}}', "--tolerance", 1e-7],
                                  ["bouncing_ball.yaml", "--until", 2], ["double_pendulum.yaml", "--until", 1, "--method", "rk4", "--step", 1e-3, "--frames", "lower"],
                                  ["four_bar.yaml", "--until", 0.3, "--loops", "springs", "--stiffness", 1e5],
                                  ["four_bar.yaml", "--until", 0.3, "--set", "springs={k: {joint: A,\n  stiffness: 3}}", "--set", "bodies.coupler.mass=2 kg"]):
            record = self.run_of(*arguments, "--overwrite", model=model)
            done = zanjir("recording", "repeat", record)
            self.assertEqual(done.code, 0, f"{arguments}: {done.out}{done.err}")
            self.assertIn("the same to the last bit", done.out)

    def test_needs_no_other_file(self):
        model = self.folder / "model.yaml"
        model.write_text((MODELS / "four_bar.yaml").read_text())
        record = self.folder / "run.h5"
        self.assertEqual(zanjir("run", model, "--until", 1, "--record", record).code, 0)
        model.unlink()
        self.assertEqual(zanjir("recording", "repeat", record, "--json").json["same"], True)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["run.h5"])

    def test_keeps_every_table(self):
        """Of laws, of a base, of a ground; in the file and in what is set; in folders beside that of the mechanism."""
        model, record = self.folder / "way" / "down" / "model.yaml", self.folder / "run.h5"
        model.parent.mkdir(parents=True)
        (self.folder / "data").mkdir()
        tables = {"stroke.csv": "t,x\n0,0\n1,0.1\n2,0\n", "data/ship.csv": "t,heave [cm]\n0,0\n1,5\n2,0\n", "hill.csv": "0,0,0\n0,0.01,0\n0,0,0\n"}
        plain = """zanjir: 1
gravity: [0, 0, -9.81]
bodies: {cart: {mass: 1 kg, inertia: point}, ball: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}}
joints: {P: {type: prismatic, parent: ground, child: cart, axis: x}, F: {type: free, parent: ground, child: ball}}
initial: {q: {F.z: 1}}
"""
        hill = "{ground: {point: [-1, -1, -9], normal: z, heights: {spacing: 1, file: ../../hill.csv}}, on: ball, law: {type: hertz, stiffness: 1e5}}"
        law, base = "{law: table, file: ../../stroke.csv}", "{record: {file: ../../data/ship.csv, z: heave}}"
        for text, sets in ((plain + f"motion: {{P: {law}}}\nbase: {base}\ncontacts: {{hill: {hill}}}\n", []), (plain, [f"motion={{P: {law}}}", f"base={base}", f"contacts={{hill: {hill}}}"]),
                           (plain + f"base: {base.replace('ship', 'none')}\n", ["base.record.file=../../data/ship.csv"])):
            model.write_text(text)
            for name, content in tables.items():
                (self.folder / name).write_text(content)
            words = [w for s in sets for w in ("--set", s)]
            for name in tables if "base.record.file" not in str(sets) else ["data/ship.csv"]:
                self.refused(zanjir("run", model, "--until", 0.1, *words, "--record", self.folder / name, "--overwrite"), "is read by this run")
            done = zanjir("run", model, "--until", 0.1, *words, "--record", record, "--overwrite")
            self.assertEqual(done.code, 0, done.err)
            self.assertEqual(zanjir("run", model, "--until", 0.2, *words, "--record", record, "--resume").code, 0)
            for name in tables:
                (self.folder / name).unlink()
            done = zanjir("recording", "repeat", record)
            self.assertEqual(done.code, 0, f"{sets}: {done.out}{done.err}")

    def test_opens_no_file_that_a_recording_names(self):
        """Tables and meshes by absolute paths are pipes by then: whoever opened one would wait, or be seen by a writer."""
        from h5py import File
        model, record, table, mesh = (self.folder / name for name in ("model.yaml", "run.h5", "stroke.csv", "wedge.obj"))
        table.write_text("t,x\n0,0\n1,0.1\n2,0\n")
        mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        model.write_text("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {cart: {mass: 1 kg, inertia: point}}\njoints: {P: {type: prismatic, parent: ground, child: cart, axis: x}}\n"
                         f"motion: {{P: {{law: table, file: {table}}}}}\nlook: {{cart: {{shape: mesh, file: {mesh}}}}}\n")
        self.assertEqual(zanjir("run", model, "--until", 0.1, "--record", record).code, 0)
        with File(record, "r") as f:
            keys = [d.attrs["key"] for d in f["provenance"].values()]
            self.assertIn(b"mesh wedge.obj", keys)
            self.assertIn(b"table stroke.csv", keys)
        stranger = self.folder / "stranger.h5"  # does not hold what it names
        shutil.copy(record, stranger)
        with File(stranger, "r+") as f:
            for d in f["provenance"].values():
                if d.attrs["key"] in (b"table stroke.csv", b"mesh wedge.obj"):
                    d.attrs.modify("key", d.attrs["key"].replace(b" ", b"_"))
        for file in (table, mesh):
            file.unlink()
            os.mkfifo(file)
        writers = [os.open(file, os.O_RDWR | os.O_NONBLOCK) for file in (table, mesh)]  # with these an open for reading would not even wait
        for writer in writers:
            os.write(writer, b"t,x\n0,0\n1,5\n")
        done = zanjir("recording", "repeat", record)
        self.assertEqual(done.code, 0, done.out + done.err)
        done = zanjir("view", record, "--out", self.folder / "page.html")
        self.assertEqual(done.code, 0, done.err)
        self.refused(zanjir("recording", "repeat", stranger), "model.yaml:5:", "is not kept with it")
        self.refused(zanjir("view", stranger, "--out", self.folder / "other.html"), "is not kept with it")
        for writer in writers:
            self.assertEqual(os.read(writer, 100), b"t,x\n0,0\n1,5\n", "nobody has read from it")
            os.close(writer)

    def test_tasks_of_studies(self):
        """Every recording that a study leaves, of samples and of results, without any of its files."""
        models = self.folder / "models"
        models.mkdir()
        for name in ("pendulum.yaml", "bouncing_ball.yaml", "arm_2r.yaml"):
            shutil.copy(MODELS / name, models)
        (self.folder / "push.csv").write_text("t,x\n0,0\n0.2,0.1\n1,0\n")
        shutil.copy(SOURCE / "motors/servo_motors.yaml", self.folder)
        for table in (SOURCE / "motors").glob("*.csv"):
            shutil.copy(table, self.folder)
        study = self.folder / "study.yaml"
        study.write_text("""zanjir_study: 1
name: again
parameters: {length: 0.5 s}
models: {p: {file: models/pendulum.yaml, set: {actuators: {A: {gear_ratio: 50}}}}, ball: models/bouncing_ball.yaml, arm: models/arm_2r.yaml}
tasks:
  swing: {kind: simulate, model: p, until: $length, every: 10 ms, outputs: [A, energy]}
  drop: {kind: simulate, model: ball, until: 1 s, every: 10 ms}
  moved: {kind: inverse, model: p, motion: {A: {law: table, file: push.csv}}, until: 1 s, every: 10 ms}
  motor: {kind: sizing, motions: [moved], motors: servo_motors.yaml, ratios: {from: 10, to: 100, points: 5}}
  share: {kind: sweep, of: [swing], over: {length: {values: [0.1 s, 0.2 s]}}, results: {highest: max(swing.A)}}
  map: {kind: map, model: arm, axes: {forearm.tip.x: {from: -0.9 m, to: 0.9 m, cells: 6}, forearm.tip.y: {from: -0.9 m, to: 0.9 m, cells: 6}}}
""")
        done = zanjir("run", study, "--out", self.folder / "report", "--export", self.folder / "export", "--set", "length=0.3 s")
        self.assertEqual(done.code, 0, done.err)
        for file in [study, *models.iterdir(), *self.folder.glob("*.csv"), self.folder / "servo_motors.yaml"]:
            file.unlink()
        exported = {p.stem: p for p in (self.folder / "export/again").glob("*.h5")}
        samples = {p.stem: p for p in (self.folder / "report/recordings/again").glob("*.h5")}
        self.assertEqual((set(exported), set(samples)), ({"swing", "drop", "moved", "motor", "share", "map"}, {"swing", "drop"}))
        for recording in [*exported.values(), *samples.values()]:
            done = zanjir("recording", "repeat", recording, "--json")
            self.assertEqual(done.code, 0, f"{recording}: {done.out}{done.err}")
            self.assertTrue(done.json["same"])
        self.assertEqual(zanjir("recording", "repeat", samples["drop"], "--json").json["events"] > 0, True)
        import h5py
        with h5py.File(samples["swing"], "r+") as f:
            f["samples"][3, 1] += 1e-15
        with h5py.File(exported["motor"], "r+") as f:
            summary = bytes(f["summary"][:])
            at = summary.index(b'"value":') + 8
            digit = next(i for i in range(at, len(summary)) if summary[i:i + 1].isdigit())
            f["summary"][digit] = ord("9") if summary[digit:digit + 1] != b"9" else ord("8")
        done = zanjir("recording", "repeat", samples["swing"])
        self.assertEqual(done.code, 4, done.err)
        self.assertIn("the first in row 3", done.out)
        done = zanjir("recording", "repeat", exported["motor"])
        self.assertEqual(done.code, 4, done.err)
        self.assertIn("of its summary numbers[0].value was", done.out)

    def test_resumed_and_interrupted_runs(self):
        import signal
        import time
        record = self.run_of("--until", 0.5, "--every", 0.01)
        for until in (1, 1.5):
            self.assertEqual(zanjir("run", MODELS / "four_bar.yaml", "--until", until, "--every", 0.01, "--record", record, "--resume").code, 0)
        done = zanjir("recording", "repeat", record, "--json")
        self.assertEqual((done.code, done.json["same"], done.json["parts"]), (0, True, 3), done.out)
        for how in (signal.SIGINT, signal.SIGKILL):
            run = subprocess.Popen([BINARY, "run", str(MODELS / "four_bar.yaml"), "--until", "1e6", "--every", "0.05", "--record", str(record), "--overwrite", "--yes"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.8)
            run.send_signal(how)
            run.wait()
            done = zanjir("recording", "repeat", record, "--json")
            self.assertEqual((done.code, done.json["same"]), (0, True), done.out)

    def test_many_parts_cost_as_many_times(self):
        """Each part opened the recording anew, which reads what is said of all of them. As one that was resumed after each of its rows."""
        import h5py
        import numpy
        costs = {}
        for n in (100, 400):
            record = self.run_of("--until", 0.5, "--every", 0.001, "--method", "rk4", "--step", 0.001, "--overwrite")
            with h5py.File(record, "r+") as f:
                for row in range(1, n):
                    entry = f.create_dataset(f"provenance/{len(f['provenance']):06}", data=numpy.bytes_(str(row)))
                    entry.attrs.create("key", numpy.bytes_(b"resumed.rows"))
            tries = []
            for _ in range(3):
                done, worked = work_of(lambda: zanjir("recording", "repeat", record, "--json"))
                self.assertEqual(done.json["parts"], n, done.err)
                tries.append(worked)
            costs[n] = min(tries)
        print(f"repeating {costs}")
        self.assertLess(costs[400], 4 * 1.8 * costs[100])  # the square of it would be sixteen times

    def test_says_what_differs(self):
        import h5py
        record = self.run_of("--until", 1, "--every", 0.1)
        with h5py.File(record, "r+") as f:
            f["samples"][7, 1] += 1e-15
        done = zanjir("recording", "repeat", record)
        self.assertEqual(done.code, 4, done.err)
        self.assertIn("the first in row 7", done.out)
        self.refused(zanjir("recording", "repeat", FINISHED), "does not say how it was run")


class Proof(RecordingTest):
    """What is not as the run made it is found, wherever it stands: each alteration by itself."""
    @staticmethod
    def entry(key, text):
        import numpy
        def change(f):
            name, stored = next((n, d.attrs["key"]) for n, d in f["provenance"].items() if d.attrs["key"].decode() == key)
            new = text.encode() if isinstance(text, str) else text(f["provenance"][name].asstr()[()]).encode()
            del f["provenance"][name]
            f.create_dataset(f"provenance/{name}", data=numpy.array(new, dtype=f"S{len(new)}")).attrs.create("key", stored)
        return change

    @staticmethod
    def said(change):
        import json
        import numpy
        def summary(f):
            words = json.loads(bytes(f["summary"][:]))
            change(words)
            data = numpy.frombuffer(json.dumps(words).encode(), dtype=f["summary"].dtype)
            f["summary"].resize((len(data),))
            f["summary"][:] = data
        return summary

    def found(self, record, alterations, code=4):
        import h5py
        for words, change in alterations:
            with self.subTest(words):
                file = self.folder / "altered.h5"
                shutil.copy(record, file)
                with h5py.File(file, "r+") as f:
                    change(f)
                done = zanjir("recording", "repeat", file)
                self.assertEqual(done.code, code, f"{words}: {done.out}{done.err}")
                self.assertIn(words, done.out + done.err)

    def events(self, change):
        def changed(f):
            import numpy
            events = numpy.concatenate([f["events"][:], f["events"][-1:]])
            n = change(events)
            f["events"].resize((n,))
            f["events"][:] = events[:n]
        return changed

    def test_runs(self):
        record = self.run_of("--until", 1, "--every", 0.05, model="bouncing_ball.yaml")
        self.assertEqual(zanjir("recording", "repeat", record).code, 0)
        import h5py
        with h5py.File(record, "r") as f:
            n, rows, width = len(f["events"]), *f["samples"].shape
        self.assertGreater(n, 0)
        def one_more(events):
            events["t_s"][n] = 0.99
            return n + 1
        def other_name(events):
            events["name"][0] = b"elsewhere"
            return n
        def energy(words): words["energy_J"]["end"] += 1
        def trust(words): words["trusted"] = not words["trusted"]
        def work(words): words["work_J"][next(iter(words["work_J"]))] += 1
        self.found(record, ((f"{n} events come again, {n + 1} are recorded", self.events(one_more)), ("event 1 (", self.events(other_name)), (f"{rows} rows come again, {rows - 3} are recorded", lambda f: f["samples"].resize((rows - 3, width))),
                            ("energy_J.end", self.said(energy)), ("trusted was", self.said(trust)), ("work_J.", self.said(work)),
                            ("its entry 'model'", self.entry("model", "another")), ("its entry 'method'", self.entry("method", "oracle")), ("its entry 'formulation'", self.entry("formulation", "oracle")),
                            ("its entry 'start'", self.entry("start", lambda text: text.replace("t: 0", "t: 1"))), ("its entry 'rel_tol'", self.entry("rel_tol", "1e-14")), ("its entry 'source'", self.entry("source", "zanjir run other.yaml")),
                            ("is said twice", lambda f: f.copy("provenance/000000", f"provenance/{len(f['provenance']):06}"))))
        self.found(record, (("commit: 0000000 then", self.entry("commit", "0000000")),), code=0)  # another program may come to the same; who says so is named

    def test_tasks(self):
        study = self.folder / "study.yaml"
        study.write_text(f"zanjir_study: 1\nname: st\nmodels: {{m: {MODELS / 'bouncing_ball.yaml'}}}\ntasks: {{drop: {{kind: simulate, model: m, until: 1 s, every: 50 ms}}}}\n")
        self.assertEqual(zanjir("run", study, "--out", self.folder / "report", "--export", self.folder / "export").code, 0)
        def trust(words): words["trusted"] = not words["trusted"]
        def status(words): words["status"] = "failed"
        def other_name(events):
            events["name"][0] = b"elsewhere"
            return len(events) - 1
        samples, results = self.folder / "report/recordings/st/drop.h5", self.folder / "export/st/drop.h5"
        for record in (samples, results):
            self.assertEqual(zanjir("recording", "repeat", record).code, 0)
            self.found(record, (("events come again", self.events(len)), ("event 1 (", self.events(other_name)), ("its entry 'source'", self.entry("source", "another"))))
        self.found(samples, (("trusted was", self.said(trust)), ("its entry 'method'", self.entry("method", "oracle"))))
        self.found(results, (("status was", self.said(status)),))

    def test_times_that_no_run_has(self):
        import h5py
        import numpy
        record = self.run_of("--until", 1, "--every", 0.05)
        def times(change):
            def changed(f):
                t = f["samples"][:, 0]
                f["samples"][:, 0] = change(t)
            return changed
        def one(row, value):
            def change(t):
                t[row] = value
                return t
            return times(change)
        for words, change in (("time goes back", times(lambda t: t[::-1])), ("time stands still", times(lambda t: 0 * t)), ("the time of row 7 is nan", one(7, numpy.nan)), ("the time of row 7 is inf", one(7, numpy.inf)),
                              ("at row 8", one(7, 0.9))):
            file = self.folder / "altered.h5"
            shutil.copy(record, file)
            with h5py.File(file, "r+") as f:
                change(f)
            model, content = MODELS / "four_bar.yaml", file.read_bytes()
            for arguments in (["recording", "show", file], ["recording", "export", file], ["recording", "export", file, "--json", "--at-most", 500], ["recording", "repeat", file], ["view", file, "--out", self.folder / "page.html"],
                              ["verify", model, "--along", file, "--states", 2], ["run", model, "--until", 1.5, "--every", 0.05, "--record", file, "--resume"]):
                with self.subTest(words=words, arguments=arguments[:2]):
                    self.refused(zanjir(*arguments), "is damaged", words)
                    self.assertEqual(file.read_bytes(), content)
                    self.assertFalse((self.folder / "page.html").exists())


class Strangers(RecordingTest):
    """Recordings made to hurt: each is refused in words, at once, and nothing outside them is read."""
    def spoil(self, spoil):
        import h5py
        file = self.folder / "spoilt.h5"
        shutil.copy(FINISHED, file)
        with h5py.File(file, "r+") as f:
            spoil(f)
        for action in ("show", "export", "repeat", "repair"):
            done = zanjir("recording", action, file)
            self.assertIn(done.code, (0, 2), f"{action}: {done.err}")
            self.assertNotIn("internal error", done.err)
        return zanjir("recording", "show", file)

    def replaced(self, f, name, make):
        del f[name]
        make(f)

    def test_sizes_beyond_the_file(self):
        huge = 1 << 50
        for name, shape in (("samples", (huge, 4)), ("events", (huge,)), ("summary", (huge,))):
            def grow(f, name=name, shape=shape):
                f[name].resize(shape)
            self.refused(self.spoil(grow), "is damaged")

    def test_blocks_beyond_memory(self):
        def blocks(f):
            self.replaced(f, "samples", lambda f: f.create_dataset("samples", shape=(1, 4), maxshape=(None, 4), chunks=(1 << 26, 4), dtype="f8"))
        self.refused(self.spoil(blocks), "is damaged")

    def test_no_other_file_is_read(self):
        import h5py
        secret = self.folder / "secret"
        secret.write_bytes(b"\x00" * 4096)
        def external_storage(f):
            self.replaced(f, "samples", lambda f: f.create_dataset("samples", shape=(10, 4), dtype="f8", external=[(str(secret), 0, 320)]))
        def external_link(f):
            other = self.folder / "other.h5"
            shutil.copy(FINISHED, other)
            self.replaced(f, "samples", lambda f: f.__setitem__("samples", h5py.ExternalLink(str(other), "/samples")))
        def soft_link(f):
            f.move("samples", "elsewhere")
            f["samples"] = h5py.SoftLink("/elsewhere")
        def virtual(f):
            layout = h5py.VirtualLayout(shape=(10, 4), dtype="f8")
            layout[:] = h5py.VirtualSource(str(self.folder / "other.h5"), "samples", shape=(10, 4))
            self.replaced(f, "samples", lambda f: f.create_virtual_dataset("samples", layout))
        def filtered(f):
            self.replaced(f, "samples", lambda f: f.create_dataset("samples", shape=(1, 4), maxshape=(None, 4), chunks=(64, 4), dtype="f8", compression="gzip"))
        for spoil in (external_storage, external_link, soft_link, virtual, filtered):
            self.refused(self.spoil(spoil), "is damaged")

    def test_structures_that_stand_for_more_than_the_file_holds(self):
        """Names that lead to one text, parts, words and channels without end: time and memory stay those of a file of its size."""
        import h5py
        import json
        import numpy
        run = self.run_of("--until", 0.5, "--every", 0.01)
        text = lambda words: numpy.array(words, dtype=f"S{len(words)}")
        def add(f, key, words):
            entry = f.create_dataset(f"provenance/{len(f['provenance']):06}", data=text(words))
            entry.attrs.create("key", numpy.bytes_(key))
            return entry
        def linked(f):
            entry = add(f, b"more", b"a" * 3_000_000)
            for i in range(2000):
                f[f"provenance/{len(f['provenance']):06}"] = entry
        def resumed(f):
            add(f, b"more", b"a" * 3_000_000)
            for i in range(2000):
                add(f, b"resumed.rows", b"51")
        def words(f):
            entry = next(d for d in f["provenance"].values() if d.attrs["key"] == b"arguments")
            name = entry.name
            del f[name]
            f.create_dataset(name, data=text(json.dumps(["run"] + [""] * 300_000).encode())).attrs.create("key", numpy.bytes_(b"arguments"))
        def channels(f):
            n = 200_000
            for name in ("samples", "channels/name", "channels/unit"):
                del f[name]
            f.create_dataset("channels/name", data=numpy.array([b"t"] + [b"c%d" % i for i in range(1, n)]))
            f.create_dataset("channels/unit", data=numpy.array([b"s"] * n))
            f.create_dataset("samples", shape=(1, n), maxshape=(None, n), chunks=(1, n), dtype="f8")[...] = 0
        def blocks(f):
            n = f["samples"].shape[1]
            del f["samples"]
            f.create_dataset("samples", shape=(1, n), maxshape=(None, n), chunks=((30 << 20) // n, n), dtype="f2")[...] = 0
        for spoil, said in ((linked, "is damaged"), (resumed, None), (words, "does not say how it was run"), (channels, None), (blocks, "is damaged")):
            file = self.folder / "spoilt.h5"
            shutil.copy(run, file)
            with h5py.File(file, "r+") as f:
                spoil(f)
            for action in ("show", "export", "repeat"):
                def bounded():
                    import resource
                    limit_memory(2 << 30)
                    resource.setrlimit(resource.RLIMIT_CPU, (20, 20) if not SANITIZED else (200, 200))  # each takes less than one; a list that is searched, or copied, hundreds
                done = subprocess.run([BINARY, "recording", action, str(file)], capture_output=True, preexec_fn=bounded)
                self.assertIn(done.returncode, (0, 2, 4), f"{spoil.__name__}, {action}: {done.stderr.decode()}")
                if said and (action == "repeat" or said == "is damaged"):
                    self.assertIn(said, done.stderr.decode(), spoil.__name__)

    def test_a_run_without_end_is_announced_and_ends(self):
        import h5py
        import json
        import numpy
        record = self.run_of("--until", 0.5, "--every", 0.01)
        with h5py.File(record, "r+") as f:
            entry = next(d for d in f["provenance"].values() if d.attrs["key"] == b"arguments")
            name = entry.name
            del f[name]
            words = json.dumps(["run", "model.yaml", "--until", "1e9", "--every", "1e-9", "--yes"]).encode()
            f.create_dataset(name, data=numpy.array(words, dtype=f"S{len(words)}")).attrs.create("key", numpy.bytes_(b"arguments"))
        done = zanjir("recording", "repeat", record)
        self.assertEqual(done.code, 4, done.err)
        self.assertIn("the run that it tells of takes 1e+18 samples", done.err)
        self.assertIn("more than twice as many rows", done.out)

    def test_summaries_that_are_no_summaries(self):
        import numpy
        for text in (b'{"finished": false, "end": 7}', b"[" * 100000, b"\xff\x1b[2J", b'{"finished": 3}', b"null"):
            def summary(f, text=text):
                f["summary"].resize((len(text),))
                f["summary"][:] = numpy.frombuffer(text, dtype="u1")
            done = self.spoil(summary)
            self.assertEqual(done.code, 0, done.err)
            self.assertNotIn("\x1b", done.out)


class Export(RecordingTest):
    def test_all_numbers(self):
        for file in (FINISHED, KILLED):
            names, rows = rows_of(zanjir("recording", "export", file).out)
            self.assertEqual(names, ["t", "x1", "x2", "x3"])
            self.assertEqual([row[0] for row in rows], [1e-3 * i for i in range(200)])
            values = zanjir("recording", "export", file, "--json").json["channels"]
            self.assertEqual([c["values"] for c in values], [list(column) for column in zip(*rows)])

    def test_choice_of_channels_and_rows(self):
        _, all_rows = rows_of(zanjir("recording", "export", FINISHED).out)
        names, rows = rows_of(zanjir("recording", "export", FINISHED, "--channels", "x3,x1", "--every", "30").out)
        self.assertEqual(names, ["t", "x3", "x1"])
        self.assertEqual(rows, [[r[0], r[3], r[1]] for r in all_rows[::30]])
        names, rows = rows_of(zanjir("recording", "export", FINISHED, "--channels", "x*", "--from", "0.0505", "--to", "0.06").out)
        self.assertEqual(names, ["t", "x1", "x2", "x3"])
        self.assertEqual(rows, all_rows[51:61])
        self.assertEqual(rows_of(zanjir("recording", "export", FINISHED, "--from", "7").out)[1], [])
        self.refused(zanjir("recording", "export", FINISHED, "--channels", "x11"), "--channels: no channel 'x11'; did you mean 'x1'?")

    def test_few_rows_keep_the_extremes(self):
        _, all_rows = rows_of(zanjir("recording", "export", FINISHED).out)
        _, rows = rows_of(zanjir("recording", "export", FINISHED, "--at-most", "20").out)
        self.assertLessEqual(len(rows), 20)
        self.assertTrue(all(row in all_rows for row in rows))
        for i in range(4):
            for extreme in (min, max):
                self.assertEqual(extreme(r[i] for r in rows), extreme(r[i] for r in all_rows))
        self.refused(zanjir("recording", "export", FINISHED, "--at-most", "5"), "--at-most: 5 rows cannot show the extremes", "give at least 8")

    def test_files(self):
        target = self.folder / "out.csv"
        done = zanjir("recording", "export", FINISHED, "--csv", target)
        self.assertEqual((done.code, done.out), (0, f"{target}: 200 rows of 4 columns\n"))
        text = target.read_text()
        self.assertEqual(text, zanjir("recording", "export", FINISHED).out)
        self.refused(zanjir("recording", "export", FINISHED, "--csv", target, "--every", "2"), "out.csv: error: --csv: exists already; choose another name, or --overwrite")
        self.assertEqual(target.read_text(), text)
        done = zanjir("recording", "export", FINISHED, "--csv", target, "--every", "2", "--overwrite", "--json")
        self.assertEqual(done.json, {"file": str(target), "rows": 100, "columns": 4})
        self.assertEqual(len(target.read_text().splitlines()), 101)
        self.refused(zanjir("recording", "export", FINISHED, "--csv", self.folder / "no/out.csv"), "cannot be written: No such file")
        self.assertEqual(os.listdir(self.folder), ["out.csv"])

    def test_a_full_disk_is_not_success(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY, "recording", "export", str(FINISHED)], stdout=full, stderr=subprocess.PIPE, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"standard output", done.stderr)


class Repair(RecordingTest):
    def test_repairs_once(self):
        run = self.folder / "run.h5"
        shutil.copy(KILLED, run)
        self.assertEqual(zanjir("recording", "repair", run).out, f"{run}: repaired; every program can open it now\n")
        report = zanjir("recording", "show", run, "--json").json
        self.assertEqual((report["state"], report["marked"], report["rows"]), ("interrupted", False, 200))
        self.assertEqual(zanjir("recording", "export", run).out, zanjir("recording", "export", KILLED).out)
        before = run.read_bytes()
        self.assertEqual(zanjir("recording", "repair", run).out, f"{run}: nothing to repair\n")
        self.assertEqual(zanjir("recording", "repair", run, "--json").json, {"file": str(run), "repaired": False})
        self.assertEqual(run.read_bytes(), before)
        self.assertEqual(os.listdir(self.folder), ["run.h5"])

    def test_refuses_what_it_cannot_repair(self):
        self.refused(zanjir("recording", "repair", SOURCE / "README.md"), "is not an HDF5 file")
        broken = self.folder / "broken.h5"
        broken.write_bytes(KILLED.read_bytes()[:1000])
        before = broken.read_bytes()
        self.refused(zanjir("recording", "repair", broken), "broken.h5")
        self.assertEqual(broken.read_bytes(), before)


class Documents(RecordingTest):
    def test_the_commands_of_docs_recordings_run(self):
        done = subprocess.run(["python3", str(SOURCE / "tools/run_doc_commands.py"), str(SOURCE / "docs/recordings.md")], capture_output=True, timeout=100, env={**os.environ, "ZANJIR": BINARY})
        self.assertEqual(done.returncode, 0, done.stdout.decode() + done.stderr.decode())

    def test_the_layout_in_docs_is_that_of_the_code(self):
        text, code = (SOURCE / "docs/recordings.md").read_text(), (SOURCE / "src/zanjir/record/recording_layout.hpp").read_text()
        names = [line.split('"')[1] for line in code.splitlines() if "constexpr const char*" in line]
        self.assertGreaterEqual(len(names), 8)
        for name in names:
            self.assertIn(f"`{name}`", text)


if __name__ == "__main__":
    unittest.main()
