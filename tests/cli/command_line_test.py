"""Verbs, help texts, exit codes, diagnostics; check, info and verify."""
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import tempfile
import unittest

from command import BINARY, MODELS, SOURCE, CommandTest, named, zanjir

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"
VERBS = ("check", "info", "eval", "verify", "contact", "map", "run", "sweep", "optimise", "reproduce", "gallery", "view")


def broken(text, name="broken.yaml"):
    """A context with a file of this text; gives its path."""
    class Context:
        def __enter__(self):
            self.folder = tempfile.TemporaryDirectory()
            path = pathlib.Path(self.folder.name) / name
            path.write_text(text)
            return path

        def __exit__(self, *_):
            self.folder.cleanup()
    return Context()


class Help(CommandTest):
    def golden(self, name, text):
        """Update with ZANJIR_BLESS=1 after reading the difference."""
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("ZANJIR_BLESS"):
            path.write_text(text)
        self.assertEqual(text, path.read_text(), f"{path} differs; read it, then ZANJIR_BLESS=1")

    def test_an_unknown_option_gets_the_nearest(self):
        self.refused(zanjir("run", MODELS / "pendulum.yaml", "--untill", 3), "unknown option '--untill'; did you mean '--until'?")
        self.refused(zanjir("fly"), "no verb 'fly'", "gallery")
        self.refused(zanjir("simulate", "x"), "no verb 'simulate'; did you mean 'run'?")
        self.refused(zanjir("--vesrion"), "unknown option '--vesrion'; did you mean '--version'?")
        self.refused(zanjir("run", MODELS / "pendulum.yaml", "--duration", 3), "unknown option '--duration'; did you mean '--until'?")
        self.refused(zanjir("gallery", MODELS, "-o", "x"), "unknown option '-o'; did you mean '--out'?")
        # The verb of a verb: of its own options, not of those of `recording`, one is unknown.
        self.refused(zanjir("recording", "export", "run.h5", "--channels", "x", "--out", "x.csv"), "unknown option '--out'; did you mean '--csv'?",
                     "zanjir recording export --help")

    def test_help_texts(self):
        done = zanjir("--help")
        self.assertEqual(done.code, 0)
        self.golden("help", done.out)
        for verb in VERBS:
            done = zanjir(verb, "--help")
            self.assertEqual(done.code, 0)
            self.golden(f"help_{verb}", done.out)
            for word in ("--json", "--set", "Example:", f"zanjir {verb} "):
                self.assertIn(word, done.out)

    def test_the_examples_in_the_help_run(self):
        folder = self.temporary_folder()
        for entry in ("models", "studies", "motors"):  # what they write goes where they run: the reports in the source tree are the user's own
            (folder / entry).symlink_to(SOURCE / entry)
        for verb in VERBS:
            example = zanjir(verb, "--help").out.split("Example:")[1].strip()
            command = example.replace("zanjir", f"'{BINARY}'", 1)
            done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, f"{example}: {done.stderr.decode()}")

    def test_version_names_the_instruction_set(self):
        done = zanjir("--version")
        self.assertEqual(done.code, 0)
        self.assertRegex(done.out, r"^zanjir \d+\.\d+\.\d+ \(commit (unknown|[0-9a-f]{7,}(-dirty)?|\S+), (base|avx2|avx512)\)\n$")
        self.assertEqual(zanjir("-V").out, done.out)
        self.assertIn(" base)", zanjir("--version", env={"ZANJIR_ISA": "base"}).out)

    def test_help_is_a_verb_too(self):
        self.assertEqual(zanjir("help").out, zanjir("--help").out)
        self.assertEqual(zanjir("help", "run").out, zanjir("run", "--help").out)
        self.assertEqual(zanjir("help", "recording", "show").out, zanjir("recording", "show", "--help").out)
        self.refused(zanjir("help", "rnu"), "no verb 'rnu'", "did you mean 'run'?")


