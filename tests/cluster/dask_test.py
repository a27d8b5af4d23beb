"""Sweeps on a Dask cluster of processes on 127.0.0.1: the same bytes as on one machine, with workers killed half way. Skipped (77) only where Dask is not installed."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

SOURCE = pathlib.Path(os.environ["ZANJIR_SOURCE_DIR"])
BINARY = os.environ["ZANJIR"]
sys.path.insert(0, str(SOURCE / "python"))
try:
    from distributed import Client, LocalCluster
except ImportError:
    print("SKIPPED: the Python package `distributed` is not installed: tools/install_dependencies.sh tests")
    sys.exit(77)
import zanjir_dask  # noqa: E402

STUDY = f"""zanjir_study: 1
name: swings
parameters: {{angle: 20 deg}}
models: {{pendulum: {{file: {SOURCE / "models/pendulum.yaml"}}}}}
tasks:
  swing: {{kind: simulate, model: pendulum, state: {{q: {{A: $angle}}}}, until: 20 s, every: 10 ms, abs_tol: 1e-12, rel_tol: 1e-12}}
  s:
    kind: sweep
    of: [swing]
    over: {{angle: {{from: 10 deg, to: 100 deg, count: 40}}}}
    results: {{last: last(swing.A)}}
"""


class Dask(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None)
        cls.addClassCleanup(cluster.close)
        cls.client = Client(cluster)
        cls.addClassCleanup(cls.client.close)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.study = self.folder / "study.yaml"
        self.study.write_text(STUDY)

    def table(self, out):
        return (out / "swings/s.csv").read_bytes()

    def test_the_same_bytes_with_a_worker_killed_half_way(self):
        alone, shared = self.folder / "alone", self.folder / "shared"
        subprocess.run([BINARY, "sweep", self.study, "--out", alone], check=True, capture_output=True)
        client = self.client
        killed = []

        def kill_one():
            """As soon as some units are finished: a worker that has a share running."""
            deadline = time.time() + 60
            while time.time() < deadline:
                lines = sum(f.read_bytes().count(b"\n") for f in shared.glob("swings/*.units"))
                if 3 <= lines < 30:
                    os.kill(client.run(os.getpid)[sorted(client.nthreads())[0]], signal.SIGKILL)
                    return killed.append(lines)
                time.sleep(0.005)

        killer = threading.Thread(target=kill_one)
        killer.start()
        said = zanjir_dask.run_sweep(client, self.study, shared, parts=4, zanjir=BINARY)
        killer.join()
        self.assertTrue(killed, "the worker was to be killed while units were on their way")
        self.assertIn("tables and pictures", said)
        self.assertEqual(self.table(shared), self.table(alone))

    def test_a_share_that_cannot_run_is_named(self):
        self.study.write_text(STUDY.replace("last(swing.A)", "last(swing.B)"))
        with self.assertRaisesRegex(zanjir_dask.SweepFailed, "part 1: .*swing.B"):
            zanjir_dask.run_sweep(self.client, self.study, self.folder / "out", parts=2, zanjir=BINARY)


if __name__ == "__main__":
    unittest.main()
