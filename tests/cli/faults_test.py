"""Every call that changes a file fails once, and fails from then on: each leaves the old file or the new one, never half of one, and nothing beside it.

ZANJIR_FAULTS_EVERY=1 tries every single call; the default takes every call of short work and a spread of those of longer work."""
import os
import pathlib
import shutil
import subprocess
import unittest

from command import BINARY, MODELS, SOURCE, CommandTest, zanjir

FAULTS = os.environ["ZANJIR_FAULTS"]
EVERY = int(os.environ.get("ZANJIR_FAULTS_EVERY", "0"))
MODEL = MODELS / "pendulum.yaml"
SAMPLE = SOURCE / "tests/data/recordings/finished_1.h5"


def run(arguments, cwd, kind, at=0, stays=False, count=None):
    environment = dict(os.environ, LD_PRELOAD=FAULTS, ZANJIR_FAULT_KIND=kind, ZANJIR_FAULT_AT=str(at), ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0")
    if stays:
        environment["ZANJIR_FAULT_STAYS"] = "1"
    if count:
        environment["ZANJIR_FAULT_COUNT"] = str(count)
    return subprocess.run([BINARY, *map(str, arguments)], cwd=cwd, env=environment, capture_output=True, timeout=60)


class Faults(CommandTest):
    def every_fault(self, make, arguments, look, most=12):
        """make(folder) prepares; look(folder, done, where) judges what is left after each fault."""
        tried = 0
        for kind in ("write", "space", "fsync", "rename", "open"):
            folder = self.temporary_folder()
            make(folder)
            count = self.temporary_folder() / "count"
            whole = run(arguments, folder, kind, count=count)
            self.assertEqual(whole.returncode, 0, whole.stderr.decode())
            n = int(count.read_text())
            step = 1 if EVERY else max(1, n // most)
            for at in range(1, n + 1, step):
                for stays in (False, True):
                    folder = self.temporary_folder()
                    make(folder)
                    done = run(arguments, folder, kind, at, stays)
                    where = f"{kind} {at} of {n}{' and after' if stays else ''}: exit {done.returncode}: {done.stderr.decode()}"
                    self.assertIn(done.returncode, (0, 2, 3), where)
                    if done.returncode != 0:
                        self.assertTrue(done.stderr, where)
                    look(folder, done, where)
                    tried += 1
        print(f"{arguments[0]} {arguments[1] if arguments[0] == 'recording' else ''}: {tried} faults")

    def rows(self, recording, where):
        shown = zanjir("recording", "export", recording)
        self.assertEqual(shown.code, 0, f"{where}: {shown.err}")
        return shown.out

    def only(self, folder, names, where):
        self.assertLessEqual({p.name for p in folder.iterdir()}, set(names), where)

    def test_run(self):
        arguments = ["run", MODEL, "--until", 1, "--every", 0.01, "--record", "run.h5"]
        folder = self.temporary_folder()
        self.assertEqual(subprocess.run([BINARY, *map(str, arguments)], cwd=folder, capture_output=True).returncode, 0)
        truth = self.rows(folder / "run.h5", "")

        def look(folder, done, where):
            self.only(folder, ["run.h5"], where)
            if (folder / "run.h5").exists():
                there = self.rows(folder / "run.h5", where)
                self.assertTrue(truth.startswith(there) or there == truth, where)
                if done.returncode == 0:
                    self.assertEqual(there, truth, where)
            else:
                self.assertNotEqual(done.returncode, 0, where)
        self.every_fault(lambda folder: None, arguments, look)

    def test_run_over_an_old_recording(self):
        old = self.rows(SAMPLE, "")

        def look(folder, done, where):
            self.only(folder, ["run.h5"], where)
            there = self.rows(folder / "run.h5", where)  # there at all
            if there != old:
                self.assertEqual(there.split("\n")[0].split(",")[0], "t", where)
                self.assertNotIn("x1", there.split("\n")[0], where)
        self.every_fault(lambda folder: shutil.copy(SAMPLE, folder / "run.h5"), ["run", MODEL, "--until", 0.1, "--every", 0.01, "--record", "run.h5", "--overwrite"], look, most=6)

    def test_resume(self):
        start = self.temporary_folder() / "start.h5"
        self.assertEqual(zanjir("run", MODEL, "--until", 0.5, "--every", 0.01, "--record", start).code, 0)
        before = self.rows(start, "")

        def look(folder, done, where):
            self.only(folder, ["run.h5"], where)
            self.assertTrue(self.rows(folder / "run.h5", where).startswith(before), where)
        self.every_fault(lambda folder: shutil.copy(start, folder / "run.h5"), ["run", MODEL, "--until", 1, "--every", 0.01, "--record", "run.h5", "--resume"], look, most=6)

    def test_export(self):
        text = zanjir("recording", "export", SAMPLE).out

        def look(folder, done, where):
            self.only(folder, ["out.csv"], where)
            self.assertIn((folder / "out.csv").read_text(), ("t,old\n", text), where)
            if done.returncode == 0:
                self.assertEqual((folder / "out.csv").read_text(), text, where)
        self.every_fault(lambda folder: (folder / "out.csv").write_text("t,old\n"), ["recording", "export", SAMPLE, "--csv", "out.csv", "--overwrite"], look)

    def test_repair(self):
        killed = SOURCE / "tests/data/recordings/killed_1.h5"
        text = zanjir("recording", "export", killed).out

        def look(folder, done, where):
            self.only(folder, ["run.h5"], where)
            self.assertEqual(self.rows(folder / "run.h5", where), text, where)
        self.every_fault(lambda folder: shutil.copy(killed, folder / "run.h5"), ["recording", "repair", "run.h5"], look, most=6)

    def test_gallery(self):
        """A report of pages and pictures: the old one or the new one, as a whole."""
        first = self.temporary_folder()
        self.assertEqual(zanjir("gallery", MODELS / "pendulum.yaml", "--out", first / "report").code, 0)
        contents = lambda folder: {str(p.relative_to(folder)): p.read_bytes() for p in pathlib.Path(folder).rglob("*") if p.is_file()}
        old = contents(first / "report")

        def look(folder, done, where):
            self.only(folder, ["report", ".report.zanjir-part"], where)
            there = contents(folder / "report")
            if "gallery/double-pendulum.svg" in there:
                self.assertIn(b"double_pendulum", there["gallery.html"], where)
            else:
                self.assertEqual(there, old, where)
        self.every_fault(lambda folder: shutil.copytree(first / "report", folder / "report"), ["gallery", MODELS / "double_pendulum.yaml", "--out", "report"], look, most=5)


if __name__ == "__main__":
    unittest.main()
