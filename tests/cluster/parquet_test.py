"""Tables of a sweep as Parquet: every number and reason as in the CSV file, and a word where it cannot be. Without pyarrow only that is looked at."""
import csv
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["ZANJIR_SOURCE_DIR"])
BINARY = os.environ["ZANJIR"]
sys.path.insert(0, str(SOURCE / "python"))
import zanjir_parquet  # noqa: E402

try:
    import pyarrow.parquet
except ImportError:
    pyarrow = None

STUDY = f"""zanjir_study: 1
name: swings
parameters: {{angle: 20 deg}}
models: {{pendulum: {{file: {SOURCE / "models/pendulum.yaml"}}}}}
tasks:
  swing: {{kind: simulate, model: pendulum, state: {{q: {{A: $angle}}}}, until: 0.2 s, every: 10 ms}}
  s:
    kind: sweep
    of: [swing]
    over: {{angle: {{values: [10 deg, 20 deg, 35 deg]}}, pendulum.length: {{values: [1 m, 0 m]}}}}
    results: {{last: last(swing.A)}}
"""


class Parquet(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    @unittest.skipUnless(pyarrow, "pyarrow is not installed")
    def test_holds_what_the_table_holds(self):
        (self.folder / "study.yaml").write_text(STUDY)
        subprocess.run([BINARY, "sweep", "study.yaml", "--out", "sweep"], cwd=self.folder, stdout=subprocess.DEVNULL)
        table = self.folder / "sweep/swings/s.csv"
        rows = list(csv.DictReader(table.read_text().splitlines()))
        self.assertEqual(len(rows), 6)
        self.assertEqual({row["done"] for row in rows}, {"0", "1"})
        out = zanjir_parquet.to_parquet(table)
        self.assertEqual(out, table.with_suffix(".parquet"))
        read = pyarrow.parquet.read_table(out)
        self.assertEqual(read.column_names, list(rows[0]))
        self.assertEqual(str(read.schema.field("why").type), "string")
        self.assertEqual(str(read.schema.field("pendulum.length [m]").type), "double")
        for said, row in zip(rows, read.to_pylist()):
            for name, cell in said.items():
                if name == "why":
                    self.assertEqual(row[name] or "", cell)
                elif cell == "" or math.isnan(float(cell)):
                    self.assertIsNone(row[name])
                else:
                    self.assertEqual(row[name], float(cell))

    @unittest.skipUnless(pyarrow, "pyarrow is not installed")
    def test_says_what_is_no_table_and_leaves_nothing(self):
        (self.folder / "bad.csv").write_text("a,b\n1,2\n3\n")
        with self.assertRaisesRegex(zanjir_parquet.NoTable, "bad.csv: .*Expected 2 columns"):
            zanjir_parquet.to_parquet(self.folder / "bad.csv")
        with self.assertRaisesRegex(zanjir_parquet.NoTable, "no such file"):
            zanjir_parquet.to_parquet(self.folder / "none.csv")
        with self.assertRaisesRegex(zanjir_parquet.NoTable, "the table itself"):
            zanjir_parquet.to_parquet(self.folder / "bad.csv", self.folder / "bad.csv")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["bad.csv"])

    @unittest.skipUnless(pyarrow, "pyarrow is not installed")
    def test_replaces_files_only(self):
        (self.folder / "a.csv").write_text("a\n1\n")
        (self.folder / "kept").write_text("kept")
        (self.folder / "link").symlink_to("kept")
        os.mkfifo(self.folder / "pipe")
        for name in ("link", "pipe", "."):
            with self.assertRaisesRegex(zanjir_parquet.NoTable, "only a file can be replaced"):
                zanjir_parquet.to_parquet(self.folder / "a.csv", self.folder / name)
        self.assertEqual((self.folder / "kept").read_text(), "kept")
        self.assertTrue((self.folder / "link").is_symlink() and (self.folder / "pipe").is_fifo())
        old = os.umask(0o027)
        try:
            out = zanjir_parquet.to_parquet(self.folder / "a.csv")
        finally:
            os.umask(old)
        self.assertEqual(out.stat().st_mode & 0o777, 0o640)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["a.csv", "a.parquet", "kept", "link", "pipe"])

    def test_says_what_is_missing(self):
        blocked = "import sys; sys.modules['pyarrow'] = None; import zanjir_parquet; sys.argv = ['zanjir_parquet', 'a.csv']; zanjir_parquet.main()"
        done = subprocess.run([sys.executable, "-c", blocked], cwd=SOURCE / "python", capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("pip install pyarrow", done.stderr)


if __name__ == "__main__":
    unittest.main()
