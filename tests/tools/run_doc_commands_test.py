import unittest

from tool_case import SOURCE_DIR, ToolCase


class RunDocCommands(ToolCase):
    def run_document(self, text):
        zanjir = self.write("bin/zanjir", "#!/bin/sh\necho \"$@\"\nexit \"$1\"\n")
        zanjir.chmod(0o755)
        return self.run_tool("run_doc_commands.py", self.write("README.md", text), ZANJIR=str(zanjir))

    def test_runs_the_marked_block_with_our_command_on_the_path(self):
        self.assert_clean(self.run_document("# Title\n<!-- tested -->\n```sh\nzanjir 0\n# a remark\nzanjir 2  # exits 2\nzanjir \\\n  0\n```\n"))

    def test_reports_the_line_of_a_command_that_fails(self):
        self.assert_found(self.run_document("\n<!-- tested -->\n```sh\nzanjir 0\nzanjir 3 wrong\n```\n"), "README.md:5: `zanjir 3 wrong` exited 3, expected 0")

    def test_compares_what_is_printed(self):
        self.assert_clean(self.run_document("<!-- tested -->\n```sh\nzanjir 0 0.1379  # prints 0.137\n```\n"))
        self.assert_clean(self.run_document("<!-- tested -->\n```sh\nzanjir 2 why  # exits 2, prints why\n```\n"))
        self.assert_found(self.run_document("<!-- tested -->\n```sh\nzanjir 2 why  # exits 2, prints how\n```\n"), "does not print how")
        self.assert_found(self.run_document("<!-- tested -->\n```sh\nzanjir 0 0.1379  # prints 0.138\n```\n"), "README.md:3: `zanjir 0 0.1379  # prints 0.138` does not print 0.138")

    def test_writes_the_files_a_reader_is_told_to_write(self):
        document = "<!-- file: mine/a.yaml -->\n```yaml\na: 1\n```\n<!-- tested -->\n```sh\ncat mine/a.yaml  # prints a: 1\nzanjir 0\n```\n"
        self.assert_clean(self.run_document(document))

    def test_compares_listings_with_their_files(self):
        first = (SOURCE_DIR / "models/pendulum.yaml").read_text().splitlines()[2]
        self.assert_clean(self.run_document(f"<!-- listing: models/pendulum.yaml -->\n```yaml\n{first}\n```\n"))
        self.assert_found(self.run_document("<!-- listing: models/pendulum.yaml -->\n```yaml\nzanjir: 2\n```\n"), "README.md:3: this listing is not in models/pendulum.yaml")

    def test_leaves_the_report_of_the_user_alone(self):
        document = "<!-- tested -->\n```sh\nls models/arm_7r.yaml\nmkdir report && touch report/trace\nls report/trace\n```\n"
        self.assert_clean(self.run_document(document))
        self.assertFalse((SOURCE_DIR / "report" / "trace").exists())

    def test_leaves_unmarked_blocks_alone_and_says_when_nothing_was_run(self):
        self.assert_found(self.run_document("```sh\nzanjir 1\n```\n"), "0 commands")


if __name__ == "__main__":
    unittest.main()
