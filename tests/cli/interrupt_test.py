"""Every wait can be broken: Ctrl-C in any verb and task ends the program within moments, leaves whole files, no lock and nothing beside them; work of weeks is announced.

ZANJIR_KILLS=100 also kills `run`, `reproduce`, reports and exports that often (SIGKILL); the default keeps the tests short."""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time
import unittest

from command import BINARY, MODELS, SOURCE, CommandTest, zanjir

KILLS = int(os.environ.get("ZANJIR_KILLS", "12"))
# 0.2 s are the promise; a loaded machine adds what it takes to run at all.
PATIENCE = 0.2 + 2.0

STUDY = """zanjir_study: 1
models: {{four_bar: {models}/four_bar.yaml}}
tasks:
  {task}
"""
TASKS = {"simulate": "run: {kind: simulate, model: four_bar, until: 1e7 s, every: 10 s}",
         "verify": "verify: {kind: verify, model: four_bar, states: 100000}"}


class InterruptTest(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()

    def ends(self, arguments, after, how=signal.SIGINT, codes=(130, 143, 129)):
        work = subprocess.Popen([BINARY, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(after)
        if work.poll() is not None:
            out, err = work.communicate()
            self.fail(f"{arguments} ended by itself: {err.decode()}")
        begin = time.monotonic()
        work.send_signal(how)
        out, err = work.communicate(timeout=60)
        took = time.monotonic() - begin
        self.assertLess(took, PATIENCE, arguments)
        self.assertIn(work.returncode, codes, f"{arguments}: {err.decode()}")
        left = [str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.suffix in (".lock", ".part")]
        self.assertEqual(left, [], arguments)
        return took

    def test_every_verb(self):
        chain = MODELS / "chain_spatial.yaml"
        for arguments in (["run", MODELS / "four_bar.yaml", "--until", 1e6, "--every", 1, "--record", "run.h5"],
                          ["run", chain, "--set", "n=400", "--until", 1000, "--record", "chain.h5", "--formulation", "multipliers", "--yes"],
                          ["verify", MODELS / "four_bar.yaml", "--states", 1000000],
                          ["verify", chain, "--set", "n=60", "--states", 1000]):
            for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                self.ends(arguments, 0.7, how)
                for p in self.folder.glob("*.h5"):
                    self.assertEqual(zanjir("recording", "show", p).code, 0)
                    p.unlink()

    def test_every_task(self):
        for task in TASKS.values():
            study = self.folder / "study.yaml"
            study.write_text(STUDY.format(models=MODELS, task=task))
            self.ends(["run", study, "--out", "report"], 0.7)


class Announced(InterruptTest):
    def test_work_of_weeks_is_announced(self):
        record = self.folder / "run.h5"
        run = lambda *a: zanjir("run", MODELS / "four_bar.yaml", "--record", record, *a)
        self.refused(run("--until", 1000, "--every", 1e-9), "1e+12 samples", "on disk", "at least", "--yes")
        self.refused(run("--until", 1000, "--method", "rk4", "--step", 1e-9, "--every", 1), "1e+12 steps", "--yes")
        self.refused(run("--until", 1, "--step", 1e-18), "steps would never end")
        self.refused(run("--until", 1, "--tolerance", 1e-300), "--rel-tol", "no step can be that exact")
        self.refused(run("--until", "inf"), "not finite")
        self.assertEqual(list(self.folder.iterdir()), [])
        self.ends(["run", MODELS / "four_bar.yaml", "--until", 1000, "--every", 1e-9, "--record", "run.h5", "--yes"], 0.5)

    def test_a_limit_on_file_sizes_is_a_message(self):
        limited = f"ulimit -f 200; exec '{BINARY}' run '{MODELS / 'four_bar.yaml'}' --until 1e5 --every 0.01 --record run.h5 --yes"
        done = subprocess.run(["bash", "-c", limited], cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 3, done.stderr.decode())
        self.assertIn("File too large", done.stderr.decode())
        self.assertEqual([p.name for p in self.folder.iterdir()], ["run.h5"])
        done = subprocess.run(["bash", "-c", f"ulimit -f 1; exec '{BINARY}' gallery '{MODELS / 'four_bar.yaml'}' --out report"], cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2, done.stderr.decode())
        self.assertFalse((self.folder / "report").exists())


class Killed(InterruptTest):
    def test_reports_are_old_or_new(self):
        """SIGKILL at random moments of writing a report over another one."""
        rng = random.Random()
        seed = rng.randrange(1 << 30)
        rng.seed(seed)
        report = self.folder / "report"
        models = [MODELS / "pendulum.yaml", MODELS / "four_bar.yaml"]
        contents = lambda: {str(p.relative_to(report)): p.read_bytes().replace(b"\n", b"") for p in report.rglob("*.svg")} if report.exists() else {}
        begin = time.monotonic()
        self.assertEqual(zanjir("gallery", models[0], models[1], "--out", report).code, 0)
        usual = time.monotonic() - begin
        states = set()
        for k in range(KILLS):
            chosen = models if k % 2 else models[:1]
            work = subprocess.Popen([BINARY, "gallery", *map(str, chosen), "--out", str(report)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.random() * usual * 1.2)
            work.kill()
            work.wait()
            page = (report / "gallery.html").read_text()
            pages = {name for name in ("pendulum", "four_bar") if f"{name}.yaml" in page}
            states.add(frozenset(pages))
            self.assertIn(pages, ({"pendulum"}, {"pendulum", "four_bar"}), f"seed {seed}, kill {k}")
            self.assertTrue((report / "index.html").is_file(), f"seed {seed}, kill {k}")
            self.assertLessEqual({p.name for p in report.iterdir()}, {"gallery", "gallery.html", "index.html", "viewer.js"}, f"seed {seed}, kill {k}")
        self.assertEqual(zanjir("gallery", models[0], "--out", report).code, 0)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["report"], "what was left beside it is gone")
        print(f"{KILLS} kills of reports, seed {seed}, {len(states)} states seen")

    def test_studies_are_old_or_new(self):
        """SIGKILL at random moments of a study that is run over an older report of itself, with its results exported."""
        seed = random.randrange(1 << 30)
        rng = random.Random(seed)
        study, report, export = self.folder / "study.yaml", self.folder / "report", self.folder / "export"
        text = ("zanjir_study: 1\nname: swing\ntitle: Title {k}\nmodels: {{p: {models}/pendulum.yaml}}\ntasks: {{run: {{kind: simulate, model: p, until: 1 s, every: 0.01 s}}}}\n"
                "figures: {{angle: {{kind: curves, title: Title {k}, curves: [{{y: run.A}}]}}}}\n")
        study.write_text(text.format(k=0, models=MODELS))
        begin = time.monotonic()
        done = zanjir("run", study, "--out", report, "--export", export)
        if done.code == 2:  # the figure is only there to make the report longer
            text = text[: text.index("figures:")]
            study.write_text(text.format(k=0, models=MODELS))
            done = zanjir("run", study, "--out", report, "--export", export)
        self.assertEqual(done.code, 0, done.err)
        usual = time.monotonic() - begin
        before = 0
        for k in range(1, KILLS + 1):
            study.write_text(text.format(k=k, models=MODELS))
            work = subprocess.Popen([BINARY, "run", str(study), "--out", str(report), "--export", str(export)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.random() * usual * 1.2)
            work.kill()
            work.wait()
            where = f"seed {seed}, kill {k}"
            titles = {n for n in range(k + 1) for page in ("index.html", "swing/index.html", "swing/claims.json") if f"Title {n}<" in (t := (report / page).read_text()) or f'Title {n}"' in t}
            self.assertIn(titles, ({before}, {k}), where)
            before = max(titles)
            for recording in [*export.rglob("*.h5"), *report.rglob("*.h5")]:
                self.assertEqual(zanjir("recording", "show", recording).code, 0, where)
            for table in export.rglob("run.csv"):
                self.assertEqual(len(table.read_text().splitlines()), 102, where)
        print(f"{KILLS} kills of a study, seed {seed}, the last report that came out whole: {before}")

    def test_exports_are_old_or_new(self):
        seed = random.randrange(1 << 30)
        rng = random.Random(seed)
        record, table = self.folder / "run.h5", self.folder / "out.csv"
        self.assertEqual(zanjir("run", MODELS / "four_bar.yaml", "--until", 20, "--every", 0.001, "--record", record).code, 0)
        begin = time.monotonic()
        self.assertEqual(zanjir("recording", "export", record, "--csv", table).code, 0)
        usual, text = time.monotonic() - begin, table.read_bytes()
        for k in range(KILLS):
            table.write_bytes(b"old\n")
            work = subprocess.Popen([BINARY, "recording", "export", record, "--csv", table, "--overwrite"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.random() * usual * 1.2)
            work.kill()
            work.wait()
            self.assertIn(table.read_bytes(), (b"old\n", text), f"seed {seed}, kill {k}")
        table.unlink()
        self.assertEqual(zanjir("recording", "export", record, "--csv", table).code, 0)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["out.csv", "run.h5"])


if __name__ == "__main__":
    unittest.main()
