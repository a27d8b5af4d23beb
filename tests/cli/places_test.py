"""Files stay in their place: names inside files never become paths, links are not followed, only regular files are replaced, and nothing is written onto its own input."""
import json
import os
import pathlib
import shutil
import socket
import unittest

from command import MODELS, SOURCE, CommandTest, zanjir

PENDULUM = MODELS / "pendulum.yaml"
SAMPLE = SOURCE / "tests/data/recordings/finished_1.h5"
HOSTILE_NAMES = ["../escaped", "/tmp/zanjir_escaped", "a/../../b", "..", ".", ".hidden", "javascript:alert(1)", "<script>alert(1)</script>", "x" * 400, "-rf", "a\\\\b", "con: d", "ä/ö"]


class PlacesTest(CommandTest):
    def setUp(self):
        self.outer = self.temporary_folder()
        self.folder = self.outer / "inner"
        self.folder.mkdir()

    def outside(self):
        return sorted(p.name for p in self.outer.iterdir() if p.name != "inner")

    def here(self, *arguments):
        before = os.getcwd()
        import subprocess
        from command import BINARY, Done
        return Done(subprocess.run([BINARY, *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=60))


class NamesInFiles(PlacesTest):
    """Tables, meshes, records, catalogues and mechanisms that a file names are regular files; what the user names himself may be a pipe."""

    def test_pipes_devices_and_folders_are_refused_at_their_line(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "place").mkdir()
        with socket.socket(socket.AF_UNIX) as s:
            before = os.getcwd()
            os.chdir(self.folder)  # the path of a socket is short
            s.bind("socket")
            os.chdir(before)
        os.mkfifo(self.folder / "pipe.obj")
        head = "zanjir: 1\nbodies: {a: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\njoints: {A: {type: revolute, parent: ground, child: a, axis: z}}\n"
        file = self.folder / "model.yaml"
        for name in ("pipe", "place", "socket", "/dev/zero", "/dev/tty"):
            for section in (f"motion: {{A: {{law: table, file: {name}}}}}", f"base: {{record: {{file: {name}, x: x}}}}",
                            f"contacts: {{c: {{ground: {{point: [0, 0, 0], normal: z, heights: {{spacing: 1, file: {name}}}}}, on: a, law: {{type: hertz, stiffness: 1e5}}}}}}"):
                file.write_text(head + section + "\n")
                self.refused(self.here("check", file), "model.yaml:4:", f"'{name}'", "is a folder" if name == "place" else "is not a regular file")
        file.write_text(head + "look: {a: {shape: mesh, file: pipe.obj}}\n")
        self.refused(self.here("check", file), "model.yaml:4:", "'pipe.obj'", "is not a regular file")
        study = self.folder / "study.yaml"
        for what in ("models: {m: {file: pipe}}\ntasks: {a: {kind: verify, model: m}}\n",
                     f"models: {{m: {PENDULUM}}}\ntasks:\n  a: {{kind: inverse, model: m, motion: {{A: \"0.3*sin(4*t)\"}}, until: 1 s, every: 10 ms}}\n  b: {{kind: sizing, motions: [a], motors: pipe}}\n"):
            study.write_text("zanjir_study: 1\n" + what)
            self.refused(self.here("check", study), "is not a regular file")
        os.mkfifo(self.folder / "other.yaml")  # not looked into when a folder is
        self.assertEqual(self.here("gallery", ".", "--out", "report").code in (0, 2), True)

    def test_what_the_user_names_may_be_a_pipe(self):
        import subprocess
        from command import BINARY
        study = self.folder / "study.yaml"
        study.write_text(f"zanjir_study: 1\nmodels: {{m: {{file: {PENDULUM}}}}}\ntasks: {{a: {{kind: verify, model: m, states: 1}}}}\n")
        for words in (f"eval <(cat '{PENDULUM}') --what energy", f"check <(cat '{PENDULUM}')", f"check <(cat '{study}')", f"info <(cat '{PENDULUM}')", f"run <(cat '{PENDULUM}') --until 0.1 --record run.h5",
                      f"verify <(cat '{PENDULUM}') --states 1", f"view <(cat '{PENDULUM}') --until 0.1 --out page.html", f"run <(cat '{study}') --out report"):
            done = subprocess.run(["bash", "-c", f"'{BINARY}' {words}"], cwd=self.folder, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, f"{words}: {done.stderr.decode()}")


class Names(PlacesTest):
    def model_named(self, name):
        text = PENDULUM.read_text()
        lines = [line for line in text.splitlines() if not line.startswith("name:")]
        at = next(i for i, line in enumerate(lines) if line.startswith("zanjir:"))
        file = self.folder / "model.yaml"
        file.write_text("\n".join(lines[: at + 1] + [f"name: {json.dumps(name)}"] + lines[at + 1:]) + "\n")
        return file

    def test_a_mechanism_s_name_is_a_file_name(self):
        for name in HOSTILE_NAMES:
            file = self.model_named(name)
            done = self.here("run", file, "--until", 0.1)
            self.assertEqual(done.code, 0, f"{name}: {done.err}")
            made = [p for p in self.folder.iterdir() if p != file]
            self.assertEqual(len(made), 1, f"{name}: {made}")
            self.assertTrue(made[0].name.endswith(".h5"))
            made[0].unlink()
            self.assertEqual(self.outside(), [], name)
            self.assertFalse(pathlib.Path("/tmp/zanjir_escaped.h5").exists())

    def test_in_a_gallery_too(self):
        for name in HOSTILE_NAMES:
            file = self.model_named(name)
            done = self.here("gallery", file, "--out", "report")
            self.assertEqual(done.code, 0, f"{name}: {done.err}")
            self.assertEqual(self.outside(), [], name)
            self.assertEqual(len(list((self.folder / "report/gallery").glob("*.svg"))), 1, name)
            page = (self.folder / "report/gallery.html").read_text()
            self.assertNotIn("<script>alert", page)
            self.assertNotIn('href="javascript', page)
            shutil.rmtree(self.folder / "report")

    def test_studies_are_links_to_folders(self):
        (self.folder / "pendulum.yaml").write_text(PENDULUM.read_text())
        for name in ("javascript:alert(1)", "<b>bold", "http:x", "a b%41"):
            study = self.folder / "study.yaml"
            study.write_text(f"zanjir_study: 1\nname: {json.dumps(name)}\nmodels: {{p: pendulum.yaml}}\ntasks: {{run: {{kind: simulate, model: p, until: 0.1 s}}}}\n")
            done = self.here("run", study, "--out", "report")
            self.assertEqual(done.code, 0, f"{name}: {done.err}")
            index = (self.folder / "report/index.html").read_text()
            links = [part.split('"')[0] for part in index.split('href="')[1:]]
            self.assertTrue(all(link.startswith(("./", "#")) or link in ("gallery.html",) for link in links), links)
            self.assertNotIn("<b>bold", index)
            from urllib.parse import unquote
            self.assertTrue(any((self.folder / "report" / unquote(link)).is_file() for link in links if link.startswith("./")), links)
            shutil.rmtree(self.folder / "report")
            self.assertEqual(self.outside(), [])

    def test_control_characters_are_refused_and_shown_escaped(self):
        file = self.folder / "model.yaml"
        for escape in ("\\e[2J", "\\x07", "\\u009b31m", "\\0", "\\ud800"):
            file.write_text(f'zanjir: 1\nname: "a{escape}b"\nbodies: {{}}\n')
            done = zanjir("check", file)
            self.assertEqual(done.code, 2, escape)
            self.assertIn("model.yaml:2:", done.err, escape)
            self.assertFalse([c for c in done.err if ord(c) < 32 and c != "\n" or 0x7f <= ord(c) < 0xa0], repr(done.err))
        done = zanjir("check", "no\x1b[31mfile\n.yaml")
        self.assertIn("no\\x1b[31mfile\\x0a.yaml", done.err)


class Targets(PlacesTest):
    def precious(self):
        target = self.outer / "precious"
        target.write_text("precious")
        return target

    def writers(self, target):
        """Everything that writes one file of a given name."""
        yield ["run", PENDULUM, "--until", 0.1, "--record", target, "--overwrite"]
        yield ["recording", "export", SAMPLE, "--csv", target, "--overwrite"]

    def test_links_are_not_followed(self):
        precious = self.precious()
        for suffix in ("", ".part", ".lock"):
            for arguments in self.writers(self.folder / "out.h5"):
                link = self.folder / ("out.h5" + suffix)
                if suffix == ".lock" and arguments[0] == "recording":
                    continue
                link.symlink_to(precious)
                done = zanjir(*arguments)
                self.assertEqual(precious.read_text(), "precious", arguments)
                if suffix in ("", ".lock"):
                    self.assertEqual(done.code, 2, f"{arguments}: {done.err}")
                    self.assertIn("link", done.err)
                    self.assertTrue(link.is_symlink(), arguments)
                for p in self.folder.iterdir():
                    p.unlink()

    def test_only_regular_files_are_replaced(self):
        def fifo(path): os.mkfifo(path)
        def sock(path):
            with socket.socket(socket.AF_UNIX) as s:
                s.bind(str(path))
        def folder(path): path.mkdir()
        made = [fifo, sock, folder]
        if os.geteuid() == 0:
            def device(path): os.mknod(path, 0o600 | 0o020000, os.makedev(1, 3))
            made.append(device)
        for make in made:
            for i, arguments in enumerate(self.writers(self.folder / "out.h5")):
                target = self.folder / "out.h5"
                try:
                    make(target)
                except PermissionError:
                    continue
                kind = target.lstat().st_mode
                done = zanjir(*arguments)
                self.assertEqual(done.code, 2, f"{make.__name__} {arguments}: {done.err}")
                self.assertEqual(target.lstat().st_mode, kind, make.__name__)
                self.assertEqual([p.name for p in self.folder.iterdir()], ["out.h5"])
                target.rmdir() if target.is_dir() else target.unlink()

    def test_nothing_is_written_onto_its_own_input(self):
        model = self.folder / "model.yaml"
        model.write_text(PENDULUM.read_text())
        self.refused(zanjir("run", model, "--until", 0.1, "--record", model, "--overwrite"), "--record", "is read by this run")
        self.assertEqual(model.read_text(), PENDULUM.read_text())
        recording = self.folder / "run.h5"
        shutil.copy(SAMPLE, recording)
        self.refused(zanjir("recording", "export", recording, "--csv", recording, "--overwrite"), "is the recording itself")
        self.assertEqual(recording.read_bytes(), SAMPLE.read_bytes())
        study = self.folder / "study.yaml"
        study.write_text("zanjir_study: 1\nmodels: {m: model.yaml}\ntasks: {run: {kind: simulate, model: m, until: 0.1 s, every: 10 ms}}\n")
        (self.folder / "again.yaml").hardlink_to(model)
        before = {p: p.read_bytes() for p in self.folder.iterdir()}
        for source, target in ((model, model), (model, self.folder / "again.yaml"), (study, study), (study, model), (recording, recording)):
            for option in ("--out", "--bundle"):
                with self.subTest(source=source.name, target=target.name, option=option):
                    page = [] if option == "--out" else ["--out", self.folder / "page.html"]
                    self.refused(zanjir("view", source, *page, option, target, "--overwrite"), option, "is read by this command")
                    self.assertEqual({p: p.read_bytes() for p in self.folder.iterdir()}, before)
        self.refused(zanjir("view", model, "--out", self.folder / "page.html", "--bundle", self.folder / "page.html"), "--bundle", "is the page")
        self.refused(zanjir("view", model, "--out", self.folder / "page.html", "--bundle", study), "--bundle", "exists already", "--overwrite")

    def test_overwrite_spares_what_is_no_result(self):
        other = self.folder / "other_model.yaml"
        other.write_text(PENDULUM.read_text())
        for arguments in (["run", PENDULUM, "--until", 0.1, "--record", other], ["view", PENDULUM, "--out", other], ["view", PENDULUM, "--out", self.folder / "p.html", "--bundle", other],
                          ["recording", "export", SAMPLE, "--csv", other]):
            with self.subTest(arguments=arguments):
                self.refused(zanjir(*arguments, "--overwrite"), "other_model.yaml", "is not a", "replaced here", "choose another name")
                self.assertEqual(other.read_text(), PENDULUM.read_text())
                other.write_text("")  # of nothing nothing is lost
                self.assertEqual(zanjir(*arguments, "--overwrite").code, 0)
                self.assertEqual(zanjir(*arguments, "--overwrite").code, 0, "its own")
                other.write_text(PENDULUM.read_text())


class Folders(PlacesTest):
    """What the user names may be a link to a folder; what is named after something in a file may not lead out of it."""
    STUDY = ("zanjir_study: 1\nname: st\nmodels: {{m: {model}}}\ntasks:\n  run: {{kind: simulate, model: m, until: 0.05 s, every: 10 ms}}\n"
             "  s: {{kind: sweep, of: [run], over: {{m.length: {{values: [1 m, 2 m]}}}}, results: {{end: last(run.A)}}}}\n")
    WRITERS = ((["run", "st.yaml", "--out"], ("recordings", "recordings/st", "st")), (["run", "st.yaml", "--out", "report", "--export"], ("st",)), (["sweep", "st.yaml", "--out"], ("st",)),
               (["map", MODELS / "arm_2r.yaml", "--x", "forearm.tip.x:-0.9:0.9:3", "--y", "forearm.tip.y:-0.9:0.9:3", "--out"], ("arm_2r",)), (["gallery", PENDULUM, "--out"], ("gallery",)))

    def test_links_inside_are_not_followed(self):
        (self.folder / "st.yaml").write_text(self.STUDY.format(model=PENDULUM))
        away = self.outer / "away"
        for words, inside in self.WRITERS:
            for name in inside:
                with self.subTest(words=words[0], name=name):
                    away.mkdir()
                    link = self.folder / "out" / name
                    link.parent.mkdir(parents=True)
                    link.symlink_to(away)
                    done = self.here(*words, "out")
                    self.assertNotEqual(done.code, 0, done.err)
                    self.assertEqual(list(away.iterdir()), [])
                    self.assertTrue(link.is_symlink())
                    self.assertIn(link.name, done.err)
                    shutil.rmtree(self.folder / "out")
                    shutil.rmtree(self.folder / "report", ignore_errors=True)
                    away.rmdir()

    def test_the_folder_itself_may_be_one(self):
        (self.folder / "st.yaml").write_text(self.STUDY.format(model=PENDULUM))
        for words, _ in self.WRITERS:
            with self.subTest(words=words[0]):
                away = self.outer / "away"
                away.mkdir()
                (self.folder / "out").symlink_to(away)
                done = self.here(*words, "out")
                self.assertEqual(done.code, 0, done.err)
                self.assertNotEqual(list(away.iterdir()), [])
                (self.folder / "out").unlink()
                shutil.rmtree(away)
                shutil.rmtree(self.folder / "report", ignore_errors=True)


class Reports(PlacesTest):
    def test_spoilt_claims_are_left_out(self):
        report = self.folder / "report"
        for i, text in enumerate(['{"counts": 7}', '{"counts": {"holds": "x"}, "name": 3, "title": [], "score": 1}', "[" * 100000, '{"counts": {"holds": 1e300}, "seconds": {}}', '{"name": "\\ud800", "counts": {}}',
                                  '{"counts": null}', "not json", '{"counts": {"holds": -5}, "score": {"paper": 5, "us": []}}', "\xff\xfe"]):
            (report / f"s{i}").mkdir(parents=True)
            (report / f"s{i}" / "claims.json").write_bytes(text.encode("latin-1"))
        done = zanjir("gallery", PENDULUM, "--out", report)
        self.assertEqual(done.code, 0, done.err)
        self.assertTrue((report / "index.html").exists())

    def test_what_else_is_in_the_folder_stays(self):
        report = self.folder / "report"
        report.mkdir()
        (report / "mine.txt").write_text("mine")
        for _ in range(2):
            self.assertEqual(zanjir("gallery", PENDULUM, "--out", report).code, 0)
        self.assertEqual((report / "mine.txt").read_text(), "mine")
        self.assertEqual(sorted(p.name for p in report.iterdir()), ["gallery", "gallery.html", "index.html", "mine.txt", "viewer.js"])
        self.assertEqual([p.name for p in self.folder.iterdir()], ["report"])
        # the folder we are in is not swapped away under us
        done = self.here("gallery", PENDULUM, "--out", ".")
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["gallery", "gallery.html", "index.html", "report", "viewer.js"])


