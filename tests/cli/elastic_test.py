"""Elastic bodies on the command line: wrong input is explained where it stands, nothing is lost, and a run that stops keeps its recording."""
import unittest

from command import MODELS, CommandTest, zanjir
from run_test import table

LINK = """zanjir: 1
name: link
plane: xy
gravity: [0, -9.81, 0]
bodies:
  link:
    beam:
      length: 1 m
      section: {{shape: rectangle, height: 10 mm, width: 30 mm}}
      material: {{density: 2700, young: {young}, viscosity: {viscosity}}}
      air_damping: {air}
      modal_damping: [{modal}]
      modes: {modes}
joints:
  J: {joint}
contacts:
  floor:
    ground: {{normal: y}}
    on: link
    law: {{type: {law}, stiffness: 1e8, restitution: {restitution}}}
initial: {{q: {{{start}}}}}
"""
PLANAR = "{type: planar, parent: ground, child: link}"


class ElasticTest(CommandTest):
    def setUp(self):
        self.folder = self.temporary_folder()

    def write(self, joint=PLANAR, modes="[ss]", young="70e9", viscosity=0, air=0, modal=0, law="hu-guo", restitution=0.8, start="J.y: 0.5"):
        path = self.folder / "link.yaml"
        path.write_text(LINK.format(joint=joint, modes=modes, young=young, viscosity=viscosity, air=air, modal=modal, law=law, restitution=restitution, start=start))
        return path

    def refused_by_all(self, path, position, *words):
        """By check and by run alike, before anything is made."""
        record = self.folder / "kept.h5"
        record.write_bytes(b"somebody's work")
        for done in (zanjir("check", path), zanjir("run", path, "--until", 0.1, "--record", record, "--overwrite")):
            self.refused(done, f"{path}:{position}: error: ", *words, "1 error, nothing was done")
        self.assertEqual(record.read_bytes(), b"somebody's work")


class BadInput(ElasticTest):
    def test_a_good_link_passes(self):
        path = self.write()
        done = zanjir("check", path)
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual(zanjir("run", path, "--until", 0.01, "--record", self.folder / "run.h5").code, 0)

    def test_modes_that_do_not_fit_their_joint_are_rebased_with_a_warning(self):
        for joint in ("{type: weld, parent: ground, child: link}", "{type: revolute, parent: ground, child: link, axis: z, actuated: true}"):
            path = self.write(joint=joint, start="")
            done = zanjir("check", path)
            self.assertEqual(done.code, 0, done.err)
            self.assertIn(f"{path}:13:15: warning: bodies.link.beam.modes: mode 1 turns its first section, which joint 'J' holds", done.err)
            self.assertIn("shapes that are clamped at x = 0 need nothing", done.err)

    def test_modes_that_leave_the_plane_or_do_not_deform(self):
        self.refused_by_all(self.write(modes="{bending_z: 1}", modal=0), "13:26", "this mode leaves the plane")
        self.refused_by_all(self.write(modes="[{y: [0, 1]}]"), "13:15", "mode 1 meets no stiffness", "a rigid motion is no mode")

    def test_zero_stiffness(self):
        for young in (0, -1):
            self.refused_by_all(self.write(young=young), "10:40", "bodies.link.beam.material.young: must be greater than zero")

    def test_negative_damping(self):
        self.refused_by_all(self.write(viscosity=-1), "10:57", "bodies.link.beam.material.viscosity: must not be negative")
        self.refused_by_all(self.write(air=-1), "11:20", "bodies.link.beam.air_damping: must not be negative")
        self.refused_by_all(self.write(modal=-1), "12:23", "bodies.link.beam.modal_damping[0]: must not be negative")

    def test_restitution_outside_its_range(self):
        for law in ("hu-guo", "flores", "lankarani-nikravesh", "hunt-crossley"):
            for e in (0, -0.2, 1.2):
                self.refused_by_all(self.write(law=law, restitution=e), f"20:{48 + len(law)}", "contacts.floor.law.restitution: must be above 0 and at most 1", "`law: rigid`")
            self.assertEqual(zanjir("check", self.write(law=law, restitution=1)).code, 0)

    def test_a_start_inside_the_ground(self):
        path = self.write(start="J.y: -10 mm")
        done = zanjir("check", path)
        self.assertEqual(done.code, 0, done.err)
        self.assertIn(f"{path}:17:3: warning: contacts.floor: 'floor.link' starts 0.01 m inside the ground; no run begins there: move the start", done.err)
        record = self.folder / "kept.h5"
        record.write_bytes(b"somebody's work")
        done = zanjir("run", path, "--until", 0.1, "--record", record, "--overwrite")
        self.refused(done, f"{path}:17:3: error: contacts.floor: 'floor.link' starts 0.01 m inside the ground", "move the start or the ground", "nothing was done")
        self.assertEqual(record.read_bytes(), b"somebody's work")

    def test_a_chain_of_the_zoo_that_starts_inside_the_ground(self):
        done = zanjir("run", MODELS / "elastic_chain_ss.yaml", "--set", "drop=-0.2", "--until", 1, "--record", self.folder / "run.h5")
        self.refused(done, "elastic_chain_ss.yaml:61:3: error: contacts.floor: 'floor.link1' starts 0.2 m inside the ground", "2 errors")
        self.assertFalse((self.folder / "run.h5").exists())


