"""What continuous integration runs (.ci/run), and the two parts of it that choose by the history: clang-tidy and the sanitizers. With stand-ins for
compilers; nothing is built."""
import os
import re
import shutil
import subprocess
import unittest

from tool_case import SOURCE_DIR, ToolCase


class Gate(ToolCase):
    def take(self, *paths):
        """Copies files of ours into the small tree."""
        for path in paths:
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(SOURCE_DIR / path, self.root / path)

    def program(self, path, text):
        self.write(path, f"#!/usr/bin/env bash\n{text}\n").chmod(0o755)

    def git(self, *arguments, **environment):
        identity = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", *identity, *arguments], cwd=self.root, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout.strip()

    def commit(self, **environment):
        if not (self.root / ".git").exists():
            self.git("init", "--quiet")
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message", "Change", **environment)

    def cut_history(self):
        """The tree becomes a clone that holds the last commit only."""
        self.git("clone", "--quiet", "--depth", "1", f"file://{self.root}", "copy")
        self.root = self.root / "copy"

    def run_here(self, *command, **environment):
        path = f"{self.root}/bin:{os.environ['PATH']}"
        done = subprocess.run([str(c) for c in command], cwd=self.root, env={**os.environ, "PATH": path, "GIT_CEILING_DIRECTORIES": str(self.root.parent), **environment},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout


class Integration(Gate):
    ALL = {}  # is the default

    def setUp(self):
        super().setUp()
        self.take(".ci/run")
        self.program("bin/make", 'echo "made $*"; [[ "$1" != "${BREAKS:-}" ]] || exit 7')
        self.program("tools/install_dependencies.sh", '[[ -z "${OFFLINE:-}" ]]')
        self.program("tools/tidy.py", 'echo "tidied $*"')
        self.program("bin/clang-tidy-14", "")

    def test_runs_the_tests_then_tidy_then_the_sanitizers_and_says_so(self):
        code, output = self.run_here(".ci/run", **self.ALL)
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"(?s)made test.*tidied --limit \d+ --seconds \d+.*made sanitize-share LIMIT=(\d+)\n.*ci: tests passed in \d+ s\nci: clang-tidy passed .*\nci: sanitizers passed ")

    def test_ends_with_the_status_of_the_part_that_fails(self):
        for broken, then in (("test", "tidied"), ("sanitize-share", "passed in")):
            code, output = self.run_here(".ci/run", BREAKS=broken, **self.ALL)
            self.assertEqual(code, 7, output)
            self.assertIn("FAILED with 7", output)
            self.assertNotIn(then, output.partition(f"made {broken}")[2])

    def test_says_what_it_left_out_and_why(self):
        code, output = self.run_here(".ci/run", OFFLINE="1", CI_SECONDS="400", **self.ALL)
        self.assertEqual(code, 0, output)
        self.assertIn("clang-tidy not run: it cannot be installed here", output)
        self.assertRegex(output, r"sanitizers not run: \d+ of 400 seconds are left")
        self.assertNotIn("made sanitize-share", output)
        code, output = self.run_here(".ci/run", CI_SECONDS="60", **self.ALL)
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"clang-tidy not run: \d+ of 60 seconds are left")
        self.assertNotIn("tidied", output)

    def test_where_nothing_can_be_installed_a_missing_clang_tidy_is_no_failure(self):
        (self.root / "bin/clang-tidy-14").unlink()
        for program in ("bash", "env", "dirname"):  # and nothing else, so that none is found elsewhere
            (self.root / "bin" / program).symlink_to(shutil.which(program))
        code, output = self.run_here(".ci/run", PATH=f"{self.root}/bin", **self.ALL)
        self.assertEqual(code, 0, output)
        self.assertIn("clang-tidy not run: it cannot be installed here", output)

    def test_runs_the_tests_alone_where_that_is_asked_for_and_says_so(self):
        code, output = self.run_here(".ci/run", CI_PARTS="tests")
        self.assertEqual(code, 0, output)
        self.assertIn("made test", output)
        self.assertNotIn("made sanitize-share", output)
        self.assertNotIn("tidied", output)
        self.assertIn("sanitizers not asked for", output)


