import json
import shutil
import sys
import unittest

from tool_case import SOURCE_DIR, ToolCase

sys.path.insert(0, str(SOURCE_DIR / "tools"))
import bench_shown  # noqa: E402
import bench_tables  # noqa: E402


def times(median, **row):
    return {**row, "median_s": median, "q1_s": 0.9 * median, "q3_s": 1.2 * median, "min_s": 0.8 * median}


class Tables(unittest.TestCase):
    def test_numbers_have_three_digits_and_no_exponent(self):
        for x, text in ((0.00123456, "0.00123"), (0.5, "0.500"), (1.2345, "1.23"), (123.456, "123"), (314980.2, "314980"), (None, "")):
            self.assertEqual(bench_shown.number(x), text)

    def test_a_time_shows_median_and_quartiles(self):
        self.assertEqual(bench_shown.time_cell(times(2e-6), "µs"), "2.00 (1.80 to 2.40)")

    def springs(self, denoc):
        who = {"case": "Ks 1e6", "formulation": "denoc", "method": "dopri5"}
        run = times(6 / denoc, **who, evaluations=66463, opening_m=8.9e-5, times_real_time=denoc)
        return bench_shown.springs({"spring_cost": {"runs": [run], "evaluations": [times(1e-6, **who)]}})

    def test_a_missed_aim_stands_as_missed_until_it_is_reached(self):
        self.assertIn("| 41.0 | 130, **missed** |", self.springs(41))
        self.assertIn("| 130, **missed** |", self.springs(129.9))
        self.assertIn("| 131 | 130, reached |", self.springs(131))

    def peers(self, *rows):
        return {"tree_peers": {"peers": [{"library": "P 1", "compiler": "c"}], "calls": [{"robot": "arm", "task": "forward_dynamics", **row} for row in rows]}}

    def test_the_fastest_build_of_a_peer_counts(self):
        found = bench_shown.calls_beside(self.peers(times(1e-6, who="kernel", how="avx2"), times(2e-6, who="Dynamics::forward", how="avx2"),
                                                     times(4e-6, who="P 1", how="slow"), times(2.5e-6, who="P 1", how="fast")))
        self.assertIn("| 2500 (2250 to 3000) | fast | 2000 (1800 to 2400), **0.80** | - | 1000 (900 to 1200), **0.40** |", found)

    def test_without_a_peer_there_is_no_ratio(self):
        results = self.peers(times(1e-6, who="kernel", how="avx2"), times(2e-6, who="Dynamics::forward", how="avx2"))
        self.assertIn("|  | no peer | 2000 (1800 to 2400), - |", bench_shown.calls_beside(results))

    def test_work_is_read_off_along_the_curve(self):
        runs = [times(1e-3, error=1e-4, evaluations=100, reached_end=True), times(4e-3, error=1e-8, evaluations=400, reached_end=True)]
        seconds, evaluations = bench_shown.work_at(runs, 1e-6)
        self.assertAlmostEqual(seconds, 2e-3)
        self.assertAlmostEqual(evaluations, 200)
        self.assertIsNone(bench_shown.work_at(runs, 1e-9))
        self.assertIsNone(bench_shown.work_at([{**runs[0], "error": None}, runs[1]], 1e-6))

    def test_finds_times_written_by_hand_but_not_those_between_the_marks(self):
        text = "a\n<!-- bench: m face -->\n| 3 µs |\n<!-- /bench -->\ntakes 2.1 µs\nsteps of 5 ms\n128 ns\n"
        self.assertEqual(bench_tables.pasted(text), [5, 7])

    def test_refuses_unknown_tables_and_machines(self):
        for mark, said in (("m nothing", "no table 'nothing'; there are"), ("other face", "no results of a machine 'other'; there are m")):
            with self.assertRaisesRegex(ValueError, said):
                bench_tables.filled(f"<!-- bench: {mark} -->\n<!-- /bench -->\n", {"m": {}}, "page.md")


class Pages(ToolCase):
    """The results that are kept, in a tree of their own."""

    def setUp(self):
        super().setUp()
        shutil.copytree(SOURCE_DIR / "bench/results", self.root / "bench/results")
        self.machine = next(p for p in sorted((self.root / "bench/results").iterdir()) if p.is_dir())
        self.page = self.write("docs/a.md", f"Before.\n<!-- bench: {self.machine.name} springs -->\n<!-- /bench -->\nAfter.\n")

    def tables(self, *arguments):
        return self.run_tool("bench_tables.py", *arguments, self.root)

    def test_fills_in_pages_once_and_then_finds_nothing_to_do(self):
        self.assert_found(self.tables("--check"), "docs/a.md: is not what tools/bench_tables.py makes of the results")
        self.assert_clean(self.tables())
        self.assertRegex(self.page.read_text(), r"^Before\.\n<!-- bench: \S+ springs -->\n\| case \|[^<]*denoc[^<]*\n<!-- /bench -->\nAfter\.\n$")
        self.assert_clean(self.tables("--check"))

    def test_finds_a_table_that_was_edited_and_one_whose_data_changed(self):
        self.assert_clean(self.tables())
        readme = self.machine / "README.md"
        readme.write_text(readme.read_text().replace("missed", "reached"))
        self.assert_found(self.tables("--check"), f"{self.machine.name}/README.md: is not what")
        self.assert_clean(self.tables())
        file = self.machine / "spring_cost.json"
        data = json.loads(file.read_text())
        data["runs"][0]["times_real_time"] = 12345
        file.write_text(json.dumps(data))
        self.assert_found(self.tables("--check"), "docs/a.md: is not what", f"{self.machine.name}/README.md: is not what")

    def test_a_folder_without_results_is_a_fault(self):
        (self.root / "bench/results/empty").mkdir()
        self.assert_found(self.tables("--check"), "bench/results/empty: holds no results")

    def test_says_which_file_is_none_of_the_program(self):
        (self.machine / "spring_cost.json").write_text("{}")
        self.assert_found(self.tables(), "spring_cost.json: has no header")
        (self.machine / "spring_cost.json").write_text("{")
        self.assert_found(self.tables(), "spring_cost.json: ")


if __name__ == "__main__":
    unittest.main()
