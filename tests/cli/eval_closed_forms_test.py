"""eval against closed forms derived here: two-link arm, pendulum, top, free body, joints with parts. Nothing is read back from the tool."""
import math
import unittest

from command import CommandTest, evaluate, named

G = 9.81


class TwoLinkArm(CommandTest):
    # models/arm_2r.yaml. With c1, c2 the distances of the mass centres, L the upper arm:
    #   M11 = I1 + I2 + m1 c1^2 + m2 (L^2 + c2^2 + 2 L c2 cos q2),  M12 = I2 + m2 (c2^2 + L c2 cos q2),  M22 = I2 + m2 c2^2
    m1, c1, I1, L, m2, c2, I2 = 4, 0.2, 0.06, 0.45, 2.5, 0.17, 0.03
    q1, q2, v1, v2 = 0.3, -1.1, 0.7, 1.9
    state = {"q": {"shoulder": q1, "elbow": q2}, "v": {"shoulder": v1, "elbow": v2}}

    def mass_matrix(self):
        h = self.L * self.c2 * math.cos(self.q2)
        m11 = self.I1 + self.I2 + self.m1 * self.c1**2 + self.m2 * (self.L**2 + self.c2**2 + 2 * h)
        m12 = self.I2 + self.m2 * (self.c2**2 + h)
        return [[m11, m12], [m12, self.I2 + self.m2 * self.c2**2]]

    def velocity_terms(self):
        s = self.m2 * self.L * self.c2 * math.sin(self.q2)
        return [-s * (2 * self.v1 * self.v2 + self.v2**2), s * self.v1**2]

    def gravity_terms(self):
        q12 = self.q1 + self.q2
        g2 = self.m2 * G * self.c2 * math.cos(q12)
        return [self.m1 * G * self.c1 * math.cos(self.q1) + self.m2 * G * self.L * math.cos(self.q1) + g2, g2]

    def test_mass_matrix_has_named_rows_and_columns(self):
        M = evaluate("arm_2r.yaml", "mass_matrix", self.state)["mass_matrix"]
        self.assertEqual(set(M["rows"]), {"shoulder", "elbow"})
        order = [M["rows"].index("shoulder"), M["rows"].index("elbow")]
        columns = [M["columns"].index("shoulder"), M["columns"].index("elbow")]
        self.near([[M["values"][i][j] for j in columns] for i in order], self.mass_matrix(), 1e-14)

    def test_bias_and_its_parts(self):
        b = evaluate("arm_2r.yaml", "bias", self.state)["bias"]
        pick = lambda values: [dict(zip(b["speeds"], values))[n] for n in ("shoulder", "elbow")]
        self.near(pick(b["parts"]["velocity"]), self.velocity_terms())
        self.near(pick(b["parts"]["gravity"]), self.gravity_terms())
        self.near(pick(b["total"]), [a + c for a, c in zip(self.velocity_terms(), self.gravity_terms())])
        for part in ("springs", "dampers", "loads"):
            self.assertEqual(b["parts"][part], [0, 0])

    def forward(self, tau):
        (a, b), (_, d) = self.mass_matrix()
        r = [t - v - g for t, v, g in zip(tau, self.velocity_terms(), self.gravity_terms())]
        det = a * d - b * b
        return [(d * r[0] - b * r[1]) / det, (a * r[1] - b * r[0]) / det]

    def test_matrices_of_the_orthogonal_complement(self):
        # Mass centres at c1 and c2 along the links, so in the plane t1 = [1; n1 c1] v1, t2 = B t1 + [1; n2 c2] v2 with n the normals of the links,
        # and B moves by the way between the mass centres, (L - c1) e1 + c2 e2.
        d = evaluate("arm_2r.yaml", "denoc", self.state)["denoc"]
        q12, w1, w12 = self.q1 + self.q2, self.v1, self.v1 + self.v2
        e1, e2 = (math.cos(self.q1), math.sin(self.q1)), (math.cos(q12), math.sin(q12))
        n1, n2 = (-e1[1], e1[0]), (-e2[1], e2[0])
        at = lambda m, row, column: m["values"][m["rows"].index(row)][m["columns"].index(column)]
        plane = lambda m, body, column: [at(m, f"{body}.{part}", column) for part in ("wz", "vx", "vy")]
        self.near(plane(d["N_d"], "upper_arm", "shoulder"), [1, self.c1 * n1[0], self.c1 * n1[1]])
        self.near(plane(d["N_d"], "forearm", "elbow"), [1, self.c2 * n2[0], self.c2 * n2[1]])
        self.near(plane(d["N_d"], "forearm", "shoulder"), [0, 0, 0])
        way = [(self.L - self.c1) * a + self.c2 * b for a, b in zip(e1, e2)]
        self.near(plane(d["N_l"], "forearm", "upper_arm.wz"), [1, -way[1], way[0]])
        self.near(plane(d["N_l"], "upper_arm", "forearm.wz"), [0, 0, 0])
        # their rates: normals turn into -e, ways turn with the links
        self.near(plane(d["N_d_rate"], "upper_arm", "shoulder"), [0, -self.c1 * w1 * e1[0], -self.c1 * w1 * e1[1]])
        self.near(plane(d["N_d_rate"], "forearm", "elbow"), [0, -self.c2 * w12 * e2[0], -self.c2 * w12 * e2[1]])
        way_rate = [(self.L - self.c1) * w1 * a + self.c2 * w12 * b for a, b in zip(n1, n2)]
        self.near(plane(d["N_l_rate"], "forearm", "upper_arm.wz"), [0, -way_rate[1], way_rate[0]])
        self.near([at(d["M"], f"forearm.{part}", f"forearm.{part}") for part in ("wz", "vx", "vy")], [self.I2, self.m2, self.m2])
        names = ("shoulder", "elbow")
        self.near([[at(d["I"], a, b) for b in names] for a in names], self.mass_matrix(), 1e-14)
        v = {"shoulder": self.v1, "elbow": self.v2}
        self.near([sum(at(d["C"], a, b) * v[b] for b in names) for a in names], self.velocity_terms())
        self.assertNotIn("S", d)  # no loops

    def test_forward_dynamics_in_every_formulation(self):
        tau = [3.0, -0.4]
        for formulation in ("newton-euler", "multipliers", "denoc", "gibbs-appell", "lagrange", "oracle"):
            answer = evaluate("arm_2r.yaml", "forward_dynamics", {**self.state, "tau": {"shoulder": tau[0], "elbow": tau[1]}}, "--formulation", formulation)
            f = answer["forward_dynamics"]
            self.assertEqual((f["status"], f["formulation"]), ("ok", formulation))
            vdot = named(f, "vdot")
            self.near([vdot["shoulder"], vdot["elbow"]], self.forward(tau), 1e-12)

    def test_inverse_dynamics(self):
        vdot = [1.5, -2.5]
        M = self.mass_matrix()
        expected = [sum(M[i][j] * vdot[j] for j in range(2)) + self.velocity_terms()[i] + self.gravity_terms()[i] for i in range(2)]
        f = evaluate("arm_2r.yaml", "inverse_dynamics", {**self.state, "vdot": {"shoulder": 1.5, "elbow": -2.5}})["inverse_dynamics"]
        tau = named(f, "tau")
        self.near([tau["shoulder"], tau["elbow"]], expected)

    def test_hybrid_takes_each_speed_from_where_it_is_given(self):
        # shoulder moves as told, elbow is free: vdot2 = (tau2 - b2 - M12 vdot1) / M22
        M, b = self.mass_matrix(), [x + y for x, y in zip(self.velocity_terms(), self.gravity_terms())]
        vdot1, tau2 = 0.8, 0.25
        vdot2 = (tau2 - b[1] - M[0][1] * vdot1) / M[1][1]
        tau1 = M[0][0] * vdot1 + M[0][1] * vdot2 + b[0]
        h = evaluate("arm_2r.yaml", "hybrid", {**self.state, "vdot": {"shoulder": vdot1}, "tau": {"elbow": tau2}})["hybrid"]
        self.assertEqual(h["wanted"], {"shoulder": "tau", "elbow": "vdot"})
        vdot, tau = named(h, "vdot"), named(h, "tau")
        self.near([vdot["shoulder"], vdot["elbow"], tau["shoulder"], tau["elbow"]], [vdot1, vdot2, tau1, tau2])

    def test_reactions_answer_the_question_asked_beside_them(self):
        # vdot of the elbow is not given: zero for the inverse question, which the forces at the elbow must hold; free in the mixed one
        state = {**self.state, "vdot": {"shoulder": 1.5}}
        inverse = evaluate("arm_2r.yaml", "inverse_dynamics,reactions,power", state)
        M, c, g = self.mass_matrix(), self.velocity_terms(), self.gravity_terms()
        elbow = M[1][0] * 1.5 + c[1] + g[1]
        tau = named(inverse["inverse_dynamics"], "tau")
        self.near(tau["elbow"], elbow)
        self.assertEqual(inverse["reactions"]["wanted"], {"shoulder": "tau", "elbow": "tau"})
        self.near(inverse["reactions"]["joints"]["elbow"]["actuator"]["moment"], [0, 0, elbow])
        self.near(inverse["reactions"]["joints"]["shoulder"]["moment"][2], tau["shoulder"])
        self.near(inverse["power"]["actuators"], tau["shoulder"] * self.v1 + tau["elbow"] * self.v2)
        mixed = evaluate("arm_2r.yaml", "reactions", state)["reactions"]
        self.assertEqual(mixed["wanted"], {"shoulder": "tau", "elbow": "vdot"})
        self.near(mixed["joints"]["elbow"]["actuator"]["moment"], [0, 0, 0])
        forward = evaluate("arm_2r.yaml", "forward_dynamics,reactions", state)
        self.assertEqual(forward["reactions"]["wanted"], {"shoulder": "vdot", "elbow": "vdot"})
        hybrid = evaluate("arm_2r.yaml", "inverse_dynamics,hybrid,reactions", state)
        self.assertEqual(hybrid["hybrid"]["wanted"], {"shoulder": "tau", "elbow": "vdot"})

    def test_want_overrules(self):
        state = {**self.state, "vdot": {"shoulder": 1, "elbow": 2}, "tau": {"shoulder": 3, "elbow": 4}, "want": "tau"}
        h = evaluate("arm_2r.yaml", "hybrid,inverse_dynamics,forward_dynamics", state)
        self.assertEqual(h["hybrid"]["tau"], h["inverse_dynamics"]["tau"])
        state["want"] = {"shoulder": "vdot", "elbow": "vdot"}
        h = evaluate("arm_2r.yaml", "hybrid,inverse_dynamics,forward_dynamics", state)
        self.assertEqual(h["hybrid"]["vdot"], h["forward_dynamics"]["vdot"])

    def test_tip_pose_velocity_acceleration_jacobian(self):
        l2, q1, q12, w1, w12 = 0.4, self.q1, self.q1 + self.q2, self.v1, self.v1 + self.v2
        a1, a12 = 1.5, 1.5 - 2.5
        cos, sin, L = math.cos, math.sin, self.L
        answer = evaluate("arm_2r.yaml", "pose,velocity,acceleration,jacobian", {**self.state, "vdot": {"shoulder": 1.5, "elbow": -2.5}}, "--frame", "forearm.tip")
        pose = answer["pose"]["frames"]["forearm.tip"]
        self.near(pose["p"], [L * cos(q1) + l2 * cos(q12), L * sin(q1) + l2 * sin(q12), 0])
        self.near(pose["R"], [[cos(q12), -sin(q12), 0], [sin(q12), cos(q12), 0], [0, 0, 1]])
        self.near(pose["quat"], [cos(q12 / 2), 0, 0, sin(q12 / 2)])
        velocity = answer["velocity"]["frames"]["forearm.tip"]
        self.near(velocity["angular"], [0, 0, w12])
        self.near(velocity["linear"], [-L * sin(q1) * w1 - l2 * sin(q12) * w12, L * cos(q1) * w1 + l2 * cos(q12) * w12, 0])
        acceleration = answer["acceleration"]["frames"]["forearm.tip"]
        self.near(acceleration["angular"], [0, 0, a12])
        self.near(acceleration["linear"], [-L * (sin(q1) * a1 + cos(q1) * w1**2) - l2 * (sin(q12) * a12 + cos(q12) * w12**2),
                                           L * (cos(q1) * a1 - sin(q1) * w1**2) + l2 * (cos(q12) * a12 - sin(q12) * w12**2), 0])
        J = answer["jacobian"]["frames"]["forearm.tip"]
        self.assertEqual(J["rows"], ["wx", "wy", "wz", "vx", "vy", "vz"])
        column = lambda name: [row[J["columns"].index(name)] for row in J["values"]]
        self.near(column("elbow"), [0, 0, 1, -l2 * sin(q12), l2 * cos(q12), 0])
        self.near(column("shoulder"), [0, 0, 1, -L * sin(q1) - l2 * sin(q12), L * cos(q1) + l2 * cos(q12), 0])

    def test_other_axes(self):
        # In its own axes the tip's velocity due to the elbow alone is along y.
        answer = evaluate("arm_2r.yaml", "jacobian,pose", self.state, "--frame", "forearm.tip", "--in", "forearm")
        J = answer["jacobian"]["frames"]["forearm.tip"]
        self.assertEqual(answer["jacobian"]["axes"], "forearm")
        self.near([row[J["columns"].index("elbow")] for row in J["values"]], [0, 0, 1, 0, 0.4, 0])
        self.assertEqual(answer["pose"]["relative_to"], "forearm")
        self.near(answer["pose"]["frames"]["forearm.tip"]["p"], [0.4, 0, 0])

    def test_energy_power_momentum(self):
        q12, w12 = self.q1 + self.q2, self.v1 + self.v2
        M, v, tau = self.mass_matrix(), [self.v1, self.v2], [3.0, -0.4]
        answer = evaluate("arm_2r.yaml", "energy,power,momentum", {**self.state, "tau": {"shoulder": 3.0, "elbow": -0.4}})
        e = answer["energy"]
        self.near(e["kinetic"], 0.5 * sum(v[i] * M[i][j] * v[j] for i in range(2) for j in range(2)))
        y1, y2 = self.c1 * math.sin(self.q1), self.L * math.sin(self.q1) + self.c2 * math.sin(q12)
        self.near(e["gravity"], G * (self.m1 * y1 + self.m2 * y2))
        self.near(e["total"], e["kinetic"] + e["gravity"] + e["springs"])
        self.near(answer["power"]["actuators"], sum(t * w for t, w in zip(tau, v)))
        self.assertEqual(answer["power"]["prescribed"], 0)
        vx1, vx2 = -self.c1 * math.sin(self.q1) * self.v1, -self.L * math.sin(self.q1) * self.v1 - self.c2 * math.sin(q12) * w12
        vy1, vy2 = self.c1 * math.cos(self.q1) * self.v1, self.L * math.cos(self.q1) * self.v1 + self.c2 * math.cos(q12) * w12
        m = answer["momentum"]
        self.near(m["linear"], [self.m1 * vx1 + self.m2 * vx2, self.m1 * vy1 + self.m2 * vy2, 0])
        # the angular momentum about the origin, which is the shoulder, is the first row of M v
        self.near(m["angular"], [0, 0, M[0][0] * v[0] + M[0][1] * v[1]])
        x1, x2 = self.c1 * math.cos(self.q1), self.L * math.cos(self.q1) + self.c2 * math.cos(q12)
        self.near(m["center_of_mass"], [(self.m1 * x1 + self.m2 * x2) / 6.5, (self.m1 * y1 + self.m2 * y2) / 6.5, 0])

    def test_reactions_balance_newton_and_euler(self):
        # Elbow: f = m2 (a_c2 - g), moment about the elbow = I2 alpha + c x m2 (a_c2 - g). Told to move, so no dynamics enters.
        vdot1, vdot2 = 1.5, -2.5
        q1, q12, w1, w12, a12 = self.q1, self.q1 + self.q2, self.v1, self.v1 + self.v2, vdot1 + vdot2
        cos, sin = math.cos, math.sin
        ax = -self.L * (sin(q1) * vdot1 + cos(q1) * w1**2) - self.c2 * (sin(q12) * a12 + cos(q12) * w12**2)
        ay = self.L * (cos(q1) * vdot1 - sin(q1) * w1**2) + self.c2 * (cos(q12) * a12 - sin(q12) * w12**2)
        f = [self.m2 * ax, self.m2 * (ay + G), 0]
        cx, cy = self.c2 * cos(q12), self.c2 * sin(q12)
        moment = self.I2 * a12 + cx * f[1] - cy * f[0]
        state = {**self.state, "vdot": {"shoulder": vdot1, "elbow": vdot2}}
        for formulation in ("newton-euler", "multipliers", "denoc", "gibbs-appell", "oracle"):
            r = evaluate("arm_2r.yaml", "reactions", state, "--formulation", formulation)["reactions"]
            elbow = r["joints"]["elbow"]
            self.assertEqual((r["on"], r["axes"], elbow["parent"], elbow["child"]), ("child", "ground", "upper_arm", "forearm"))
            self.near(elbow["force"], f, 1e-12)
            self.near(elbow["moment"], [0, 0, moment], 1e-12)
            self.near(elbow["actuator"]["moment"], [0, 0, moment], 1e-12)  # in the plane the actuator carries all of it
            self.near(elbow["actuator"]["force"], [0, 0, 0], 1e-12)
            self.near(elbow["at"], [self.L * cos(q1), self.L * sin(q1), 0])
        other = evaluate("arm_2r.yaml", "reactions", state, "--on", "parent", "--in", "forearm")["reactions"]["joints"]["elbow"]
        self.near(other["force"], [-(cos(q12) * f[0] + sin(q12) * f[1]), -(-sin(q12) * f[0] + cos(q12) * f[1]), 0])

    def test_names_what_hangs_and_says_what_does_not(self):
        hanging = {"q": {"shoulder": -math.pi / 2, "elbow": 0}, "v": {"shoulder": 0, "elbow": 0}}
        found = evaluate("arm_2r.yaml", "equilibrium", hanging)["equilibrium"]
        q = dict(zip(found["coordinates"], found["equilibrium1"]["q"]))
        self.assertAlmostEqual(q["shoulder"], -math.pi / 2, places=9)
        self.assertAlmostEqual(q["elbow"], 0, places=9)
        self.assertEqual(found["equilibrium1"]["modes"]["mode1"]["shape"]["speeds"], ["shoulder", "elbow"])
        self.assertNotIn("note", evaluate("arm_2r.yaml", "linearisation", hanging)["linearisation"])
        # with a drift, eigenvalues depend on the coordinates
        self.assertIn("no equilibrium", evaluate("arm_2r.yaml", "linearisation", self.state)["linearisation"]["note"])