class SmallPrint(ElasticTest):
    def test_free_ends_on_a_planar_base_are_rebased_with_a_warning(self):
        path = self.write(modes="[ff]")
        done = zanjir("check", path)
        self.assertEqual(done.code, 0, done.err)
        self.assertIn(f"{path}:13:15: warning: bodies.link.beam.modes: mode 1 moves and turns its first section, which joint 'J' carries: it is taken relative to that section", done.err)
        self.assertEqual(zanjir("check", self.write(modes="[ff]", joint="{type: free, parent: ground, child: link}", start="J.y: 0.5")).err.count("first section"), 0)

    def test_a_formulation_that_does_not_cover_elastic_bodies_is_refused_once_and_before_the_run(self):
        path, record = self.write(), self.folder / "kept.h5"
        record.write_bytes(b"somebody's work")
        done = zanjir("run", path, "--until", 0.1, "--formulation", "denoc", "--record", record, "--overwrite")
        self.refused(done, "--formulation: 'denoc' gives no accelerations here: rigid bodies only", "1 error, nothing was done")
        self.assertEqual(done.err.count("rigid bodies only"), 1)
        self.assertEqual(record.read_bytes(), b"somebody's work")
        self.refused(zanjir("eval", path, "--what", "forward_dynamics", "--formulation", "denoc"), "rigid bodies only")

    def test_info_says_what_bends_how_and_what_is_left_out(self):
        done = zanjir("info", MODELS / "elastic_spin_up.yaml", "--set", "axial=1")
        self.assertRegex(done.out, r"beam +10  3 along y, 1 stretch +3.79\d+, 23.8, 66.6\d+ \.\.\. +coupled: bending foreshortens")
        done = zanjir("info", MODELS / "elastic_spin_up.yaml", "--set", "bodies.beam.beam.stiffening=none")
        self.assertIn("not coupled: `stiffening: none`", done.out)
        entry = zanjir("info", MODELS / "elastic_spin_up.yaml", "--set", "axial=1", "--json").json["elastic_bodies"][0]
        self.assertEqual((entry["body"], entry["shapes"], entry["foreshortens"]), ("beam", {"y": 3, "z": 0, "stretch": 1, "twist": 0}, True))
        # A bar fixed at one end, of one shape s: sqrt(3 EA/mu)/l.
        self.assertAlmostEqual(entry["frequencies"][3] / ((3 * 2.8e7 / 1.2) ** 0.5 / 10), 1, 12)


class Budget(ElasticTest):
    MANY = """zanjir: 1
name: many
gravity: [0, 0, -9.81]
bodies:
  arm: {beam: {length: 1, section: {shape: tube, diameter: 40 mm, wall: 2 mm}, material: {density: 2700, young: 70e9}, modes: {bending_y: 8}}}  # a fortieth of the budget for one answer of the dearest
joints: {A: {type: revolute, parent: ground, child: arm, axis: z, actuated: true}}
"""

    def test_dear_formulations_are_asked_less_often_and_that_is_said(self):
        path = self.folder / "many.yaml"
        path.write_text(self.MANY)
        done = zanjir("verify", path, "--states", 1000, "--budget", 4, "--json")
        self.assertEqual(done.code, 0, done.out + done.err)
        report = done.json
        self.assertEqual((report["states_wanted"], report["budget"]), (1000, 4))
        by_name = {f["name"]: f for f in report["formulations"]}
        self.assertGreaterEqual(by_name["oracle"]["states"], 1)
        self.assertGreater(by_name["oracle"]["passed_over"], 0)
        self.assertEqual(by_name["newton-euler"]["states"], report["states"])
        self.assertEqual(report["comparisons"], sum(pair[key]["n"] for p in report["agreement"] for pair in (p, p["ill_conditioned"]) for key in ("vdot", "tau", "reactions")))
        self.assertTrue(all(p["vdot"]["n"] + p["ill_conditioned"]["vdot"]["n"] > 0 for p in report["agreement"]))
        text = zanjir("verify", path, "--states", 1000, "--budget", 4).out
        self.assertRegex(text, r"oracle was passed over at \d+ of \d+ states, at .* s each, to keep the budget of 4 s: `--budget 0` asks it everywhere")

    def test_states_that_the_budget_does_not_reach_are_counted(self):
        done = zanjir("verify", MODELS / "arm_2r.yaml", "--states", 1000000, "--budget", 1)
        self.assertEqual(done.code, 0, done.out + done.err)
        self.assertRegex(done.out, r"arm-2r: \d+ of 1000000 random states, seed 1, \d+ comparisons")
        self.assertRegex(done.out, r"the budget of 1 s was used up after \d+ states: `--budget` gives more, 0 all of it")
        self.assertNotIn("newton-euler was passed over at 1", done.out)
        everything = zanjir("verify", MODELS / "arm_2r.yaml", "--states", 20, "--budget", 0, "--json").json
        self.assertEqual((everything["states"], everything["budget"], {f["passed_over"] for f in everything["formulations"]}), (20, 0, {0}))


class Stopped(ElasticTest):
    def test_a_beam_that_diverges_keeps_its_recording(self):
        # Without stiffening it grows exponentially, until the numbers end: a numerical failure, after 85 s.
        record = self.folder / "run.h5"
        done = zanjir("run", MODELS / "elastic_spin_up.yaml", "--set", "bodies.beam.beam.stiffening=none", "--set", "modes=1", "--until", 400, "--every", 0.5, "--record", record)
        self.refused(done, "numerics failed", "a rate is not a number", code=3)
        names, rows = table(record, "t", "beam.mode1")
        self.assertEqual([row[0] for row in rows[:-1]], [0.5 * i for i in range(len(rows) - 1)])
        self.assertGreater(rows[-1][0], 80)
        self.assertGreater(abs(rows[-1][1]), 1e100)


if __name__ == "__main__":
    unittest.main()
