import unittest

from tool_case import ToolCase

DIFF = """--- a/src/a.txt
+++ b/src/a.txt
@@ -1,2 +1,3 @@
 one
+and a half
 two
"""


class CheckAdding(ToolCase):
    def check(self, page, file):
        self.write("docs/adding/thing.md", page)
        self.write("src/a.txt", file)
        return self.run_tool("check_adding.py", self.root)

    def page(self, diff):
        return f"# Adding a thing\n\n```diff\n{diff}```\n"

    def test_accepts_a_diff_that_applies(self):
        self.assert_clean(self.check(self.page(DIFF), "one\ntwo\n"))

    def test_accepts_a_diff_that_the_tree_has(self):
        self.assert_clean(self.check(self.page(DIFF), "one\nand a half\ntwo\n"))

    def test_finds_a_diff_that_fits_no_more(self):
        self.assert_found(self.check(self.page(DIFF), "one\nthree\n"), "docs/adding/thing.md:4", "src/a.txt")

    def test_finds_a_switch_that_a_new_word_leaves_incomplete(self):
        diff = """--- a/src/a.txt
+++ b/src/a.txt
@@ -1 +1 @@
-enum class Kind { a, b };
+enum class Kind { a, b, c };
"""
        code = "int of(Kind k) {\n  switch (k) {\n    case Kind::a: return 1;\n    case Kind::b: { return 2; }\n%s  }\n}\n"
        self.write("src/b.cpp", code % "    default: return 0;\n")
        self.assert_clean(self.check(self.page(diff), "enum class Kind { a, b };\n"))
        self.write("src/b.cpp", code % "")
        self.assert_found(self.check(self.page(diff), "enum class Kind { a, b };\n"), "docs/adding/thing.md:4", "src/b.cpp has a switch over Kind")

    def test_finds_a_page_without_an_example(self):
        self.assert_found(self.check("# Adding a thing\n", "one\n"), "docs/adding/thing.md: no example")


if __name__ == "__main__":
    unittest.main()