class Inputs(PlacesTest):
    """Nothing is written onto what the same command reads, and onto no recording that somebody writes: one guard for every verb."""
    def test_no_verb_replaces_what_it_reads(self):
        for name in ("map.html", "index.html", "model.yaml"):
            shutil.copy(PENDULUM, self.folder / name)
        (self.folder / "again.yaml").hardlink_to(self.folder / "model.yaml")
        (self.folder / "st").mkdir()
        shutil.copy(PENDULUM, self.folder / "st/run.csv")
        shutil.copy(SAMPLE, self.folder / "sample.h5")
        study = "zanjir_study: 1\nname: st\nmodels: {m: MODEL}\ntasks: {run: {kind: simulate, model: m, until: 0.05 s, every: 10 ms}}\n"
        (self.folder / "st.yaml").write_text(study.replace("MODEL", "model.yaml"))
        (self.folder / "own.yaml").write_text(study.replace("MODEL", "st/run.csv"))
        (self.folder / "page").mkdir()
        (self.folder / "page/index.html").write_text(study.replace("MODEL", "../model.yaml"))
        before = {p: p.read_bytes() for p in self.folder.rglob("*") if p.is_file()}
        for arguments in (["view", "model.yaml", "--out", "model.yaml", "--overwrite"], ["view", "model.yaml", "--out", "again.yaml", "--overwrite"], ["view", "st.yaml", "--out", "model.yaml", "--overwrite"],
                          ["view", "st.yaml", "--out", "st.yaml", "--overwrite"], ["view", "model.yaml", "--out", "new.html", "--bundle", "again.yaml", "--overwrite"],
                          ["recording", "export", "sample.h5", "--csv", "sample.h5", "--overwrite"], ["run", "model.yaml", "--until", 0.1, "--record", "again.yaml", "--overwrite"],
                          ["run", "own.yaml", "--out", "report", "--export", "."], ["run", "page/index.html", "--out", "page"], ["gallery", "index.html", "--out", "."]):
            with self.subTest(arguments=arguments):
                done = self.here(*arguments)
                self.assertEqual(done.code, 2, done.out + done.err)
                self.assertRegex(done.err, "is read|is the recording itself")
                for p, content in before.items():
                    self.assertEqual(p.read_bytes(), content, p)
                self.assertEqual(sorted((self.folder / "st").iterdir()), [self.folder / "st/run.csv"])

    def test_two_outputs_are_two_files(self):
        done = self.here("view", PENDULUM, "--out", "page.html", "--bundle", "./page.html", "--overwrite")
        self.assertEqual(done.code, 2, done.err)
        self.assertFalse((self.folder / "page.html").exists() and (self.folder / "page.html").read_text().startswith("{"))

    def test_a_recording_that_is_being_written_stays(self):
        import subprocess
        import time
        from command import BINARY
        live = self.folder / "live.h5"
        run = subprocess.Popen([BINARY, "run", str(MODELS / "four_bar.yaml"), "--until", "1e6", "--every", "0.05", "--record", str(live), "--yes"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        while not live.exists():
            time.sleep(0.02)
        inode = live.stat().st_ino
        shutil.copy(SAMPLE, self.folder / "sample.h5")
        for arguments in (["recording", "export", "sample.h5", "--csv", "live.h5", "--overwrite"], ["view", PENDULUM, "--out", "live.h5", "--overwrite"],
                          ["view", PENDULUM, "--out", "p.html", "--bundle", "live.h5", "--overwrite"], ["run", PENDULUM, "--until", 0.1, "--record", "live.h5", "--overwrite"]):
            done = self.here(*arguments)
            self.assertEqual(done.code, 2, f"{arguments}: {done.out}{done.err}")
            self.assertIn("is being written", done.err)
            self.assertEqual(live.stat().st_ino, inode)

    def test_an_export_is_whole_or_not_at_all(self):
        (self.folder / "st.yaml").write_text("zanjir_study: 1\nname: st\nmodels: {m: " + str(PENDULUM) + "}\ntasks:\n  drive: {kind: simulate, model: m, until: 0.05 s, every: 10 ms}\n"
                                             "  last: {kind: simulate, model: m, until: 0.05 s, every: 10 ms}\n")
        (self.folder / "export/st").mkdir(parents=True)
        (self.folder / "export/st/last.csv").symlink_to("/dev/null")
        done = self.here("run", "st.yaml", "--out", "report", "--export", "export")
        self.assertEqual(done.code, 2, done.err)
        self.assertIn("last.csv: is a link", done.err)
        self.assertIn("recordings of the tasks are in report/recordings", done.err)
        self.assertEqual([p.name for p in (self.folder / "export/st").iterdir()], ["last.csv"])
        self.assertFalse((self.folder / "report/index.html").exists())


if __name__ == "__main__":
    unittest.main()
