import unittest

from tool_case import ToolCase


class CheckCitations(ToolCase):
    def check(self, bibliography, source):
        self.write("docs/references.bib", bibliography)
        self.write("src/zanjir/a.cpp", source)
        return self.run_tool("check_citations.py", self.root)

    def test_accepts_citations_with_entries(self):
        self.assert_clean(self.check("@book{Doe2001,\n}\n@article{McRoe1999b,\n}\n", "// [Doe2001] eq. (3), [Doe2001, McRoe1999b]\nint a[N2001];\n"))

    def test_finds_a_citation_without_entry(self):
        self.assert_found(self.check("@book{Doe2001,\n}\n", "// [Doe2001]\n// [Roe2002]\n"), "src/zanjir/a.cpp:2: Roe2002 is not in")

    def test_finds_an_entry_that_is_cited_nowhere(self):
        self.assert_found(self.check("@book{Doe2001,\n}\n@book{Roe2002,\n}\n", "// [Doe2001]\n"), "docs/references.bib:3: Roe2002 is cited nowhere")

    def test_finds_a_repeated_entry(self):
        self.assert_found(self.check("@book{Doe2001,\n}\n@book{Doe2001,\n}\n", "// [Doe2001]\n"), "docs/references.bib:3: Doe2001 is already at line 1")


if __name__ == "__main__":
    unittest.main()
