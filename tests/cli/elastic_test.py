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
        self.refused(done, "elastic_chain_ss.yaml:58:3: error: contacts.floor: 'floor.link1' starts 0.2 m inside the ground", "2 errors")
        self.assertFalse((self.folder / "run.h5").exists())


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
