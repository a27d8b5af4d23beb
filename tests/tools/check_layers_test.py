import unittest

from tool_case import ToolCase

LAYERS = "".join(f"zanjir_layer({name})\n" for name in ("core", "spatial", "kernels PUBLIC tables.hpp dispatch.hpp", "flexible", "model", "state", "kinematics", "loops", "dynamics", "formulations"))
FORMULATIONS = "src/zanjir/formulations/"


class CheckLayers(ToolCase):
    def setUp(self):
        super().setUp()
        self.write("src/zanjir/CMakeLists.txt", LAYERS)
        for name in ("denoc/denoc", "newton_euler/newton_euler", "registry"):
            self.write(FORMULATIONS + name + ".hpp", "")

    def check(self, path, text):
        self.write(path, text)
        return self.run_tool("check_layers.py", self.root)

    def test_accepts_what_lies_above(self):
        self.assert_clean(self.check("src/zanjir/model/a.cpp", '#include "zanjir/core/b.hpp"\n#include "zanjir/model/a.hpp"\n#include <vector>\n'))

    def test_finds_what_lies_below(self):
        self.assert_found(self.check("src/zanjir/core/a.hpp", '\n#  include "zanjir/model/b.hpp"\n'), "src/zanjir/core/a.hpp:2: core may not include model")

    def test_finds_a_folder_outside_the_list(self):
        self.assert_found(self.check("src/zanjir/extra/a.hpp", ""), "src/zanjir/extra:1: folder is not listed")

    def test_finds_an_include_that_is_not_written_from_the_root(self):
        self.assert_found(self.check("src/zanjir/core/a.hpp", '#include "../model/b.hpp"\n'), "not written from the root")

    def test_finds_one_formulation_in_another(self):
        self.assert_found(self.check(FORMULATIONS + "denoc/denoc.cpp", '#include "zanjir/formulations/newton_euler/newton_euler.hpp"\n'),
                          "denoc.cpp:1: formulation denoc may not share formulations/newton_euler/newton_euler.hpp")

    def test_finds_shared_helpers_and_kernels_in_a_formulation(self):
        self.assert_found(self.check(FORMULATIONS + "denoc/denoc.cpp", '#include "zanjir/dynamics/mass.hpp"\n#include "zanjir/kernels/dispatch.hpp"\n'),
                          "may not share dynamics/mass.hpp", "may not share kernels/dispatch.hpp")

    def test_finds_a_shared_jacobian_but_not_in_a_comment(self):
        self.assert_found(self.check(FORMULATIONS + "denoc/denoc.cpp", "// unlike frame_kinematics\nframe_jacobian(m);\n"), "denoc.cpp:2: formulation denoc may not share frame_jacobian")
        self.assert_clean(self.check(FORMULATIONS + "denoc/denoc.cpp", "// unlike frame_kinematics\n"))

    def test_holds_the_oracle_to_the_same_rule(self):
        self.assert_found(self.check("src/zanjir/formulations/oracle/oracle.cpp", '#include "zanjir/formulations/denoc/denoc.hpp"\n'), "formulation oracle may not share")

    def test_finds_what_a_formulation_reaches_through_a_shared_header(self):
        self.write("src/zanjir/loops/loop_rank_data.hpp", '#include "zanjir/kinematics/closure.hpp"\n')
        self.write("src/zanjir/dynamics/formulation.hpp", '\n#include "zanjir/loops/loop_rank_data.hpp"\n')
        self.assert_found(self.check(FORMULATIONS + "denoc/denoc.hpp", '#include "zanjir/dynamics/formulation.hpp"\n'),
                          "denoc.hpp:1: formulation denoc may not share kinematics/closure.hpp, which it reaches through dynamics/formulation.hpp and loops/loop_rank_data.hpp")
        self.write(FORMULATIONS + "denoc/denoc.hpp", "")
        self.assert_clean(self.check(FORMULATIONS + "newton_euler/newton_euler.hpp", '#include "zanjir/dynamics/formulation.hpp"\n'))

    def test_finds_a_file_beside_the_shared_ones_of_its_folder(self):
        self.assert_found(self.check(FORMULATIONS + "denoc/denoc.cpp", '#include "zanjir/flexible/modal_integrals.hpp"\n'), "may not share flexible/modal_integrals.hpp")
        self.assert_clean(self.check(FORMULATIONS + "denoc/denoc.cpp", '#include "zanjir/flexible/field.hpp"\n'))
        self.assert_found(self.check(FORMULATIONS + "denoc/denoc.cpp", '#include "zanjir/kinematics/frames.hpp"\n'), "may not share kinematics/frames.hpp")

    def test_lets_a_formulation_use_its_own_files_and_the_registry_use_all(self):
        self.assert_clean(self.check(FORMULATIONS + "denoc/denoc.cpp", '#include "zanjir/formulations/denoc/rows.hpp"\n#include "zanjir/dynamics/poses.hpp"\n'))
        self.assert_clean(self.check(FORMULATIONS + "newton_euler/newton_euler.cpp", '#include "zanjir/kernels/dispatch.hpp"\n'))
        self.assert_clean(self.check(FORMULATIONS + "registry.hpp", '#include "zanjir/formulations/denoc/denoc.hpp"\n'))

    def test_finds_a_kernel_template_outside_the_kernels(self):
        self.assert_found(self.check("tests/unit/a_test.cpp", '#include "zanjir/kernels/articulated.hpp"\n'), "kernels/articulated.hpp is not a public header of kernels")
        self.assert_clean(self.check("tests/unit/a_test.cpp", '#include "zanjir/kernels/tables.hpp"\n'))

    def test_finds_std_calls_where_code_is_compiled_per_instruction_set(self):
        self.assert_found(self.check("src/zanjir/spatial/a.hpp", "// std::max\nint f() { return std::max(1, 2); }\n"), "spatial/a.hpp:2: std::max")
        self.assert_clean(self.check("src/zanjir/spatial/a.hpp", "#include <cstdint>\nstd::uint8_t f();\n"))
        self.assert_found(self.check("src/zanjir/kernels/kernels_avx2.cpp", "#include <algorithm>\n"), "<algorithm>")
        self.assert_clean(self.check("src/zanjir/kernels/kernels_avx2.cpp", ""))
        self.assert_clean(self.check("src/zanjir/kernels/dispatch.cpp", "#include <cstdlib>\nauto* p = std::getenv(name);\n"))


if __name__ == "__main__":
    unittest.main()