class SanitizeShare(Gate):
    PLAN = re.compile(r"sanitizers, turn (\d+): ([\w ]+); tests (\d+), ")

    def plan(self, *turn):
        code, output = self.run_here("bash", "tools/sanitize_share.sh", "--plan", *turn)
        self.assertEqual(code, 0, output)
        return self.PLAN.match(output).groups()

    def setUp(self):
        super().setUp()
        self.take("tools/sanitize_share.sh")
        self.take("tools/turn.sh")

    def test_eighty_four_turns_see_every_folder_with_every_share_of_the_tests(self):
        seen = {self.plan(turn)[1:] for turn in range(84)}
        self.assertEqual(len(seen), 84)
        taken = [layer for group in {group for group, _ in seen} for layer in group.split()]
        with_sources = {f.relative_to(SOURCE_DIR / "src/zanjir").parts[0] for f in (SOURCE_DIR / "src/zanjir").rglob("*.cpp")} - {"kernels"}
        self.assertEqual(sorted(taken), sorted(with_sources))  # each once, none forgotten

    def test_a_turn_is_the_number_of_commits(self):
        for expected in ("1", "2"):
            self.commit()
            self.assertEqual(self.plan()[0], expected)

    def test_a_history_that_is_cut_off_takes_the_name_of_the_commit(self):
        self.commit()
        self.commit()
        self.cut_history()
        self.assertEqual(self.plan()[0], str(int(self.git("rev-parse", "HEAD")[:7], 16)))

    def test_without_history_the_day_decides(self):
        self.assertGreater(int(self.plan()[0]), 20000)

    def take_turn(self, *arguments, build="", test="", said=""):
        """A turn with stand-ins: what building and testing do, and what the log of the tests holds."""
        log = "build/release/Testing/Temporary/LastTest.log"
        self.write(log, said)
        self.program("bin/cmake", f'[[ "$1" != --preset ]] || echo "$*" >>configured; [[ "$1" != --build ]] || {{ {build or "true"}; }}')
        self.program("bin/ctest", f'echo "ctest $*"; {test or "true"}')
        return self.run_here("bash", "tools/sanitize_share.sh", *arguments)

    def test_a_turn_runs_every_kind_and_leaves_the_build_as_it_was(self):
        code, output = self.take_turn("7")
        self.assertEqual(code, 0, output)
        self.assertEqual(re.findall(r"--label-regex \^(\w+)\$", output), ["unit", "physics", "agreement", "reference", "fuzz", "examples", "cli"])
        self.assertIn("turn 7 of formulations ended with 0", output)
        self.assertRegex((self.root / "configured").read_text(), r"(?s)ZANJIR_SANITIZE=formulations.*\n--preset release\n\Z")

    def test_what_fails_twice_or_is_seen_by_a_sanitizer_once_is_a_failure(self):
        self.assertEqual(self.take_turn("7", test="[[ $* != *physics* ]] || exit 8")[0], 8)
        self.assertEqual(self.take_turn("7", build="exit 3")[0], 3)
        for said in ("a.cpp:3:5: runtime error: signed integer overflow", "==1==ERROR: AddressSanitizer: heap-use-after-free", "==1==ERROR: LeakSanitizer: detected"):
            code, output = self.take_turn("7", said=f"Test passed the second time\n{said}\n")
            self.assertEqual(code, 1, output)
            self.assertIn(said, output)

    def test_a_turn_without_time_says_so_and_is_no_failure(self):
        code, output = self.take_turn("--seconds", "1", "7", build="sleep 20")
        self.assertEqual(code, 0, output)
        self.assertIn("turn 7 of formulations NOT RUN: not built in 1 s", output)
        code, output = self.take_turn("--seconds", "50", "7")
        self.assertEqual(code, 0, output)
        self.assertIn("NOT RUN for want of time: unit physics agreement reference fuzz examples cli", output)

    def test_refuses_a_turn_that_is_no_number(self):
        code, output = self.run_here("bash", "tools/sanitize_share.sh", "--plan", "soon")
        self.assertEqual(code, 2)
        self.assertIn("the turn 'soon' is no number", output)
        for wrong in (("--seconds",), ("--seconds", "x"), ("--soon",)):
            code, output = self.run_here("bash", "tools/sanitize_share.sh", *wrong)
            self.assertEqual(code, 2, output)
            self.assertIn("[--plan] [--seconds N] [TURN]", output)


