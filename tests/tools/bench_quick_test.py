"""Every benchmark once, quickly: it runs, its header is what the tools expect, and tables come out of its results. Timings are not looked at."""
import json
import os
import subprocess
import sys
import unittest

from tool_case import SOURCE_DIR, ToolCase

sys.path.insert(0, str(SOURCE_DIR / "tools"))
import bench_results  # noqa: E402
import check_bench  # noqa: E402

BENCH = os.environ["ZANJIR_BENCH"]


def bench(*words):
    done = subprocess.run([BENCH, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout, done.stderr


class Bench(ToolCase):
    def test_runs_all_and_makes_tables_of_them(self):
        names = bench("--list")[1].split()
        self.assertEqual(names, list(check_bench.measured_sources(SOURCE_DIR)), "bench/measured.txt and the program name the same benchmarks")
        folder = self.root / "bench/results/quick"
        folder.mkdir(parents=True)
        pictures = self.root / "pictures"
        pictures.mkdir()
        for name in names:
            with self.subTest(name):
                code, _, said = bench(name, "--quick", "--json", folder / f"{name}.json", "--pictures", pictures)
                self.assertEqual((code, said), (0, ""))
                data = json.loads((folder / f"{name}.json").read_text())
                header = {**data["header"], **({"commit": "0" * 40} if data["header"]["commit"] == "unknown" else {})}  # a release archive
                self.assertEqual(bench_results.header_faults(header, name), [])
                self.assertTrue(header["quick"])
                self.assertEqual(list(bench_results.time_faults(data)), [])
                self.assertTrue(any("median_s" in row for row in bench_results.rows(data)))
                data["header"] = header
                (folder / f"{name}.json").write_text(json.dumps(data))
        self.assertEqual(len(list(pictures.glob("*.svg"))), 8)
        self.assert_clean(self.run_tool("bench_tables.py", self.root))
        text = (folder / "README.md").read_text()
        for word in ("| aim | limit |", "MDeNOC", "no peer", "growth exponent"):
            self.assertIn(word, text)

    def test_refuses_what_it_does_not_know(self):
        for words, said in ((["kernel_costs"], "no benchmark 'kernel_costs'; there are kernel_cost"), (["kernel_cost", "--fast"], "what is '--fast'?"), ([], "say which benchmark"),
                            (["kernel_cost", "--sweeps", "0"], "'0' is no number of sweeps"), (["kernel_cost", "--json"], "--json needs a value"),
                            (["tree_peers", "--peer", "/nowhere.so"], "/nowhere.so")):
            code, _, errors = bench(*words)
            self.assertEqual(code, 2, errors)
            self.assertIn(said, errors)


if __name__ == "__main__":
    unittest.main()