class ThreeLegs(CommandTest):
    def test_independent_speeds_span_what_the_loops_allow(self):
        answer = evaluate("rrr_3.yaml", "denoc,coordinates", None)
        d, v = answer["denoc"], dict(zip(answer["coordinates"]["speeds"], answer["coordinates"]["v"]))
        self.assertTrue(d["tree_dependent"])
        self.assertEqual(len(d["independent"]), 3)
        self.assertEqual(sorted(d["independent"] + d["dependent"]), sorted(d["I"]["rows"]))
        self.assertEqual(d["A"]["rows"], [f"C{leg}.{row}" for leg in (1, 2, 3) for row in (1, 2)])
        speeds = d["S"]["rows"]
        for row in d["A"]["values"]:  # A S = 0
            a = dict(zip(d["A"]["columns"], row))
            for j in range(3):
                self.near([sum(a[s] * d["S"]["values"][i][j] for i, s in enumerate(speeds))], [0], 1e-12)
        for s, row in zip(speeds, d["S"]["values"]):  # v = S u
            self.near([sum(x * v[u] for x, u in zip(row, d["S"]["columns"]))], [v[s]], 1e-12)
        self.assertNotIn("denoc", evaluate("rrr_3.yaml", "all", None))


class Pendulum(CommandTest):
    def test_hangs_accelerates_and_pulls(self):
        # point mass m = 1, L = 1 from the horizontal: vdot = -g/L cos q; tension m (v^2 L - g sin(-q) ...) along the rod
        q, v = -0.4, 2.0
        answer = evaluate("pendulum.yaml", "forward_dynamics,reactions", {"q": {"A": q}, "v": {"A": v}})
        self.near(answer["forward_dynamics"]["vdot"], [-G * math.cos(q)])
        # a = radial -v^2, tangential vdot; force on the bob = m (a + g y)
        vdot = -G * math.cos(q)
        ax, ay = -v**2 * math.cos(q) - vdot * math.sin(q), -v**2 * math.sin(q) + vdot * math.cos(q)
        self.near(answer["reactions"]["joints"]["A"]["force"], [ax, ay + G, 0])
        self.near(answer["reactions"]["joints"]["A"]["moment"], [0, 0, 0])

    def test_set_changes_a_parameter(self):
        answer = evaluate("pendulum.yaml", "mass_matrix", None, "--set", "length=0.5")
        self.near(answer["mass_matrix"]["values"], [[0.25]])

    def test_initial_state_is_the_default(self):
        answer = evaluate("pendulum.yaml", "coordinates,pose", None, "--frame", "bob.tip")
        self.assertEqual(answer["coordinates"]["q"], [math.pi])
        self.assertEqual(answer["coordinates"]["q_units"], ["rad"])
        self.near(answer["pose"]["frames"]["bob.tip"]["p"], [-1, 0, 0])


