"""Pages of reports in a real browser: on a desk, on a phone, in the dark; nothing is asked of the network, nothing is wider than the screen, everything can be read
(contrast after WCAG 2, AA), the filter filters, and a page is short before it is unfolded."""
import os
import sys
import time
import unittest

for folder in ("support", "cli"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder))
from browser import asked, browser_or_skip, complaints, emulate
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
  "swing_{{i}}": {{each: many, kind: simulate, model: m, until: 1 s, every: 1 ms}}
figures:
  angle: {{title: Angle, curves: [{{y: swing.A, label: pendulum}}, {{label: paper, style: published, x: [0 s, 1 s], y: [0.5 rad, -1.5 rad]}}]}}
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


HALF = f"""zanjir_study: 1
name: half
title: A study that fails half way
models: {{m: {{file: {MODELS}/arm_2r.yaml}}}}
tasks:
  good: {{kind: simulate, model: m, until: 0.2 s, every: 10 ms}}
  bad: {{kind: inverse, model: m, motion: {{forearm.tip: {{x: "0.5 + 3*t", y: 0.1}}}}, until: 1 s, every: 10 ms}}
figures:
  angle: {{title: "<b>shoulder</b> \u05d0\u05d1 'x'", curves: [{{y: good.shoulder, label: shoulder}}]}}
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
        cls.folder = pathlib.Path(folder.name)
        cls.out = cls.folder / "report"
        (cls.folder / "shown.yaml").write_text(STUDY)
        (cls.folder / "half.yaml").write_text(HALF)
        odd = (MODELS / "pendulum.yaml").read_text().replace("name: pendulum", "name: '<img src=x onerror=alert(1)> \u05d0\u05d1\u05d2 \"q\"'")
        (cls.folder / "odd.yaml").write_text(odd)
        for code, arguments in ((0, ["run", cls.folder / "shown.yaml", "--out", cls.out, "--export", cls.folder / "numbers"]), (3, ["run", cls.folder / "half.yaml", "--out", cls.out]),
                                (0, ["gallery", MODELS / "stewart.yaml", MODELS / "four_bar.yaml", MODELS / "arm_2r.yaml", cls.folder / "odd.yaml", "--out", cls.out])):
            done = zanjir(*arguments)
            if done.code != code:
                raise AssertionError(done.out + done.err)
        cls.pages = [cls.out / p for p in ("index.html", "shown/index.html", "gallery.html", "gallery/stewart.html")]

    def open(self, page):
        complaints(BROWSER)
        asked(BROWSER)
        BROWSER.get(page.as_uri())

    def js(self, script, *arguments):
        return BROWSER.execute_script(script, *arguments)

    def wait(self, script, seconds=60):
        for _ in range(int(seconds / 0.05)):
            if self.js(script):
                return
            time.sleep(0.05)
        self.fail(f"waited {seconds} s for: {script}; console: {complaints(BROWSER)}")

    def test_every_page_on_every_screen(self):
        for page in self.pages:
            emulate(BROWSER, 1100)
            self.open(page)
            self.wait("return window.zanjirViews && window.zanjirViews.length > 0")
            for width, dark in ((1100, False), (1100, True), (390, True), (390, False)):
                emulate(BROWSER, width, dark)
                self.wait(f"return window.innerWidth === {width} && matchMedia('(prefers-color-scheme: dark)').matches === {str(dark).lower()}")
                where = f"{page.name}, {width} px, {'dark' if dark else 'light'}"
                self.assertEqual(self.js(TOO_WIDE), [], where)
                self.assertEqual(self.js(LOW_CONTRAST), [], where)
            self.js("document.querySelectorAll('details').forEach(d => d.open = true)")
            self.wait("return !document.querySelector('.packed')")
            for width, dark in ((390, False), (1100, True)):
                emulate(BROWSER, width, dark)
                self.wait(f"return window.innerWidth === {width}")
                self.assertEqual(self.js(TOO_WIDE), [], page.name + ", unfolded")
                self.assertEqual(self.js(LOW_CONTRAST), [], page.name + ", unfolded")
            self.assertEqual(complaints(BROWSER), [], page.name)
            self.assertEqual([a for a in asked(BROWSER) if not a.startswith(("file:", "data:", "blob:"))], [], page.name)

    def test_what_moves_moves_in_cards_too(self):
        emulate(BROWSER, 1100)
        picture = "const c = document.querySelectorAll('.zv-card canvas')[%d], o = document.createElement('canvas'); o.width = c.width; o.height = c.height; const g = o.getContext('2d', {willReadFrequently: true}); g.drawImage(c, 0, 0); const x = g.getImageData(0, 0, c.width, c.height).data; let s = ''; for (let i = 0; i < x.length; i += 4 * 41) s += String.fromCharCode(x[i] >> 3); return s"
        for page, least in ((self.out / "index.html", 2), (self.out / "gallery.html", 4)):  # the hero and the strip; a card for each
            self.open(page)
            for card in range(least):  # each begins when it comes near
                self.js(f"document.querySelectorAll('.zanjir-view[data-size=card]')[{card}].scrollIntoView({{block: 'center'}})")
                self.wait(f"return document.querySelectorAll('.zanjir-view[data-size=card]')[{card}].querySelector('canvas')", 120)
            self.js("window.scrollTo(0, 0)")
            self.wait(f"return document.querySelectorAll('.zv-card canvas').length >= {least} && window.zanjirViews.every(v => v.frameWork.length > 0 || !v.visible)", 120)
            for card in range(least):
                if not self.js(f"return window.zanjirViews.find(v => v.canvas === document.querySelectorAll('.zv-card canvas')[{card}]).visible"):
                    continue
                first = self.js(picture % card)
                self.assertGreater(len(set(first)), 5, "blank")
                for _ in range(1200):
                    if self.js(picture % card) != first:
                        break
                    time.sleep(0.05)
                else:
                    self.fail(f"{page.name}: card {card} stands still")
            self.assertEqual(self.js("return [...document.querySelectorAll('.zv-card canvas')].filter(c => c.tabIndex >= 0).length"), 0)  # the link is what is reached
            self.assertEqual(complaints(BROWSER), [])

    def test_figures_answer_with_the_numbers_of_the_study(self):
        emulate(BROWSER, 1100)
        self.open(self.out / "shown/index.html")
        self.wait("return document.querySelector('#figure-angle [data-explore]')")
        self.js("document.querySelector('#figure-angle [data-explore]').click()")
        self.wait("return document.querySelector('#figure-angle .u-over')")
        curves, csv = BROWSER.execute_async_script("const done = arguments[arguments.length - 1]; window.zanjirFigure(document.getElementById('figure-angle')).then(f => done([f.plots[0].curves.map(c => ({label: c.label, style: c.style, x: [...c.x], y: [...c.y]})), f.csv()]))")
        with open(self.folder / "numbers/shown/swing.csv") as file:
            rows = [line.split(",") for line in file.read().splitlines()]
        column = [name.split(" [")[0].strip('"') for name in rows[0]].index("A")
        self.assertEqual([c["label"] for c in curves], ["pendulum", "paper"])
        self.assertEqual((curves[1]["style"], curves[1]["x"], curves[1]["y"]), ("published", [0, 1], [0.5, -1.5]))
        self.assertEqual(len(curves[0]["x"]), len(rows) - 1)
        for x, y, row in zip(curves[0]["x"], curves[0]["y"], rows[1:]):
            self.assertAlmostEqual(x, float(row[0]), delta=6e-8 * abs(float(row[0])) + 1e-37)  # single precision
            self.assertAlmostEqual(y, float(row[column]), delta=6e-8 * abs(float(row[column])) + 1e-37)
        self.assertEqual(len(csv.splitlines()), len(rows) + 2)
        self.js("const o = document.querySelector('#figure-angle .u-over'), r = o.getBoundingClientRect(); o.dispatchEvent(new MouseEvent('mousemove', {clientX: r.left + r.width / 2, clientY: r.top + r.height / 2, bubbles: true}))")
        self.js("const b = [...document.querySelectorAll('#figure-angle .zv-plot-bar button')]; b.find(x => x.textContent === 'log').click(); b.find(x => x.textContent === 'all').click(); document.querySelector('#figure-angle .zv-curve').click()")
        self.js("document.querySelector('#figure-angle [data-explore]').click()")
        self.assertTrue(self.js("return document.querySelector('#figure-angle .drawn svg').checkVisibility()"))
        saved = BROWSER.execute_async_script("""const done = arguments[arguments.length - 1], before = URL.createObjectURL; URL.createObjectURL = b => { if (b.type === 'image/png') { URL.createObjectURL = before; b.arrayBuffer().then(a => done([a.byteLength, new DataView(a).getUint32(16)])); } return before.call(URL, b); };
            document.querySelector('#figure-angle [data-save=png]').click()""")
        self.assertGreater(saved[0], 5000)
        self.assertEqual(saved[1], 2 * self.js("return document.querySelector('#figure-angle .drawn svg').viewBox.baseVal.width"))
        self.assertEqual(complaints(BROWSER), [])

    def test_a_study_that_failed_half_way_and_odd_names(self):
        emulate(BROWSER, 1100)
        self.open(self.out / "half/index.html")
        self.wait("return window.zanjirViews && window.zanjirViews.length > 0")
        self.assertIn("Not every task finished", self.js("return document.querySelector('header').textContent"))
        self.assertTrue(self.js("return document.getElementById('task-bad').open || document.getElementById('task-bad').checkVisibility()"))
        self.assertEqual(self.js("return window.zanjirViews[0].bundle.clips[0].name"), "good")  # what exists is shown
        self.assertTrue(self.js("return document.querySelector('#figure-angle svg').textContent.includes('<b>shoulder</b>')"))
        self.assertEqual(complaints(BROWSER), [])
        odd = next(p for p in (self.out / "gallery").glob("*.html") if "onerror" in p.name)
        self.open(odd)
        self.wait("return window.zanjirViews && window.zanjirViews.length > 0")
        self.assertIn("<img src=x onerror=alert(1)>", self.js("return document.querySelector('h1').textContent"))
        self.assertEqual(self.js("return document.querySelectorAll('main img').length"), 0)
        self.assertEqual(complaints(BROWSER), [])
        # its motion has gone: the page says so
        odd.with_suffix(".js").rename(odd.with_suffix(".away"))
        BROWSER.get(odd.as_uri())
        self.wait("return document.querySelector('.zv-problem')")
        self.assertIn("is not there", self.js("return document.querySelector('.zv-problem').textContent"))
        odd.with_suffix(".away").rename(odd.with_suffix(".js"))
        complaints(BROWSER)

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
        self.js("document.querySelector('#tasks details').open = true")
        self.wait("return [...document.querySelectorAll('[title]')].some(e => e.textContent === '≈ 0')")

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
        BROWSER.get(page.as_uri() + "#task-swing")  # which is packed
        self.wait("const t = document.getElementById('task-swing'); return t && t.open && t.checkVisibility() && window.zanjirViews && window.zanjirViews.length > 0")
        self.js("document.querySelector('[data-play=swing_3]').click()")
        self.wait("return window.zanjirViews[0].motion.clip.name === 'swing_3'")

    def test_every_task_plays_those_in_other_files_when_they_are_asked_for(self):
        emulate(BROWSER, 1100)
        self.open(self.out / "shown/index.html")
        self.wait("return window.zanjirViews && window.zanjirViews.length > 0")
        there, elsewhere = self.js("const b = window.zanjirViews[0].bundle; return [b.clips.map(c => c.name), b.more]")
        self.assertEqual(sorted(there + [m["name"] for m in elsewhere]), sorted(["swing"] + [f"swing_{i}" for i in range(1, 15)]))
        self.assertTrue(elsewhere, "all motions are in the first file, so this test shows nothing")
        self.assertFalse([a for a in asked(BROWSER) if "motions-" in a])
        self.js("document.querySelectorAll('details').forEach(d => d.open = true)")
        self.wait("return !document.querySelector('.packed')")
        last = elsewhere[-1]["name"]
        self.js(f"document.querySelector('[data-play={last}]').click()")
        self.wait(f"const v = window.zanjirViews[0]; return v.motion.clip.name === '{last}' && v.frameWork.length > 0")
        self.assertEqual([a.split("/")[-1] for a in asked(BROWSER) if "motions-" in a], [elsewhere[-1]["file"]])
        self.assertEqual(self.js("const s = document.querySelector('.zv-clips'); return s.selectedOptions[0].textContent"), elsewhere[-1]["title"])
        with open(self.folder / f"numbers/shown/{last}.csv") as file:
            row = file.read().splitlines()[501].split(",")
        self.assertEqual(float(row[0]), 0.5)
        angle = self.js("const v = window.zanjirViews[0]; v.pause(); v.seek(0.5); return v.motion.at(v.motion.channel('A'), 0.5)")
        self.assertAlmostEqual(angle, float(row[1]), delta=2**-15 * abs(float(row[1])))  # 15 bits of a number are kept in a report
        # a file that has gone is told, and what was shown stays
        self.js("window.zanjirViews[0].choices.push({name: 'gone', title: 'gone', clip: -1, file: 'motions-99.js'})")
        self.js("window.zanjirViews[0].choose('gone')")
        self.wait("return document.querySelector('.zv-said').textContent.includes('motions-99.js is not there')")
        self.assertEqual(self.js("return window.zanjirViews[0].motion.clip.name"), last)
        complaints(BROWSER)  # of the browser: the file that is not there

    def test_figures_and_the_picture_show_one_instant(self):
        emulate(BROWSER, 1100)
        self.open(self.out / "shown/index.html")
        self.wait("return document.querySelector('#figure-angle [data-explore]') && window.zanjirViews && window.zanjirViews.length > 0")
        self.js("const v = window.zanjirViews[0]; v.choose('swing_3'); document.querySelector('#figure-angle [data-explore]').click()")
        self.wait("return document.querySelector('#figure-angle .u-over')")
        line = "const l = document.querySelector('#figure-angle .zv-now'); if (l.style.display === 'none') return null; "
        self.wait("return window.zanjirViews[0].motion.clip.name === 'swing_3'")
        self.assertIsNone(self.js(line + "return 0"))  # the figure does not show this motion
        # a click sends the mechanism to that instant of that motion
        over = "const o = document.querySelector('#figure-angle .u-over'), r = o.getBoundingClientRect(), "
        self.js(over + "x = r.left + 0.625 * r.width; for (const k of ['mousemove', 'mousedown', 'mouseup', 'click']) o.dispatchEvent(new MouseEvent(k, {clientX: x, clientY: r.top + r.height / 2, bubbles: true}))")
        self.wait("const v = window.zanjirViews[0]; return v.motion.clip.name === 'swing' && !v.playing")
        begin, end = -0.04 * 2, 1.04 * 2  # two seconds, with room for the points at the ends
        self.assertAlmostEqual(self.js("return window.zanjirViews[0].time"), begin + 0.625 * (end - begin), delta=0.01)
        # and the line stands where the mechanism is
        for t in (0.3, 1.7):
            share = self.js(f"window.zanjirViews[0].seek({t}); " + line + over + "n = l.getBoundingClientRect(); return (n.left + 1 - r.left) / r.width")
            self.assertAlmostEqual(begin + share * (end - begin), t, delta=0.01)
        # out of sight the picture stands in a corner while the figure is looked at
        self.js("document.getElementById('figure-angle').scrollIntoView({block: 'start'})")
        self.wait("return window.zanjirViews[0].pinned")
        self.js("window.zanjirViews[0].play()")
        self.wait("const r = document.querySelector('.zv-pinned canvas').getBoundingClientRect(); return r.width > 100 && r.right <= innerWidth && r.bottom <= innerHeight")
        self.assertIn("swing, t = ", self.js("return document.querySelector('.zv-pinned .zv-caption').textContent"))
        self.js("document.querySelector('.zv-pin [aria-label=\"put the picture back\"]').click()")
        self.assertFalse(self.js("return window.zanjirViews[0].pinned"))
        self.js("window.scrollTo(0, 0); document.querySelector('#figure-angle [data-explore]').click()")
        self.assertEqual(complaints(BROWSER), [])

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
