"""A small source tree in a temporary folder, and a tool run on it."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE_DIR = pathlib.Path(os.environ["ZANJIR_SOURCE_DIR"])


class ToolCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def run_tool(self, name, *arguments, **environment):
        """Exit code and output of tools/<name>."""
        tool = SOURCE_DIR / "tools" / name
        command = [sys.executable, tool] if tool.suffix == ".py" else ["bash", tool]
        done = subprocess.run([*command, *map(str, arguments)], env={**os.environ, **environment}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def assert_clean(self, result):
        self.assertEqual(result[0], 0, result[1])

    def assert_found(self, result, *texts):
        self.assertEqual(result[0], 1, result[1])
        for text in texts:
            self.assertIn(text, result[1])
