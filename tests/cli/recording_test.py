"""zanjir recording: show, export, repair; on the recordings kept in tests/data/recordings (200 rows, t = row / 1000, channels x1 to x3)."""
import csv
import io
import os
import pathlib
import shutil
import subprocess
import unittest

from command import BINARY, SOURCE, CommandTest, zanjir

SAMPLES = SOURCE / "tests/data/recordings"
FINISHED, KILLED = SAMPLES / "finished_1.h5", SAMPLES / "killed_1.h5"
GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"


def rows_of(text):
    names, *rows = csv.reader(io.StringIO(text))
    return names, [[float(x) for x in row] for row in rows]


class RecordingTest(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()


class Help(RecordingTest):
    def test_help_texts_and_their_examples(self):
        for action in ("", "show", "export", "repair"):
            words = ["recording", *([action] if action else [])]
            done = zanjir(*words, "--help")
            self.assertEqual(done.code, 0)
            path = GOLDEN / f"help_{'_'.join(words)}.txt"
            if os.environ.get("ZANJIR_BLESS"):
                path.write_text(done.out)
            self.assertEqual(done.out, path.read_text(), f"{path} differs; read it, then ZANJIR_BLESS=1")
            shutil.copy(KILLED, self.folder / "run.h5")
            example = done.out.split("Example:")[1].strip().replace("zanjir", f"'{BINARY}'", 1)
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