class Tidy(Gate):
    def setUp(self):
        super().setUp()
        self.take("tools/tidy.py")
        self.program("bin/clang-tidy-14", 'grep -q UGLY "$2" && echo "$2:1:1: warning: ugly"; ! grep -q BAD "$2" || { echo "$2:1:1: error: bad"; exit 1; }')
        self.sources("good.cpp", "other.cpp")

    def sources(self, *names):
        entries = []
        for name in names:
            file = self.root / "src" / name
            if not file.exists():
                self.write(f"src/{name}", "int x;\n")
            entries.append(f'{{"directory": "{self.root}", "file": "{file}", "command": "c++ -O3 -c {file}"}}')
        self.write("build/release/compile_commands.json", f"[{', '.join(entries)}]")

    def tidy(self, *arguments):
        return self.run_here("python3", "tools/tidy.py", "--jobs", "1", *arguments)

    def test_looks_at_what_was_changed_and_fails_with_what_it_finds(self):
        self.commit(GIT_COMMITTER_DATE="2020-01-01T00:00:00Z")
        self.write("src/good.cpp", "int y;\n")
        self.commit()
        result = self.tidy()
        self.assert_clean(result)
        self.assertIn("src/good.cpp: clean", result[1])
        self.assertNotIn("src/other.cpp", result[1])
        self.write("src/good.cpp", "int BAD;\n")
        self.assert_found(self.tidy(), "src/good.cpp: found", f"{self.root}/src/good.cpp:1:1: error: bad", "1 batches, 1 with faults")
        self.write("src/good.cpp", "int UGLY;\n")
        result = self.tidy()
        self.assert_clean(result)
        self.assertIn("src/good.cpp: 1 remarks", result[1])
        self.assertIn("warning: ugly", result[1])

    def test_a_fault_in_a_file_that_nobody_changed_is_printed_and_does_not_fail(self):
        self.commit(GIT_COMMITTER_DATE="2020-01-01T00:00:00Z")
        self.program("bin/clang-tidy-14", f'echo "{self.root}/src/other.cpp:1:1: error: bad"; exit 1')
        self.write("src/good.cpp", "int y;\n")
        self.commit()
        result = self.tidy()
        self.assert_clean(result)
        self.assertIn("src/good.cpp: found in neighbours", result[1])
        self.assertIn("other.cpp:1:1: error: bad", result[1])
        self.assertIn("1 batches, 0 with faults, 1 with faults in files that nobody asked about", result[1])

    def test_names_what_it_did_not_reach(self):
        self.commit()
        result = self.tidy("--seconds", "1e-9")
        self.assert_clean(result)
        self.assertIn("src/good.cpp: left out, not reached", result[1])
        self.assertIn("0 batches, 0 with faults", result[1])

    def test_where_the_history_is_cut_off_nothing_seems_changed(self):
        self.write("src/good.cpp", "int BAD;\n")
        self.commit()
        self.cut_history()
        self.sources("good.cpp", "other.cpp")
        result = self.tidy()
        self.assert_clean(result)
        self.assertIn("the history is cut off here", result[1])
        self.assertIn("0 batches", result[1])
        self.write("src/other.cpp", "int y;\n")
        self.git("commit", "--quiet", "--all", "--message", "Change")  # what comes after the cut is known
        self.assertIn("1 batches, 0 with faults", self.tidy()[1])

    def test_without_git_it_says_so_and_passes(self):
        result = self.tidy()
        self.assert_clean(result)
        self.assertIn("no history of git here", result[1])

    def test_a_commit_that_does_not_exist_is_refused(self):
        self.commit()
        code, output = self.tidy("--since", "nowhere")
        self.assertEqual(code, 2)
        self.assertIn("git knows no commit 'nowhere'", output)


if __name__ == "__main__":
    unittest.main()
