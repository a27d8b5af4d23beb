"""The list of faults fits the source, and one that does not is refused. Nothing is built: docs/mutation-testing.md says how to run them."""
import unittest
from pathlib import Path

from tool_case import ToolCase

FAULT = '[[fault]]\nname = "{name}"\nfile = "a/b.cpp"\nwas = "{was}"\nnow = "{now}"\nwhy = "it matters"\n'


class Mutate(ToolCase):
    def check(self, *faults):
        self.write("source/a/b.cpp", "x = 1;\ny = x + x;\n")
        listed = self.write("faults.toml", "".join(FAULT.format(**{"name": "one", "now": "x = 2;", **f}) for f in faults))
        return self.run_tool("mutate.py", "--check", "--faults", listed, "--source", self.root / "source")

    def test_every_fault_of_the_list_fits_the_source(self):
        code, output = self.run_tool("mutate.py", "--check")
        self.assertEqual(code, 0, output)
        self.assertGreaterEqual(int(output.split()[0]), 60)

    def test_accepts_a_text_that_occurs_once(self):
        self.assert_clean(self.check({"was": "x = 1;"}))

    def test_refuses_a_text_that_is_gone_or_ambiguous(self):
        self.assert_found(self.check({"was": "z = 1;"}), "one: its text occurs 0 times in a/b.cpp, not once")
        self.assert_found(self.check({"was": "x"}), "one: its text occurs 3 times")

    def test_refuses_a_fault_that_is_none_and_a_name_that_is_taken(self):
        self.assert_found(self.check({"was": "x = 1;", "now": "x = 1;"}), "one: changes nothing")
        self.assert_found(self.check({"was": "x = 1;"}, {"was": "y = x + x;"}), "one: the name is taken")

    def test_a_table_is_read_back_as_it_was_written(self):
        page = self.write("page.md", "before\n<!-- results -->\n<!-- end of results -->\nafter\n")
        code, output = self.run_tool("mutate.py", "--table", page, "--folder", self.root / "nothing")
        self.assertEqual(code, 0, output)
        kept = (Path(__file__).parents[2] / "docs/mutation-testing.md").read_text()
        between = lambda text: text.partition("<!-- results -->")[2].partition("<!-- end of results -->")[0]
        self.assertEqual(between(page.read_text()), between(kept))

    def test_says_when_no_fault_matches(self):
        self.assert_found(self.run_tool("mutate.py", "--list", "--only", "no-such-fault"), "no fault matches no-such-fault")


if __name__ == "__main__":
    unittest.main()
