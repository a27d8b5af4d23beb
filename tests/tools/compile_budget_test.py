import json
import unittest

from tool_case import ToolCase


class CompileBudget(ToolCase):
    def test_finds_the_file_that_is_over_its_budget(self):
        self.write("src/light.hpp", "inline int light() { return 1; }\n")
        self.write("src/heavy.hpp", "#include <regex>\n")
        source = self.write("src/light.cpp", '#include "light.hpp"\n')
        command = f"/usr/bin/ccache c++ -std=c++20 -O0 -I{self.root}/src -MD -MT light.o -MF light.o.d -o light.o -c {source}"
        self.write("build/compile_commands.json", json.dumps([{"directory": str(self.root), "file": str(source), "command": command}]))
        result = self.run_tool("compile_budget.py", "--root", self.root, "--build", self.root / "build", "--baseline", "<utility>")
        self.assert_found(result, "OVER  src/heavy.hpp", "3 files, 1 over budget")


if __name__ == "__main__":
    unittest.main()