class CommandLine(CommandTest):
    def test_unknown_verb(self):
        self.refused(zanjir("chek", "x"), "no verb 'chek'; did you mean 'check'?", "the verbs are")
        self.refused(zanjir("frobnicate"), "no verb 'frobnicate'")
        done = zanjir("evla", "--json")
        self.refused(done)
        self.assertIn("did you mean 'eval'", done.json["diagnostics"][0]["message"])

    def test_no_verb_at_all(self):
        self.refused(zanjir(), "check", "verify")
        self.refused(zanjir("--json"), "error")

    def test_missing_and_unknown_arguments(self):
        self.refused(zanjir("info"), "FILE", "zanjir info --help")
        self.refused(zanjir("eval", MODELS / "arm_2r.yaml"), "--what", "zanjir eval --help")
        self.refused(zanjir("info", MODELS / "arm_2r.yaml", "--jsn"), "--jsn")
        self.refused(zanjir("verify", MODELS / "arm_2r.yaml", "--states", "many"), "--states")
        self.refused(zanjir("verify", MODELS / "arm_2r.yaml", "--states", "0"), "--states")
        self.refused(zanjir("verify", MODELS / "arm_2r.yaml", "--seed", "-1"), "--seed")
        self.refused(zanjir("info", MODELS / "arm_2r.yaml", "--set", "length"), "--set: 'length' is not of the form key=value")
        self.refused(zanjir("info", MODELS / "pendulum.yaml", "--set", "lenght=2"), "did you mean 'length'")

    def test_nothing_on_standard_output_when_it_fails(self):
        for arguments in (["info", "nowhere.yaml"], ["check", "nowhere.yaml"], ["verify", "nowhere.yaml"], ["eval", "nowhere.yaml", "--what", "all"], ["nope"]):
            done = zanjir(*arguments)
            self.refused(done, "error")
            self.assertEqual(done.out, "")

    def test_unknown_instruction_set_is_said(self):
        done = zanjir("check", MODELS / "pendulum.yaml", env={"ZANJIR_ISA": "sse9"})
        self.assertEqual(done.code, 0)
        self.assertRegex(done.err, r"ZANJIR_ISA=sse9: no such instruction set, there are base, avx2, avx512; using (base|avx2|avx512)")
        self.assertEqual(zanjir("check", MODELS / "pendulum.yaml", env={"ZANJIR_ISA": "base"}).err, "")

    def test_a_full_disk_is_not_success(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY, "info", str(MODELS / "arm_2r.yaml")], stdout=full, stderr=subprocess.PIPE, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"standard output", done.stderr)


