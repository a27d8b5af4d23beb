"""Pages of reports in a real browser: on a desk, on a phone, in the dark; nothing is asked of the network, nothing is wider than the screen, everything can be read
(contrast after WCAG 2, AA), the filter filters, and a page is short before it is unfolded."""
import os
import sys
import unittest

for folder in ("support", "cli"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder))
from browser import browser_or_skip, complaints, emulate
from command import MODELS, CommandTest, zanjir

BROWSER = None
SCREENS = 12  # of 900 pixels, before anything is unfolded

# Text whose contrast with what lies behind it is too small; large text (24 px, or bold from 18.66 px) needs 3, other text 4.5.
LOW_CONTRAST = r"""
function lin(c){c/=255;return c<=0.03928?c/12.92:Math.pow((c+0.055)/1.055,2.4)}
function parse(s){const m=s.match(/[\d.]+/g).map(Number);return {r:m[0],g:m[1],b:m[2],a:m.length>3?m[3]:1}}
function over(top,below){return {r:top.r*top.a+below.r*(1-top.a),g:top.g*top.a+below.g*(1-top.a),b:top.b*top.a+below.b*(1-top.a),a:1}}
function lum(c){return 0.2126*lin(c.r)+0.7152*lin(c.g)+0.0722*lin(c.b)}
function behind(el){const stack=[];for(let e=el;e;e=e.parentElement)stack.unshift(parse(getComputedStyle(e).backgroundColor));
 return stack.reduce((below,top)=>over(top,below),parse(getComputedStyle(document.documentElement).colorScheme.startsWith('x')?'rgb(0,0,0)':matchMedia('(prefers-color-scheme:dark)').matches?'rgb(18,18,18)':'rgb(255,255,255)'))}
const low=[];
for(const el of document.querySelectorAll('body *')){
 if(el.closest('svg,canvas,.zanjir-view,script,style')||!el.checkVisibility())continue;
 const own=[...el.childNodes].some(n=>n.nodeType===3&&n.textContent.trim());if(!own)continue;
 const style=getComputedStyle(el),back=behind(el),front=over(parse(style.color),back),a=lum(front),b=lum(back),ratio=(Math.max(a,b)+0.05)/(Math.min(a,b)+0.05);
 const size=parseFloat(style.fontSize),large=size>=24||(size>=18.66&&+style.fontWeight>=700);
 if(ratio<(large?3:4.5))low.push(el.tagName+'.'+el.className+' '+ratio.toFixed(2)+' '+el.textContent.trim().slice(0,40))}
return low"""
# What sticks out to the right and cannot be scrolled to inside a box of its own.
TOO_WIDE = r"""
const wide=[];if(document.documentElement.scrollWidth>innerWidth+1)wide.push('page '+document.documentElement.scrollWidth);
for(const el of document.querySelectorAll('body *')){if(!el.checkVisibility()||el.closest('svg'))continue;
 let inside=false;for(let e=el.parentElement;e;e=e.parentElement){const o=getComputedStyle(e).overflowX;if(o==='auto'||o==='scroll'||o==='hidden')inside=true}
 if(!inside&&!el.classList.contains('skip')&&el.getBoundingClientRect().right>innerWidth+1)wide.push(el.tagName+'.'+el.className)}
return wide"""

STUDY = f"""zanjir_study: 1
name: shown
title: A study with a title that is long enough to be broken on a telephone
text: The first sentence says what it is. The second says what came out. The third is folded away.
models: {{m: {{file: {MODELS}/pendulum.yaml}}}}
tasks:
  level: {{kind: analyse, model: m, state: {{q: {{A: 0}}}}, what: [forward_dynamics, reactions]}}
  swing: {{kind: simulate, model: m, until: 2 s, every: 20 ms}}
figures:
  angle: {{title: Angle, curves: [{{y: swing.A, label: pendulum}}]}}
  path: {{title: Path, equal_axes: true, curves: [{{x: cos(swing.A), y: sin(swing.A), label: bob}}]}}
  numbers: {{kind: table, title: Numbers, columns: ["", a, b, c, d, e, f], rows: [{{label: row, values: [max(swing.A), min(swing.A), "1", "2", "1e-20", "3"]}}]}}
key_figure: path
claims:
  - {{id: good, by: paper, source: "Fig. 1", text: It falls., said: {{value: -9.81 rad/s^2, tol: 1e-9 rad/s^2}}, compute: level.forward_dynamics.vdot.A}}
  - {{id: misprint, by: paper, source: "Table 2", said: {{value: 9.81}}, compute: level.forward_dynamics.vdot.A, expect: differs, reason: The table has lost the sign., found: {{value: -9.81, tol: 1e-9, from: g/l}}}}
  - {{each: many, id: "extra-{{i}}", by: paper, source: "Table {{i}}3", said: {{max: 1000}}, compute: max(swing.A)}}
  - {{id: law, by: law, source: gravity, said: {{max: 1e-6}}, compute: swing.relative_imbalance}}
lists: {{many: [{", ".join(f"{{i: {i}}}" for i in range(1, 15))}]}}
"""


