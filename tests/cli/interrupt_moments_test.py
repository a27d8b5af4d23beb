"""Ctrl-C at any moment of any verb and any task: from the signal to the end a program works for at most 0.2 s, its workers included.

Every row of the tables below is long work. Moments are drawn anew each time, the seed is printed, and so is the worst. ZANJIR_INTERRUPTS=20 tries every row twenty times; without it some rows
are tried once (ZANJIR_INTERRUPT_SEED: those of that seed)."""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time
import unittest

from command import BINARY, MODELS, SANITIZED, SOURCE, TICK, CommandTest, end_of, zanjir
from interrupt_test import PATIENCE, WORK

TRIES = int(os.environ.get("ZANJIR_INTERRUPTS", "0"))  # of every row; 0: of FEW rows, once
SEED = int(os.environ.get("ZANJIR_INTERRUPT_SEED", "0")) or random.randrange(1, 1 << 30)
ONLY = os.environ.get("ZANJIR_INTERRUPT_ROWS", "")  # rows whose names have this in them
FEW = 6
LATEST = 1.2  # seconds of work after which the last ones are interrupted
BEGUN = 0.03  # seconds of work by which a program listens; what comes before ends it as it ends any other

HEAD = """zanjir_study: 1
models:
  four_bar: {m}/four_bar.yaml
  rrr_3: {m}/rrr_3.yaml
  drop: {m}/chain_rigid_drop.yaml
  pendulum: {m}/pendulum.yaml
  chain: {{file: {m}/chain_spatial.yaml, set: {{n: 250}}}}
  long_chain: {{file: {m}/chain_spatial.yaml, set: {{n: 3000}}}}
  geared: {{file: {m}/pendulum.yaml, set: {{actuators: {{A: {{gear_ratio: 50}}}}}}}}
tasks:
"""
FIGURES = "figures: {course: {curves: [{x: run.t, y: run.A}]}, speeds: {curves: [{x: run.A, y: run.A.speed}]}}\n"
RUN = "  run: {kind: simulate, model: four_bar, until: %s s, every: %s s}\n"
SWING = "  %s: {kind: inverse, model: pendulum, motion: {A: 0.3*sin(%s*t)}, until: 30 s, every: 0.2 ms}\n"
# tasks by name; what is behind the colon takes longer than LATEST
TASKS = {
    "simulate": RUN % ("1e7", 10) + FIGURES,
    "simulate, many rows": RUN % ("1e5", 0.01) + FIGURES,
    "simulate, many balls": "  run: {kind: simulate, model: long_chain, until: 100 s, every: 0.1 s}\n",
    "inverse": "  inverse: {kind: inverse, model: rrr_3, motion: {pose: {x: 0.01*sin(t), y: 0, angle: 0}}, until: 10000 s, every: 1 ms}\n",
    "analyse": "  a: {kind: analyse, model: chain, what: [mass_matrix, denoc, forward_dynamics], formulations: [all]}\n",
    "analyse, after a run": RUN % (50, 0.002) + "  a: {kind: analyse, model: chain, what: [mass_matrix, denoc, forward_dynamics], formulations: [all]}\n" + FIGURES,
    "linearise": "  a: {kind: linearise, model: chain, settle: true}\n",
    "ik": "  a: {kind: ik, model: rrr_3, poses: [{frame: platform, p: [0, 0], angle: 0}, {frame: platform, p: [0.01, 0.02], angle: 0.1}], steps: 1000000}\n",
    "verify": "  a: {kind: verify, model: four_bar, states: 100000}\n",
    "verify, many balls": "  a: {kind: verify, model: long_chain, states: 100}\n",
    "compare": SWING % ("one", 3) + SWING % ("two", 4) + SWING % ("three", 5) + "  c: {kind: compare, reference: one, with: [two, three]}\n",
    "join": SWING % ("one", 3) + SWING % ("two", 4) + SWING % ("three", 5) + "  j: {kind: join, pieces: [one, two, three]}\nfigures: {all: {curves: [{x: j.t, y: j.A.force}]}}\n",
    "a long chain of tasks": RUN % (30, 0.001) + "".join(f"  v{i}: {{kind: verify, model: four_bar, states: 20000}}\n" for i in range(4)) + FIGURES,
    "contact": "".join(f"  c{i}: {{kind: contact, model: drop, contact: floor.link1, from: 0.1 mm/s, to: 4 m/s, samples: 1000000, mass: 1 kg}}\n" for i in range(4)),
    "map": "  a: {kind: map, model: rrr_3, axes: {platform.x: {from: -0.5 m, to: 0.5 m, cells: 400}, platform.y: {from: -0.5 m, to: 0.5 m, cells: 400}}, hold: {platform: {turn: {axes: [z], angles: [0 deg]}}}}\n",
    "sizing": "  swing: {kind: inverse, model: geared, motion: {A: 0.3*sin(4*t)}, until: 20 s, every: 1 ms}\n"
              "  motor: {kind: sizing, motions: [swing], motors: " + str(SOURCE / "motors/servo_motors.yaml") + ", ratios: {from: 10, to: 100, points: 100000}}\n",
    "sweep": RUN % (1000, 10) + "  s: {kind: sweep, of: [run], over: {four_bar.bodies.coupler.mass: {from: 1 kg, to: 4 kg, count: 50}}, results: {end: last(run.A)}}\n",
    "optimise": RUN % (1000, 10) + "  o: {kind: optimise, of: [run], over: {four_bar.bodies.coupler.mass: {from: 1 kg, to: 4 kg}}, results: {end: last(run.A)}, minimise: end}\n",
}
CONTACTS = "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {ball: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}}\njoints: {F: {type: free, parent: ground, child: ball}}\ncontacts:\n" + "".join(
    f"  c{i}: {{ground: {{point: [0, 0, 0], normal: z}}, on: ball, law: {{type: hunt-crossley, stiffness: 1e6, damping: 0.3}}}}\n" for i in range(10000))


