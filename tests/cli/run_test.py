"""zanjir run with a mechanism: summaries, recordings that survive a kill, resuming, interrupts, refusals.

ZANJIR_KILLS=100 kills a run that often; the default keeps the tests short."""
import csv
import io
import json
import os
import random
import signal
import subprocess
import time
import unittest

from command import BINARY, CommandTest, MODELS, let_work, zanjir

FOUR_BAR = MODELS / "four_bar.yaml"
KILLS = int(os.environ.get("ZANJIR_KILLS", "12"))
ARGUMENTS = ["--every", "0.05", "--tolerance", "1e-8", "--yes"]


def start(*arguments):
    return subprocess.Popen([BINARY, "run", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def table(path, *channels):
    done = zanjir("recording", "export", path, *(["--channels", ",".join(channels)] if channels else []))
    assert done.code == 0, done.err
    names, *rows = csv.reader(io.StringIO(done.out))
    return names, [[float(x) for x in row] for row in rows]


class RunTest(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()
        self.record = self.folder / "run.h5"


class Summary(RunTest):
    def test_says_why_it_ended_and_what_it_cost(self):
        done = zanjir("run", FOUR_BAR, "--until", 2, "--record", self.record, "--json")
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(done.json["end"], "reached its end")
        self.assertEqual(done.json["t_end_s"], 2)
        self.assertGreater(done.json["cost"]["evaluations"], done.json["cost"]["steps"])
        self.assertLess(done.json["relative_imbalance"], 1e-6)
        self.assertLess(done.json["loops"]["worst_residual_m"], 1e-10)
        text = zanjir("run", FOUR_BAR, "--until", 2, "--record", self.record, "--overwrite").out
        for words in ("reached its end", "steps", "worst imbalance", "worst residual", str(self.record)):
            self.assertIn(words, text)

    def test_says_where_a_table_ends_before_the_run(self):
        model = self.folder / "slide.yaml"
        (self.folder / "stroke.csv").write_text("t,x\n0,0\n1,0.1\n2,0.3\n")
        model.write_text("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: point}}\njoints: {P: {type: prismatic, parent: ground, child: a, axis: x}}\nmotion: {P: {law: table, file: stroke.csv}}\n")
        said = "the table that moves 'P' ends at 2 s, and goes straight on from there"
        for until, where in ((2, self.assertNotIn), (2.5, self.assertIn)):
            done = zanjir("run", model, "--until", until, "--record", self.record, "--overwrite")
            self.assertEqual(done.code, 0, done.err)
            where(said, done.out)

    def test_a_run_that_is_not_to_be_trusted_says_so_everywhere(self):
        coarse = ("run", MODELS / "double_pendulum.yaml", "--until", 2, "--method", "rk4", "--step", 0.1, "--record", self.record, "--overwrite")
        done = zanjir(*coarse, "--json")
        self.assertEqual(done.code, 5, done.err)
        self.assertEqual(done.json["end"], "reached its end")
        self.assertIs(done.json["trusted"], False)
        self.assertIn("does not add up", done.json["warnings"][0])
        self.assertIn("warning: the energy does not add up", done.err)
        self.assertIn("WARNING", zanjir(*coarse).out)
        fine = zanjir("run", MODELS / "double_pendulum.yaml", "--until", 2, "--record", self.record, "--overwrite", "--json")
        self.assertEqual(fine.code, 0, fine.err)
        self.assertIs(fine.json["trusted"], True)
        self.assertNotIn("warnings", fine.json)

    def test_the_same_run_gives_the_same_bytes(self):
        runs = []
        for name in ("a.h5", "b.h5"):
            self.assertEqual(zanjir("run", FOUR_BAR, "--until", 2, "--record", self.folder / name).code, 0)
            runs.append(table(self.folder / name))
        self.assertEqual(*runs)

    def test_power_records_powers_motors_and_momentum(self):
        run = zanjir("run", MODELS / "arm_6r.yaml", "--until", 0.01, "--power", "--record", self.record)
        self.assertEqual(run.code, 0, run.err)
        names = [c["name"] for c in zanjir("recording", "show", self.record, "--json").json["channels"]]
        for word in ("power.actuators", ".motor.torque", ".motor.power", "momentum.linear.x"):
            self.assertTrue(any(word in n for n in names), (word, names))

    def test_unknown_frames_and_parameters_say_where_they_are_declared(self):
        file = self.folder / "names.yaml"
        begin = (MODELS / "pendulum.yaml").read_text()
        for more, said in (("loads: {p: {on: bob.hook, force: [1, 0, 0]}}\n", "no frame 'bob.hook'; declare it: `frames: {bob: {hook: [x, y, z]}}`"),
                           ("loads: {p: {on: cart.hook, force: [1, 0, 0]}}\n", "no frame 'cart.hook'; there is no body 'cart' that could have it"),
                           ("loads: {p: {on: bob, force: [$thrust, 0, 0]}}\n", "no parameter '$thrust'; declare it under `parameters`, above what uses it")):
            file.write_text(begin + more)
            self.refused(zanjir("check", file), said)

    def test_loops_that_came_open_are_not_trusted(self):
        rough = ["run", FOUR_BAR, "--until", 20, "--method", "rk4", "--step", "2e-2", "--record", self.record, "--overwrite", "--json"]
        done = zanjir(*rough, "--loops", "none")
        self.assertEqual(done.code, 5, done.err)
        self.assertIn("warning: loops came open by 1.13e-01 m", done.err)
        self.assertFalse(done.json["trusted"])
        self.assertLess(done.json["loops"]["trusted_up_to_m"], done.json["loops"]["worst_residual_m"])
        for loops in (["none", "--step", "1e-3"], ["projection"], ["baumgarte", "--step", "1e-3"]):
            done = zanjir(*[w for w in rough if w not in ("--step", "2e-2") or len(loops) == 1], "--loops", *loops)
            self.assertEqual(done.code, 0, f"{loops}: {done.err}")
        open_by_design = zanjir(*rough[:2], "--until", 0.5, "--loops", "springs", "--stiffness", "1e3", "--damping", "10", "--record", self.record, "--overwrite", "--json")
        self.assertEqual(open_by_design.code, 0, open_by_design.err)
        self.assertGreater(open_by_design.json["springs"]["worst_opening_m"], 1e-3)

    def test_no_formulation_ignores_an_option(self):
        def residual(loops, formulation):
            done = zanjir("run", FOUR_BAR, "--until", 1, "--tolerance", "1e-6", "--loops", loops, "--formulation", formulation, "--record", self.record, "--overwrite", "--json")
            self.assertEqual(done.code, 0, done.err)
            return done.json
        kept, drifting = residual("baumgarte", "lagrange"), residual("none", "lagrange")
        self.assertLess(kept["loops"]["worst_residual_m"], 0.2 * drifting["loops"]["worst_residual_m"])
        self.assertNotEqual(drifting["work_J"]["loops"], 0)
        for loops in ("baumgarte", "none"):
            self.refused(zanjir("run", FOUR_BAR, "--until", 1, "--loops", loops, "--formulation", "oracle", "--record", self.record, "--overwrite"), "--loops", "oracle", "multipliers")
        self.refused(zanjir("run", FOUR_BAR, "--until", 1, "--reactions", "--formulation", "lagrange", "--record", self.record, "--overwrite"), "--reactions", "no joint reactions")

    def test_what_was_not_measured_is_not_printed(self):
        for formulation, measured in (("newton-euler", True), ("lagrange", False)):
            arguments = ["run", FOUR_BAR, "--until", 1, "--formulation", formulation, "--record", self.record, "--overwrite"]
            self.assertEqual("smallest_sigma_ratio" in zanjir(*arguments, "--json").json["loops"], measured)
            self.assertEqual("smallest singular value" in zanjir(*arguments).out, measured)

    def test_another_formulation_gives_the_same_motion(self):
        ends = []
        for formulation in ("newton-euler", "multipliers", "denoc", "gibbs-appell", "oracle"):
            done = zanjir("run", FOUR_BAR, "--until", 0.5, "--every", 0.1, "--tolerance", 1e-10, "--method", "dop853", "--formulation", formulation, "--record", self.folder / f"{formulation}.h5")
            self.assertEqual(done.code, 0, done.err)
            ends.append(table(self.folder / f"{formulation}.h5", "A", "B", "A.speed")[1])
        for other in ends[1:]:
            self.near(other, ends[0], 1e-8)

    def test_events_are_listed(self):
        done = zanjir("run", MODELS / "bouncing_ball.yaml", "--until", 2, "--record", self.record, "--json")
        self.assertEqual(done.json["n_events"], 3)
        self.assertAlmostEqual(done.json["events"][0]["t_s"], 0.451523640985731, delta=1e-12)
        shown = zanjir("recording", "show", self.record, "--json").json
        self.assertIn("floor.ball", json.dumps(shown))

    def test_a_list_of_events_that_is_cut_says_so(self):
        """1 kg between two walls 1 m apart, at 100 m/s: a strike every 10 ms."""
        model = self.folder / "walls.yaml"
        model.write_text("zanjir: 1\ngravity: [0, 0, 0]\nbodies: {puck: {mass: 1, inertia: point}}\njoints: {X: {type: prismatic, parent: ground, child: puck, axis: x}}\n"
                         "stops: {walls: {joint: X, min: 0, max: 1, restitution: 1}}\ninitial: {q: {X: 0.5}, v: {X: 100}}\n")
        for until, cut in ((0.5, 0), (1.5, 50)):
            done = zanjir("run", model, "--until", until, "--record", self.folder / "w.h5", "--overwrite", "--json")
            self.assertEqual(done.code, 0, done.err)
            self.assertEqual(done.json["n_events"], 100 * until)
            self.assertEqual(len(done.json["events"]), min(100, 100 * until))
            self.assertEqual(done.json.get("events_left_out", 0), cut)

    def test_accumulating_impacts_end_the_run_with_all_that_was_recorded(self):
        done = zanjir("run", MODELS / "bouncing_ball.yaml", "--until", 9, "--record", self.record)
        self.refused(done, "accumulate", "floor.ball", code=3)
        self.assertAlmostEqual(table(self.record, "t")[1][-1][0], 8.5789, delta=1e-3)


class Options(RunTest):
    """Options of the table in docs/integrators.md reach the run, and stand in its recording with the file and what was set in it."""
    def test_every_option_is_taken_and_recorded(self):
        done = zanjir("run", FOUR_BAR, "--until", 0.1, "--method", "generalized-alpha", "--step", 1e-3, "--spectral-radius", 0.6, "--first-auxiliary", "acceleration", "--max-iterations", 15,
                      "--norm", "max", "--rel-tol", 1e-6, "--abs-tol", 1e-8, "--baumgarte", 20, "--record", self.record, "--set", "bodies.coupler.mass=2 kg")
        self.assertEqual(done.code, 0, done.err)
        said = lambda key: zanjir("recording", "show", self.record, "--provenance", key).out.strip()
        for key, value in {"spectral_radius": "0.6", "first_auxiliary": "acceleration", "max_iterations": "15", "norm": "max", "rel_tol": "1e-06", "abs_tol": "1e-08", "baumgarte": "20",
                           "set": "bodies.coupler.mass = 2 kg", "file": str(FOUR_BAR), "loops": "projection"}.items():
            self.assertEqual(said(key), value, key)
        self.assertEqual(said("file text"), FOUR_BAR.read_text().strip())
        self.assertRegex(said("commit"), r"^[0-9a-f]{7,}(-dirty)?$|^unknown$|-g[0-9a-f]{7,}")

    def test_options_change_the_run(self):
        openings = []
        for radius in (0, 1):
            done = zanjir("run", FOUR_BAR, "--until", 0.1, "--method", "generalized-alpha", "--step", 1e-3, "--spectral-radius", radius, "--loops", "springs", "--stiffness", 1e6, "--start", "closed",
                          "--record", self.record, "--overwrite", "--json")
            self.assertEqual(done.code, 0, done.err)
            openings.append(done.json["springs"]["worst_opening_m"])
        self.assertNotEqual(*openings)


class Springs(RunTest):
    """Loops that may open. The opening is that of the reactions: Ks times it is of their size, and falls as 1/Ks."""
    def run_with(self, *arguments):
        done = zanjir("run", FOUR_BAR, "--until", 0.3, "--every", 0.01, "--record", self.record, "--overwrite", "--json", "--loops", "springs", *arguments)
        self.assertEqual(done.code, 0, done.err)
        return done.json

    def test_opens_as_one_over_the_stiffness(self):
        soft, stiff = (self.run_with("--stiffness", k, "--tolerance", 1e-8)["springs"]["worst_opening_m"] for k in (1e5, 1e6))
        self.assertAlmostEqual(soft / stiff, 10, delta=0.5)

    def test_chooses_the_stiffness_and_takes_implicit_steps(self):
        json = self.run_with("--closure-error", 1e-6, "--damping-ratio", 0.7, "--method", "generalized-alpha", "--step", 1e-3, "--tolerance", 1e-6)
        self.assertLess(json["springs"]["worst_opening_m"], 1e-5)
        names, rows = table(self.record, "loop_opening", "loop_opening.turn")
        self.assertAlmostEqual(rows[0][names.index("loop_opening")], 1e-6, delta=1e-8)

    def test_closes_by_updates(self):
        late = []  # after five updates; before the first both are the same
        for more in ((), ("--update-every", 0.02)):
            self.run_with("--stiffness", 1e5, "--damping-ratio", 1, "--tolerance", 1e-8, *more)
            names, rows = table(self.record, "t", "loop_opening")
            late.append(max(row[names.index("loop_opening")] for row in rows if row[names.index("t")] > 0.1))
        self.assertLess(late[1], 0.2 * late[0])

    def test_verifies(self):
        done = zanjir("verify", FOUR_BAR, "--states", 20, "--loops", "springs", "--stiffness", 1e4, "--damping", 10)
        self.assertEqual(done.code, 0, done.err + done.out)
        for name in ("lagrange", "multipliers", "gibbs-appell", "oracle"):
            self.assertIn(f"newton-euler - {name}", done.out)


class Refusals(RunTest):
    def test_bad_options(self):
        run = lambda *a: zanjir("run", FOUR_BAR, "--record", self.record, *a)
        self.refused(run(), "--until", "needs the time until which it runs")
        self.refused(run("--until", 1, "--method", "generalized-alpha", "--step", 1e-3, "--spectral-radius", 1.5), "--spectral-radius", "not in [0, 1]")
        self.refused(run("--until", 1, "--method", "rk4", "--step", 1e-3, "--spectral-radius", 0.5), "--spectral-radius", "'rk4' does not know it", "generalized-alpha")
        self.refused(run("--until", 1, "--method", "bdf", "--safety", 0.5), "--safety", "'bdf' does not know it", "dopri5")
        self.refused(run("--until", 1, "--norm", "largest"), "--norm")
        self.refused(run("--until", 1, "--method", "dopri"), "no integration method 'dopri'", "did you mean 'dopri5'?")
        self.refused(run("--until", 1, "--method", "rk4"), "--step", "rk4 needs a constant step")
        self.refused(run("--until", 1, "--method", "adams"), "cannot be projected onto loops", "Baumgarte")
        self.refused(run("--until", 1, "--formulation", "magic"), "no formulation 'magic'")
        self.refused(run("--until", 1, "--frames", "rokker"), "no body or frame 'rokker'", "did you mean 'rocker'?")
        self.refused(run("--until", 1, "--frames", "platform.tool"), "no body or frame 'platform.tool'", "declares its own under `frames`")
        self.refused(run("--until", 1, "--state", '{"q": {"Z": 1}}'), "Z")
        self.refused(run("--until", 1, "--resume"), str(self.record))
        self.assertFalse(self.record.exists())

    def test_whole_numbers(self):
        implicit = ("--until", 0.01, "--method", "generalized-alpha", "--step", 0.001, "--record", self.folder / "n.h5", "--overwrite")
        self.refused(zanjir("run", MODELS / "arm_2r.yaml", *implicit, "--max-iterations", "2.5"), "--max-iterations: 2.5 is not a whole number")
        for text in ("20", "2e1", "4*5"):
            self.assertEqual(zanjir("run", MODELS / "arm_2r.yaml", *implicit, "--max-iterations", text).code, 0, text)
        self.assertEqual(zanjir("verify", MODELS / "arm_2r.yaml", "--states", "2e0", "--seed", "1e3").code, 0)
        self.assertIn("seed 18446744073709551615", zanjir("verify", MODELS / "arm_2r.yaml", "--states", 1, "--seed", "18446744073709551615").out)
        self.refused(zanjir("verify", MODELS / "arm_2r.yaml", "--states", "1e10"), "--states: 1e10 is not between 1 and 1000000")
        study = self.folder / "n.yaml"
        study.write_text(f"zanjir_study: 1\nmodels: {{m: {{file: {MODELS}/arm_2r.yaml}}}}\ntasks: {{v: {{kind: verify, model: m, states: 1e10, seed: 1.5}}}}\n")
        self.refused(zanjir("check", study), "tasks.v.states: is 1e+10, and no whole number beyond 1000000000 is taken", "tasks.v.seed: must be a whole number")

    def test_bad_springs(self):
        run = lambda *a: zanjir("run", FOUR_BAR, "--until", 1, "--record", self.record, *a)
        self.refused(run("--loops", "springs"), "--stiffness", "either a stiffness or the closure error")
        self.refused(run("--loops", "springs", "--stiffness", -1e6), "--stiffness", "is not above 0")
        self.refused(run("--loops", "springs", "--stiffness", 1e6, "--closure-error", 1e-5), "either a stiffness or the closure error")
        self.refused(run("--loops", "springs", "--stiffness", 1e6, "--damping-ratio", 1, "--damping", 3), "--damping-ratio", "given already")
        self.refused(run("--stiffness", 1e6), "--stiffness", "--loops springs")
        self.refused(run("--loops", "sprongs", "--stiffness", 1e6), "--loops")
        self.refused(zanjir("run", MODELS / "arm_2r.yaml", "--until", 1, "--record", self.record, "--loops", "springs", "--stiffness", 1e6), "no loop")
        for verb in (["verify"], ["eval", "--what", "energy"]):
            self.refused(zanjir(verb[0], MODELS / "arm_2r.yaml", *verb[1:], "--loops", "springs", "--stiffness", 1e6), "no loop")
        self.assertFalse(self.record.exists())

    def test_nothing_is_overwritten_unless_asked(self):
        self.record.write_text("precious")
        self.refused(zanjir("run", FOUR_BAR, "--until", 1, "--record", self.record), "exists already")
        self.assertEqual(self.record.read_text(), "precious")
        self.refused(zanjir("run", FOUR_BAR, "--until", 1, "--record", self.folder / "no/such/folder/run.h5"), "no/such/folder")

    def test_a_full_disk_ends_the_run_and_keeps_what_fits(self):
        # Large enough that the recording is flushed (twice a second) before the limit is met.
        limited = f"ulimit -f 20000; trap '' XFSZ; exec '{BINARY}' run '{FOUR_BAR}' --until 1e6 --every 0.01 --yes --record '{self.record}'"
        done = subprocess.run(["bash", "-c", limited], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 3, done.stderr.decode())
        self.assertIn("recording failed", done.stderr.decode())
        names, rows = table(self.record, "t")
        self.assertGreater(len(rows), 50)

    def test_a_second_writer_is_refused(self):
        first = start(FOUR_BAR, "--until", 1e6, *ARGUMENTS, "--record", self.record)
        try:
            for _ in range(200):
                if self.record.exists():
                    break
                time.sleep(0.02)
            self.refused(zanjir("run", FOUR_BAR, "--until", 1, "--record", self.record, "--overwrite"), str(self.record))
            self.refused(zanjir("run", FOUR_BAR, "--until", 1e7, "--record", self.record, "--resume"), str(self.record))
        finally:
            first.send_signal(signal.SIGINT)
            _, err = first.communicate(timeout=30)
        self.assertEqual(first.returncode, 130, err)
        self.assertIn("interrupted", zanjir("recording", "show", self.record, "--json").out)


class Killed(RunTest):
    def test_recordings_of_killed_runs_open_and_can_be_resumed(self):
        seed = random.randrange(1 << 30)
        rng = random.Random(seed)
        whole = self.folder / "whole.h5"
        self.assertEqual(zanjir("run", FOUR_BAR, "--until", 40, *ARGUMENTS, "--record", whole).code, 0)
        names, truth = table(whole)
        opened = resumed = again_killed = 0
        for k in range(KILLS):
            record = self.folder / f"killed{k}.h5"
            run = start(FOUR_BAR, "--until", 1e7, *ARGUMENTS, "--record", record)
            let_work(run, rng.choice((0.03, 0.3, 1.2)) * rng.random())
            seen = len(table(record, "t")[1]) if rng.random() < 0.5 and record.exists() else 0
            run.send_signal(signal.SIGKILL)
            run.communicate()
            where = f"seed {seed}, kill {k}"
            if not record.exists():
                self.assertEqual(seen, 0, where)
                continue
            opened += 1
            shown = zanjir("recording", "show", record, "--json")
            self.assertEqual(shown.code, 0, f"{where}: {shown.err}")
            names_k, rows = table(record)
            self.assertEqual(names_k, names)
            self.assertGreaterEqual(len(rows), seen, where)
            common = min(len(rows), len(truth) - 40)  # the last steps before an end are cut to fit
            self.assertEqual(rows[:common], truth[:common], where)  # the same program, the same arithmetic: bit by bit
            if 1 < len(rows):  # and once more, while it goes on
                again = start(FOUR_BAR, "--until", 1e7, *ARGUMENTS, "--record", record, "--resume")
                let_work(again, rng.choice((0.03, 0.3)) * rng.random())
                again.kill()
                again.communicate()
                again_killed += 1
                _, more = table(record)
                self.assertEqual(more[: len(rows)], rows, f"{where}, resumed")
                rows = more
            if 1 < len(rows) < len(truth) - 1 or (rows and resumed < 2):
                until = max(40, rows[-1][0] + 1)
                done = zanjir("run", FOUR_BAR, "--until", until, *ARGUMENTS, "--record", record, "--resume")
                self.assertEqual(done.code, 0, f"{where}: {done.err}")
                _, again = table(record)
                self.assertEqual([r[0] for r in again[: len(truth)]], [r[0] for r in truth], where)
                resumed += 1
            record.unlink()
        self.assertGreater(opened, 0, f"seed {seed}")
        print(f"{KILLS} kills, {opened} recordings opened, {again_killed} killed once more as they went on, {resumed} resumed; seed {seed}")

    def test_a_resumed_run_ends_where_the_whole_run_ends(self):
        whole, parts = self.folder / "whole.h5", self.folder / "parts.h5"
        how = ["--every", 0.05, "--tolerance", 1e-11, "--method", "dop853"]
        self.assertEqual(zanjir("run", FOUR_BAR, "--until", 3, *how, "--record", whole).code, 0)
        self.assertEqual(zanjir("run", FOUR_BAR, "--until", 1.234, *how, "--record", parts).code, 0)
        self.assertEqual(zanjir("run", FOUR_BAR, "--until", 3, *how, "--record", parts, "--resume").code, 0)
        names, a = table(whole, "A", "A.speed", "energy.total", "ledger.imbalance")
        _, b = table(parts, "A", "A.speed", "energy.total", "ledger.imbalance")
        by_time = {round(row[0], 9): row for row in b}
        self.assertIn(1.234, by_time)  # where the first part ended
        for row in a:
            self.near(by_time[round(row[0], 9)], row, 1e-7)

    def test_no_other_mechanism_goes_on(self):
        how = ["--every", 0.05, "--record", self.record]
        self.assertEqual(zanjir("run", FOUR_BAR, "--until", 1, "--set", "bodies.coupler.mass=3 kg", *how).code, 0)
        _, before = table(self.record)
        self.refused(zanjir("run", FOUR_BAR, "--until", 2, *how, "--resume"), str(self.record), "another mechanism", "bodies.coupler", "there", "here")
        self.refused(zanjir("run", MODELS / "five_bar.yaml", "--until", 2, *how, "--resume"), "another mechanism")
        self.assertEqual(table(self.record)[1], before)
        commented = self.folder / "same.yaml"
        commented.write_text("# the same mechanism\n" + FOUR_BAR.read_text())
        self.assertEqual(zanjir("run", commented, "--until", 2, "--set", "bodies.coupler.mass=3 kg", *how, "--resume").code, 0)

    def test_ctrl_c_keeps_the_recording(self):
        run = start(FOUR_BAR, "--until", 1e7, *ARGUMENTS, "--record", self.record)
        let_work(run, 0.5)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 130)
        self.assertIn(b"interrupted at t =", out)
        self.assertGreater(len(table(self.record, "t")[1]), 10)
        self.assertIn("whole, but its run ended early: interrupted", zanjir("recording", "show", self.record).out)
        shown = json.loads(zanjir("recording", "show", self.record, "--json").out)
        self.assertEqual((shown["state"], shown["summary"]["finished"]), ("ended early", False))

    def test_a_motion_that_explodes_ends_with_a_reason(self):
        """Steps far too long for an elastic rod: places beyond the range of numbers, where the loops are singular and so are the configurations beside them. Those were asked about theirs, without end."""
        done = zanjir("run", MODELS / "elastic_slider_crank.yaml", "--until", 0.02, "--method", "rk4", "--step", 1e-3, "--record", self.record)
        self.assertIn(done.code, (3, 5), done.err)  # it gives up, or says that it is not to be trusted
        self.assertTrue((done.out + done.err).strip())
        self.assertEqual(zanjir("recording", "show", self.record).code, 0)

    def test_energies_that_are_no_numbers_are_a_failure(self):
        done = zanjir("run", MODELS / "bouncing_ball.yaml", "--until", 0.1, "--state", "{q: {height: 1e308}}", "--record", self.record)
        self.assertEqual(done.code, 3, done.out)
        self.assertIn("the energy is not a number at t = 0 s", done.err)

    def test_samples_that_are_no_numbers_are_not_to_be_trusted(self):
        """The ball falls as it should, but the force that holds it on its line has a square that overflows: channels were `nan` in a run that was trusted, with exit 0."""
        file = self.folder / "wind.yaml"
        text = ("zanjir: 1\ngravity: [0, -9.81, 0]\nbodies: {ball: {mass: 1 kg, inertia: point}}\njoints: {height: {type: prismatic, parent: ground, child: ball, axis: y}}\n"
                "loads: {wind: {on: ball, force: [1e160, 0, 0]}}\n")
        file.write_text(text)
        done = zanjir("run", file, "--until", 0.01, "--every", 0.005, "--reactions", "--record", self.record, "--json")
        self.assertEqual(done.code, 5, done.out + done.err)
        self.assertFalse(done.json["trusted"])
        self.assertIn("3 of 3 samples hold what is not a finite number, the first 'height.reaction.", done.err)
        self.assertNotIn("null", done.out)
        self.assertEqual(zanjir("run", file, "--until", 0.01, "--every", 0.005, "--record", self.record, "--overwrite").code, 0)  # what is recorded then is right
        file.write_text(text.replace("gravity: [0,", "gravity: [1e160,"))  # the books hold what is infinite, too
        self.refused(zanjir("run", file, "--until", 0.01, "--record", self.record, "--overwrite"), "the energy is not a number", code=3)

    def test_lengths_whose_squares_overflow_are_refused(self):
        """`eval` had `null` for the length of such a mechanism and `view` for its shapes, with exit 0."""
        file = self.folder / "far.yaml"
        text = ("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1 kg, com: [COM, 0, 0], inertia: {ixx: 1, iyy: 1, izz: 1}}, b: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n"
                "joints: {A: {type: revolute, parent: ground, child: a, axis: y}, B: {type: revolute, parent: a, child: b, at: [FAR, 0, 0], axis: y}}\n")
        for com, far, words in ((1e300, 1, "mass, mass centre or inertia is too large"), (1, 1e200, "its joints are too far apart")):
            file.write_text(text.replace("COM", str(com)).replace("FAR", str(far)))
            for verb in (["check", file], ["eval", file, "--what", "energy"], ["view", file, "--out", self.folder / "page.html"]):
                with self.subTest(com=com, far=far, verb=verb[0]):
                    self.refused(zanjir(*verb), "far.yaml:3:", "error: bodies.a: ", words)

    def test_a_phase_that_is_no_number_is_named_with_its_place(self):
        """The energy had been blamed, and masses."""
        file = self.folder / "phase.yaml"
        file.write_text("zanjir: 1\ngravity: [0, 0, 0]\nphases:\n  u: \"2*t\"\n  s: \"log(u)\"\nbodies: {a: {mass: 1, inertia: point}}\n"
                        "joints: {A: {type: prismatic, parent: ground, child: a, axis: x}}\nmotion: {A: \"0.1*s\"}\n")
        for law in ("log(u)", "sqrt(u)"):  # of a root the rate is none
            file.write_text(file.read_text().replace("log(u)", law))
            done = zanjir("run", file, "--until", 1, "--record", self.record)
            self.assertEqual(done.code, 2, done.out + done.err)
            self.assertIn("phase.yaml:5:3: error: phases.s: is not a number, or has no rates that are, at t = 0 s, where the run begins", done.err)
        file.write_text(file.read_text().replace("sqrt(u)", "sqrt(1 - u)"))
        done = zanjir("run", file, "--until", 1, "--record", self.record)
        self.assertRegex(done.out + done.err, r"the phase 's' \(\S*phase.yaml:5:3\) is not a number, or has no rates that are, at 0\.5(01)? s")

    def test_numbers_out_of_their_range_are_refused(self):
        for option, value, why in (("--every", "0", "0 is not above 0"), ("--until", "inf", "'inf' is not finite"), ("--until", "nan", "'nan' is not finite"),
                                   ("--until", "-1", "-1 is not above 0"), ("--step", "0", "0 is not above 0"), ("--step", "1e-300", "steps would never end"),
                                   ("--tolerance", "0", "0 is not above 0"), ("--rel-tol", "-1e-9", "-1e-9 is below 0")):
            more = [] if option == "--until" else ["--until", 1]
            self.refused(zanjir("run", FOUR_BAR, *more, option, value, "--record", self.record), option, why)
            self.assertFalse(self.record.exists())


if __name__ == "__main__":
    unittest.main()
