import unittest

from tool_case import ToolCase


class Demo(ToolCase):
    """With a stand-in for the command; the real one runs in `make demo`."""

    def demo(self, script):
        zanjir = self.write("zanjir", f"#!/bin/sh\n{script}\n")
        zanjir.chmod(0o755)
        return self.run_tool("demo.sh", zanjir, self.root / "report")

    def test_shows_commands_and_answers_and_closes_with_a_summary(self):
        code, output = self.demo('echo "answer to $1"')
        self.assertEqual(code, 0, output)
        self.assertIn("$ zanjir eval models/humanoid.yaml --state '{}' --what forward_dynamics\nanswer to eval\n", output)
        self.assertIn("demo: all 11 questions were answered", output)

    def test_shortens_a_long_answer(self):
        self.assertIn("\n24\n... and 76 more lines\n", self.demo("seq 100")[1])

    def test_fails_when_a_step_fails_and_names_it(self):
        self.assert_found(self.demo('[ "$1" != verify ] || exit 3'), "FAILED  models/arm_7r.yaml: do independent", "(exit code 3)", "2 of 11 steps failed")

    def test_says_what_to_do_before_the_build(self):
        self.assert_found(self.run_tool("demo.sh", self.root / "nothing"), "run 'make build' first")


if __name__ == "__main__":
    unittest.main()