class SpinningTop(CommandTest):
    def test_steady_precession(self):
        # Euler's equations about the tip, body axes (A, A, C), moment of gravity m g l sin(30 deg) about -x of the body lean:
        #   A wx' = (A - C) wy wz + n_x, A wy' = (C - A) wz wx + n_y, C wz' = 0
        A, C, m, l = 0.0022, 0.0008, 0.5, 0.06
        w = [0.1, 1.6, 120.0]
        half = math.radians(15)
        # lean by 30 deg about x: gravity (0, 0, -g) in body axes is -g (0, sin 30, cos 30)
        g_body = [0, -G * math.sin(2 * half), -G * math.cos(2 * half)]
        n = [-l * m * g_body[1], l * m * g_body[0], 0]  # (0, 0, l) x m g
        expected = [((A - C) * w[1] * w[2] + n[0]) / A, ((C - A) * w[2] * w[0] + n[1]) / A, 0]
        state = {"q": {"tip.quat": [math.cos(half), math.sin(half), 0, 0]}, "v": {"tip": w}}
        for formulation in ("newton-euler", "multipliers", "denoc", "gibbs-appell", "lagrange", "oracle"):
            f = evaluate("spinning_top.yaml", "forward_dynamics", state, "--formulation", formulation)["forward_dynamics"]
            vdot = named(f, "vdot")
            self.near([vdot["tip.wx"], vdot["tip.wy"], vdot["tip.wz"]], expected, 1e-12)

    def test_quaternion_comes_out_with_positive_scalar(self):
        state = {"q": {"tip.quat": [-0.5, 0.5, 0.5, 0.5]}}
        answer = evaluate("spinning_top.yaml", "coordinates,pose", state)
        self.near(answer["coordinates"]["q"], [0.5, -0.5, -0.5, -0.5])
        self.near(answer["pose"]["frames"]["top"]["quat"], [0.5, -0.5, -0.5, -0.5])


