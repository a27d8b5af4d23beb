import json
import os
import shutil
import subprocess
import unittest

from tool_case import SOURCE_DIR, ToolCase

# Stands in for zanjir_bench: hands out the results that are kept, as if measured at the commit in FAKE_COMMIT.
PROGRAM = """#!/usr/bin/env python3
import json, os, pathlib, sys
kept = pathlib.Path(os.environ["FAKE_RESULTS"])
words = sys.argv[1:]
if words[0] == "--list":
    print("\\n".join(sorted(p.stem for p in kept.glob("*.json"))))
    sys.exit()
data = json.loads((kept / f"{words[0]}.json").read_text())
data["header"].update(commit=os.environ["FAKE_COMMIT"], clean=os.environ.get("FAKE_CLEAN", "yes") == "yes", quick="--quick" in words)
if "--header" in words:
    print(json.dumps(data["header"]))
elif words[0] == os.environ.get("FAKE_FAILURE"):
    sys.exit(3)
else:
    pathlib.Path(words[words.index("--json") + 1]).write_text(json.dumps(data))
"""


class Bench(ToolCase):
    """The command with stand-ins for cmake and the program, in a repository of its own."""

    def setUp(self):
        super().setUp()
        self.kept = next(p for p in sorted((SOURCE_DIR / "bench/results").iterdir()) if p.is_dir())
        self.tree = self.root / "tree"
        shutil.copytree(self.kept, self.tree / "bench/results" / self.kept.name)
        (self.tree / "tools").mkdir()
        for tool in (SOURCE_DIR / "tools").glob("*bench*.py"):
            shutil.copy(tool, self.tree / "tools")
        self.write("tree/docs/a.md", "A page.\n")
        self.write("tree/.gitignore", "/build/\n__pycache__/\n")
        self.write("tree/build/bench/bench/zanjir_bench", PROGRAM).chmod(0o755)
        self.write("bin/cmake", "#!/bin/sh\n").chmod(0o755)
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "All")
        self.commit = self.git("rev-parse", "HEAD")

    def git(self, *words):
        command = ["git", "-C", self.tree, "-c", "user.name=a", "-c", "user.email=a@b", *words]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def bench(self, *arguments, **environment):
        stand_ins = {"PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "FAKE_RESULTS": str(self.kept), "FAKE_COMMIT": self.commit}
        environment = {**os.environ, **stand_ins, **environment}
        done = subprocess.run([self.tree / "tools/bench.py", *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def commit_of(self, name):
        return json.loads((self.tree / "bench/results" / self.kept.name / f"{name}.json").read_text())["header"]["commit"]

    def test_writes_every_result_and_its_tables_and_says_what_has_no_peer(self):
        before = self.commit_of("tree_peers")
        code, output = self.bench("--without-peers")
        self.assertEqual(code, 0, output)
        for name in ("kernel_cost", "spring_cost", "elastic_cost", "work_precision"):
            self.assertEqual(self.commit_of(name), self.commit, name)
        self.assertEqual(self.commit_of("tree_peers"), before)
        self.assertIn(f"tree_peers skipped, no Pinocchio (left out); its results stay those of commit {before[:10]}", output)
        self.assertIn(self.commit[:10], (self.tree / "bench/results" / self.kept.name / "README.md").read_text())

    def test_results_beside_the_fastest_build_of_a_peer_are_not_replaced_by_those_beside_a_slower_one(self):
        before = self.commit_of("tree_peers")
        prefix = self.root / "peer"
        self.write("peer/include/pinocchio/algorithm/rnea.hpp", "")
        gcc, clang = (self.write(f"tree/build/bench/bench/pinocchio_{name}.so", "") for name in ("gcc", "clang"))
        code, output = self.bench("--only", "tree_peers", CMAKE_PREFIX_PATH=str(prefix))
        self.assertEqual((code, self.commit_of("tree_peers")), (0, self.commit), output)
        clang.unlink()
        self.write("tree/docs/a.md", "Another page.\n")
        code, output = self.bench("--only", "tree_peers", CMAKE_PREFIX_PATH=str(prefix), FAKE_COMMIT=before)
        self.assertEqual((code, self.commit_of("tree_peers")), (0, self.commit), output)
        self.assertIn("tree_peers skipped, no Pinocchio by clang (tools/install_dependencies.sh build clang); its results stay those of commit", output)

    def test_measures_nothing_that_is_in_no_commit(self):
        self.write("tree/src/new.cpp", "")
        self.assert_found(self.bench("--without-peers"), "results belong to a commit, and these are in none:", "src/")

    def test_results_and_pages_on_their_way_do_not_matter(self):
        self.write("tree/docs/a.md", "A page with a change.\n")
        self.assert_clean(self.bench("--without-peers", "--only", "work_precision"))

    def test_a_program_that_fails_or_was_built_from_something_else_leaves_the_old_results(self):
        before = self.commit_of("kernel_cost")
        self.assert_found(self.bench("--without-peers", "--only", "kernel_cost", FAKE_FAILURE="kernel_cost"), "kernel_cost failed with exit code 3")
        self.assert_found(self.bench("--without-peers", "--only", "kernel_cost", FAKE_CLEAN="no"), "kernel_cost: measured with uncommitted changes")
        self.assertEqual(self.commit_of("kernel_cost"), before)
        self.assertEqual(list(self.tree.rglob("*.tmp")), [])

    def test_a_quick_run_touches_no_result(self):
        self.write("tree/src/new.cpp", "")
        code, output = self.bench("--without-peers", "--quick")
        self.assertEqual(code, 0, output)
        self.assertIn("no result was touched", output)
        self.assertEqual(self.git("status", "--porcelain"), "?? src/")
        self.assertTrue((self.tree / "build/bench/quick/tree_peers.json").exists())

    def test_another_machine_gets_a_folder_of_its_own(self):
        code, output = self.bench("--without-peers", "--machine", "other", "--only", "work_precision")
        self.assertEqual(code, 0, output)
        self.assertIn("Not measured: there is no kernel_cost.json.", (self.tree / "bench/results/other/README.md").read_text())

    def test_refuses_an_unknown_benchmark(self):
        self.assert_found(self.bench("--without-peers", "--only", "kernels"), "no benchmark 'kernels'; there are")


if __name__ == "__main__":
    unittest.main()
