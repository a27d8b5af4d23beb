import shutil
import subprocess
import unittest

from tool_case import SOURCE_DIR, ToolCase


@unittest.skipUnless(shutil.which("clang-format-14"), "clang-format 14 is not installed")
class CheckFormat(ToolCase):
    def check(self, text, tracked=True):
        shutil.copy(SOURCE_DIR / ".clang-format", self.root)
        self.write("src/a.cpp", text)
        subprocess.run(["git", "init", "--quiet", self.root], check=True)
        if tracked:
            subprocess.run(["git", "-C", self.root, "add", "src/a.cpp"], check=True)
        return self.run_tool("check_format.py", self.root)

    def test_accepts_a_formatted_file(self):
        self.assert_clean(self.check("int one() { return 1; }\n"))

    def test_names_a_file_that_differs(self):
        self.assert_found(self.check("int one( ) {return 1;}\n"), "src/a.cpp: not formatted", "1 files, 1 to format; run `make format`")

    def test_finding_nothing_is_a_failure(self):
        self.assert_found(self.check("int one();\n", tracked=False), "0 files")


class WithoutTheTool(ToolCase):
    def test_is_skipped(self):
        code, output = self.run_tool("check_format.py", self.root, PATH=str(self.root))
        self.assertEqual(code, 77, output)
        self.assertIn("nothing was checked", output)


if __name__ == "__main__":
    unittest.main()