class FreeBody(CommandTest):
    def test_free_fall_without_spin_in_child_axes(self):
        # joints/free.yaml: the joint frame is turned by 35 deg about y; at rest the child origin falls with g, child axes.
        state = {"q": {"F": {"x": 0, "y": 0, "z": 0, "quat": [1, 0, 0, 0]}}, "v": {"F": [0, 0, 0, 0, 0, 0]}}
        a = math.radians(35)
        vdot = named(evaluate("joints/free.yaml", "forward_dynamics", state)["forward_dynamics"], "vdot")
        self.near([vdot[f"F.{p}"] for p in ("wx", "wy", "wz", "vx", "vy", "vz")], [0, 0, 0, G * math.sin(a), 0, -G * math.cos(a)], 1e-12)

    def test_reaction_of_a_free_joint_is_its_drive_alone(self):
        r = evaluate("joints/free.yaml", "reactions", {"tau": {"F.vz": 3.0}})["reactions"]["joints"]["F"]
        self.near(math.dist(r["force"], [0, 0, 0]), 3.0, 1e-12)
        self.near(r["force"], r["actuator"]["force"], 1e-12)


class FrameNames(CommandTest):
    def test_a_frame_may_have_any_name(self):
        # What the program makes itself is known by its origin: frames of users were once left out for ending in "carrier" or "section".
        file = self.temporary_folder() / "m.yaml"
        file.write_text("""zanjir: 1
name: names
gravity: [0, 0, 0]
bodies: {drum: {mass: 1 kg, inertia: point}, carrier: {mass: 1 kg, inertia: point}}
joints: {A: {type: prismatic, parent: ground, child: drum, axis: x}, B: {type: prismatic, parent: drum, child: carrier, axis: y}}
frames: {drum: {carrier: [0.1, 0.2, 0.3], section: [0, 0, 1]}}
""")
        frames = evaluate(file, "pose", {"q": {"A": 1}})["pose"]["frames"]
        self.assertEqual(set(frames), {"drum", "carrier", "drum.carrier", "drum.section"})
        self.near(frames["drum.carrier"]["p"], [1.1, 0.2, 0.3])


