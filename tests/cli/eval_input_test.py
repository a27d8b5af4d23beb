"""What eval accepts, refuses and how it says so; line by line; exact doubles; a seeded mutator over its states."""
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

from command import BINARY, MODELS, SOURCE, CommandTest, evaluate, zanjir


def ask(model, state, *arguments, what="coordinates"):
    text = state if isinstance(state, str) else json.dumps(state)
    return zanjir("eval", MODELS / model, "--state", text, "--what", what, *arguments)


class BadStates(CommandTest):
    def test_unknown_names_get_a_suggestion(self):
        self.refused(ask("arm_2r.yaml", {"q": {"sholder": 1}}), "q.sholder: no coordinate 'sholder'; did you mean 'shoulder'?")
        self.refused(ask("arm_2r.yaml", {"v": {"elbo": 1}}), "v.elbo: no speed 'elbo'; did you mean 'elbow'?")
        self.refused(ask("arm_2r.yaml", {"Q": {}}), "Q: no such key in a state", "did you mean 'q'?")
        self.refused(ask("spinning_top.yaml", {"q": {"tip.qua": [1, 0, 0, 0]}}), "did you mean 'tip.quat'?")
        self.refused(ask("spinning_top.yaml", {"v": {"tip.quat": [1, 0, 0, 0]}}), "no speed 'tip.quat'")
        self.refused(ask("joints/universal.yaml", {"q": {"U": {"c": 1}}}), "q.U.c: joint 'U' has no part 'c'", "its parts are a, b")

    def test_wrong_sizes_and_kinds(self):
        self.refused(ask("joints/universal.yaml", {"q": {"U": [1]}}), "q.U: 2 numbers expected (a, b), here is 1")
        self.refused(ask("joints/universal.yaml", {"q": {"U": 1}}), "q.U: joint 'U' has 2 coordinates, one value is not enough", "[a, b]")
        self.refused(ask("joints/universal.yaml", {"q": {"U.a": "x"}}), "q.U.a: a number is expected, here is a text")
        self.refused(ask("arm_2r.yaml", {"q": {"elbow": None}}), "q.elbow: a number is expected, here is null")
        self.refused(ask("arm_2r.yaml", {"q": {"elbow": True}}), "here is true")
        self.refused(ask("arm_2r.yaml", {"q": {"elbow": {"a": 1}}}), "joint 'elbow' has one coordinate and no parts")
        self.refused(ask("arm_2r.yaml", {"q": [1, 2]}), "q: an object of coordinate names and values is expected, here is a list")
        self.refused(ask("arm_2r.yaml", {"t": "now"}), "t: a number is expected")
        self.refused(ask("arm_2r.yaml", "[]"), "a state is an object, here is a list")
        self.refused(ask("spinning_top.yaml", {"q": {"tip.quat": [1, 0, 0]}}), "a quaternion has 4 numbers, here are 3", "[w, x, y, z], scalar first")
        self.refused(ask("joints/weld.yaml", {"q": {next(w for w in welds()): 1}}), "is a weld and has no coordinate")

    def test_not_finite(self):
        self.refused(ask("arm_2r.yaml", '{"q": {"elbow": NaN}}'), "not valid JSON", "JSON has no NaN or Infinity")
        self.refused(ask("arm_2r.yaml", '{"q": {"elbow": 1e999}}'), "error")
        self.refused(ask("arm_2r.yaml", '{"q": {"elbow": -Infinity}}'), "not valid JSON")

    def test_not_finite_in_a_list(self):
        done = zanjir("eval", MODELS / "arm_2r.yaml", "--what", "ik", "--state", "{ik: {frame: forearm.tip, p: [.nan, 0]}}")
        self.refused(done, "ik.p: not a finite number")

    def test_broken_json_names_its_column(self):
        done = ask("arm_2r.yaml", '{"q": {"elbow": 1}')
        self.refused(done, "--state:1:19: error: not valid JSON")

    def test_a_state_as_yaml(self):
        done = ask("arm_2r.yaml", "{q: {elbow: 90 deg, shoulder: 0.25}}")
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(done.json["coordinates"]["q"][0], 0.25)
        self.assertAlmostEqual(done.json["coordinates"]["q"][1], math.pi / 2, delta=1e-15)
        self.refused(ask("arm_2r.yaml", "{q: {elbow: 90 m}}"), "--state:1:13: error: q.elbow: wants an angle")
        self.refused(ask("arm_2r.yaml", "{q: {elbow: 90 dog}}"), "q.elbow: unknown unit 'dog'")
        self.refused(ask("arm_2r.yaml", "{q: {elbow: 1"), "--state:")

    def test_quaternions(self):
        self.refused(ask("spinning_top.yaml", {"q": {"tip.quat": [1, 0.1, 0, 0]}}), "the quaternion of 'tip' has norm 1.00498", "not 1")
        self.refused(ask("spinning_top.yaml", {"q": {"tip.quat": [0, 0, 0, 0]}}), "has norm 0")
        self.refused(ask("spinning_top.yaml", {"q": {"tip.qx": 0.9}}), "give all four parts")
        near = ask("spinning_top.yaml", {"q": {"tip.quat": [1 + 9e-7, 0, 0, 0]}})
        self.assertEqual(near.code, 0, near.err)
        self.assertEqual(near.json["coordinates"]["q"], [1, 0, 0, 0])
        self.refused(ask("spinning_top.yaml", {"q": {"tip.quat": [1 + 2e-6, 0, 0, 0]}}), "norm")

    def test_contradictions(self):
        self.refused(ask("spinning_top.yaml", {"q": {"tip.quat": [1, 0, 0, 0], "tip.qw": 1}}), "q.tip.qw: 'tip.qw' is given twice, here and as q.tip.quat")
        self.refused(ask("joints/universal.yaml", {"q": {"U": [1, 2], "U.b": 2}}), "'U.b' is given twice, here and as q.U")
        self.refused(ask("arm_2r.yaml", '{"q": {"elbow": 1, "elbow": 1}}'), "elbow: given twice in the same object")
        self.refused(ask("arm_2r.yaml", '{"t": 1, "t": 1}'), "t: given twice")
        both = {"vdot": {"elbow": 1}, "tau": {"elbow": 1}}
        self.refused(ask("arm_2r.yaml", both, what="reactions"), "tau and vdot of 'elbow' are both given", '"want": "vdot"')
        self.assertEqual(ask("arm_2r.yaml", both, what="forward_dynamics,inverse_dynamics").code, 0)
        self.refused(ask("arm_2r.yaml", {"want": {"elbow": "speed"}}), 'want.elbow: say "vdot" or "tau", here is "speed"')
        self.refused(ask("arm_2r.yaml", {"want": {"elbw": "tau"}}), "did you mean 'elbow'?")

    def test_prescribed_values_may_repeat_the_law_only(self):
        law = 0.6 + 0.4 * math.sin(1.0)
        self.assertEqual(ask("prescribed_base_arm.yaml", {"t": 0.5, "q": {"elbow": law}}).code, 0)
        self.refused(ask("prescribed_base_arm.yaml", {"t": 0.5, "q": {"elbow": law + 1e-6}}), "q.elbow: 'elbow' is prescribed: its value at t = 0.5 is 0.93", "leave it out")
        self.refused(ask("prescribed_base_arm.yaml", {"v": {"elbow": 5}}), "'elbow' is prescribed: its rate at t = 0 is 0.8, not 5")
        self.refused(ask("prescribed_base_arm.yaml", {"tau": {"elbow": 5}}), "its tau is an answer, not an input")
        self.refused(ask("prescribed_base_arm.yaml", {"want": {"elbow": "vdot"}}), "its vdot is not an unknown")

    def test_all_faults_are_reported_at_once(self):
        done = ask("arm_2r.yaml", {"q": {"a1": 1, "elbow": "x"}, "v": {"b1": 2}, "zzz": 0})
        self.refused(done, "q.a1", "q.elbow", "v.b1", "zzz")


