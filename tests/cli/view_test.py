"""zanjir view: pages from recordings, mechanisms and studies, the bundle they hold, and what is refused."""
import base64
import http.client
import json
import math
import os
import re
import signal
import socket
import struct
import subprocess
import time
import unittest
import zlib

from command import BINARY, MODELS, SOURCE, CommandTest, zanjir


def numbers(packed):
    """[step, order, count, whole numbers ...] as docs/viewer-format.md says."""
    step, order, count, *values = packed
    values += [0] * (count - len(values))
    for _ in range(order):
        for i in range(1, count):
            values[i] += values[i - 1]
    if step > 0:
        return [v * step for v in values]
    return [struct.unpack("<f", struct.pack("<I", abs(v) << -int(step) | (0x80000000 if v < 0 else 0)))[0] for v in values]


def unpacked(text):
    return json.loads(zlib.decompress(base64.b64decode(text)))


class View(CommandTest):
    def setUp(self):
        self.out = self.temporary_folder()

    def view(self, source, *arguments):
        done = zanjir("view", source, "--out", self.out / "page.html", "--bundle", self.out / "bundle.json", "--overwrite", "--json", *arguments)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(done.json["bytes"], (self.out / "page.html").stat().st_size)
        return json.loads((self.out / "bundle.json").read_text())

    def test_of_a_recording_holds_its_channels_and_events(self):
        run = self.out / "ball.h5"
        self.assertEqual(zanjir("run", MODELS / "bouncing_ball.yaml", "--until", "1.5", "--every", "0.01", "--record", run).code, 0)
        bundle = self.view(run)
        clip = bundle["clips"][0]
        self.assertEqual(bundle["zanjir_view"], 2)
        table = zanjir("recording", "export", run, "--json").json
        t = numbers(clip["curves"]["t"])
        names = [c["name"] for c in table["channels"]] if isinstance(table.get("channels"), list) else table["names"]
        self.assertEqual([c["name"] for c in clip["curves"]["channels"]], names[1:])
        shown = zanjir("recording", "show", run, "--json").json
        self.assertEqual(len(clip["events"]), len(shown["events"]))
        self.assertEqual(len(t), shown["rows"])
        self.assertEqual(clip["curves"]["stands_for"], 1)

    def test_page_is_complete_and_harmless(self):
        model = (MODELS / "pendulum.yaml").read_text()
        (self.out / "odd.yaml").write_text(re.sub(r"^name:.*$", "name: '</script><script>alert(1)</script> \u05d0\u05d1 \"x\"'", model, count=1, flags=re.M))
        self.view(self.out / "odd.yaml", "--until", "0.1")
        page = (self.out / "page.html").read_text()
        self.assertNotIn("<script>alert", page)
        self.assertEqual(page.lower().count("<script"), page.lower().count("</script>"))
        self.assertNotRegex(page, r"<(?:link|img|iframe)\b|<script[^>]*\bsrc=")

    def test_motions_of_a_mechanism(self):
        self.assertTrue(self.view(MODELS / "stewart.yaml")["clips"][0]["walk"])
        self.assertFalse(self.view(MODELS / "double_pendulum.yaml", "--until", "0.5")["clips"][0]["walk"])
        self.assertEqual(len(numbers(self.view(MODELS / "four_bar.yaml", "--motion", "rest")["clips"][0]["poses"]["t"])), 1)

    def test_looks_and_meshes_come_along(self):
        (self.out / "wedge.obj").write_text("v 0 0 0\nv 60 0 0\nv 0 40 0\nv 0 0 30\nf 1 3 2\nf 1 2 4\n")
        (self.out / "arm.yaml").write_text("zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {arm: {mass: 1, com: [0.2, 0, 0], inertia: point}}\n"
                                           "joints: {A: {type: revolute, parent: ground, child: arm, axis: y}}\n"
                                           "look: {arm: [{shape: mesh, file: wedge.obj, scale: 0.001}, {shape: sphere, radius: 20 mm, colour: red}]}\n")
        scene = self.view(self.out / "arm.yaml", "--until", "0.1")["scenes"][0]
        self.assertEqual([s["shape"] for s in scene["shapes"] if s["body"] == 1], ["mesh", "sphere"])
        self.assertAlmostEqual(numbers(scene["meshes"][0]["positions"])[3], 0.06, places=7)
        # a recording of it keeps the mesh
        self.assertEqual(zanjir("run", self.out / "arm.yaml", "--until", "0.1", "--record", self.out / "arm.h5").code, 0)
        mesh = (self.out / "wedge.obj").read_text()
        (self.out / "wedge.obj").unlink()
        self.assertAlmostEqual(numbers(self.view(self.out / "arm.h5")["scenes"][0]["meshes"][0]["positions"])[3], 0.06, places=7)
        # unless it is large: that is said, the body is drawn without it, and the file of the mechanism brings it back
        (self.out / "wedge.obj").write_text(mesh + "# large\n" * 300_000)
        self.assertEqual(zanjir("run", self.out / "arm.yaml", "--until", "0.1", "--record", self.out / "arm.h5", "--overwrite").code, 0)
        done = zanjir("view", self.out / "arm.h5", "--out", self.out / "x.html", "--bundle", self.out / "x.json")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("'wedge.obj' is not kept with it", done.err)
        self.assertIn("--model FILE", done.err)
        self.assertEqual(len(self.view(self.out / "arm.h5", "--model", self.out / "arm.yaml")["scenes"][0]["meshes"]), 1)
        (self.out / "wedge.obj").unlink()
        self.assertEqual([s["shape"] for s in json.loads((self.out / "x.json").read_text())["scenes"][0]["shapes"] if s["body"] == 1], ["sphere"])
        self.assertIn("arm.yaml:5", zanjir("check", self.out / "arm.yaml").err)
        (self.out / "wedge.obj").write_text("v 0 0\n")
        self.refused(zanjir("view", self.out / "arm.yaml", "--out", self.out / "y.html"), "wedge.obj:1", "three coordinates are wanted")

    def test_refuses_without_writing(self):
        page = self.out / "page.html"
        page.write_text("mine")
        self.refused(zanjir("view", MODELS / "four_bar.yaml", "--out", page), "exists already", "--overwrite")
        self.assertEqual(page.read_text(), "mine")
        (self.out / "cut.h5").write_bytes((SOURCE / "tests/data/recordings/finished_1.h5").read_bytes()[:700])
        self.refused(zanjir("view", self.out / "cut.h5", "--out", self.out / "a.html"), "cut.h5")
        self.refused(zanjir("view", self.out / "none.yaml", "--out", self.out / "a.html"), "no such file")
        self.refused(zanjir("view", MODELS / "four_bar.yaml", "--out", self.out / "page.html" / "a.html"), "--out")
        self.refused(zanjir("view", MODELS / "four_bar.yaml", "--motion", "fly"), "--motion")
        self.assertEqual(sorted(p.name for p in self.out.iterdir()), ["cut.h5", "page.html"])

    def test_of_another_model_says_so(self):
        run = self.out / "swing.h5"
        self.assertEqual(zanjir("run", MODELS / "pendulum.yaml", "--until", "0.1", "--record", run).code, 0)
        self.refused(zanjir("view", run, "--model", MODELS / "four_bar.yaml", "--out", self.out / "a.html"), "need channels that are not in the recording")

    def ask(self, port, path="/", method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"Host": f"127.0.0.1:{port}", **{k.replace("_", "-"): v for k, v in headers.items()}}.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def test_served_page_follows_the_file_and_refuses_strangers(self):
        model = self.out / "pendulum.yaml"
        text = (MODELS / "pendulum.yaml").read_text()
        model.write_text(text)
        process = subprocess.Popen([BINARY, "view", model, "--serve", "--until", "0.1", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            port = int(json.loads(process.stdout.readline())["address"].split(":")[2].strip("/"))
            status, page = self.ask(port)
            self.assertEqual(status, 200)
            self.assertIn("zanjir-view", page)
            first = self.ask(port, "/state")[1]
            self.assertEqual(self.ask(port, "/state")[1], first)
            self.assertIn(f"shown = '{first}'", page)  # so that a change before the page first asks is seen as one
            model.write_text("zanjir: 1\nbodys: {}\n<b>\n")
            os.utime(model, (1, 1))
            self.assertNotEqual(self.ask(port, "/state")[1], first)
            status, page = self.ask(port)
            self.assertEqual(status, 200)
            self.assertIn("cannot be shown", page)
            self.assertNotIn("<b>", page)
            model.write_text(text)
            self.assertIn("zanjir-view", self.ask(port)[1])
            # what the file names is watched, too, even before it is there
            model.write_text(text + "\nlook: {bob: [{shape: mesh, file: 'odd name.obj', scale: 0.001}]}\n")
            before = self.ask(port, "/state")[1]
            (self.out / "odd name.obj").write_text("v 0 0 0\nv 60 0 0\nv 0 40 0\nf 1 3 2\n")
            self.assertNotEqual(self.ask(port, "/state")[1], before)
            self.assertIn("zanjir-view", self.ask(port)[1])
            # a pipe in its place is not waited for
            model.unlink()
            os.mkfifo(model)
            self.assertIn("is no regular file any more", self.ask(port)[1])
            model.unlink()
            model.write_text(text)
            self.assertIn("zanjir-view", self.ask(port)[1])
            # those who connect and say nothing, as browsers do ahead of time, keep nobody waiting
            silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
            began = time.monotonic()
            for _ in range(3):
                self.assertEqual(self.ask(port, "/state")[0], 200)
            self.assertLess(time.monotonic() - began, 9)  # one that waits for each of them takes three seconds each, fifteen in all
            for s in silent:
                s.close()
            self.assertEqual(self.ask(port, "/favicon.ico")[0], 204)
            # strangers: another name for this machine, pages of other origins, other paths and methods
            self.assertEqual(self.ask(port, Host="evil.example")[0], 403)
            self.assertEqual(self.ask(port, Host=f"evil.example:{port}")[0], 403)
            self.assertEqual(self.ask(port, Origin="http://evil.example")[0], 403)
            self.assertEqual(self.ask(port, Sec_Fetch_Site="cross-site")[0], 403)
            self.assertEqual(self.ask(port, Host=f"localhost:{port}", Origin=f"http://localhost:{port}")[0], 200)
            for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/x"):
                self.assertEqual(self.ask(port, path)[0], 403, path)
            self.assertEqual(self.ask(port, "/pendulum.yaml")[0], 404)
            self.assertEqual(self.ask(port, "//etc/passwd")[0], 404)
            self.assertEqual(self.ask(port, method="POST")[0], 405)
            # other addresses of this machine are not listened to
            with self.assertRaises(OSError):
                socket.create_connection(("127.0.0.2", port), timeout=2)
        finally:
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=20), 0)
            process.stdout.close()

    def test_one_who_does_not_take_the_answer_stops_nobody(self):
        """A page that nobody reads, and a question that never ends: others are answered soon after, and Ctrl-C is heard at once."""
        process = subprocess.Popen([BINARY, "view", MODELS / "double_pendulum.yaml", "--serve", "--until", "20", "--json"], stdout=subprocess.PIPE, text=True)
        try:
            port = int(json.loads(process.stdout.readline())["address"].split(":")[2].strip("/"))
            self.assertGreater(len(self.ask(port)[1]), 100_000)
            silent = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(2)]
            for s in silent:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            silent[0].sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() * 50)
            silent[1].sendall(b"GET / HT")
            self.assertEqual(self.ask(port, "/state")[0], 200)
            silent[1].close()
            held = socket.create_connection(("127.0.0.1", port), timeout=20)
            held.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            time.sleep(0.3)
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=20), 0)
            self.assertLess(time.monotonic() - begin, 2.0)  # 0.2 s and what a loaded machine takes; a server that waits for the reader does not end at all
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            for s in [*silent, held]:
                s.close()

    def test_every_motion_of_a_large_study_is_in_its_report(self):
        (self.out / "pendulum.yaml").write_text((MODELS / "double_pendulum.yaml").read_text())
        cases = "".join(f"    - {{k: {k}}}\n" for k in range(310))
        (self.out / "many.yaml").write_text("zanjir_study: 1\ntitle: Many\nlists:\n  runs:\n" + cases + "models: {p: {file: pendulum.yaml}}\ntasks:\n"
                                            '  "run_{k}": {each: runs, kind: simulate, model: p, until: "10 ms + {k}*0.01 ms", every: 0.2 ms}\n'
                                            "  spin: {kind: inverse, model: p, motion: {A: 60*t^2, B: 0}, until: 1 s, every: 1 ms}\n"
                                            "figures: {first: {curves: [run_7.A]}}\n")  # of which all is shown
        done = zanjir("run", self.out / "many.yaml", "--out", self.out / "report", "--export", self.out / "numbers")
        self.assertEqual(done.code, 0, done.err)
        # in files that are loaded one by one; the first names what the others hold
        held = {p.name: p.read_text() for p in (self.out / "report/many").glob("motions*.js")}
        bundles = {name: unpacked(text[text.index('"') + 1:text.rindex('"')]) for name, text in held.items()}
        self.assertGreater(len(held), 2)
        self.assertLess(max(map(len, held.values())), 600_000)
        self.assertLess(sum(map(len, held.values())), 4_000_000)
        clips = {c["name"]: c for b in bundles.values() for c in b["clips"]}
        self.assertEqual(set(clips), {"spin"} | {f"run_{k}" for k in range(310)})
        self.assertEqual({m["name"]: m["file"] for m in bundles["motions.js"]["more"]}, {c["name"]: name for name, b in bundles.items() if name != "motions.js" for c in b["clips"]})
        samples = (self.out / "numbers/many/run_300.csv").read_text().splitlines()
        names = [n.split(" [")[0].strip('"') for n in samples[0].split(",")]
        for clip in clips.values():
            self.assertGreaterEqual(len(numbers(clip["poses"]["t"])), 40)
        # what turns fast has more instants: 30 degrees from one to the next
        spin = clips["spin"]["poses"]
        turns = [numbers(column) for column in spin["values"]]
        most = max(2 * math.acos(min(1, abs(sum(turns[b + k][i] * turns[b + k][i - 1] for k in range(3, 7))))) for b in range(0, len(turns), 7) for i in range(1, spin["t"][2]))
        self.assertLess(most, math.radians(30) + 1e-3)
        self.assertIn(f"{spin['t'][2]} of its 251 instants", clips["spin"]["note"])  # a study keeps every fourth of 1001
        last = clips["run_300"]
        self.assertEqual(last["curves"]["stands_for"], 1)
        for channel in last["curves"]["channels"]:
            values, whole = numbers(channel["values"]), [float(line.split(",")[names.index(channel["name"])]) for line in samples[1:]]
            for a, b in zip(values, whole):
                self.assertLessEqual(abs(a - b), 2**-15 * abs(b) + 1e-37, channel["name"])  # 15 bits of a number are kept

    def test_ik_join_and_map_move_too(self):
        (self.out / "kinds.yaml").write_text(f"""zanjir_study: 1
lists: {{halves: [{{k: 1, sign: 1}}, {{k: 2, sign: -1}}]}}
models: {{p: {{file: {MODELS}/pendulum.yaml}}, arm: {{file: {MODELS}/arm_2r.yaml}}}}
tasks:
  "half_{{k}}": {{each: halves, kind: inverse, model: p, motion: {{A: "{{sign}}*0.1*sin(pi*t)"}}, until: 1 s, every: 10 ms}}
  whole: {{kind: join, begin: half_}}
  reach: {{kind: ik, model: arm, poses: [{{frame: forearm.tip, x: 0.5 m, y: 0.2 m}}, {{frame: forearm.tip, x: 0.3 m, y: 0.4 m}}], steps: 10}}
  where: {{kind: map, model: arm, axes: {{forearm.tip.x: {{from: -0.9 m, to: 0.9 m, cells: 6}}, forearm.tip.y: {{from: -0.9 m, to: 0.9 m, cells: 6}}}}, depth: 0}}
""")
        bundle = self.view(self.out / "kinds.yaml")
        clips = {c["name"]: c for c in bundle["clips"]}
        self.assertEqual(list(clips), ["whole", "half_1", "half_2", "reach", "where"])  # the longest first
        # what the key figure is drawn from stands before all
        text = (self.out / "kinds.yaml").read_text()
        for figure, first in (("{map: where, kind: map}", "where"), ("{curves: [{y: 2*half_2.A, x: half_1.A}]}", "half_2"), ("{kind: posture, postures: [{task: half_1, at: 0}]}", "half_1")):
            (self.out / "kinds.yaml").write_text(text + f"figures: {{other: {{curves: [half_1.A]}}, it: {figure}}}\nkey_figure: it\n")
            self.assertEqual(self.view(self.out / "kinds.yaml")["clips"][0]["name"], first)
        (self.out / "kinds.yaml").write_text(text)
        t = numbers(clips["whole"]["poses"]["t"])
        self.assertEqual((t[0], t[-1], t), (0, 2, sorted(t)))
        self.assertEqual(bundle["scenes"][clips["whole"]["scene"]]["name"], "pendulum")
        self.assertEqual(len(numbers(clips["reach"]["poses"]["t"])), 11)
        self.assertEqual(clips["where"]["map"]["frame"], "forearm.tip")

    def test_commands_of_the_page_work(self):
        done = subprocess.run(["python3", str(SOURCE / "tools/run_doc_commands.py"), str(SOURCE / "docs/viewer.md")], capture_output=True, timeout=100, env={**os.environ, "ZANJIR": BINARY})
        self.assertEqual(done.returncode, 0, done.stdout.decode() + done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