class Report(CommandTest):
    @classmethod
    def setUpClass(cls):
        global BROWSER
        BROWSER = BROWSER or browser_or_skip()
        import pathlib
        import tempfile
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.out = pathlib.Path(folder.name) / "report"
        study = pathlib.Path(folder.name) / "shown.yaml"
        study.write_text(STUDY)
        for arguments in (["run", study, "--out", cls.out], ["gallery", MODELS / "stewart.yaml", MODELS / "four_bar.yaml", MODELS / "arm_2r.yaml", "--out", cls.out]):
            done = zanjir(*arguments)
            if done.code != 0:
                raise AssertionError(done.out + done.err)
        cls.pages = [cls.out / p for p in ("index.html", "shown/index.html", "gallery.html", "gallery/stewart.html")]

    def open(self, page):
        complaints(BROWSER)
        BROWSER.get_log("performance")
        BROWSER.get(page.as_uri())

    def js(self, script):
        return BROWSER.execute_script(script)

    def test_every_page_on_every_screen(self):
        import json
        for page in self.pages:
            for width, dark in ((1100, False), (1100, True), (390, False), (390, True)):
                emulate(BROWSER, width, dark)
                self.open(page)
                where = f"{page.name}, {width} px, {'dark' if dark else 'light'}"
                self.assertEqual(complaints(BROWSER), [], where)
                self.assertEqual(self.js(TOO_WIDE), [], where)
                self.assertEqual(self.js(LOW_CONTRAST), [], where)
                asked = [json.loads(e["message"])["message"] for e in BROWSER.get_log("performance")]
                addresses = [m["params"]["request"]["url"] for m in asked if m["method"] == "Network.requestWillBeSent"]
                self.assertEqual([a for a in addresses if not a.startswith(("file:", "data:", "blob:"))], [], where)
                self.js("document.querySelectorAll('details').forEach(d => d.open = true)")
                self.assertEqual(self.js(TOO_WIDE), [], where + ", unfolded")
                self.assertEqual(self.js(LOW_CONTRAST), [], where + ", unfolded")

    def test_a_study_is_short_and_told_in_order(self):
        emulate(BROWSER, 1100)
        self.open(self.out / "shown/index.html")
        self.assertLess(self.js("return document.documentElement.scrollHeight"), SCREENS * 900)
        place = "return document.getElementById('%s').getBoundingClientRect().top"
        order = [self.js(place % i) for i in ("key", "figure-path", "claims", "checks", "figures", "tasks", "models", "environment")]
        self.assertEqual(order, sorted(order))
        self.assertLess(self.js(place % "claim-misprint"), self.js(place % "claim-good"))  # what differs stands above
        self.assertFalse(self.js("return document.getElementById('claim-good').checkVisibility()"))  # a source whose claims all hold is folded
        self.assertFalse(self.js("return document.getElementById('claim-law').checkVisibility()"))
        self.assertEqual(self.js("return [...document.querySelectorAll('[title]')].some(e => e.textContent === '≈ 0')"), True)

    def test_the_filter_and_links_into_folds(self):
        emulate(BROWSER, 1100)
        page = self.out / "shown/index.html"
        self.open(page)
        shown = "return [...document.querySelectorAll('#claims tr[data-verdict]')].filter(r => r.checkVisibility()).map(r => r.dataset.verdict)"
        self.js("document.querySelector('#claims .filter [data-show=holds]').click()")
        self.assertEqual(set(self.js(shown)), {"holds"})
        self.assertEqual(len(self.js(shown)), 15)
        self.js("document.querySelector('#claims .filter [data-show=all]').click()")
        self.js("const i = document.querySelector('#claims .filter input'); i.value = 'lost the sign'; i.dispatchEvent(new Event('input'))")
        self.assertEqual(self.js(shown), ["differs"])
        self.assertEqual(self.js("return document.querySelector('#claims .filter output').textContent"), "1 shown")
        BROWSER.get("about:blank")
        BROWSER.get(page.as_uri() + "#task-swing")
        self.assertTrue(self.js("return document.getElementById('task-swing').open && document.getElementById('task-swing').checkVisibility()"))

    def test_everything_is_reached_by_keyboard_and_named(self):
        emulate(BROWSER, 1100)
        for page in self.pages:
            self.open(page)
            self.assertEqual(self.js("return [...document.querySelectorAll('a,button,input,summary')].filter(e => e.checkVisibility() && e.tabIndex < 0).map(e => e.outerHTML)"), [])
            self.assertEqual(self.js("return [...document.querySelectorAll('input,button,select')].filter(e => e.checkVisibility() && !(e.textContent.trim() || e.getAttribute('aria-label') || e.title || e.closest('label') || e.labels?.length)).map(e => e.outerHTML)"), [])
            self.assertEqual(self.js("return [...document.querySelectorAll('svg[role=img]')].filter(e => !e.querySelector('title')).length"), 0)
            self.assertEqual(self.js("return document.querySelectorAll('main').length"), 1)


if __name__ == "__main__":
    try:
        unittest.main()
    finally:
        if BROWSER:
            BROWSER.quit()
