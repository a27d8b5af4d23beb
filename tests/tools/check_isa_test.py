import subprocess
import unittest

from tool_case import ToolCase

WIDE = """
namespace zanjir::kernels::{isa} {{
typedef double Vec __attribute__((vector_size(32)));
void add(const double* a, double* b) {{ *(Vec*)b = *(const Vec*)a + *(const Vec*)b; }}
}}
{more}
"""


class CheckIsa(ToolCase):
    def library(self, **objects):
        """An archive of objects given as name=(source, flags...), with healthy kernel objects where none is given."""
        healthy = {}
        for twin in ("", "_elastic", "_planar", "_loops", "_poses", "_rows", "_runs", "_rotors"):
            healthy["kernels_avx2" + twin] = (WIDE.format(isa="avx2", more=""), "-mavx2")
            healthy["kernels_avx512" + twin] = (WIDE.format(isa="avx512", more=""), "-mavx512f", "-mavx512vl")
        for name, (source, *flags) in {**healthy, **objects}.items():
            self.write(f"{name}.cpp", source)
            subprocess.run(["c++", "-O1", *flags, "-c", f"{self.root}/{name}.cpp", "-o", f"{self.root}/{name}.cpp.o"], check=True)
        archive = f"{self.root}/library.a"
        subprocess.run(["ar", "rc", archive, *(f"{self.root}/{name}.cpp.o" for name in {**healthy, **objects})], check=True)
        return self.run_tool("check_isa.py", archive)

    def test_accepts_wide_code_in_the_kernel_objects(self):
        self.assert_clean(self.library(portable=("double twice(double a) { return 2 * a; }",)))

    def test_finds_wide_code_elsewhere(self):
        self.assert_found(self.library(portable=("double twice(double a) { return 2 * a; }", "-mavx")), "portable: twice(double): v")

    def test_finds_a_function_outside_the_namespace(self):
        leak = WIDE.format(isa="avx2", more="namespace std { double largest(double a, double b) { return a < b ? b : a; } }")
        self.assert_found(self.library(kernels_avx2=(leak, "-mavx2")), "kernels_avx2: std::largest(double, double): v")

    def test_finds_a_kernel_that_uses_the_heap(self):
        self.assert_found(self.library(kernels_base=("double* make(int n) { return new double[n]; }",)), "kernels_base: needs operator new")

    def test_finds_missing_flags(self):
        self.assert_found(self.library(kernels_avx2=("int nothing;",)), "kernels_avx2: no wide instruction found")


if __name__ == "__main__":
    unittest.main()
