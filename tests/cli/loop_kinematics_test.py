"""Inverse and forward kinematics, driven cut joints, and initial states of mechanisms with loops, as a user of `eval` sees them."""
import json
import math
import unittest

from command import CommandTest, MODELS, evaluate, named, zanjir
from linkages import rod, rssr, spatial_four_bar, write


class LoopTest(CommandTest):
    def setUp(self):
        self.path = self.temporary_folder()

    def ask(self, model, state, what, *arguments):
        return zanjir("eval", model, "--what", what, "--state", json.dumps(state), *arguments)

    def by_name(self, found, expected, tolerance):
        self.assertEqual(sorted(found), sorted(expected))
        for name, value in expected.items():
            self.assertAlmostEqual(found[name], value, delta=tolerance * max(1, abs(value)), msg=name)


def two_links(p, a, b):
    """Both elbow angles of a planar arm with links a, b that reaches from the origin to p."""
    c = (p[0] ** 2 + p[1] ** 2 - a * a - b * b) / (2 * a * b)
    return [(math.atan2(p[1], p[0]) - math.atan2(b * math.sin(e), a + b * math.cos(e)), e) for e in (math.acos(c), -math.acos(c))]


class InverseKinematics(LoopTest):
    def test_a_planar_arm_has_two_elbows(self):
        ik = evaluate("arm_2r.yaml", "ik", {"ik": {"frame": "forearm.tip", "p": [0.5, 0.3, 0]}}, "--frame", "forearm.tip")["ik"]
        self.assertEqual((ik["status"], ik["complete"], ik["count"], ik["method"]), ("ok", True, 2, "closed form"))
        found = sorted(named({"c": ik["coordinates"], "q": b["q"]}, "q", "c")["elbow"] for b in ik["branches"])
        self.near(found, sorted(e for _, e in two_links((0.5, 0.3), 0.45, 0.4)))
        self.assertEqual(sorted(b["label"] for b in ik["branches"]), ["shoulder:down", "shoulder:up"])
        for b in ik["branches"]:
            self.near(b["frames"]["forearm.tip"]["p"], [0.5, 0.3, 0])
            self.assertLess(b["residual"], 1e-12)
            self.assertEqual(b["freedoms"], 0)
        self.assertLessEqual(ik["branches"][0]["distance"], ik["branches"][1]["distance"])

    def test_poses_of_branches_in_another_frame(self):
        ik = evaluate("arm_2r.yaml", "ik", {"ik": {"frame": "forearm.tip", "p": [0.5, 0.3, 0]}}, "--frame", "forearm.tip", "--in", "upper_arm")["ik"]
        for b in ik["branches"]:  # seen from the upper arm, the tip lies on a circle about the elbow
            elbow = dict(zip(ik["coordinates"], b["q"]))["elbow"]
            self.near(b["frames"]["forearm.tip"]["p"], [0.45 + 0.4 * math.cos(elbow), 0.4 * math.sin(elbow), 0])

    def test_a_platform_with_three_legs_has_eight(self):
        state = {"ik": {"frame": "platform", "p": [0.02, -0.03], "angle": 0.2}}
        ik = evaluate("rrr_3.yaml", "ik", state, "--frame", "platform")["ik"]
        self.assertEqual((ik["complete"], ik["count"], len(ik["branches"])), (True, 8, 8))
        self.assertEqual(ik["legs"]["A1"], {"joints": "A1-B1-C1", "type": "RRR"})
        self.assertEqual(len({b["label"] for b in ik["branches"]}), 8)
        for b in ik["branches"]:
            q = dict(zip(ik["coordinates"], b["q"]))
            for i in range(3):  # each leg by hand
                leg, turn = math.radians(210 + 120 * i), math.radians(120 * i)
                corner = [0.02 + 0.4 / math.sqrt(3) * math.cos(leg + 0.2), -0.03 + 0.4 / math.sqrt(3) * math.sin(leg + 0.2)]
                base = [1.2 / math.sqrt(3) * math.cos(leg), 1.2 / math.sqrt(3) * math.sin(leg)]
                solutions = two_links([corner[0] - base[0], corner[1] - base[1]], 0.4, 0.6)
                crank = q[f"A{i + 1}"] + turn
                off = min(abs(math.remainder(crank - a, 2 * math.pi)) + abs(math.remainder(q[f"B{i + 1}"] - e, 2 * math.pi)) for a, e in solutions)
                self.assertLess(off, 1e-12)

    def test_out_of_reach_names_the_legs_and_the_gap(self):
        done = self.ask(MODELS / "rrr_3.yaml", {"ik": {"frame": "platform", "p": [0.9, 0], "angle": 0}}, "ik")
        self.refused(done, "out of reach", "A1-B1-C1", "too far apart", code=3)
        ik = done.json["ik"]
        self.assertEqual((ik["status"], ik["complete"], ik["count"], ik["branches"]), ("unreachable", True, 0, []))
        gap = {limit["where"]: limit["gap"] for limit in ik["limits"]}
        d = [0.9 + 0.8 / math.sqrt(3) * math.cos(math.pi / 6), 0.8 / math.sqrt(3) * 0.5]
        self.assertAlmostEqual(gap["A1-B1-C1"], math.hypot(*d) - 1.0, delta=1e-14)

    def test_numeric_where_there_is_no_closed_form(self):
        state = {"ik": {"frame": "hand", "p": [0.4, 0.1, 0.5], "starts": 30}}
        model = json.loads(zanjir("info", MODELS / "arm_6r.yaml", "--json").out)
        state["ik"]["frame"] = model["bodies"][-1]["name"]
        ik = evaluate("arm_6r.yaml", "ik", state)["ik"]
        self.assertEqual((ik["complete"], ik["method"]), (False, "numeric"))
        self.assertIn("found nothing new", ik["evidence"])
        for b in ik["branches"]:
            self.near(b["frames"][state["ik"]["frame"]]["p"], [0.4, 0.1, 0.5], 1e-11)
            self.assertEqual(b["freedoms"], 3)

    def test_a_spindle_by_its_point_and_direction(self):
        a, g = 0.2, -0.15  # the worked pose of the published study's digest
        along = [math.sin(g) * math.cos(a), -math.sin(a), math.cos(g) * math.cos(a)]
        target = {"frame": "spindle", "p": [0.02, -0.03, 0.26], "along": along}
        ik = evaluate("pentapod.yaml", "ik", {"ik": target}, "--frame", "spindle")["ik"]
        self.assertEqual((ik["status"], ik["complete"], ik["count"], ik["method"]), ("ok", True, 1024, "closed form"))
        self.assertEqual({leg["type"] for leg in ik["legs"].values()}, {"SPRR"})
        q = dict(zip(ik["coordinates"], ik["branches"][0]["q"]))
        for name, length in zip(("L1", "L2", "L3", "L4", "L5"), (0.280317, 0.152473, 0.327560, 0.288171, 0.146020)):
            self.assertAlmostEqual(q[name], length, delta=5e-7)
        target["range"] = {f"L{i}": [0.09, 0.45] for i in range(1, 6)}
        self.assertEqual(evaluate("pentapod.yaml", "ik", {"ik": target})["ik"]["count"], 32)
        target["range"]["L3"] = [0.09, 0.3]
        done = self.ask(MODELS / "pentapod.yaml", {"ik": target}, "ik")
        self.refused(done, "S3-L3-N3-W3", "L3 would be 0.32756 m, its range is 0.09 to 0.3", code=3)
        self.assertAlmostEqual(done.json["ik"]["limits"][0]["gap"], 0.02756, delta=5e-7)

    def test_a_puma_has_eight(self):
        ik = evaluate("arm_6r.yaml", "ik", {"ik": {"frame": "link6", "p": [0.5, 0.1, 0.3], "quat": [1, 0, 0, 0]}}, "--frame", "link6")["ik"]
        self.assertEqual((ik["complete"], ik["count"], ik["legs"]["J1"]["type"]), (True, 8, "RRRRRR"))
        self.assertEqual(len({b["label"] for b in ik["branches"]}), 8)
        for b in ik["branches"]:
            self.near(b["frames"]["link6"]["p"], [0.5, 0.1, 0.3])
            self.near(b["frames"]["link6"]["R"], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

    def test_branches_by_name_and_within_stops(self):
        target = {"frame": "platform", "p": [0, 0, 0.9], "quat": [1, 0, 0, 0], "branches": "U1:out U2:in,flipped", "max": 5}
        ik = evaluate("stewart.yaml", "ik", {"ik": target})["ik"]
        self.assertEqual(ik["count"], 4 ** 4)
        for b in ik["branches"]:
            self.assertIn("U1:out U2:in,flipped ", b["label"] + " ")
        target["branches"] = "U9:out"
        self.refused(self.ask(MODELS / "stewart.yaml", {"ik": target}, "ik"), "'U9:out' names no leg", "they begin with U1", code=3)
        state = json.dumps({"ik": {"frame": "forearm.tip", "p": [0.5, 0.3, 0]}})
        stopped = zanjir("eval", MODELS / "arm_2r.yaml", "--what", "ik", "--state", state, "--set", "stops={peg: {joint: elbow, min: 0 deg, stiffness: 500 N m/rad}}")
        self.assertEqual([b["label"] for b in stopped.json["ik"]["branches"]], ["shoulder:down"], stopped)

    def test_some_components_of_a_pose(self):
        ik = evaluate("rps_3.yaml", "ik", {"ik": {"frame": "platform", "z": 0.65, "along": [0.1, 0, 1], "branches": "nearest"}}, "--frame", "platform")["ik"]
        b = ik["branches"][0]
        self.assertEqual(b["freedoms"], 0)
        pose = b["frames"]["platform"]
        self.assertAlmostEqual(pose["p"][2], 0.65, delta=1e-12)
        self.assertAlmostEqual(pose["R"][0][2] / pose["R"][2][2], 0.1, delta=1e-12)
        self.assertAlmostEqual(pose["R"][1][2], 0, delta=1e-12)

    def test_info_names_the_limbs(self):
        self.assertIn("body 'platform' on 6 limbs", zanjir("info", MODELS / "stewart.yaml").out)
        for model, platform, types in (("stewart.yaml", "platform", ["U(P)S"] * 6), ("pentapod.yaml", "spindle", ["S(P)R"] + ["S(P)RR"] * 4),
                                       ("tricept.yaml", "platform", ["UP"] + ["U(P)S"] * 3)):
            limbs = zanjir("info", MODELS / model, "--json").json["loops"]["limbs"]
            self.assertEqual((limbs["platform"], sorted(l["type"] for l in limbs["list"])), (platform, sorted(types)))
        self.assertGreater(zanjir("info", MODELS / "delta_parallelogram.yaml", "--json").json["loops"]["limbs"]["list"][0]["loops"], 0)

    def test_continue_follows_the_branch(self):
        lines, n = [], 60
        for i in range(n + 1):
            theta = 2 * math.pi * i / n
            r = 0.05 * math.cos(2 * theta)
            lines.append(json.dumps({"ik": {"frame": "platform", "p": [r * math.cos(theta), r * math.sin(theta)], "angle": 0.5 * theta, "branches": "nearest"}}))
        done = zanjir("eval", MODELS / "rrr_3.yaml", "--what", "ik", "--state", "-", "--continue", "--frame", "platform", stdin="\n".join(lines).encode())
        self.assertEqual(done.code, 0, done.err)
        first = done.lines[0]["ik"]["branches"][0]["label"]
        for answer in done.lines[1:]:
            self.assertEqual(answer["ik"]["branches"][0]["label"], first)
            self.assertLess(answer["ik"]["branches"][0]["distance"], 0.3)
        self.assertAlmostEqual(dict(zip(done.lines[-1]["ik"]["coordinates"], done.lines[-1]["ik"]["branches"][0]["q"]))["pose.angle"], math.pi, delta=1e-9)
        # without it the half turn is far from the file's initial state
        apart = zanjir("eval", MODELS / "rrr_3.yaml", "--what", "ik", "--state", lines[-1], "--frame", "platform")
        self.assertGreater(apart.json["ik"]["branches"][0]["distance"] if apart.code == 0 else 9, 1)

    def test_several_targets_and_held_joints(self):
        state = {"ik": {"targets": [{"frame": "left_rod.pen", "p": [0.02, 0.4]}, {"frame": "right_rod.pen", "p": [0.02, 0.4]}]}}
        self.assertEqual(evaluate("five_bar.yaml", "ik", state)["ik"]["count"], 4)
        held = self.ask(MODELS / "five_bar.yaml", {"ik": {"frame": "left_rod.pen", "p": [0.02, 0.4], "hold": ["left"]}}, "ik")
        self.assertEqual(held.code, 3)
        self.assertEqual(held.json["ik"]["held"], ["left"])

    def test_faults_are_named(self):
        model = MODELS / "rrr_3.yaml"
        for state, words in [({}, ("ik", "does not say where")), ({"ik": {}}, ("ik.frame",)), ({"ik": {"frame": "platfrom"}}, ("did you mean 'platform'",)),
                             ({"ik": {"frame": "platform", "p": [0, 0], "x": 0}}, ("given twice",)),
                             ({"ik": {"frame": "platform", "along": [0, 0, 1]}}, ("ik.along", "`angle`")), ({"ik": {"frame": "platform", "axis": [0, 0, 1]}}, ("ik.axis", "`along`")),
                             ({"ik": {"frame": "platform", "p": [0, 0], "range": {"A9": [0, 1]}}}, ("ik.range.A9", "no coordinate")),
                             ({"ik": {"frame": "platform", "p": [0, 0], "range": {"A1": [1, 0]}}}, ("ik.range.A1", "above the largest")),
                             ({"ik": {"frame": "platform", "p": [0, 0], "branches": "many"}}, ("ik.branches", "words of a label")),
                             ({"ik": {"frame": "platform"}}, ("nothing is said",)), ({"ik": {"frame": "platform", "p": [1]}}, ("ik.p",)),
                             ({"ik": {"frame": "platform", "p": [0, 0], "quat": [1, 1, 0, 0]}}, ("ik.quat", "norm")),
                             ({"ik": {"frame": "platform", "p": [0, 0], "angle": 0, "quat": [1, 0, 0, 0]}}, ("given twice",)),
                             ({"ik": {"frame": "platform", "R": [[1, 0, 0], [0, 1, 0], [0, 0, 2]]}}, ("ik.R", "not a rotation")),
                             ({"ik": {"frame": "platform", "p": [0, 0], "what": "pose"}}, ("ik.quat", "missing")),
                             ({"ik": {"frame": "platform", "p": [0, 0], "wath": "pose"}}, ("did you mean 'what'",)),
                             ({"ik": {"frame": "platform", "p": [0, 0], "hold": ["A9"]}}, ("ik.hold", "no joint 'A9'")),
                             ({"ik": {"frame": "platform", "p": [0, 0], "starts": 0}}, ("ik.starts",)),
                             ({"ik": {"frame": "platform", "p": [0, 0], "branches": "some"}}, ("ik.branches",)),
                             ({"ik": {"frame": "ground", "p": [0, 0]}}, ("fixed to the ground",)), ({"ik": []}, ("no target",)), ({"ik": 3}, ("an object",))]:
            with self.subTest(state=state):
                self.refused(self.ask(model, state, "ik"), *words)
        self.refused(self.ask(model, {"ik": {"frame": "platform", "p": [0, 0]}}, "pose"), "not asked for")
        self.refused(self.ask(MODELS / "arm_6r.yaml", {"ik": {"frame": "ground", "p": [0, 0, 1], "angle": 1}}, "ik"), "ground")


class ForwardKinematics(LoopTest):
    def test_the_four_bar_has_two_and_knows_it(self):
        for cut in "ABCD":
            with self.subTest(cut=cut):
                fk = self.ask(spatial_four_bar(self.path, cut), {"q": {"A": 0.2}}, "fk").json["fk"]
                self.assertEqual((fk["complete"], fk["count"], fk["held"]), (True, 2, ["A"]))
                points = []
                for b in fk["branches"]:
                    q = dict(zip(fk["coordinates"], b["q"]))
                    self.assertAlmostEqual(q["A"], 0.2, delta=1e-12)
                    angle = math.atan2(0.4, 0.1) + q["D"]
                    points.append((0.5 + math.hypot(0.1, 0.4) * math.cos(angle), math.hypot(0.1, 0.4) * math.sin(angle)))
                tip = (0.1 * math.cos(0.2) - 0.2 * math.sin(0.2), 0.1 * math.sin(0.2) + 0.2 * math.cos(0.2))
                for p in points:
                    self.assertAlmostEqual(math.hypot(p[0] - tip[0], p[1] - tip[1]), math.hypot(0.5, 0.2), delta=1e-12)
                self.assertGreater(math.hypot(points[0][0] - points[1][0], points[0][1] - points[1][1]), 0.1)

    def test_the_actuated_joints_are_held_by_default(self):
        fk = evaluate("rrr_3.yaml", "fk", {}, "--frame", "platform")["fk"]
        self.assertEqual(fk["held"], ["A1", "A2", "A3"])
        self.assertEqual((fk["complete"], fk["method"]), (False, "numeric"))
        self.assertGreaterEqual(fk["count"], 2)
        self.assertLess(fk["branches"][0]["distance"], 1e-9)
        self.assertEqual({b["label"] for b in fk["branches"]}, {"det:+", "det:-"})
        self.refused(self.ask(MODELS / "rrr_3.yaml", {"fk": {"hold": ["a1"]}}, "fk"), "fk.hold", "did you mean 'A1'")

    def test_a_rough_guess_is_no_reason_to_refuse(self):
        # the crank is turned by more than half a turn from the file's state
        c = self.ask(spatial_four_bar(self.path, "C"), {"q": {"A": 3.5}}, "coordinates,loop_residual")
        self.assertEqual(c.code, 0, c.err)
        self.assertLess(c.json["loop_residual"]["largest"]["m"], 1e-12)


class DrivenCutJoint(LoopTest):
    """The same motion, once as a coordinate of the tree and once on a joint that is cut."""
    MOTION = {"A": "0.25*sin(3*t) + 0.1*t"}
    STATE = {"t": 0.4}

    def answers(self, cut, formulation, motion):
        model = spatial_four_bar(self.path, cut, motion=motion)
        what = "coordinates,forward_dynamics,power,energy" + ("" if formulation == "lagrange" else ",reactions")
        done = self.ask(model, self.STATE, what, "--formulation", formulation)
        self.assertEqual(done.code, 0, done.err)
        return done.json

    def test_gives_the_same_motion_forces_and_reactions(self):
        for joint in "ABD":
            motion = {joint: "0.15*sin(3*t) + 0.1*t"}
            reference = self.answers("C", "oracle", motion)
            for formulation in ("newton-euler", "multipliers", "denoc", "gibbs-appell", "lagrange", "oracle"):
                with self.subTest(joint=joint, formulation=formulation):
                    found = self.answers(joint, formulation, motion)
                    for values in ("vdot", "tau"):
                        self.by_name(named(found["forward_dynamics"], values), named(reference["forward_dynamics"], values), 1e-10)
                    self.by_name(named(found["coordinates"], "v"), named(reference["coordinates"], "v"), 1e-11)
                    self.near(found["power"]["prescribed"], reference["power"]["prescribed"], 1e-10)
                    self.near(found["power"]["total"], reference["power"]["total"], 1e-10)
                    self.near(found["energy"]["total"], reference["energy"]["total"], 1e-12)
                    if formulation == "lagrange":
                        continue
                    a, b = found["reactions"]["joints"], reference["reactions"]["joints"]
                    self.assertEqual(sorted(a), sorted(b))
                    for name in a:
                        self.assertEqual((a[name]["parent"], a[name]["child"]), (b[name]["parent"], b[name]["child"]))
                        self.near(a[name]["force"][:2], b[name]["force"][:2], 1e-10)  # the others are undetermined
                        self.near(a[name]["moment"][2], b[name]["moment"][2], 1e-10)
                        self.near(a[name]["actuator"]["moment"], b[name]["actuator"]["moment"], 1e-10)

    def test_a_frame_led_by_laws_of_time(self):
        # the tip of a two-link arm on a circle; the torques of the led arm are those of the same motion prescribed on the joints
        arm = {"gravity": [0, -9.81, 0], "bodies": {"upper": rod(2, (0, 0, 0), (0.5, 0, 0), axial=0.01), "fore": rod(1, (0.5, 0, 0), (0.9, 0, 0), axial=0.01)},
               "frames": {"fore": {"tip": [0.9, 0, 0]}},
               "joints": {"A": {"type": "revolute", "parent": "ground", "child": "upper", "axis": [0, 0, 1]},
                          "B": {"type": "revolute", "parent": "upper", "child": "fore", "at": [0.5, 0, 0], "at_child": [0.5, 0, 0], "axis": [0, 0, 1]}}}
        led = write(self.path, "led", **arm, plane="xy", loops={"hand": {"type": "planar", "between": ["ground", "fore.tip"], "axes": [[1, 0, 0], [0, 1, 0]]}},
                    motion={"hand": {"x": "0.5*cos(0.3+t) + 0.4*cos(0.9+3*t)", "y": "0.5*sin(0.3+t) + 0.4*sin(0.9+3*t)", "angle": "0.9+3*t"}}, initial={"q": {"A": 0.3, "B": 0.6}})
        prescribed = write(self.path, "prescribed", **arm, plane="xy", motion={"A": "0.3+t", "B": "0.6+2*t"})
        state = {"t": 0.2}
        a = self.ask(led, state, "coordinates,forward_dynamics,power")
        b = self.ask(prescribed, state, "coordinates,forward_dynamics,power")
        self.assertEqual((a.code, b.code), (0, 0), a.err + b.err)
        a, b = a.json, b.json
        for joint in "AB":
            self.assertAlmostEqual(named(a["coordinates"], "q", "coordinates")[joint], named(b["coordinates"], "q", "coordinates")[joint], delta=1e-10)
            self.assertAlmostEqual(named(a["forward_dynamics"], "vdot")[joint], named(b["forward_dynamics"], "vdot")[joint], delta=1e-9)
            self.assertAlmostEqual(named(a["forward_dynamics"], "tau")[joint], 0, delta=1e-12)
        self.near(a["power"]["prescribed"], b["power"]["prescribed"], 1e-9)  # one hand or two motors: the same work

    def test_part_of_a_cut_joint_cannot_be_prescribed(self):
        arm = {"gravity": [0, 0, 0], "plane": "xy", "bodies": {"a": {"mass": 1, "inertia": {"about": "com", "izz": 1}}},
               "joints": {"A": {"type": "planar", "parent": "ground", "child": "a", "axes": [[1, 0, 0], [0, 1, 0]]}},
               "loops": {"L": {"type": "planar", "between": ["ground", "a"], "axes": [[1, 0, 0], [0, 1, 0]]}}, "motion": {"L.x": "t"}}
        self.refused(zanjir("check", write(self.path, "part", **arm)), "motion.L.x", "as a whole", "all of its parts")

    def test_a_loop_of_prescribed_joints_is_refused(self):
        model = spatial_four_bar(self.path, None, motion={n: "0.1*t" for n in "ABCD"})
        self.refused(zanjir("check", model), "every joint of a loop is prescribed", "cut: true")


class BallJoints(LoopTest):
    def test_the_quaternion_of_a_cut_ball_drives_the_loops(self):
        reference = self.ask(rssr(self.path, "A"), {"q": {"A": 0.25}}, "coordinates").json["coordinates"]
        q = named(reference, "q", "coordinates")
        quat = [q[f"S1.q{p}"] for p in "wxyz"]
        done = self.ask(rssr(self.path, "S1"), {"q": {"S1.quat": quat}}, "coordinates")  # the spin too
        self.assertEqual(done.code, 0, done.err)
        found = named(done.json["coordinates"], "q", "coordinates")
        sign = 1 if sum(found[f"S1.q{p}"] * x for p, x in zip("wxyz", quat)) > 0 else -1
        for p, x in zip("wxyz", quat):
            self.assertAlmostEqual(found[f"S1.q{p}"] * sign, x, delta=1e-9)


class InitialStates(LoopTest):
    def test_values_of_the_file_are_held_where_they_can(self):
        q = named(self.ask(spatial_four_bar(self.path, "C", initial={"q": {"A": 0.2}}), {}, "coordinates").json["coordinates"], "q", "coordinates")
        self.assertAlmostEqual(q["A"], 0.2, delta=1e-14)
        for cut in "AB":  # and of joints that are cut
            found = named(self.ask(spatial_four_bar(self.path, cut, initial={"q": {"A": 0.2}}), {}, "coordinates").json["coordinates"], "q", "coordinates")
            self.by_name(found, q, 1e-9)

    def test_speeds_of_the_file_are_held(self):
        for cut in "AC":
            v = named(self.ask(spatial_four_bar(self.path, cut, initial={"v": {"A": 2}}), {}, "coordinates").json["coordinates"], "v")
            self.by_name(v, {"A": 2, "B": -20 / 9, "C": 10 / 9, "D": 8 / 9}, 1e-12)

    def test_every_model_of_the_zoo_starts(self):  # some with coordinates and speeds of few digits
        for model in sorted(MODELS.glob("*.yaml")):
            with self.subTest(model=model.name):
                done = zanjir("eval", model, "--what", "coordinates,loop_residual")
                self.assertEqual(done.code, 0, done.err)
                self.assertLess(done.json["loop_residual"]["largest"]["m"], 1e-11)

    def test_contradictions_are_refused(self):
        self.refused(self.ask(spatial_four_bar(self.path, "C", initial={"v": {"A": 2, "D": 3}}), {}, "coordinates"), "contradict the loops", "joint 'C'", "m/s is left")
        self.refused(self.ask(spatial_four_bar(self.path, "D", initial={"q": {"D": 1.8}}), {}, "coordinates"), "initial.q.D", "contradict")


class BadInput(LoopTest):
    def four_bar(self, name, **changes):
        """Planar, ground 1, crank 0.3, coupler and rocker as given."""
        a, b, c = changes.pop("lengths", (0.3, 0.9, 0.8))
        link = lambda length: {"mass": 1, "inertia": {"about": "com", "izz": 0.1}}
        sections = {"gravity": [0, -9.81, 0], "plane": "xy", "bodies": {"crank": link(a), "coupler": link(b), "rocker": link(c)},
                    "frames": {"coupler": {"end": [b, 0, 0]}, "rocker": {"end": [c, 0, 0]}},
                    "joints": {"A": {"type": "revolute", "parent": "ground", "child": "crank", "axis": "z"},
                               "B": {"type": "revolute", "parent": "crank", "child": "coupler", "at": [a, 0, 0], "axis": "z"},
                               "D": {"type": "revolute", "parent": "ground", "child": "rocker", "at": [1, 0, 0], "axis": "z"}},
                    "loops": {"C": {"type": "revolute", "between": ["coupler.end", "rocker.end"], "axis": "z"}}, "initial": {"q": {"A": 1, "B": -0.5, "D": 1.8}}}
        sections.update(changes)
        return write(self.path, name, **sections)

    def test_loops_that_cannot_close(self):
        model = self.four_bar("short", lengths=(0.3, 0.2, 0.3))  # 0.8 < 1: at best 0.2 m are missing
        done = self.ask(model, {}, "coordinates")
        self.refused(done, "do not close", "joint 'C'", "a gap of")
        gap = float(done.err.split("a gap of ")[1].split(" ")[0])
        self.assertAlmostEqual(gap, 0.2, delta=1e-3)

    def test_loops_between_welded_bodies(self):
        model = self.four_bar("welded", loops={"W": {"type": "weld", "between": ["crank", "crank2"]}, "C": {"type": "revolute", "between": ["crank", "crank2"], "axis": "z"}},
                              bodies={"crank": {"mass": 1, "inertia": {"about": "com", "izz": 0.1}}, "crank2": {"mass": 1, "inertia": {"about": "com", "izz": 0.1}}},
                              joints={"A": {"type": "revolute", "parent": "ground", "child": "crank", "axis": "z"}, "B": {"type": "weld", "parent": "crank", "child": "crank2"}},
                              frames={}, initial={})
        self.refused(zanjir("check", model), "welded together")

    def test_rest_at_a_singular_point(self):
        flat = self.four_bar("flat", lengths=(0.3, 1.0, 0.3), initial={"q": {"A": 0, "B": 0, "D": 0}})  # a parallelogram, folded flat
        self.refused(self.ask(flat, {}, "forward_dynamics"), "singular", "velocity", code=3)
        self.assertEqual(self.ask(flat, {"v": {"A": 1, "D": 1}}, "forward_dynamics").code, 0)
        self.refused(self.ask(flat, {"v": {"A": 1, "D": 2}}, "forward_dynamics"), code=3)

    def test_actuators_on_cut_joints(self):
        model = self.four_bar("motor", actuators={"C": {"gear_ratio": 10}}, joints={
            "A": {"type": "revolute", "parent": "ground", "child": "crank", "axis": "z"}, "B": {"type": "revolute", "parent": "crank", "child": "coupler", "at": [0.3, 0, 0], "axis": "z"},
            "D": {"type": "revolute", "parent": "ground", "child": "rocker", "at": [1, 0, 0], "axis": "z"}})
        self.refused(zanjir("check", model), "actuators.C", "is cut to open a loop", "cut another joint")

    def test_a_distance_of_zero(self):
        model = self.four_bar("zero", loops={"C": {"type": "distance", "between": ["coupler.end", "rocker.end"], "length": 0}})
        self.refused(zanjir("check", model), "loops.C", "spherical")


if __name__ == "__main__":
    unittest.main()