class Parts(CommandTest):
    def test_the_same_state_in_every_spelling(self):
        spellings = [{"q": {"U.a": 0.3, "U.b": -0.2}}, {"q": {"U": [0.3, -0.2]}}, {"q": {"U": {"a": 0.3, "b": -0.2}}}, {"q": {"U": {"b": -0.2}, "U.a": 0.3}}]
        answers = [evaluate("joints/universal.yaml", "coordinates,mass_matrix", s) for s in spellings]
        for answer in answers:
            self.assertEqual(answer, answers[0])
        self.assertEqual(named(answers[0]["coordinates"], "q", "coordinates"), {"U.a": 0.3, "U.b": -0.2})

    def test_universal_turns_first_about_the_parents_axis(self):
        # axes x and (0.3, 1, 0)/|.|: the child's y' = Rx(a) R(b); with b = 0 the body's z leans to (0, -sin a, cos a)
        R = evaluate("joints/universal.yaml", "pose", {"q": {"U": [0.5, 0]}})["pose"]["frames"]["rod"]["R"]
        self.near([R[0][2], R[1][2], R[2][2]], [0, -math.sin(0.5), math.cos(0.5)])


class Prescribed(CommandTest):
    def test_laws_are_evaluated_at_t(self):
        t = 0.7
        answer = evaluate("prescribed_base_arm.yaml", "coordinates,forward_dynamics,power", {"t": t})
        q, v = named(answer["coordinates"], "q", "coordinates"), named(answer["coordinates"], "v")
        self.near([q["elbow"], v["elbow"], q["base.x"]], [0.6 + 0.4 * math.sin(2 * t), 0.8 * math.cos(2 * t), 0.2 * math.sin(0.8 * t)])
        f = answer["forward_dynamics"]
        self.near(named(f, "vdot")["elbow"], -1.6 * math.sin(2 * t))
        self.assertEqual({f["wanted"]["elbow"], f["wanted"]["base.wx"]}, {"tau"})
        self.assertEqual(f["wanted"]["wrist"], "vdot")
        driven = sum(named(f, "tau")[n] * v[n] for n in v if n == "elbow" or n.startswith("base."))
        self.near(answer["power"]["prescribed"], driven, 1e-12)

    def test_the_wrench_on_the_base_carries_the_weight_on_average(self):
        # total force on the base = sum m (a_c - g): checked through the momentum of the whole by differences in time
        def linear(t):
            return evaluate("prescribed_base_arm.yaml", "momentum", {"t": t, "q": {"shoulder": [0.3, 0.2], "wrist": 0}, "v": {"shoulder": [0, 0], "wrist": 0}})["momentum"]["linear"]

        # arm joints held at rest and vdot = 0, so the rate of momentum is that of the prescribed motion
        t, h = 0.4, 1e-4
        rate = [(b - a) / (2 * h) for a, b in zip(linear(t - h), linear(t + h))]
        state = {"t": t, "q": {"shoulder": [0.3, 0.2], "wrist": 0}, "v": {"shoulder": [0, 0], "wrist": 0}, "want": "tau"}
        r = evaluate("prescribed_base_arm.yaml", "reactions,momentum", state)
        force = r["reactions"]["joints"]["base"]["force"]
        self.near(force, [rate[0], rate[1], rate[2] + r["momentum"]["mass"] * G], 1e-6)


