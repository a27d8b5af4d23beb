"""Size without cliffs: chains and trees of thousands of bodies check, evaluate and run in time and memory that grow as their number does.

CPU time is that of the program alone, less what it takes to start. ZANJIR_SIZE_TABLE=FILE writes what was measured as CSV."""
import math
import os
import resource
import subprocess
import unittest

from command import BINARY, MODELS, CommandTest

SMALL, LARGE = 1250, 10000
# 1.1 is the aim, and what the recursions have. Initial values and names of quantities are still looked up one by one while a model is made ready: a small n^2, half a second at
# 10 000 bodies, and no cliff; matrices of all bodies by all bodies, which this test is there to find, would be 2 in memory and 3 in time.
EXPONENT = 1.7

class Sizes(CommandTest):
    def measure(self, *arguments):
        """Seconds of CPU and megabytes of the program; it must succeed."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        work = subprocess.Popen([BINARY, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        err = work.stderr.read()
        _, status, usage = os.wait4(work.pid, 0)
        work.returncode = os.waitstatus_to_exitcode(status)
        work.stderr.close()
        self.assertEqual(work.returncode, 0, f"{arguments}: {err.decode()[:500]}")
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

    def grows(self, what, model, parameter, per_body, *arguments):
        start = min(self.measure("--version")[0] for _ in range(3))
        table = []
        for n in (SMALL, LARGE):
            seconds, megabytes = self.measure(arguments[0], MODELS / model, "--set", f"{parameter}={int(n * per_body)}", *arguments[1:])
            table.append((n, max(seconds - start, 1e-3), megabytes))
        (n0, t0, m0), (n1, t1, m1) = table
        exponent = math.log(t1 / t0) / math.log(n1 / n0)
        growth = math.log(m1 / m0) / math.log(n1 / n0)
        print(f"{what}: {n0} bodies {t0:.3f} s {m0:.0f} MB, {n1} bodies {t1:.3f} s {m1:.0f} MB, exponents {exponent:.2f} and {growth:.2f}")
        if os.environ.get("ZANJIR_SIZE_TABLE"):
            with open(os.environ["ZANJIR_SIZE_TABLE"], "a") as out:
                for n, t, m in table:
                    out.write(f"{what},{n},{t},{m}\n")
        self.assertLess(exponent, EXPONENT, what)
        self.assertLess(growth, EXPONENT, what)

    def test_chains(self):
        record = self.temporary_folder() / "run.h5"
        for name in ("chain_planar", "chain_spatial"):
            self.grows(f"{name}: check", f"{name}.yaml", "n", 1, "check")
            self.grows(f"{name}: forward", f"{name}.yaml", "n", 1, "eval", "--what", "forward_dynamics")
            self.grows(f"{name}: run", f"{name}.yaml", "n", 1, "run", "--until", 2e-3, "--step", 1e-3, "--method", "rk4", "--record", record, "--overwrite")


if __name__ == "__main__":
    unittest.main()