def welds():
    info = zanjir("info", MODELS / "joints/weld.yaml", "--json").json
    return [j["name"] for j in info["joints"] if j["type"] == "weld"]


class Frames(CommandTest):
    def test_a_frame_called_carrier_is_a_frame_like_others(self):
        path = self.temporary_folder() / "m.yaml"
        path.write_text("""zanjir: 1
gravity: [0, 0, -9.81]
bodies: {arm: {mass: 1 kg, inertia: point}}
frames: {arm: {carrier: [1, 0, 0], held: [2, 0, 0]}}
joints: {A: {type: revolute, parent: ground, child: arm, axis: z}}
""")
        done = zanjir("eval", path, "--what", "pose")
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(sorted(done.json["pose"]["frames"]), ["arm", "arm.carrier", "arm.held"])


class BadCommands(CommandTest):
    def test_items_frames_and_formulations(self):
        self.refused(ask("arm_2r.yaml", {}, what="mas_matrix"), "--what: no item 'mas_matrix'; did you mean 'mass_matrix'?")
        self.refused(ask("arm_2r.yaml", {}, what=","), "--what: nothing was asked for")
        self.refused(ask("arm_2r.yaml", {}, "--frame", "forearm.tp"), "--frame: no body or frame 'forearm.tp'; did you mean 'forearm.tip'?")
        self.refused(ask("arm_2r.yaml", {}, "--in", "world"), "--in: no body or frame 'world'")
        self.refused(ask("arm_2r.yaml", {}, "--formulation", "newton"), "--formulation: no formulation 'newton'")
        self.refused(ask("arm_2r.yaml", {}, "--formulation", "lagrange", what="reactions"), "'lagrange' gives no joint reactions")
        self.refused(ask("arm_2r.yaml", {}, "--on", "both"), "child", "parent")
        self.refused(ask("arm_2r.yaml", "nowhere.jsonl"), "nowhere.jsonl: error: --state: no such file", "one per line")
        self.refused(ask("arm_2r.yaml", str(MODELS)), "is a folder")

    def test_json_diagnostics(self):
        done = ask("arm_2r.yaml", {"q": {"sholder": 1}}, "--json")
        self.assertEqual(done.code, 2)
        (d,) = done.json["diagnostics"]
        self.assertEqual(set(d), {"file", "line", "column", "severity", "key", "message", "hint"})
        self.assertEqual((d["severity"], d["key"], d["file"]), ("error", "q.sholder", "--state"))
        self.assertEqual(ask("arm_2r.yaml", {"q": {"sholder": 1}}).out, "")