def tree_seconds(pid):
    """What a process and those below it have worked, also those that have ended."""
    total, ids = 0.0, [pid]
    for p in ids:
        try:
            fields = pathlib.Path(f"/proc/{p}/stat").read_text().rsplit(")", 1)[1].split()
            total += sum(map(int, fields[11:15])) * TICK
            ids += [int(c) for c in pathlib.Path(f"/proc/{p}/task/{p}/children").read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            pass
    return total


class AtAnyMoment(CommandTest):
    def verbs(self, folder):
        """Long work of every verb, by name. What they read is made here once."""
        chain, four_bar, stewart = MODELS / "chain_spatial.yaml", MODELS / "four_bar.yaml", MODELS / "stewart.yaml"
        recorded, killed, contacts, shares = folder / "recorded.h5", folder / "killed.h5", folder / "contacts.yaml", folder / "shares.yaml"
        contacts.write_text(CONTACTS)
        shares.write_text("zanjir_study: 1\nparameters: {x: 1}\ntasks:\n  s: {kind: sweep, over: {x: {from: 0, to: 1, count: 20000}}, results: {y: sin($x), z: cos($x)}}\n")
        record = lambda to, *more: self.assertEqual(zanjir("run", four_bar, "--until", 300, "--every", 0.002, "--record", to, *more).code, 0)
        make = {"recorded": lambda: record(recorded, "--reactions"), "killed": lambda: self.killed_recording(killed)}
        grid = lambda file, n: ["map", file, "--x", f"platform.x:-0.5:0.5:{n}", "--y", f"platform.y:-0.5:0.5:{n}", "--out", "map"]
        return make, {
            "check": (["check", chain, "--set", "n=90000"], ()),
            "info": (["info", chain, "--set", "n=60000"], ()),
            "eval": (["eval", chain, "--set", "n=2000", "--what", "mass_matrix,jacobian,linearisation", "--frame", "link9"], ()),
            "eval, equilibrium": (["eval", chain, "--set", "n=400", "--what", "equilibrium"], ()),
            "eval, loops": (["eval", MODELS / "n_four_bar.yaml", "--set", "N=30000", "--what", "forward_dynamics"], ()),
            "verify": (["verify", four_bar, "--states", 1000000], ()),
            "verify, many balls": (["verify", chain, "--set", "n=3000"], ()),
            "verify, elastic": (["verify", MODELS / "elastic_four_bar.yaml", "--set", "bodies.coupler.beam.modes={bending_y: 60}"], ()),
            "verify, along": (["verify", four_bar, "--along", recorded, "--states", 100000, "--budget", 0], ("recorded",)),
            "contact": (["contact", contacts], ()),
            "map": ([*grid(MODELS / "rrr_3.yaml", 400), "--hold", "platform: {turn: {axes: [z], angles: [0]}}"], ()),
            "map, in space": ([*grid(stewart, 200), "--hold", "platform: {z: 0.5 m, turn: {axes: [x, y, z], angles: [0, 0, 0]}}"], ()),
            "run": (["run", four_bar, "--until", 1e6, "--every", 1, "--record", "run.h5"], ()),
            "run, many rows": (["run", four_bar, "--until", 1e4, "--every", 1e-3, "--reactions", "--record", "run.h5"], ()),
            "run, many balls": (["run", chain, "--set", "n=3000", "--until", 100, "--record", "run.h5"], ()),
            "run, multipliers": (["run", chain, "--set", "n=400", "--until", 100, "--record", "run.h5", "--formulation", "multipliers", "--yes"], ()),
            "run, stiff": (["run", MODELS / "elastic_four_bar.yaml", "--until", 1000, "--every", 1e-3, "--method", "bdf", "--record", "run.h5"], ()),
            "reproduce": (["reproduce", "benchmarks", "--studies", SOURCE / "studies", "--out", "report"], ()),
            "gallery": (["gallery", *sorted(MODELS.glob("*.yaml")), "--out", "gallery"], ()),
            "gallery, with maps": (["gallery", MODELS / "arm_2r.yaml", SOURCE / "studies/parallel_maps.yaml", "--out", "gallery"], ()),
            "view": (["view", MODELS / "double_pendulum.yaml", "--until", 1e5, "--out", "page.html"], ()),
            "view, a study": (["view", SOURCE / "studies/benchmarks.yaml", "--out", "page.html"], ()),
            "view, a recording": (["view", recorded, "--out", "page.html"], ("recorded",)),
            "view --serve": (["view", MODELS / "pendulum.yaml", "--until", 1, "--serve"], ()),
            "recording show": (["recording", "show", recorded], ("recorded",)),
            "recording export": (["recording", "export", recorded, "--csv", "out.csv"], ("recorded",)),
            "recording export --at-most": (["recording", "export", recorded, "--csv", "out.csv", "--at-most", 2000], ("recorded",)),
            "recording repair": (["recording", "repair", killed], ("killed",)),
            "recording repeat": (["recording", "repeat", recorded], ("recorded",)),
            "sweep": (["sweep", shares, "--out", "sweep"], ()),
            "sweep join": (["sweep", "join", shares, "--out", "sweep"], ()),
            "optimise": (["optimise", folder / "optimise.yaml", "--out", "optimise"], ()),
        }

    def killed_recording(self, file):
        work = subprocess.Popen([BINARY, "run", MODELS / "four_bar.yaml", "--until", "1e4", "--every", "1e-3", "--reactions", "--record", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while tree_seconds(work.pid) < 3 and work.poll() is None:
            time.sleep(0.05)
        work.kill()
        work.wait()

    def interrupted(self, words, after, folder):
        """How long it works after the signal; None: it had ended before."""
        work = subprocess.Popen([BINARY, *map(str, words)], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        give_up = time.monotonic() + 60
        idle = time.monotonic() + 2 if "--serve" in words else give_up
        while work.poll() is None and tree_seconds(work.pid) + TICK <= after and time.monotonic() < idle:
            time.sleep(TICK / 4)
        time.sleep(after % TICK)
        if work.poll() is not None:
            work.stderr.close()
            return None
        before = tree_seconds(work.pid)
        os.kill(work.pid, signal.SIGINT)
        usage = end_of(work, PATIENCE)
        self.assertIsNotNone(usage, f"{words} does not end")
        said = work.stderr.read().decode()
        work.stderr.close()
        if work.returncode == -signal.SIGINT and not said:  # before the program began to listen
            self.assertLess(before, BEGUN, words)
            return None
        self.assertIn(work.returncode, (130, 0) if "--serve" in words else (130, 0, 2, 3, 4, 5), said)
        left = [p.name for p in folder.rglob("*") if p.suffix in (".lock", ".part")]
        self.assertEqual(left, [], words)
        return usage.ru_utime + usage.ru_stime - before

    @unittest.skipIf(SANITIZED, "what they add is work, too")
    def test_every_verb_and_task(self):
        folder, here = self.temporary_folder(), self.temporary_folder()
        make, rows = self.verbs(folder)
        for kind, task in TASKS.items():
            study = folder / f"{kind.replace(' ', '_').replace(',', '')}.yaml"
            study.write_text(HEAD.format(m=MODELS) + task)
            rows[f"task {kind}"] = (["run", study, "--out", "report"], ())
        rng = random.Random(SEED)
        chosen = [name for name in rows if ONLY in name]
        if TRIES == 0 and not ONLY:
            chosen = rng.sample(chosen, FEW)
        for what in sorted({needed for name in chosen for needed in rows[name][1]}):
            make[what]()
        worst = (0.0, "")
        for name in chosen:
            words, _ = rows[name]
            took, ended = [], 0
            for k in range(max(TRIES, 1)):
                after = rng.random() * LATEST
                for p in here.iterdir():
                    shutil.rmtree(p) if p.is_dir() else p.unlink()
                with self.subTest(row=name, after=after, seed=SEED):
                    worked = self.interrupted(words, after, here)
                    if worked is None:
                        ended += 1
                        continue
                    took.append((worked, after))
                    self.assertLess(worked - TICK, WORK, name)
            if took:
                worst = max(worst, (max(took)[0], name))
                print(f"{name}: {len(took)} times, at most {max(took)[0]:.2f} s of work, after {max(took)[1]:.2f} s" + (f"; {ended} had ended" if ended else ""), flush=True)
            else:
                print(f"{name}: had ended", flush=True)
        print(f"worst: {worst[0]:.2f} s, {worst[1]}; seed {SEED}")


if __name__ == "__main__":
    unittest.main()