def on_terminal(*arguments, **environment):
    """What the command shows to a person: standard error on a pseudo-terminal."""
    main, terminal = pty.openpty()
    run = subprocess.Popen([BINARY, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=terminal, cwd=SOURCE, env={**os.environ, "TERM": "xterm", **environment})
    os.close(terminal)
    shown = b""
    while True:
        try:
            part = os.read(main, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(main)
    return run.wait(timeout=60), shown.decode().replace("\r\n", "\n")


class Terminal(CommandTest):
    WRONG = "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {arm: {mass: 1 kg, inertia: point}}\njoints: {A: {type: hinge, parent: ground, child: arm, axis: z}}\n"

    def test_an_error_shows_its_line_and_a_caret(self):
        with broken(self.WRONG) as path:
            code, shown = on_terminal("check", path, NO_COLOR="1")
            self.assertEqual(code, 2)
            self.assertNotIn("\033", shown)
            place = re.search(r"broken\.yaml:4:(\d+): error: .*did you mean 'revolute'", shown)
            line = "    4 | joints: {A: {type: hinge, parent: ground, child: arm, axis: z}}"
            self.assertIn(line + "\n", shown)
            caret = shown.split(line + "\n")[1].split("\n")[0]
            self.assertEqual(caret, "      | " + " " * (int(place[1]) - 1) + "^")
            self.assertEqual(line[8 + int(place[1]) - 1:].split(",")[0], "hinge")
            self.assertTrue(shown.endswith("1 error, nothing was done\n"), shown)

    def test_colours_are_for_terminals_that_want_them(self):
        with broken(self.WRONG) as path:
            self.assertIn("\033[31merror: \033[0m", on_terminal("check", path, NO_COLOR="")[1])
            self.assertNotIn("\033", on_terminal("check", path, NO_COLOR="", TERM="dumb")[1])
            piped = zanjir("check", path)
            self.assertNotIn("\033", piped.err)
            self.assertEqual(len(piped.err.splitlines()), 2)  # one line per fault, and the count

    def test_what_a_terminal_would_obey_is_not_passed_on(self):
        with broken("zanjir: 1\ngravity: [0, 0, 1]\nbodys: {} # \x1b[2J\t\n") as path:
            code, shown = on_terminal("check", path, NO_COLOR="1")
        self.assertEqual(code, 2)
        self.assertNotIn("\x1b", shown)


class Units(CommandTest):
    def test_options_take_units(self):
        folder = self.temporary_folder()
        runs = [zanjir("run", MODELS / "pendulum.yaml", "--until", until, "--every", "100 ms", "--record", folder / f"{i}.h5") for i, until in enumerate(("0.5", "500 ms", "0.5 s", "1 s/2"))]
        for run in runs:
            self.assertEqual(run.code, 0, run.err)
        ends = {zanjir("recording", "export", folder / f"{i}.h5").out for i in range(len(runs))}
        self.assertEqual(len(ends), 1)
        self.refused(zanjir("run", MODELS / "pendulum.yaml", "--until", "2 kg"), "--until", "2 kg", "mass")
        self.refused(zanjir("run", MODELS / "pendulum.yaml", "--until", "soon"), "--until", "'soon' is no number")
        self.refused(zanjir("run", MODELS / "pendulum.yaml", "--until", "-1 s"), "--until", "is not above 0")
        part = zanjir("recording", "export", folder / "0.h5", "--from", "200 ms", "--to", "0.35 s")
        self.assertEqual([line.split(",")[0] for line in part.out.splitlines()[1:]], ["0.2", "0.30000000000000004"])


class Targets(CommandTest):
    def test_a_target_that_cannot_be_written_is_found_before_anything_is_computed(self):
        folder = self.temporary_folder()
        (folder / "file").write_text("in the way")
        long_study = folder / "long.yaml"
        long_study.write_text(f"zanjir_study: 1\nmodels: {{m: {{file: {MODELS}/pendulum.yaml}}}}\ntasks: {{long: {{kind: inverse, model: m, motion: {{A: t}}, until: 100000, every: 1 ms, outputs: [A]}}}}\n")
        for target in (folder / "file", folder / "file" / "below"):
            for arguments in (["run", long_study, "--out", target], ["run", long_study, "--out", folder / "ok", "--export", target], ["gallery", MODELS, "--out", target],
                              ["map", MODELS / "arm_2r.yaml", "--x", "shoulder:0:1:400", "--y", "elbow:0:1:400", "--out", target]):
                done = zanjir(*arguments)
                self.refused(done, "is not a folder", "--export" if "--export" in arguments else "--out")
        self.assertEqual((folder / "file").read_text(), "in the way")
        self.assertFalse((folder / "ok").exists())


class ForeignFiles(CommandTest):
    def test_files_of_other_programs_are_known_by_name(self):
        for text, name in (("<?xml version='1.0'?>\n<robot name='r'>\n</robot>", "URDF"), ("\n<mujoco>\n</mujoco>", "MJCF"), ("<sdf version='1.9'/>", "SDF"), ("<html/>", "XML")):
            with broken(text, "robot.xml") as path:
                self.refused(zanjir("check", path), f"robot.xml:1:1: error: this is a", f"{name} file", "docs/")
                self.refused(zanjir("run", path), name)

    def test_common_words_of_others(self):
        for wrong, right in (("type: hinge", "revolute"), ("type: slider", "prismatic"), ("type: ball", "spherical"), ("type: fixed", "weld"), ("parent: world", "ground")):
            text = f"zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {{arm: {{mass: 1 kg, inertia: point}}}}\njoints: {{A: {{type: revolute, parent: ground, child: arm, axis: z}}}}\n"
            with broken(text.replace("type: revolute" if wrong.startswith("type") else "parent: ground", wrong)) as path:
                self.refused(zanjir("check", path), f"did you mean '{right}'?")
        with broken("zanjir: 1\ngravity: [0, 0, 1]\nlinks: {}\n") as path:
            self.refused(zanjir("check", path), "did you mean 'bodies'?")


def options_in_help(*verb):
    """Every option of a verb, as its help has it."""
    return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*(?=[ ,\n])", "\n".join(line[:30] for line in zanjir(*verb, "--help").out.splitlines() if line.startswith("  -"))))


class Completion(CommandTest):
    """Scripts and manual pages come from the tree of verbs and options that reads the command line; the help is the witness."""

    def complete(self, *words):
        script = zanjir("completion", "bash").out + 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _zanjir; printf "%s\n" "${COMPREPLY[@]}"\n'
        done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, text=True, cwd=SOURCE, timeout=20)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_bash(self):
        self.assertEqual(self.complete("zanjir", "rep"), ["reproduce"])
        self.assertEqual(set(self.complete("zanjir", "run", "--")), {o for o in options_in_help("run") if o.startswith("--")})
        self.assertEqual(self.complete("zanjir", "run", "--step-control", ""), ["pi", "ode45"])
        self.assertEqual(self.complete("zanjir", "run", "--method", "a"), ["adams", "auto"])
        self.assertIn("virtual-work", self.complete("zanjir", "eval", "--formulation", ""))
        self.assertEqual(self.complete("zanjir", "recording", "sh"), ["show"])
        self.assertIn("--provenance", self.complete("zanjir", "recording", "show", "--p"))
        self.assertEqual(self.complete("zanjir", "check", "models/pendu"), ["models/pendulum.yaml"])
        self.assertEqual(self.complete("zanjir", "gallery", "models", "--out", "stud"), ["studies"])

    def test_zsh_and_fish(self):
        zsh, fish = zanjir("completion", "zsh").out, zanjir("completion", "fish").out
        self.assertTrue(zsh.startswith("#compdef zanjir\n"))
        for verb in VERBS:
            self.assertIn(f"_zanjir_{verb}_options()", zsh)
            for option in options_in_help(verb):
                self.assertIn(f"'*{option}[", zsh)
                if option.startswith("--"):
                    self.assertRegex(fish, rf"__fish_seen_subcommand_from {verb}'.* -l {option[2:]} ")
        for shell, script in (("zsh", zsh), ("fish", fish)):
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", "/dev/stdin"], input=script, capture_output=True, text=True, timeout=20)
                self.assertEqual((done.returncode, done.stderr), (0, ""), shell)

    def test_manual_pages_say_what_the_help_says(self):
        folder = self.temporary_folder()
        self.assertEqual(zanjir("man", "--out", folder).code, 0)
        pages = {p.name for p in folder.iterdir()}
        self.assertLessEqual({"zanjir.1", "zanjir-run.1", "zanjir-recording-show.1"}, pages)
        for verb in VERBS:
            page = (folder / f"zanjir-{verb}.1").read_text()
            self.assertEqual(page, zanjir("man", verb).out)
            for option in options_in_help(verb):
                self.assertIn("\\fB" + option.replace("-", "\\-") + "\\fR", page)
            for section in ("NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "EXAMPLE"):
                self.assertIn(f".SH {section}\n", page)
            if shutil.which("groff"):
                done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True, timeout=20)
                self.assertEqual((done.returncode, done.stderr), (0, ""), verb)
        self.refused(zanjir("man", "fly"), "no verb 'fly'")
        self.refused(zanjir("completion", "tcsh"), "bash")


class Check(CommandTest):
    def test_every_model_of_the_zoo(self):
        files = sorted(MODELS.rglob("*.yaml"))
        self.assertGreater(len(files), 10)
        done = zanjir("check", *files)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(len(re.findall(r": ok \(.*bod(?:y|ies), .*joints?, .*speeds?(?:; .*)?\)$", done.out, re.MULTILINE)), len(files))

    def test_faults_have_a_place_and_a_way_out(self):
        text = (MODELS / "arm_2r.yaml").read_text()
        line = next(i for i, l in enumerate(text.splitlines(), 1) if "elbow:" in l)
        with broken(text.replace("child: forearm", "child: foreram")) as path:
            done = zanjir("check", path)
            self.refused(done, "foreram", "did you mean", "error", "nothing was done")
            self.assertRegex(done.err, rf"broken\.yaml:{line}:\d+: error: ")
            done = zanjir("check", path, "--json")
            self.assertEqual(done.code, 2)
            self.assertFalse(done.json["ok"])
            d = done.json["diagnostics"][0]
            self.assertEqual(set(d), {"file", "line", "column", "severity", "key", "message", "hint"})
            self.assertEqual(d["line"], line)

    # A foot that cannot slide on a sled that is led away; and a leaf without mass that nothing resists.
    STUCK = """zanjir: 1
gravity: [0, 0, -9.81]
bodies: {sled: {mass: 1, inertia: point}, foot: {mass: 1, inertia: point}}
joints:
  X: {type: prismatic, parent: ground, child: sled, axis: x}
  Z: {type: prismatic, parent: sled, child: foot, axis: z}
motion: {X: "0.1*t"}
contacts:
  floor: {ground: {normal: z}, on: foot, law: {type: hold}, friction: {type: stick}}
"""

    def test_what_a_run_would_end_with_at_once(self):
        with broken(self.STUCK) as path:
            done = zanjir("check", path)
            self.assertEqual(done.code, 0, done.err)
            what = "prescribed motions move what cannot slide"
            self.assertRegex(done.err, rf"broken\.yaml:9:3: warning: contacts\.floor: the impact of floor\.foot at t = 0 s: {what}.*; no run begins there")
            self.refused(zanjir("run", path, "--until", 0.1, "--record", path.parent / "r.h5"), what, code=3)
            study = path.parent / "s.yaml"
            study.write_text(f"zanjir_study: 1\nmodels: {{m: {{file: {path.name}}}}}\ntasks:\n  go: {{kind: simulate, model: m, until: 1 s}}\n"
                             "  high: {kind: simulate, model: m, state: {q: {Z: 1}}, until: 1 s}\n")
            done = zanjir("check", study)
            self.assertEqual(done.code, 0, done.err)
            self.assertRegex(done.err, rf"s\.yaml:4:7: warning: tasks\.go: no run begins here: contacts\.floor \(.*broken\.yaml:9:3\): the impact .*{what}")
            self.assertNotIn("tasks.high", done.err)
        done = zanjir("check", MODELS / "hard/massless_leaf.yaml")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("warning: the start has no acceleration", done.err)

    def test_an_inverse_task_that_cannot_begin(self):
        with broken("zanjir_study: 1\n"
                    f"models: {{m: {{file: {MODELS}/arm_2r.yaml}}}}\ntasks:\n"
                    "  far: {kind: inverse, model: m, until: 1 s, every: 0.5 s, motion: {forearm.tip: {x: 2 m, y: 0}}}\n"
                    "  near: {kind: inverse, model: m, until: 1 s, every: 0.5 s, motion: {forearm.tip: {x: 0.5 m, y: 0.1}}}\n") as path:
            done = zanjir("check", path)
            self.assertEqual(done.code, 0, done.err)
            self.assertRegex(done.err, r"broken\.yaml:4:8: warning: tasks\.far: no sample is found: at t = 0.0 s: frame 'forearm.tip' cannot be led there")
            self.assertNotIn("tasks.near", done.err)

    def test_one_bad_file_among_good_ones(self):
        with broken("zanjir: 1\nname: x\n") as path:
            done = zanjir("check", MODELS / "pendulum.yaml", path, MODELS / "arm_2r.yaml", "--json")
        self.assertEqual(done.code, 2)
        self.assertEqual([f["ok"] for f in done.json["files"]], [True, False, True])

    def test_garbage(self):
        for text in ("", "\0\1\2", "[", "- a\n- b\n", "zanjir: 99\n", "a: &x 1\nb: *x\n", "{" * 5000):
            with broken(text) as path:
                done = zanjir("check", path)
                self.refused(done, "broken.yaml")


    def test_counts_what_the_file_has(self):
        """Sections of elastic bodies and carriers of driven cuts are the program's own."""
        driven = """zanjir: 1
gravity: [0, 0, -9.81]
bodies: {a: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}}
joints: {A: {type: free, parent: ground, child: a}}
loops: {lead: {type: prismatic, between: [ground, a], axis: x}}
motion: {lead: "0.1*t"}
"""
        with broken(driven) as path:
            done = zanjir("check", path)
            self.assertIn("1 body, 2 joints", done.out, done.err)
            facts = zanjir("check", path, "--json").json["files"][0]
            self.assertEqual((facts["bodies"], facts["joints"]), (1, 2))
        done = zanjir("check", MODELS / "elastic_four_bar.yaml")
        self.assertIn("3 bodies, 4 joints", done.out)
        facts = zanjir("check", MODELS / "elastic_four_bar.yaml", "--json").json["files"][0]
        self.assertEqual((facts["bodies"], facts["joints"]), (3, 4))

    def test_open_loops_and_contradictions_are_said_at_their_lines(self):
        four_bar = """zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1 kg, inertia: point}
  coupler: {mass: 1 kg, inertia: {izz: 0.1}}
  rocker: {mass: 1 kg, inertia: {izz: 0.1}}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: [1, 0, 0], axis: z}
  C: {type: revolute, parent: coupler, child: rocker, at: [2, 0, 0], axis: z}
loops:
  D:
    {type: revolute, between: [rocker, ground], at: [2, 0, 0], at_child: [LENGTH, 0, 0], axis: z}
initial:
  q: {A: 90 deg}
  v: {A: 1 rad/s,
      B: 5 rad/s}
"""
        with broken(four_bar.replace("LENGTH", "50 m").replace("5 rad/s", "0")) as path:
            for verb in (("check", path), ("run", path, "--until", "1", "--record", path.parent / "x.h5")):
                done = zanjir(*verb)
                self.refused(done, "the loops do not close", "gap of", "broken.yaml:13:3: error: loops.D:")
                self.assertNotIn("--state", done.err)
        closed = four_bar.replace("LENGTH", "2 m").replace("at: [2, 0, 0], at_child", "at: [1, 0, 0], at_child").replace("{A: 90 deg}", "{A: 90 deg, B: -90 deg, C: -90 deg}")
        with broken(closed.replace("B: 5", "B: -1")) as path:
            done = zanjir("check", path)
            self.assertEqual((done.code, done.err), (0, ""))
        with broken(closed) as path:
            line = next(i for i, text in enumerate(closed.splitlines(), 1) if "v: {A" in text)
            for verb in (("check", path), ("run", path, "--until", "1", "--record", path.parent / "x.h5")):
                done = zanjir(*verb)
                self.refused(done, "the given speeds contradict the loops", f"broken.yaml:{line}:7: error: initial.v:")
                self.assertNotIn("--state", done.err)

    def test_print_writes_a_file_that_says_the_same(self):
        done = zanjir("check", MODELS / "stewart.yaml", "--print")
        self.assertEqual(done.code, 0, done.err)
        self.assertNotIn("repeat:", done.out)
        with broken(done.out) as path:
            state = json.dumps({"t": 0})
            ask = lambda file: zanjir("eval", file, "--what", "forward_dynamics", "--state", state).json
            self.near(list(named(ask(path)["forward_dynamics"], "vdot").values()), list(named(ask(MODELS / "stewart.yaml")["forward_dynamics"], "vdot").values()), 1e-9)
        self.refused(zanjir("check", SOURCE / "studies/benchmarks.yaml", "--print"), "--print", "study")

    def test_a_whole_map_can_be_set(self):
        done = zanjir("info", MODELS / "arm_2r.yaml", "--set", "bodies.forearm={mass: 7 kg, com: [0.1, 0, 0], inertia: point}", "--json")
        self.assertEqual(done.code, 0, done.err)
        forearm = next(b for b in done.json["bodies"] if b["name"] == "forearm")
        self.assertEqual((forearm["mass"], forearm["com"], forearm["inertia"]["izz"]), (7, [0.1, 0, 0], 0))


class Info(CommandTest):
    def test_text_names_everything(self):
        done = zanjir("info", MODELS / "arm_2r.yaml")
        self.assertEqual(done.code, 0, done.err)
        for word in ("arm-2r", "mobility 2", "6.5 kg", "upper_arm", "forearm.tip", "shoulder", "revolute", "actuated", "rad/s", "newton-euler", "oracle", "instruction set"):
            self.assertIn(word, done.out)

    def test_json(self):
        info = zanjir("info", MODELS / "arm_2r.yaml", "--json").json
        self.assertEqual((info["model"], info["nv"], info["nq"], info["mobility"], info["mass"], info["plane"]), ("arm-2r", 2, 2, 2, 6.5, "xy"))
        bodies = {b["name"]: b for b in info["bodies"]}
        self.assertEqual(bodies["upper_arm"]["mass"], 4)
        self.near(bodies["upper_arm"]["com"], [0.2, 0, 0])
        self.near(bodies["upper_arm"]["inertia"]["izz"], 0.06)
        joints = {j["name"]: j for j in info["joints"]}
        self.assertEqual((joints["elbow"]["parent"], joints["elbow"]["child"], joints["elbow"]["roles"]), ("upper_arm", "forearm", ["actuated"]))
        self.assertEqual([f["name"] for f in info["frames"]], ["forearm.tip"])
        self.assertEqual({c["name"]: c["unit"] for c in info["coordinates"]}, {"shoulder": "rad", "elbow": "rad"})
        formulations = {f["name"]: f for f in info["formulations"]}
        self.assertTrue(formulations["newton-euler"]["reactions"])
        self.assertFalse(formulations["lagrange"]["reactions"])
        self.assertTrue(formulations["lagrange"]["why_not"])

    def test_units_of_parts(self):
        info = zanjir("info", MODELS / "joints/free.yaml", "--json").json
        self.assertEqual([c["unit"] for c in info["coordinates"]], ["m"] * 3 + ["1"] * 4)
        self.assertEqual([s["unit"] for s in info["speeds"]], ["rad/s"] * 3 + ["m/s"] * 3)
        self.assertEqual([s["force_unit"] for s in info["speeds"]], ["N m"] * 3 + ["N"] * 3)
        info = zanjir("info", MODELS / "joints/cylindrical.yaml", "--json").json
        self.assertEqual([c["unit"] for c in info["coordinates"]], ["rad", "m"])
        info = zanjir("info", MODELS / "joints/planar.yaml", "--json").json
        self.assertEqual([c["unit"] for c in info["coordinates"]], ["m", "m", "rad"])

    def test_elements_and_prescribed_motion(self):
        info = zanjir("info", MODELS / "suspension.yaml", "--json").json
        self.assertEqual({e["name"]: e["kind"] for e in info["force_elements"]},
                         {"strut": "spring", "tyre": "spring", "torsion": "spring", "bearing": "damper", "gust": "load", "brake": "load"})
        info = zanjir("info", MODELS / "prescribed_base_arm.yaml", "--json").json
        self.assertEqual((info["nv"], info["mobility"]), (10, 3))


class Verify(CommandTest):
    def test_agrees_with_seed_and_condition_printed(self):
        done = zanjir("verify", MODELS / "arm_2r.yaml", "--states", "20", "--seed", "42")
        self.assertEqual(done.code, 0, done.out + done.err)
        for word in ("seed 42", "20 random states", "condition", "newton-euler - multipliers", "newton-euler - oracle", "power balance", "jacobians", "lagrange", "agrees:"):
            self.assertIn(word, done.out)
        self.assertEqual(done.err, "")  # quiet in a pipe

    def test_the_same_seed_gives_the_same_report(self):
        first, second = (zanjir("verify", MODELS / "spherical_pendulum.yaml", "--states", "5", "--seed", "3", "--json").out for _ in range(2))
        self.assertEqual(first, second)
        self.assertNotEqual(first, zanjir("verify", MODELS / "spherical_pendulum.yaml", "--states", "5", "--seed", "4", "--json").out)

    def test_it_can_fail(self):
        done = zanjir("verify", MODELS / "arm_2r.yaml", "--states", "5", "--tolerance", "0")
        self.assertEqual(done.code, 3)
        self.assertIn("NOT VERIFIED", done.out)
        self.assertIn("beyond its bound", done.err)

    def test_json_of_models_of_every_kind(self):
        for model in ("joints/universal.yaml", "joints/free.yaml", "joints/planar.yaml", "joints/cylindrical.yaml", "joints/spherical.yaml", "joints/weld.yaml",
                      "prescribed_base_arm.yaml", "suspension.yaml", "satellite_with_wheels.yaml"):
            done = zanjir("verify", MODELS / model, "--states", "5", "--json")
            self.assertEqual(done.code, 0, model + done.err)
            report = done.json
            self.assertTrue(report["agrees"])
            self.assertEqual(report["states"], 5)
            checks = {c["name"]: c for c in report["checks"]}
            self.assertGreater(checks["power balance"]["n"], 0)
            self.assertLess(checks["power balance"]["error"], 1e-7)
            self.assertGreater(checks["jacobians"]["n"], 0)
            self.assertLess(checks["jacobians"]["error"], 1e-8)
            pairs = {(p["a"], p["b"]) for p in report["agreement"]}
            self.assertIn(("newton-euler", "oracle"), pairs)

    def test_a_model_that_is_singular_everywhere_says_so(self):
        done = zanjir("verify", MODELS / "hard/massless_leaf.yaml", "--states", "5")
        self.assertEqual(done.code, 3)
        self.assertIn("flag_hinge", done.out)
        self.assertIn("5 of 5 states singular", done.out)


class Documents(CommandTest):
    def test_the_commands_of_docs_eval_run(self):
        done = subprocess.run(["python3", str(SOURCE / "tools/run_doc_commands.py"), str(SOURCE / "docs/eval.md")], capture_output=True, timeout=100, env={**os.environ, "ZANJIR": BINARY})
        self.assertEqual(done.returncode, 0, done.stdout.decode() + done.stderr.decode())

    def test_the_commands_and_numbers_of_docs_parallel_robots_hold(self):
        done = subprocess.run(["python3", str(SOURCE / "tools/run_doc_commands.py"), str(SOURCE / "docs/parallel-robots.md")], capture_output=True, timeout=100, env={**os.environ, "ZANJIR": BINARY})
        self.assertEqual(done.returncode, 0, done.stdout.decode() + done.stderr.decode())

    def test_the_worked_example_of_docs_eval_is_what_comes_out(self):
        text = (SOURCE / "docs/eval.md").read_text()
        command = re.search(r"<!-- worked example -->\n+```sh\n(.*?)```", text, re.DOTALL)[1].replace("\\\n", " ").strip()
        shown = json.loads(re.search(r"<!-- its answer -->\n+```json\n(.*?)```", text, re.DOTALL)[1])
        done = subprocess.run(["bash", "-c", command.replace("zanjir", f"'{BINARY}'", 1)], cwd=SOURCE, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr.decode())

        def same(a, b):
            if isinstance(a, dict):
                self.assertEqual(list(a), list(b))
                for key in a:
                    same(a[key], b[key])
            elif isinstance(a, list):
                self.assertEqual(len(a), len(b))
                for x, y in zip(a, b):
                    same(x, y)
            elif isinstance(a, float):
                self.near(a, b, 1e-14)  # the last digit may depend on the instruction set
            else:
                self.assertEqual(a, b)
        same(shown, json.loads(done.stdout))

    def test_every_item_is_described(self):
        text = (SOURCE / "docs/eval.md").read_text()
        hint = zanjir("eval", MODELS / "arm_2r.yaml", "--what", "x").err.split("the items are ")[1].split("\n")[0]
        for item in hint.split(", "):
            self.assertIn(f"`{item}`", text)


if __name__ == "__main__":
    unittest.main()
