#!/usr/bin/python3
"""Takes the pictures of report pages that the documents show, with Debian's Chromium.
  zanjir reproduce all && zanjir gallery models && tools/take_screenshots.py [REPORT] [FOLDER]     (report, docs/pictures)
  tools/take_screenshots.py --all [REPORT] [FOLDER]      every page on a desk, in the dark and on a phone, to be looked at     (report, build/screenshots)
"""
import base64
import pathlib
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE / "tests/support"))
from browser import browser_or_skip, emulate  # noqa: E402

# picture: page, width, height, dark, where it begins
PICTURES = {
    "report-index": ("index.html", 1180, 1040, False, None),
    "report-study": ("pentapod/index.html", 1180, 1180, False, None),
    "report-claims": ("pentapod/index.html", 1180, 620, True, "claims"),
    "report-phone": ("elastic_chain/index.html", 390, 844, True, "viewer"),
    "report-map": ("parallel_maps/index.html", 1180, 840, False, None),
    "gallery-mechanism": ("gallery/stewart.html", 1180, 900, False, None),
}


SCREENS = {"desk": (1180, False), "dark": (1180, True), "phone": (390, False)}
LONGEST = 5000  # pixels of a picture


def take(browser, file, width, height, top=0):
    picture = browser.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {"x": 0, "y": top, "width": width, "height": height, "scale": 1}})
    file.write_bytes(base64.b64decode(picture["data"]))
    print(file)


def wait_for_motion(browser, seconds=60):
    """Until what moves has begun to, and a moment longer."""
    begun = "return !document.querySelector('.zanjir-view') || (window.zanjirViews || []).some(v => v.frameWork.length > (v.motion.clip.map ? 0 : 4))"
    end = time.monotonic() + seconds
    while time.monotonic() < end and not browser.execute_script(begun):
        time.sleep(0.1)
    time.sleep(4)


def take_all(report="report", folder=SOURCE / "build/screenshots"):
    report, folder = pathlib.Path(report).resolve(), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    browser = browser_or_skip()
    try:
        for page in sorted(report.rglob("*.html")):
            name = "-".join(page.relative_to(report).with_suffix("").parts)
            for screen, (width, dark) in SCREENS.items():
                emulate(browser, width, dark)
                browser.get(page.as_uri())
                wait_for_motion(browser)
                take(browser, folder / f"{name}-{screen}.png", width, min(LONGEST, browser.execute_script("return document.documentElement.scrollHeight")))
    finally:
        browser.quit()


def main(report="report", folder=SOURCE / "docs/pictures"):
    browser = browser_or_skip()
    try:
        for name, (page, width, height, dark, at) in PICTURES.items():
            path = pathlib.Path(report).resolve() / page
            if not path.exists():
                print(f"take_screenshots: {path} is not there; {name}.png stays as it is", file=sys.stderr)
                continue
            emulate(browser, width, dark)
            browser.get(path.as_uri())
            wait_for_motion(browser)
            top = browser.execute_script("return arguments[0] ? document.getElementById(arguments[0]).getBoundingClientRect().top + scrollY : 0", at)
            take(browser, pathlib.Path(folder) / f"{name}.png", width, height, top)
    finally:
        browser.quit()


if __name__ == "__main__":
    take_all(*sys.argv[2:]) if sys.argv[1:2] == ["--all"] else main(*sys.argv[1:])
