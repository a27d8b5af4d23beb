"""info, eval and verify of mechanisms with loops: known numbers of a spatial four-bar and of Bricard's linkage, by name, for every cut."""
import json
import math
import unittest

from command import MODELS, CommandTest, named, zanjir
from linkages import bricard, rssr, spatial_four_bar

RATES = {"A": 2, "B": -20 / 9, "C": 10 / 9, "D": 8 / 9}
FREE = {"A": -20.884706488608, "B": 24.494667017521, "D": -7.773175448984}
LEAST = {"A": [0.053813195185, -0.075604533254, 0, 6.596529473573, 16.357666739761, 2.298448371818],
         "B": [-0.305876479179, 0.104240303927, 0, 4.708058824712, 7.991902064192, 1.298448371818],
         "C": [0.416341967634, -0.086895466746, 0, -2.099140306924, -7.646260359333, -0.701551628182],
         "D": [0.164278683639, -0.058259696073, 0, 4.371833682360, 21.541235163622, 2.201551628182]}
INVERSE = {"A": 1, "B": 0.178326474623, "C": 0.775034293553, "D": 1.953360768176}
ALL_FOUR = {"A": 0.92500673822, "B": -1.027785264689, "C": 0.513892632344, "D": 0.411114105875}
TOUCHED = ["moment.x", "moment.y", "force.z"]


class LoopTest(CommandTest):
    def setUp(self):
        self.path = self.temporary_folder()

    def ask(self, model, state, what, *arguments):
        return zanjir("eval", model, "--what", what, "--state", json.dumps(state), *arguments)

    def answer(self, model, state, what, *arguments, code=0):
        done = self.ask(model, state, what, *arguments)
        self.assertEqual(done.code, code, done.err)
        return done.json

    def by_name(self, found, expected, tolerance=1e-10):
        for name, value in expected.items():
            self.assertAlmostEqual(found[name], value, delta=tolerance, msg=name)


class Rod(LoopTest):
    """Two bars lean against each other through a rod: nothing moves, and it is pressed with m g/2 cot 60 degrees."""
    def test_has_a_reaction_as_joints_have_in_every_formulation(self):
        model = self.path / "lean.yaml"
        model.write_text("""zanjir: 1
name: lean
plane: xy
gravity: [0, -9.81, 0]
bodies: {a: {mass: 3, com: [0.5, 0, 0], inertia: {about: com, izz: 0.25}}, b: {mass: 3, com: [0.5, 0, 0], inertia: {about: com, izz: 0.25}}}
frames: {a: {tip: [1, 0, 0]}, b: {tip: [1, 0, 0]}}
joints: {A: {type: revolute, parent: ground, child: a, axis: z}, B: {type: revolute, parent: ground, child: b, at: [2, 0, 0], axis: z}}
loops: {R: {type: distance, between: [a.tip, b.tip], length: 1}}
initial: {q: {A: 60 deg, B: 120 deg}}
""")
        pressed = 3 * 9.81 / 2 / math.tan(math.pi / 3)
        for formulation in ("newton-euler", "multipliers", "denoc", "gibbs-appell", "oracle"):
            with self.subTest(formulation=formulation):
                joints = self.answer(model, {}, "reactions", "--formulation", formulation)["reactions"]["joints"]
                self.near(joints["R"]["force"], [pressed, 0, 0], 1e-13 * pressed)
                self.near(joints["A"]["force"], [pressed, 3 * 9.81, 0], 1e-13 * 3 * 9.81)
        self.near(self.answer(model, {}, "reactions", "--on", "parent")["reactions"]["joints"]["R"]["force"], [-pressed, 0, 0], 1e-13 * pressed)