class Numerics(CommandTest):
    def test_singular_is_a_status_with_the_joint_named_and_exit_3(self):
        done = ask("hard/massless_leaf.yaml", {}, what="forward_dynamics,inverse_dynamics,reactions,acceleration")
        self.assertEqual(done.code, 3, done.err)
        answer = done.json
        self.assertEqual(answer["forward_dynamics"]["status"], "singular")
        self.assertIn("flag_hinge", answer["forward_dynamics"]["note"])
        self.assertNotIn("vdot", answer["forward_dynamics"])
        self.assertNotIn("joints", answer["reactions"])
        self.assertEqual(answer["acceleration"]["status"], "singular")
        self.assertEqual(answer["inverse_dynamics"]["status"], "ok")
        self.assertIn("flag_hinge", done.err)


class LineByLine(CommandTest):
    LINES = ['{"q": {"A": 0.1}}', "", '{"q": {"B": 1}}', '{"q": {"A": 0.2}}', "nonsense", '{"q": {"A": 0.3}}']

    def check(self, done):
        self.assertEqual(done.code, 2)
        lines = done.lines
        self.assertEqual([l["line"] for l in lines], [1, 3, 4, 5, 6])
        self.assertEqual([l["coordinates"]["q"][0] for l in lines if "coordinates" in l], [0.1, 0.2, 0.3])
        self.assertEqual([l["line"] for l in lines if "diagnostics" in l], [3, 5])
        self.assertEqual([l["diagnostics"][0]["line"] for l in lines if "diagnostics" in l], [3, 5])
        self.assertIn(":3: error: q.B: no coordinate 'B'", done.err)
        self.assertIn(":5:2: error: not valid JSON", done.err)

    def test_a_file_by_name_and_with_an_at_sign_and_from_standard_input(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "states.jsonl"
            path.write_text("\n".join(self.LINES))
            self.check(ask("pendulum.yaml", str(path)))
            self.check(ask("pendulum.yaml", "@" + str(path)))
        self.check(zanjir("eval", MODELS / "pendulum.yaml", "--state", "-", "--what", "coordinates", stdin="\n".join(self.LINES).encode()))

    def test_one_object_over_several_lines_is_one_state(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "state.json"
            path.write_text(json.dumps({"q": {"A": 0.1}, "v": {"A": 2}}, indent=2))
            done = ask("pendulum.yaml", str(path))
            self.assertEqual(done.code, 0, done.err)
            self.assertEqual(done.json["coordinates"]["q"], [0.1])

    def test_each_answer_arrives_before_the_next_question(self):
        process = subprocess.Popen([BINARY, "eval", str(MODELS / "pendulum.yaml"), "--state", "-", "--what", "energy"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=SOURCE)
        for q in (0.5, 1.5):
            process.stdin.write(json.dumps({"q": {"A": q}}).encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            self.near(answer["energy"]["gravity"], 9.81 * math.sin(q))
        process.stdin.close()
        process.stdout.close()
        self.assertEqual(process.wait(timeout=30), 0)


class ExactNumbers(CommandTest):
    def test_doubles_survive_the_round_trip(self):
        source = random.Random(20240607)
        values = [0.1, 1 / 3, 5e-324, 2.2250738585072014e-308, -0.0, 123456789.123456789, 1e22, 9007199254740993.0]
        values += [source.uniform(-1, 1) * 10 ** source.randint(-30, 30) for _ in range(200)]
        states = "\n".join(json.dumps({"v": {"A": v}}) for v in values)
        done = zanjir("eval", MODELS / "pendulum.yaml", "--state", "-", "--what", "coordinates", stdin=states.encode())
        self.assertEqual(done.code, 0, done.err)
        got = [line["coordinates"]["v"][0] for line in done.lines]
        self.assertEqual([v.hex() for v in map(float, got)], [v.hex() for v in values])


class Fuzz(unittest.TestCase):
    """A seeded mutator over state lines: whatever comes in, every line is answered and the exit code says which kind of day it was."""

    SEEDS = ['{"t":0,"q":{"base.x":0.2,"base.quat":[1,0,0,0],"shoulder":[0.3,0.2]},"v":{"shoulder":{"a":1,"b":2}},"vdot":{"wrist":1},"tau":{"wrist":0.5},"want":{"wrist":"tau"}}',
             '{"t":0.5,"q":{"shoulder.a":0.1,"wrist":1e3},"want":"vdot"}', '{"tau":{"shoulder":[1,2]}}']
    TOKENS = ["{", "}", "[", "]", ",", ":", '"', "null", "true", "-", "1e308", "1e-320", "1e999", "NaN", "0x1", "\\u0000", "\\ud800", '"q"', '"quat"', '"base"', "é", "\x7f", "[" * 400, '{"q":' * 300, "9" * 400]

    def mutate(self, rng, text):
        text = rng.choice(self.SEEDS) if rng.random() < 0.3 else text
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(len(text) + 1)
            kind = rng.randrange(4)
            if kind == 0:
                text = text[:at] + rng.choice(self.TOKENS) + text[at:]
            elif kind == 1:
                text = text[:at] + text[at + rng.randint(1, 8):]
            elif kind == 2:
                end = min(len(text), at + rng.randint(1, 20))
                text = text[:end] + text[at:end] + text[end:]
            else:
                text = text[:at] + chr(rng.randint(32, 126)) + text[at + 1:]
        return text.replace("\n", " ").replace("\r", " ") or "x"

    def test_no_state_crashes_it(self):
        seed = int(os.environ.get("ZANJIR_SEED", "1"))
        rng = random.Random(seed)
        text, lines = self.SEEDS[0], []
        for _ in range(3000):
            text = self.mutate(rng, text)
            if text.strip():
                lines.append(text)
            if len(text) > 5000:
                text = self.SEEDS[0]
        lines += ['{"q":' * 20000, "[" * 100000, '{"q":{"base":[' + "1," * 50000 + "1]}}"]
        data = "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n\xff\xfe{\n"
        done = zanjir("eval", MODELS / "prescribed_base_arm.yaml", "--state", "-", "--what", "all", stdin=data)
        self.assertIn(done.code, (0, 2, 3), f"seed {seed}: {done.err[-2000:]}")
        answers = done.lines
        self.assertEqual(len(answers), len(lines) + 1, f"seed {seed}")
        good = sum("diagnostics" not in a for a in answers)
        self.assertGreater(good, 0, "every mutant was refused: the mutator only tests the parser")
        self.assertGreater(len(answers) - good, 100)

    def test_no_inline_state_crashes_it(self):
        rng = random.Random(7)
        for _ in range(40):
            text = self.mutate(rng, self.SEEDS[rng.randrange(3)]).replace("\0", "")
            done = zanjir("eval", MODELS / "prescribed_base_arm.yaml", "--state", text, "--what", "forward_dynamics")
            self.assertIn(done.code, (0, 2, 3), f"{text!r}: {done.err}")


if __name__ == "__main__":
    unittest.main()
