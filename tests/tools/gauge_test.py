import unittest

from tool_case import ToolCase


def line(share, comparison, test="Rose.Moves", residual=1e-12):
    return f"gauge\t{share:.1e}\t{residual:.1e}\t{residual / share if share else 1:.1e}\t3\tphysics/rose_test.cpp\t{test}\t{comparison}\n"


class Gauge(ToolCase):
    def gauge(self, output, reasons="", *options):
        return self.run_tool("gauge.py", "--read", "--reasons", self.write("reasons.txt", reasons), *options, self.write("output.txt", "[ PASSED ]\n" + output))

    def test_accepts_bounds_within_thirty_times_what_is_seen(self):
        result = self.gauge(line(0.034, "a < 1e-9") + line(0.9, "b < 1e-9"))
        self.assert_clean(result)
        self.assertIn("2 bounds, 0 more than 30 times", result[1])

    def test_finds_a_loose_bound(self):
        self.assert_found(self.gauge(line(0.033, "a < 1e-9")), "physics/rose_test.cpp Rose.Moves a < 1e-9", "1 of them without a reason")

    def test_leaves_the_rounding_of_numbers_of_size_one_alone(self):
        self.assert_clean(self.gauge(line(0.01, "a < 1e-14", residual=1e-16)))
        self.assert_found(self.gauge(line(0.01, "a < 2e-14", residual=2e-16)), "a < 2e-14")

    def test_takes_the_worst_of_several_runs(self):
        self.assert_clean(self.gauge(line(0, "a < 1e-9") + line(0.5, "a < 1e-9") + line(0.001, "a < 1e-9")))

    def test_accepts_a_loose_bound_with_a_reason(self):
        result = self.gauge(line(0.001, "q[0] - 0.13 < printed") + line(0.002, "q[1] - 0.2 < printed"), "Two printed digits.\n  physics/rose_test.cpp Rose.* < printed\n")
        self.assert_clean(result)
        self.assertIn("2 more than 30 times above what is seen, 0 of them without", result[1])

    def test_a_reason_is_of_its_test_alone(self):
        self.assert_found(self.gauge(line(0.001, "a < 1e-9") + line(0.001, "a < 1e-9", "Rose.Stands"), "Why.\n  physics/rose_test.cpp Rose.Moves a < 1e-9\n"),
                          "Rose.Stands a < 1e-9", "1 of them without a reason")

    def test_finds_a_reason_that_no_bound_needs(self):
        reasons = "# words\n\nWhy.\n  physics/rose_test.cpp Rose.Moves a < 1e-9\n"
        self.assert_found(self.gauge(line(0.5, "a < 1e-9"), reasons), "reasons.txt:4: no loose bound needs it")
        self.assert_clean(self.gauge(line(0.5, "a < 1e-9"), reasons, "--part"))

    def test_refuses_what_was_not_gauged_and_places_without_a_reason(self):
        self.assert_found(self.gauge(""), "nothing was gauged")
        self.assert_found(self.gauge(line(0.5, "a < 1"), "  physics/rose_test.cpp *\n"), "reasons.txt:1: no reason stands above it")

    def test_says_that_a_program_failed(self):
        program = self.write("unit_tests", "#!/bin/sh\nexit 1\n")
        program.chmod(0o755)
        self.assert_found(self.run_tool("gauge.py", "--reasons", self.write("reasons.txt", ""), program), "fails (exit 1)")


if __name__ == "__main__":
    unittest.main()
