#!/usr/bin/python3
"""Takes the pictures of report pages that the documents show, with Debian's Chromium.
  zanjir reproduce all && zanjir gallery models && tools/take_screenshots.py [REPORT] [FOLDER]     (report, docs/pictures)
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
    "report-index": ("index.html", 1180, 820, False, None),
    "report-study": ("spherical_moving_base/index.html", 1180, 1180, False, None),
    "report-phone": ("denoc_virtual_springs/index.html", 390, 844, True, "claims"),
    "gallery-mechanism": ("gallery/delta.html", 1180, 900, False, None),
}


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
            time.sleep(4)  # a mechanism has to be drawn, and to begin to move
            top = browser.execute_script("return arguments[0] ? document.getElementById(arguments[0]).getBoundingClientRect().top + scrollY : 0", at)
            picture = browser.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {"x": 0, "y": top, "width": width, "height": height, "scale": 1}})
            (pathlib.Path(folder) / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))
            print(pathlib.Path(folder) / f"{name}.png")
    finally:
        browser.quit()


if __name__ == "__main__":
    main(*sys.argv[1:])