class SpatialFourBar(LoopTest):
    def test_one_given_speed_moves_every_joint_whatever_the_cut(self):
        for cut in "ABCD":
            model = spatial_four_bar(self.path, cut)
            for driver in "ABCD":  # a cut joint may drive too
                with self.subTest(cut=cut, driver=driver):
                    c = self.answer(model, {"v": {driver: RATES[driver]}}, "coordinates")["coordinates"]
                    self.by_name(named(c, "v"), RATES, 1e-12)
                    self.by_name(named(c, "q", "coordinates"), dict.fromkeys("ABCD", 0.0), 1e-12)
                    self.assertEqual(c["cut"], [cut])

    def test_accelerations_and_reactions(self):
        for cut in "ABCD":
            with self.subTest(cut=cut):
                a = self.answer(spatial_four_bar(self.path, cut), {"v": {"A": 2}}, "forward_dynamics,reactions,determinacy,loop_residual")
                vdot = named(a["forward_dynamics"], "vdot")
                self.by_name(vdot, FREE)
                # the angle of the closed chain: A + B + C = D
                self.assertAlmostEqual(vdot["A"] + vdot["B"] + vdot["C"], vdot["D"], delta=1e-11)
                joints = a["reactions"]["joints"]
                self.assertEqual(sorted(joints), list("ABCD"))
                for name, W in LEAST.items():
                    self.near(joints[name]["moment"] + joints[name]["force"], W, 1e-11)
                    self.assertEqual(joints[name]["undetermined"], TOUCHED)
                    self.assertEqual(joints[name]["undetermined_dimensions"], 3)
                self.assertIn("least", a["reactions"]["choice"])
                d = a["determinacy"]
                self.assertEqual((d["rows"], d["rank"], d["redundant"], d["self_stress_states"]), (5, 2, 3, 3))
                self.assertTrue(d["certain"])
                self.assertGreater(d["singular_values"][1], 0.1)
                self.assertLess(d["singular_values"][2], 1e-12)
                self.assertEqual(d["joints"][cut], {"undetermined": TOUCHED, "dimensions": 3})
                self.assertLess(a["loop_residual"]["largest"]["m"], 1e-14)
                self.assertEqual(a["loop_residual"]["constraints"][cut]["units"].count("m"), 3)

    def test_the_acceleration_of_a_cut_joint_leads_reactions_too(self):
        # the same motion, said by the acceleration of C: whether C is a joint of the tree or the one that is cut
        state = {"v": {"A": 2}, "vdot": {"C": INVERSE["C"]}}
        answers = [self.answer(spatial_four_bar(self.path, cut, actuated="A"), state, "inverse_dynamics,reactions,power") for cut in "ABCD"]
        for a in answers:
            self.by_name(named(a["inverse_dynamics"], "vdot"), INVERSE, 1e-9)
            for name in "ABCD":
                wrench, expected = a["reactions"]["joints"][name], answers[0]["reactions"]["joints"][name]
                self.near(wrench["moment"] + wrench["force"], expected["moment"] + expected["force"], 1e-9)
            self.near(a["reactions"]["joints"]["A"]["actuator"]["moment"][2], named(a["inverse_dynamics"], "tau")["A"], 1e-9)
            self.near(a["power"]["actuators"], 2 * named(a["inverse_dynamics"], "tau")["A"], 1e-9)
        alone = self.answer(spatial_four_bar(self.path, "C", actuated="A"), state, "reactions")
        self.near(alone["reactions"]["joints"]["D"]["force"], answers[2]["reactions"]["joints"]["D"]["force"], 1e-12)
        for more in ({"tau": {"A": 1}}, {"want": {"A": "tau"}}):
            self.refused(zanjir("eval", spatial_four_bar(self.path, "C", actuated="A"), "--state", json.dumps({**state, **more}), "--what", "reactions"), "vdot.C", "cannot be mixed")

    def test_reactions_on_the_parent_are_the_opposite(self):
        model = spatial_four_bar(self.path, "C")
        child, parent = (self.answer(model, {"v": {"A": 2}}, "reactions", "--on", side)["reactions"]["joints"] for side in ("child", "parent"))
        for name in "ABCD":
            self.near(parent[name]["force"], [-x for x in child[name]["force"]], 1e-12)
            self.near(parent[name]["moment"], [-x for x in child[name]["moment"]], 1e-12)

    def test_inverse_torques(self):
        cases = [(("A",), None, {"A": 2.535203652898}), (("A", "D"), None, {"A": 2.117025730771, "D": 0.940900324787}),
                 (("A", "D"), {"A": 1, "D": 4}, {"A": 2.415899951586, "D": 0.268433327954}), (tuple("ABCD"), None, ALL_FOUR)]
        for actuated, weights, tau in cases:
            for cut in "ABCD":
                if weights and cut in weights:
                    continue  # weights are given to joints of the tree
                with self.subTest(cut=cut, actuated=actuated, weights=weights):
                    model = spatial_four_bar(self.path, cut, actuated, weights)
                    i = self.answer(model, {"v": {"A": 2}, "vdot": {"A": 1}}, "inverse_dynamics")["inverse_dynamics"]
                    self.by_name(named(i, "tau"), {**dict.fromkeys("ABCD", 0.0), **tau})
                    self.by_name(named(i, "vdot"), INVERSE, 1e-11)
                    self.assertEqual(i["status"], "ok" if len(actuated) == 1 else "redundant")
                    if len(actuated) > 1:
                        self.assertIn("least", i["note"])

    def test_a_cut_joint_may_give_the_acceleration(self):
        for cut in "BCD":
            model = spatial_four_bar(self.path, cut, ("A",))
            i = self.answer(model, {"v": {"A": 2}, "vdot": {cut: INVERSE[cut]}}, "inverse_dynamics")["inverse_dynamics"]
            self.by_name(named(i, "vdot"), INVERSE)
            self.by_name(named(i, "tau"), {"A": 2.535203652898}, 1e-9)

    def test_reactions_with_one_driven_joint(self):
        force = {"A": [-6.989100048265, 16.362169765788], "B": [-6.689100048265, 6.902169765788], "C": [-5.228743395316, -11.897116928314],
                 "D": [4.583475905604, 26.52158194889]}
        for cut in "BCD":
            joints = self.answer(spatial_four_bar(self.path, cut, ("A",)), {"v": {"A": 2}, "vdot": {"A": 1}}, "reactions")["reactions"]["joints"]
            for name, f in force.items():
                self.near(joints[name]["force"][:2], f, 1e-11)
            self.near(joints["A"]["actuator"]["moment"], [0, 0, 2.535203652898], 1e-11)

    def test_a_force_on_a_cut_joint_acts_like_one_on_a_tree_joint(self):
        a, b = (self.answer(spatial_four_bar(self.path, cut), {"v": {"A": 2}, "tau": {"B": 0.7}}, "forward_dynamics")["forward_dynamics"] for cut in "AB")
        self.by_name(named(a, "vdot"), named(b, "vdot"))
        self.assertEqual(named(b, "tau")["B"], 0.7)
        self.assertGreater(abs(named(a, "vdot")["A"] - FREE["A"]), 1)

    def test_without_actuators_the_force_left_over_is_named(self):
        for cut in "ABCD":
            done = self.ask(spatial_four_bar(self.path, cut), {"v": {"A": 2}, "vdot": {"A": 1}}, "inverse_dynamics")
            self.refused(done, "inconsistent", "left over", code=3)
            item = done.json["inverse_dynamics"]
            self.assertEqual(item["status"], "inconsistent")
            self.by_name(named(item, "leftover"), ALL_FOUR)
            self.assertNotIn("tau", item)

    def test_tree_dependent_items_say_so(self):
        a = self.answer(spatial_four_bar(self.path, "C"), {}, "mass_matrix,bias,jacobian")
        for item in ("mass_matrix", "bias", "jacobian"):
            self.assertIs(a[item]["tree_dependent"], True)
        self.assertEqual(sorted(a["mass_matrix"]["rows"]), ["A", "B", "D"])

    def test_positions_are_closed_from_one_given_angle_tree_or_cut(self):
        first = named(self.answer(spatial_four_bar(self.path, "C"), {"q": {"A": 0.3}}, "coordinates")["coordinates"], "q", "coordinates")
        # the same triangle by hand: B from A, then C at the crossing of two circles
        bx, by = 0.1 * math.cos(0.3) - 0.2 * math.sin(0.3), 0.1 * math.sin(0.3) + 0.2 * math.cos(0.3)
        bc, dc = math.hypot(0.5, 0.2), math.hypot(0.1, 0.4)
        x = 0.5 + dc * math.cos(math.atan2(0.4, 0.1) + first["D"])
        y = dc * math.sin(math.atan2(0.4, 0.1) + first["D"])
        self.assertAlmostEqual(math.hypot(x - bx, y - by), bc, delta=1e-12)
        self.assertAlmostEqual(first["A"] + first["B"] + first["C"], first["D"], delta=1e-12)
        for cut in "ABCD":
            for driver in "ABCD":
                with self.subTest(cut=cut, driver=driver):
                    found = self.answer(spatial_four_bar(self.path, cut), {"q": {driver: first[driver]}}, "coordinates,loop_residual")
                    self.by_name(named(found["coordinates"], "q", "coordinates"), first, 1e-9)
                    self.assertLess(found["loop_residual"]["largest"]["m"], 1e-12)

    def test_a_mechanism_that_moves_can_be_asked_to_stand(self):
        done = self.ask(MODELS / "four_bar.yaml", {"v": {"A": 0}}, "coordinates")
        self.assertEqual(done.code, 0, done.err)

    def test_a_frame_out_of_reach_is_blamed_itself(self):
        legs = {"count": 3, "turn": {"axis": "z", "angle": "120 deg"},
                "bodies": {"s{i}": {"mass": 0.8, "inertia": {"izz": 1e-3}}, "r{i}": {"mass": 0.5, "com": [0.25, 0, 0], "inertia": {"izz": 0.01}}},
                "frames": {"plat": {"c{i}": [0.12, 0, 0]}},
                "joints": {"P{i}": {"type": "prismatic", "parent": "ground", "child": "s{i}", "at": [0.5, 0, 0], "axis": "y"},
                           "A{i}": {"type": "revolute", "parent": "s{i}", "child": "r{i}", "axis": "z"}},
                "loops": {"B{i}": {"type": "revolute", "between": ["r{i}", "plat.c{i}"], "at": [0.5, 0, 0], "axis": "z"}}}
        start = {"pose": {"x": 0, "y": 0, "angle": "10 deg"}, "P1": -0.302, "P2": -0.302, "P3": -0.302, "A1": 2.44, "A2": 2.44, "A3": 2.44}
        model = self.path / "prr.yaml"
        model.write_text(json.dumps({"zanjir": 1, "plane": "xy", "gravity": [0, 0, 0], "bodies": {"plat": {"mass": 1, "inertia": {"izz": 0.01}}},
                                     "joints": {"pose": {"type": "planar", "parent": "ground", "child": "plat"}}, "repeat": [legs],
                                     "initial": {"q": start}}))
        done = self.ask(model, {"frames": {"plat": {"x": 2}}}, "coordinates")
        self.refused(done, "frames.plat: the loops do not close where frame 'plat' is led", "a gap of", "out of reach")
        self.assertNotIn("fewer", done.err)

    def test_contradictions_are_refused_with_size_and_place(self):
        model = spatial_four_bar(self.path, "C")
        self.refused(self.ask(model, {"q": {"A": 0.3, "B": 0.0, "D": 0.0}}, "coordinates"), "q: the given coordinates contradict the loops", "joint 'C'", " m is left")
        self.refused(self.ask(model, {"q": {"A": 0.3, "C": 1.0}}, "coordinates"), "contradict", "C")
        self.refused(self.ask(model, {"v": {"A": 2, "D": 3}}, "coordinates"), "v: the given speeds contradict the loops", "joint 'C'", "m/s is left")
        self.refused(self.ask(model, {"v": {"A": 2, "C": 3}}, "coordinates"), "v: the given speeds contradict the loops")
        self.refused(self.ask(model, {"vdot": {"A": 1, "D": -4}}, "inverse_dynamics"), "vdot: the given accelerations contradict the loops", "m/s^2 is left")
        self.refused(self.ask(model, {"q": {"D": 1.8}}, "coordinates"), "contradict the loops", "a gap of", "the one given is out of reach")
        self.refused(self.ask(model, {"want": {"C": "tau"}}, "hybrid"), "want.C", "is cut")
        # as typed with ten digits it is no contradiction
        self.assertEqual(self.ask(model, {"v": {"A": 2, "B": -2.2222222222, "D": 0.8888888889}}, "coordinates").code, 0)

    def test_a_line_that_contradicts_does_not_stop_the_others(self):
        model = spatial_four_bar(self.path, "C")
        done = zanjir("eval", model, "--what", "coordinates", "--state", "-", stdin=b'{"v": {"A": 2, "D": 3}}\n{"v": {"A": 2}}\n')
        self.assertEqual(done.code, 2)
        self.assertIn("diagnostics", done.lines[0])
        self.by_name(named(done.lines[1]["coordinates"], "v"), RATES, 1e-12)