class Springs(CommandTest):
    def test_bias_lists_springs_dampers_and_loads_apart(self):
        # suspension: torsion spring 900 N m/rad with 5 N m s/rad on the hinge; bearing 0.8 and brake 20 sin(3t) on the axle
        t, q, v, w = 0.3, 0.05, 0.4, -0.7
        b = evaluate("suspension.yaml", "bias", {"t": t, "q": {"hinge": q}, "v": {"hinge": v, "axle": w, "bounce": 0}})["bias"]
        at = lambda part, name: dict(zip(b["speeds"], b["parts"][part]))[name]
        self.near(at("dampers", "axle"), 0.8 * w)                 # nothing else acts on the axle: the tyre pulls at its centre
        self.near(at("loads", "axle"), -20 * math.sin(3 * t))
        self.near(at("loads", "bounce"), -150)                    # the gust lifts the car
        self.near(at("springs", "axle"), 0)
        self.near([sum(x) for x in zip(*b["parts"].values())], b["total"])


class ForwardKinematics(CommandTest):
    def test_a_tree_has_one_branch_and_says_so(self):
        answer = evaluate("arm_2r.yaml", "fk,pose")
        self.assertTrue(answer["fk"]["complete"])
        self.assertEqual(len(answer["fk"]["branches"]), 1)
        self.assertEqual(answer["fk"]["branches"][0]["frames"], answer["pose"]["frames"])


if __name__ == "__main__":
    unittest.main()
