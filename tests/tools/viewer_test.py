"""The script of the viewer as it is committed: made from the sources that lie beside it, with the licences of what is in it, and a lock file without hosts."""
import hashlib
import pathlib
import re
import os
import unittest

VIEWER = pathlib.Path(os.environ["ZANJIR_SOURCE_DIR"]) / "viewer"


def source_hash():
    """As viewer/build.mjs computes it."""
    digest = hashlib.sha256()
    names = sorted(f"src/{p.name}" for p in (VIEWER / "src").iterdir()) + ["build.mjs", "package.json", "package-lock.json"]
    for name in names:
        digest.update(name.encode() + b"\0" + (VIEWER / name).read_bytes() + b"\0")
    return digest.hexdigest()


class ViewerScript(unittest.TestCase):
    def setUp(self):
        self.script = (VIEWER / "dist/viewer.js").read_text()

    def test_is_built_from_these_sources(self):
        found = re.search(r"sources: ([0-9a-f]{64})", self.script)
        self.assertIsNotNone(found)
        self.assertEqual(found[1], source_hash(), "viewer/src has changed since dist/viewer.js was built: run `npm ci && npm run build` in viewer/")

    def test_keeps_the_licences_of_what_is_in_it(self):
        head = self.script[: self.script.index("*/")]
        for word in ("three 0.", "three.js authors", "uplot 1.", "Leon Sorokin", "Permission is hereby granted"):
            self.assertIn(word, head)

    def test_can_stand_inside_a_page(self):
        for word in ("</script", "<!--", ')zanjir_js"'):
            self.assertNotIn(word, self.script.lower())
        self.assertTrue(self.script.isascii())

    def test_asks_for_nothing(self):
        """Addresses of the network stand in comments and names of XML alone."""
        for address in set(re.findall(r"https?://[\w./-]+", self.script[self.script.index("*/"):])):
            self.assertTrue(address.startswith(("http://www.w3.org/", "https://github.com/", "https://threejs.org", "https://jcgt.org")), address)

    def test_locks_its_packages_without_naming_a_host(self):
        lock = (VIEWER / "package-lock.json").read_text()
        self.assertNotRegex(lock, r"https?://\S*registry")
        for package in ("three", "uplot", "esbuild", "typescript"):
            self.assertIn(f'"node_modules/{package}"', lock)


if __name__ == "__main__":
    unittest.main()
