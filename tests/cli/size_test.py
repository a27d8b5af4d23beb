"""Size without cliffs: chains and trees of thousands of bodies check, evaluate and run in time and memory that grow as their number does.

CPU time is that of the program alone, less what it takes to start. ZANJIR_SIZE_TABLE=FILE writes what was measured as CSV."""
import math
import os
import resource
import subprocess
import unittest

from command import BINARY, CommandTest

SMALL, LARGE = 1250, 10000
# 1.1 is the aim; one measurement of a fraction of a second scatters by a quarter, which is 0.1 over three octaves.
EXPONENT = 1.1 + 0.1

CHAIN = """zanjir: 1
parameters: {{n: {n}}}
gravity: [0, 0, -9.81]
bodies: {{link0: {{mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}}}}
joints: {{hinge0: {{type: revolute, parent: ground, child: link0, axis: [1, 0, 0]}}}}
repeat:
  count: "{n} - 1"
  bodies: {{"link{{i}}": {{mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}}}}
  joints: {{"hinge{{i}}": {{type: revolute, parent: "link{{i-1}}", child: "link{{i}}", axis: {axis}, origin: [0, 0, -1]}}}}
initial: {{q: {{hinge0: 0.3}}}}
"""


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

    def grows(self, what, files, *arguments):
        start = min(self.measure("--version")[0] for _ in range(3))
        table = []
        for n in (SMALL, LARGE):
            seconds, megabytes = self.measure(*[files[n] if a == "FILE" else a for a in arguments])
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

    def chains(self, axis):
        folder = self.temporary_folder()
        files = {}
        for n in (SMALL, LARGE):
            files[n] = folder / f"chain{n}.yaml"
            files[n].write_text(CHAIN.format(n=n, axis=axis))
        return folder, files

    def test_planar_chain(self):
        folder, files = self.chains("[1, 0, 0]")
        self.grows("check, plane", files, "check", "FILE")
        self.grows("energy, plane", files, "eval", "FILE", "--what", "energy")
        self.grows("forward, plane", files, "eval", "FILE", "--what", "forward")
        self.grows("run, plane", files, "run", "FILE", "--until", 2e-3, "--step", 1e-3, "--method", "rk4", "--record", folder / "run.h5", "--overwrite")

    def test_chain_in_space(self):
        folder, files = self.chains('["sin($i)", "cos($i)", 0]')
        self.grows("check, space", files, "check", "FILE")
        self.grows("forward, space", files, "eval", "FILE", "--what", "forward")
        self.grows("run, space", files, "run", "FILE", "--until", 2e-3, "--step", 1e-3, "--method", "rk4", "--record", folder / "run.h5", "--overwrite")


if __name__ == "__main__":
    unittest.main()
