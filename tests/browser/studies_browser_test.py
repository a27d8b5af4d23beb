"""The pages of all our studies and the gallery in a real browser, as a person meets them: each opens from the disk without a complaint or a request, shows a mechanism, is at most
twelve screens long before anything is unfolded, and neither a desk nor a phone, in the light or in the dark, cuts it off or makes it illegible.
  studies_browser_test.py REPORTS STUDY...      what the tests of studies and of the gallery have left: REPORTS/STUDY/index.html, REPORTS/gallery; exit code 77: one is not there
"""
import pathlib
import sys
import time
import unittest

for folder in ("support", "cli"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / folder))
from browser import asked, browser_or_skip, complaints, emulate
from report_browser_test import LOW_CONTRAST, TOO_WIDE

SCREENS, WIDTH, HEIGHT = 12, 1280, 800
REPORTS, STUDIES, BROWSER = None, [], None


def js(script, *arguments):
    return BROWSER.execute_script(script, *arguments)


class Pages(unittest.TestCase):
    def wait(self, script, what, seconds=120):
        end = time.monotonic() + seconds
        while not js(script):
            self.assertLess(time.monotonic(), end, f"{what}: waited {seconds} s for: {script}; console: {complaints(BROWSER)}")
            time.sleep(0.05)

    def look(self, page, what):
        emulate(BROWSER, WIDTH, height=HEIGHT)
        complaints(BROWSER)
        asked(BROWSER)
        BROWSER.get(page.as_uri())
        self.wait("return window.zanjirViews && window.zanjirViews.some(v => v.frameWork.length > 0)", what)
        screens = js("return document.documentElement.scrollHeight") / HEIGHT
        print(f"{what:24} {screens:5.1f} screens", file=sys.stderr)
        self.assertLessEqual(screens, SCREENS, what)
        colours = js("const v = window.zanjirViews.find(v => v.frameWork.length > 0), c = v.canvas, x = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, out = new Set(); for (let i = 0; i < x.length; i += 4 * 37) out.add(x[i] << 16 | x[i + 1] << 8 | x[i + 2]); return out.size")
        self.assertGreater(colours, 20, f"{what}: a blank picture")
        js("window.zanjirViews.forEach(v => v.pause())")  # drawing by the processor alone leaves it little time for anything else
        for width, dark in ((WIDTH, False), (390, True)):  # colours do not depend on the width
            emulate(BROWSER, width, dark)
            self.wait(f"return window.innerWidth === {width} && matchMedia('(prefers-color-scheme: dark)').matches === {str(dark).lower()}", what)
            where = f"{what}, {width} px, {'dark' if dark else 'light'}"
            self.assertEqual(js(TOO_WIDE), [], where)
            self.assertEqual(js(LOW_CONTRAST), [], where)
        self.assertEqual(complaints(BROWSER), [], what)
        self.assertEqual([a for a in asked(BROWSER) if not a.startswith(("file:", "data:", "blob:"))], [], what)

    def test_studies(self):
        for study in STUDIES:
            with self.subTest(study):
                self.look(REPORTS / study / study / "index.html", study)

    def test_gallery(self):
        self.look(REPORTS / "gallery/gallery.html", "gallery")
        self.look(REPORTS / "gallery/index.html", "index")


if __name__ == "__main__":
    REPORTS, STUDIES = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    missing = [s for s in STUDIES if not (REPORTS / s / s / "index.html").exists()] + [p for p in ["gallery"] if not (REPORTS / p / "gallery.html").exists()]
    if missing:
        print(f"SKIPPED: no report of {', '.join(missing)} in {REPORTS}", file=sys.stderr)
        sys.exit(77)
    BROWSER = browser_or_skip()
    try:
        unittest.main(argv=sys.argv[:1])
    finally:
        BROWSER.quit()
