"""Headers that stand alone and headers that do not, in a small build."""
import json
import shutil
import unittest

from tool_case import ToolCase


class CheckHeaders(ToolCase):
    def check(self, *words, target="all", **headers):
        entries = []
        for name, text in headers.items():
            self.write(f"src/zanjir/{name}.hpp", f"#pragma once\n{text}\n")
            source = self.write(f"build/{target}_verify_interface_header_sets/zanjir/{name}.hpp.cxx", f"#include <zanjir/{name}.hpp>\n")
            command = f"{shutil.which('c++')} -I{self.root}/src -std=c++20 -x c++ -O3 -o {name}.o -c {source}"
            entries.append({"directory": str(self.root), "file": str(source), "command": command})
        self.write("build/compile_commands.json", json.dumps(entries))
        return self.run_tool("check_headers.py", "--build", self.root / "build", "--jobs", 1, *words)

    def test_headers_that_include_what_they_use_stand_alone(self):
        result = self.check(name="#include <string>\ninline std::string name() { return {}; }",
                            names='#include <vector>\n#include "zanjir/name.hpp"\ninline std::vector<std::string> names() { return {name()}; }')
        self.assert_clean(result)
        self.assertIn("2 headers, 0 that do not stand alone", result[1])

    def test_a_header_that_leans_on_another_is_found(self):
        # beside it others for which both are precompiled: it must not meet them
        result = self.check(good='#include <string>\n#include <vector>\ninline std::vector<std::string> good() { return {}; }', bad="#include <string>\ninline std::vector<std::string> bad() { return {}; }",
                            worse="inline std::string worse() { return {}; }")
        self.assert_found(result, "zanjir/bad.hpp does not compile by itself", "zanjir/worse.hpp does not compile by itself", "3 headers, 2 that do not")
        self.assertNotIn("zanjir/good.hpp", result[1])

    def test_what_many_include_is_precompiled(self):
        result = self.check(**{name: f"#include <string>\ninline std::string {name}() {{ return {{}}; }}" for name in ("one", "two", "three", "four")})
        self.assert_clean(result)
        self.assertIn("; 1 precompiled", result[1])

    def test_what_leans_on_a_neighbour_is_found_when_it_is_read_itself(self):
        many = {name: "#include <string>\n#include \"zanjir/lean.hpp\"\n" for name in ("one", "two", "three", "four")}  # <string> is precompiled for them, and lean.hpp meets it there
        result = self.check(**many, lean="inline std::string lean() { return {}; }")
        self.assert_found(result, "zanjir/lean.hpp does not compile by itself", "5 headers, 1 that do not")

    def test_shares_take_turns_and_miss_none(self):
        headers = {name: f"inline int {name}() {{ return missing; }}" for name in ("one", "two", "three", "four", "five")}
        found = [[name for name in headers if f"zanjir/{name}.hpp does not" in self.check("--share", 2, "--turn", turn, **headers)[1]] for turn in (6, 7)]
        self.assertEqual(sorted(found[0] + found[1]), sorted(headers))
        self.assertEqual(sorted(map(len, found)), [2, 3])

    def test_headers_of_the_face_are_read_in_every_turn(self):
        for turn in (0, 1):
            self.assertIn("2 headers (all of the face", self.check("--share", 9, "--turn", turn, target="zanjir", a="", b="")[1])

    def test_a_folder_without_headers_or_build_is_refused(self):
        self.assertEqual(self.check()[0], 2)
        code, output = self.run_tool("check_headers.py", "--build", self.root / "nowhere")
        self.assertEqual(code, 2)
        self.assertIn("cmake --preset release", output)


if __name__ == "__main__":
    unittest.main()