class Bricard(LoopTest):
    def test_one_redundant_constraint(self):
        for cut in (1, 3, 6):
            with self.subTest(cut=cut):
                model = bricard(self.path, cut)
                a = self.answer(model, {}, "forward_dynamics,determinacy,reactions")
                vdot = named(a["forward_dynamics"], "vdot")
                self.by_name(vdot, {f"j{i}": 1.958083832335 if i % 2 else -1.958083832335 for i in range(1, 7)})
                self.assertEqual((a["determinacy"]["rank"], a["determinacy"]["redundant"], a["determinacy"]["rows"]), (4, 1, 5))
                self.near(a["reactions"]["joints"]["j1"]["force"], [-5.555083832335, 27.468, -4.243167664671], 1e-11)
                for j in a["reactions"]["joints"].values():
                    self.assertEqual(j["undetermined_dimensions"], 1)
                info = zanjir("info", model, "--json").json["loops"]
                self.assertEqual((info["mobility_by_rank"], info["mobility_by_count"], info["redundant"]), (1, 0, 1))
                self.assertEqual(sorted(info["undetermined_at"]), [f"j{i}" for i in range(1, 7)])


class BallJoints(LoopTest):
    """Cut in A, S1 or S2 the tree walks some joints from their child; names and numbers stay those of the file."""

    def test_every_cut_gives_the_same_numbers_by_name(self):
        state = {"q": {"A": 0.25}, "v": {"A": 1.5, "S1.wx": 0.8}, "tau": {"A": 0.3, "S2.wy": 0.1}}
        answers = {}
        for cut in ("A", "S1", "S2", "D"):
            model = rssr(self.path, cut)
            if answers:  # the spin of the rod is free: hold it where the first cut has it, by a ball that is in the tree
                ball = "S2" if cut == "S1" else "S1"
                state["q"] = {"A": 0.25, f"{ball}.quat": [answers["A"]["q"][f"{ball}.q{p}"] for p in "wxyz"]}
            a = self.answer(model, state, "coordinates,forward_dynamics,reactions,power,energy,determinacy")
            answers[cut] = {"q": named(a["coordinates"], "q", "coordinates"), "v": named(a["coordinates"], "v"), "vdot": named(a["forward_dynamics"], "vdot"),
                            "tau": named(a["forward_dynamics"], "tau"), "power": {"W": a["power"]["total"]}, "energy": {"J": a["energy"]["total"]},
                            **{n: dict(zip("abcdef", j["moment"] + j["force"])) for n, j in a["reactions"]["joints"].items()}}
            self.assertEqual(a["determinacy"]["redundant"], 0)
            self.assertEqual(a["reactions"]["joints"]["S1"]["parent"], "crank")
            self.assertEqual(a["reactions"]["joints"]["S1"]["undetermined"], [])
            self.assertAlmostEqual(answers[cut]["tau"]["S2.wy"], 0.1, delta=1e-14)
        for cut in ("S1", "S2", "D"):
            for item, values in answers["A"].items():
                with self.subTest(cut=cut, item=item):
                    self.assertEqual(sorted(answers[cut][item]), sorted(values))
                    self.by_name(answers[cut][item], values, 1e-9)

    def test_a_quaternion_that_opens_the_loop_is_refused(self):
        self.refused(self.ask(rssr(self.path, "S1"), {"q": {"A": 0, "D": 0, "S1.quat": [0.6, 0.8, 0, 0]}}, "coordinates"), "contradict")


