"""zanjir gallery: freedoms and redundancy of every mechanism, drawings, and what is wrong with a folder.
ZANJIR_GALLERY: where the gallery of all our mechanisms is left, for tests/browser/studies_browser_test.py to look at."""
import base64
import json
import os
import pathlib
import re
import shutil
import unittest
import xml.etree.ElementTree as xml
import zlib

from command import MODELS, CommandTest, zanjir


class Gallery(CommandTest):
    def test_shows_every_mechanism_of_a_folder(self):
        out = pathlib.Path(os.environ["ZANJIR_GALLERY"]) if "ZANJIR_GALLERY" in os.environ else self.temporary_folder()
        shutil.rmtree(out, ignore_errors=True)
        done = zanjir("gallery", MODELS, "--out", out, "--json")
        self.assertEqual(done.code, 0, done.err)
        found = {m["name"]: m for m in done.json["mechanisms"]}
        # freedoms, by counting, redundant, actuators: from the papers and text books, not from the program
        known = {"bricard": (1, 0, 1, 0), "four-bar-spatial": (1, -2, 3, 0), "stewart": (6, 6, 0, 6), "rrr-3": (3, 3, 0, 3), "rrr-4": (3, 3, 0, 4),
                 "delta-parallelogram": (3, -9, 12, 3), "hexaslide": (6, 6, 0, 6), "six-bar": (1, 1, 0, 1), "iiwa-14": (7, 7, 0, 7),
                 "stewart-6-3": (6, 6, 0, 6), "upu-3": (3, 3, 0, 3), "prs-3": (3, 3, 0, 3), "rrr-3-spherical": (3, -3, 6, 3), "tricept": (3, 3, 0, 3),
                 "par4": (4, 0, 4, 4), "pentapod": (5, 5, 0, 5), "pus-3": (3, 3, 0, 3)}
        for name, numbers in known.items():
            m = found[name]
            self.assertEqual((m["mobility"], m["mobility_by_count"], m["redundant"], m["actuators"]), numbers, name)
        self.assertTrue(all(m["closed"] for m in found.values()))
        page = (out / "gallery.html").read_text()
        for name, m in found.items():
            self.assertIn(f'id="{m["page"]}" href="gallery/{m["page"]}.html"', page)
            xml.parse(out / "gallery" / f"{m['page']}.svg")
            self.assertTrue(m["moves"], name)
            script = (out / "gallery" / f"{m['page']}.js").read_text()
            clip = json.loads(zlib.decompress(base64.b64decode(script[script.index('"') + 1:script.rindex('"')])))["clips"][0]
            # a column of poses with more than its first number is one that changes
            self.assertTrue(any(len(column) > 4 for column in clip["poses"]["values"]), f"{name} stands still: {clip['note']}")
            self.assertIsNotNone(m["agree"], name)  # no disagreement; empty where comparing takes too long for a gallery
        self.assertGreater(sum("newton-euler" in m["agree"] for m in found.values()), len(found) / 2)
        own = (out / "gallery" / "stewart.html").read_text()
        for words in ("formulations were compared with each other", "newton-euler", "µs", "zanjir info", "name: stewart"):
            self.assertIn(words, own)
        self.assertLess(sum(p.stat().st_size for p in out.rglob("*") if p.is_file()), 8e6)  # of the 25 MB of a whole report
        self.assertNotIn("http", page.replace("http://www.w3.org/2000/svg", ""))
        self.assertIn("gallery.html", (out / "index.html").read_text())

    def test_maps_of_a_study_are_shown_with_their_mechanisms(self):
        folder = self.temporary_folder()
        study = folder / "reach.yaml"
        axes = "{forearm.tip.x: {from: -0.9, to: 0.9, cells: 4}, forearm.tip.y: {from: -0.9, to: 0.9, cells: 4}}"
        text = f"""zanjir_study: 1
models: {{arm: {{file: {MODELS / 'arm_2r.yaml'}}}, long: {{file: {MODELS / 'arm_2r.yaml'}, set: {{bodies.forearm.mass: 3 kg}}}}}}
tasks:
  near: {{kind: map, model: arm, axes: {axes}, depth: 0}}
  far: {{kind: map, model: long, axes: {axes}, depth: 0}}
  unasked: {{kind: simulate, model: arm, until: 1e6 s, every: 1 ms}}
figures:
  near: {{kind: map, map: near, title: The reach}}
  far: {{kind: map, map: far, title: The reach}}
"""
        study.write_text(text)
        out = folder / "out"
        done = zanjir("gallery", MODELS / "pendulum.yaml", study, "--out", out, "--json")
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual({m["name"]: m["maps"] for m in done.json["mechanisms"]}, {"pendulum": 0, "arm-2r": 2})
        page = (out / "gallery/arm-2r.html").read_text()
        self.assertIn("Where it can be", page)
        self.assertIn("The reach, a map of reach", page)
        self.assertIn("The reach with bodies.forearm.mass = ", page)
        self.assertNotIn("Where it can be", (out / "gallery/pendulum.html").read_text())
        for k in (1, 2):
            self.assertIn(f'data-name="arm-2r-map-{k}"', page)
        self.assertEqual(len(re.findall(r'<div class="drawn"[^>]*><svg', page[page.index('<section id="maps">'):])), 2)  # in the page alone, which saves them
        self.assertEqual(list((out / "gallery").glob("*-map-*")), [])
        study.write_text(text.replace("kind: map, map: near, title: The reach", "curves: [{y: near.feasible}]").replace("kind: map, map: far, title: The reach", "curves: [{y: far.feasible}]"))
        self.refused(zanjir("gallery", study, "--out", folder / "none"), "reach.yaml", "has no figure of kind map")
        study.write_text(text.replace("forearm.tip.x", "forearm.tipp.x"))
        self.refused(zanjir("gallery", study, "--out", folder / "none"), "reach.yaml:4", "no coordinate of this name", "forearm.tip.x")
        self.assertFalse((folder / "none").exists())

    def test_names_that_collide_do_not_overwrite_each_other(self):
        folder = self.temporary_folder()
        text = (MODELS / "pendulum.yaml").read_text()
        for file, name in (("a.yaml", "same"), ("b.yaml", "same"), ("c.yaml", "SAME"), ("d.yaml", "s/../ame <b>"), ("e.yaml", "s-----ame--b-")):
            (folder / file).write_text(text.replace("name: pendulum", f'name: "{name}"'))
        done = zanjir("gallery", folder, "--out", folder / "out", "--json")
        self.assertEqual(done.code, 0, done.err)
        pages = [m["page"] for m in done.json["mechanisms"]]
        self.assertEqual(len({p.lower() for p in pages}), 5, pages)
        for page, m in zip(pages, done.json["mechanisms"]):
            self.assertNotRegex(page, r"[^a-z0-9_-]")
            self.assertIn(m["file"], (folder / "out/gallery" / f"{page}.html").read_text())
        self.assertEqual({p.name for p in folder.iterdir() if p.is_dir()}, {"out"})

    def test_says_what_is_wrong(self):
        folder = self.temporary_folder()
        self.refused(zanjir("gallery", folder, "--out", folder / "out"), "holds no mechanism file")
        (folder / "broken.yaml").write_text("zanjir: 1\nname: x\nbodys: {}\n")
        self.refused(zanjir("gallery", folder, MODELS / "four_bar.yaml", "--out", folder / "out"), "broken.yaml:3", "did you mean 'bodies'")
        self.assertFalse((folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
