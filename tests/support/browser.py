"""Debian's Chromium, headless, for tests of pages. Where it is not installed a test says so loudly and is skipped (exit code 77)."""
import json
import shutil
import sys

SKIPPED = 77
# Two lines that Chromium itself writes about drawing without a graphics card; nothing else is forgiven.
OF_THE_BROWSER = ("GPU stall due to ReadPixels", "Automatic fallback to software WebGL has been deprecated")


def browser_or_skip():
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service
    except ImportError:
        webdriver = None
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (webdriver and chromium and driver):
        print("SKIPPED: pages were NOT looked at in a browser. Install one: tools/install_dependencies.sh browser", file=sys.stderr)
        sys.exit(SKIPPED)
    options = Options()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=1100,1200"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service(driver), options=options)


def complaints(browser):
    """What the console says since it was asked last."""
    return [entry["message"] for entry in browser.get_log("browser") if not any(known in entry["message"] for known in OF_THE_BROWSER)]


def asked(browser):
    """Every address that pages asked for since this was asked last."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]


def emulate(browser, width=None, dark=False, height=900):
    if width:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    else:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
