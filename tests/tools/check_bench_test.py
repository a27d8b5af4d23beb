import json
import subprocess
import sys
import unittest

from tool_case import SOURCE_DIR, ToolCase

sys.path.insert(0, str(SOURCE_DIR / "tools"))
import bench_results  # noqa: E402

HEADER = {
    "benchmark": "kernel_cost", "what": "kernels", "commit": "0" * 40, "clean": True, "date": "2026-01-02T03:04:05Z", "compiler": "GNU 12.2.0", "flags": "-O3 -DNDEBUG",
    "kernel_flags": "-O3 -ffp-contract=fast", "cpu": "Some CPU, family 25, model 17", "cpus": 2, "load": 1.5, "isa": "avx2", "quick": False, "sweeps": 9,
    "statistic": "thread CPU time; median, quartiles and smallest of the sweeps; what stands in one table takes turns",
}
ROW = {"task": "t", "median_s": 2e-6, "q1_s": 1.5e-6, "q3_s": 3e-6, "min_s": 1e-6}


class CheckBench(ToolCase):
    """A repository with one benchmark: kernels at first, results measured there and committed next, then whatever a test adds."""

    def git(self, *words):
        return subprocess.run(["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def commit(self, subject):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)
        return self.git("rev-parse", "HEAD")

    def setUp(self):
        super().setUp()
        subprocess.run(["git", "init", "--quiet", self.root], check=True)
        self.write("bench/measured.txt", "# comment\n*kernels: src/kernels\nkernel_cost: *kernels bench/kernel_cost.cpp\n")
        self.write("bench/kernel_cost.cpp", "")
        self.write("src/kernels/a.cpp", "int a;\n")
        self.write("src/other.cpp", "")
        self.measured = self.commit("Kernels")
        self.result()
        self.commit("Measure")

    def result(self, row=ROW, **changes):
        header = {**HEADER, "commit": self.measured, **changes}
        self.write("bench/results/m/kernel_cost.json", json.dumps({"header": {k: v for k, v in header.items() if v is not None}, "kernels": [row]}))

    def change_kernels(self, text="int b;\n"):
        self.write("src/kernels/a.cpp", text)
        return self.commit("Faster kernels")

    def check(self):
        return self.run_tool("check_bench.py", self.root)

    def test_accepts_results_of_the_code_as_it_is(self):
        self.assert_clean(self.check())

    def test_a_change_elsewhere_does_not_matter(self):
        self.write("src/other.cpp", "int c;\n")
        self.commit("Other")
        self.assert_clean(self.check())

    def test_names_benchmarks_that_are_known_to_be_older(self):
        self.change_kernels()
        self.write("bench/results/unmeasured.txt", "# comment\nkernel_cost faster kernels\n")
        result = self.check()
        self.assertEqual(result[0], 0)
        self.assertIn("kernel_cost is older than the code: faster kernels", result[1])

    def test_a_benchmark_that_is_not_older_is_not_called_so(self):
        self.write("bench/results/unmeasured.txt", "kernel_cost faster kernels\n")
        self.assert_found(self.check(), "its results belong to the code: take its line out")

    def test_finds_results_older_than_what_they_measure(self):
        changed = self.change_kernels()
        self.assert_found(self.check(), f"kernel_cost.json: measured at {self.measured[:10]}; changed since by {changed[:10]} Faster kernels. Run `make bench`")

    def test_a_change_of_the_program_counts_too(self):
        self.write("bench/kernel_cost.cpp", "int main() {}\n")
        self.commit("Measure otherwise")
        self.assert_found(self.check(), "Measure otherwise")

    def test_a_change_taken_back_is_none(self):
        self.change_kernels()
        self.change_kernels("int a;\n")
        self.assert_clean(self.check())

    def test_accepts_commits_listed_with_a_reason_and_only_those(self):
        listed = self.change_kernels()
        self.write("bench/results/unaffected-commits.txt", f"# comment\n{listed[:12]} format only\n")
        self.commit("Say so")
        self.assert_clean(self.check())
        self.change_kernels("int d;\n")
        self.assert_found(self.check(), "Faster kernels")

    def test_a_listed_commit_needs_a_reason_and_must_exist(self):
        listed = self.change_kernels()
        self.write("bench/results/unaffected-commits.txt", f"{listed}\n{'ab' * 20} no such commit\n")
        self.assert_found(self.check(), "unaffected-commits.txt:1: HASH reason is wanted", f"unaffected-commits.txt:2: there is no commit {'ab' * 20}")

    def test_says_which_lines_are_no_longer_needed(self):
        self.write("bench/results/unaffected-commits.txt", f"{self.measured} before all\n")
        code, output = self.check()
        self.assertEqual(code, 0, output)
        self.assertIn(f"the line of {self.measured[:10]} in bench/results/unaffected-commits.txt is no longer needed", output)

    def test_finds_a_commit_that_is_not_in_the_history(self):
        self.result(commit="12" * 20)
        self.assert_found(self.check(), "which is no commit of this history")

    def test_finds_headers_that_the_program_cannot_print(self):
        for changes, said in (({"compiler": "g++"}, "compiler: 'g++' is nothing that the program prints"),
                              ({"flags": "-O3 -DNDEBUG (library), -O2 (bench)"}, "flags: "), ({"kernel_flags": "-O3"}, "kernel_flags: "), ({"commit": "1d85998"}, "commit: "),
                              ({"load": None}, "the keys of the header are"), ({"benchmark": "loop_cost"}, "holds results of loop_cost"), ({"sweeps": "9"}, "sweeps: "),
                              ({"clean": 1}, "clean: "), ({"statistic": "smallest of five"}, "statistic: ")):
            with self.subTest(said):
                self.result(**changes)
                self.assert_found(self.check(), f"bench/results/m/kernel_cost.json: {said}")

    def test_finds_what_may_not_land(self):
        self.result(clean=False)
        self.assert_found(self.check(), "measured with uncommitted changes")
        self.result(quick=True)
        self.assert_found(self.check(), "a quick run is no result")
        self.result(sweeps=2)
        self.assert_found(self.check(), "a quick run is no result")

    def test_finds_the_smallest_alone(self):
        self.result(row={"task": "t", "min_s": 1e-6})
        self.assert_found(self.check(), "a time without its median and quartiles")

    def test_finds_missing_and_unknown_results(self):
        (self.root / "bench/results/m/kernel_cost.json").rename(self.root / "bench/results/m/micro.json")
        self.assert_found(self.check(), "bench/results/m: no kernel_cost.json", "bench/results/m/micro.json: bench/measured.txt names no such benchmark")

    def test_finds_a_path_that_does_not_exist(self):
        self.write("bench/measured.txt", "kernel_cost: src/kernel\n")
        self.assert_found(self.check(), "bench/measured.txt:1: there is no src/kernel")

    def test_without_history_checks_headers_only_and_says_so(self):
        self.change_kernels()
        shallow = self.root / "shallow"
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{self.root}", shallow], check=True)
        code, output = self.run_tool("check_bench.py", shallow)
        self.assertEqual(code, 0, output)
        self.assertIn("a shallow clone: only the headers of results are checked", output)
        archive = self.root / "archive"
        (shallow / ".git").rename(self.root / "gone")
        shallow.rename(archive)
        code, output = self.run_tool("check_bench.py", archive)
        self.assertEqual(code, 0, output)
        self.assertIn("no git repository: only the headers", output)
        self.root = archive
        self.measured = HEADER["commit"]
        self.result(compiler="g++")
        self.assert_found(self.check(), "compiler: ")

    def test_no_machine_is_a_failure(self):
        (self.root / "bench/results/m/kernel_cost.json").unlink()
        (self.root / "bench/results/m").rmdir()
        self.write("bench/results/unaffected-commits.txt", "")
        self.assert_found(self.check(), "0 machines")


class Header(unittest.TestCase):
    def test_knows_its_own_shape(self):
        self.assertEqual(bench_results.header_faults(HEADER, "kernel_cost"), [])


if __name__ == "__main__":
    unittest.main()