class InfoAndVerify(LoopTest):
    def test_info_tells_the_loops(self):
        model = spatial_four_bar(self.path, None, ("A",))
        done = zanjir("info", model)
        self.assertEqual(done.code, 0, done.err)
        for words in ("1 loop, 5 closure rows of rank 2: mobility 1 by rank, -2 by Gruebler's count", "3 redundant constraints = 3 self-stress states",
                      "singular values", "why it was cut", "closed in"):
            self.assertIn(words, done.out)
        info = zanjir("info", model, "--json").json
        self.assertEqual(info["mobility"], 1)
        (cut,) = info["loops"]["constraints"]
        self.assertEqual(cut["rows"], 5)
        self.assertTrue(cut["reason"])
        self.assertTrue(info["loops"]["initial"]["closed"])

    def test_info_lists_actuators_of_cut_joints(self):
        for cut in ("A", "C"):
            info = zanjir("info", spatial_four_bar(self.path, cut, ("A",)), "--json").json
            self.assertEqual(info["actuators"], [{"on": "A", "gear_ratio": 1.0, "rotor_inertia": 0.0, "weight": 1.0}], cut)

    def test_info_tells_how_far_the_guess_was_off(self):
        rough = zanjir("info", spatial_four_bar(self.path, "C", initial={"q": {"A": 0.2}}), "--json").json["loops"]["initial"]
        self.assertTrue(rough["closed"])
        self.assertGreater(rough["before"]["m"], 0.01)
        self.assertLess(rough["residual"], 1e-12)

    def test_verify(self):
        for model in (spatial_four_bar(self.path, "C", ("A",)), spatial_four_bar(self.path, "A", ("A", "D")), bricard(self.path, 6), rssr(self.path, "S1")):
            done = zanjir("verify", model, "--states", "5", "--json")
            self.assertEqual(done.code, 0, done.err)
            checks = {c["name"]: c for c in done.json["checks"]}
            for name in ("closure rows", "closure accelerations", "loops stay closed", "power balance", "virtual work"):
                self.assertGreater(checks[name]["n"], 0, name)
                self.assertTrue(checks[name]["holds"], name)
            self.assertEqual(done.json["states_not_closed"], 0)
            strict = zanjir("verify", model, "--states", "5", "--tolerance", "0")
            self.refused(strict, "not verified", code=3)


if __name__ == "__main__":
    unittest.main()
