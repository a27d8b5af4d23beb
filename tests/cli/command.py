"""Runs the zanjir command for the tests. Binary from ZANJIR; models from ZANJIR_MODELS, ZANJIR_SOURCE_DIR or the source tree."""
import json
import os
import pathlib
import resource
import subprocess
import tempfile
import time
import unittest

SOURCE = pathlib.Path(os.environ.get("ZANJIR_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
MODELS = pathlib.Path(os.environ.get("ZANJIR_MODELS", SOURCE / "models"))
BINARY = os.environ["ZANJIR"]
SANITIZED = b"__asan_init" in pathlib.Path(BINARY).read_bytes()


def limit_memory(size):
    """For preexec_fn. The address sanitizer asks for terabytes of addresses before anything runs, and has limits of its own."""
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (size, size))




class Done:
    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout.decode("utf-8")
        self.err = process.stderr.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def lines(self):
        return [json.loads(line) for line in self.out.splitlines()]


def zanjir(*arguments, stdin=b"", env=None):
    environment = {k: v for k, v in os.environ.items() if k != "ZANJIR_ISA"}
    environment.update(env or {})
    return Done(subprocess.run([BINARY, *map(str, arguments)], input=stdin, capture_output=True, timeout=60, cwd=SOURCE, env=environment))


def evaluate(model, what, state=None, *arguments):
    """The one answer of eval; fails the test when the command does."""
    given = [] if state is None else ["--state", json.dumps(state)]
    done = zanjir("eval", MODELS / model, "--what", what, *given, *arguments)
    if done.code != 0:
        raise AssertionError(f"exit {done.code}: {done.err}")
    return done.json


TICK = 1 / os.sysconf("SC_CLK_TCK")  # of the clock that counts what a process works


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * TICK


def let_work(process, seconds, patience=60):
    """Waits until a process has worked that long, whatever else the machine does meanwhile, or has ended."""
    give_up = time.monotonic() + patience
    while process.poll() is None and processor_seconds(process.pid) + TICK <= seconds and time.monotonic() < give_up:
        time.sleep(TICK / 4)
    time.sleep(seconds % TICK)  # moments between two ticks


def work_of(call):
    """What a call returns, and how long its processes worked."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    returned = call()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return returned, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def end_of(work, seconds):
    """What a process that was started used, and its exit code in `work`; None: it goes on for longer, and is killed."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status, usage = os.wait4(work.pid, os.WNOHANG)
        if done:
            work.returncode = os.waitstatus_to_exitcode(status)
            return usage
        time.sleep(0.002)
    work.kill()
    work.wait()
    return None


class CommandTest(unittest.TestCase):
    def temporary_folder(self):
        """A folder that goes with the test."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def near(self, a, b, tolerance=1e-13):
        """Numbers or nested lists of them, relative to the larger of 1 and their size."""
        flat_a, flat_b = list(flatten(a)), list(flatten(b))
        self.assertEqual(len(flat_a), len(flat_b))
        size = max([1.0, *map(abs, flat_b)])
        for x, y in zip(flat_a, flat_b):
            self.assertLessEqual(abs(x - y), tolerance * size, f"{a} is not {b}")

    def refused(self, done, *words, code=2):
        self.assertEqual(done.code, code, done.err)
        self.assertTrue(done.err, "nothing on standard error")
        for word in words:
            self.assertIn(word, done.err)


def flatten(x):
    if isinstance(x, (list, tuple)):
        for y in x:
            yield from flatten(y)
    else:
        yield x


def named(item, values, names="speeds"):
    return dict(zip(item[names], item[values]))
