"""The runner of the libFuzzer programs, with stand-ins for them."""
import unittest

from tool_case import SOURCE_DIR, ToolCase

STATS = r"""echo '#2	INITED cov: 7 ft: 9 corp: 1/1b'
echo '#1000	DONE   cov: 1234 ft: 4321 corp: 9/9b'
echo 'stat::number_of_executed_units: 1000'
echo 'stat::average_exec_per_sec:     250'
"""


class Fuzz(ToolCase):
    def fuzz(self, script, *arguments):
        self.write("tests/libfuzzer/csv_fuzz", f'#!/bin/bash\necho "$@" >{self.root}/arguments\n{script}').chmod(0o755)
        return self.run_tool("fuzz.py", "--build", self.root, *arguments, "csv")

    def test_says_how_many_inputs_what_they_reached_and_the_seed(self):
        result = self.fuzz(STATS, "--seed", 42, "--runs", 1000)
        self.assert_clean(result)
        self.assertRegex(result[1], r"csv +1000 +250 +1234 +4321 +42  fine\n1000 inputs in all, seed 42\n")
        arguments = (self.root / "arguments").read_text()
        self.assertIn("-seed=42", arguments)
        self.assertIn("-runs=1000", arguments)
        self.assertIn(f"{SOURCE_DIR}/tests/libfuzzer/corpus/csv", arguments)

    def test_takes_a_new_seed_when_none_is_given_and_prints_it(self):
        code, output = self.fuzz(STATS)
        self.assertEqual(code, 0, output)
        seed = output.split("seed ")[-1].strip()
        self.assertNotEqual(seed, "0")
        self.assertIn(f"-seed={seed} ", (self.root / "arguments").read_text())

    def test_fails_with_the_input_and_the_command_that_shows_it_again(self):
        self.assert_found(self.fuzz("echo 'ERROR: AddressSanitizer'; echo 'Test unit written to /there/crash-1'; exit 77"), "BROKEN", "AddressSanitizer",
                          "csv_fuzz /there/crash-1")

    def test_names_the_targets_when_one_is_unknown(self):
        code, output = self.run_tool("fuzz.py", "cvs")
        self.assertEqual(code, 2)
        self.assertIn("no target cvs; there are csv, description, expression, recording, solver, study", output)

    def test_every_target_has_a_corpus_or_files_to_start_from(self):
        for file in (SOURCE_DIR / "tests/libfuzzer").glob("*_fuzz.cpp"):
            name = file.stem.removesuffix("_fuzz")
            start = SOURCE_DIR / "tests/libfuzzer/corpus" / {"solver": "description"}.get(name, name)
            start = SOURCE_DIR / "tests/data/recordings" if name == "recording" else start
            self.assertTrue(any(start.iterdir()), name)


if __name__ == "__main__":
    unittest.main()
