"""Runs the zanjir command for the tests. Binary from ZANJIR; models from ZANJIR_MODELS, ZANJIR_SOURCE_DIR or the source tree."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("ZANJIR_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
MODELS = pathlib.Path(os.environ.get("ZANJIR_MODELS", SOURCE / "models"))
BINARY = os.environ["ZANJIR"]


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
