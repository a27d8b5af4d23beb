// What the writer writes reads back as the same mechanism: the same words, numbers to rounding, the same accelerations.
#include "zanjir/describe/writer.hpp"
#include "zanjir/describe/contact_laws.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/schema.hpp"
#include "zanjir/describe/schema_examples.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& some : {zoo_names(), loop_names(), elastic_names(), hard_names()}) names.insert(names.end(), some.begin(), some.end());
  return names;
}

Description read_back(const Description& d, const std::filesystem::path& folder = {}) {  // folder: of meshes, which are written as names
  const Result<std::string> text = write_description(d);
  EXPECT_TRUE(text) << to_text(text.diagnostics);
  Result<Description> again = read_description_text(text.value.value_or(""), "written.yaml", {}, folder);
  EXPECT_TRUE(again.diagnostics.empty()) << to_text(again.diagnostics) << *text;
  return again ? *again : Description{};
}

// Every number of a description with a name that says where it stands, whatever the order in the file.
class Numbers {
 public:
  explicit Numbers(const Description& d) {
    add("gravity", d.gravity_m_s2);
    add("plane", static_cast<double>(d.plane));
    for (const auto& [name, value] : d.parameters) add("parameters." + name, value);
    for (const BodyDescription& b : d.bodies) add_body(b);
    for (const FrameDescription& f : d.frames) add("frames." + f.body.name + "." + f.name, f.pose.X);
    for (const JointDescription& j : d.joints) add_joint(j);
    for (const DistanceDescription& x : d.distances) {
      add("loops." + x.name + "." + x.a.name + "-" + x.b.name, x.length_m);
      add_springs("loops." + x.name, x.springs);
    }
    for (const GearDescription& x : d.gears) {
      const std::string at = "loops." + x.name + "." + x.a.name + "-" + x.b.name;
      add(at, x.ratio);
      if (x.offset) add(at + ".offset", *x.offset);
      add_springs(at, x.springs);
    }
    for (const ActuatorDescription& x : d.actuators) add("actuators." + x.on.name, Vec3d{x.gear_ratio, x.rotor_inertia, x.weight});
    add_forces(d);
    add_contacts(d);
    for (std::size_t i = 0; i < d.looks.size(); ++i) {
      const LookDescription& x = d.looks[i];
      const std::string at = "look." + x.body.name + std::to_string(i);
      add(at, x.X);
      add(at + ".size", x.size_m);
      add(at + ".radius", Vec3d{x.radius_m, x.length_m, x.scale});
      for (std::size_t k = 0; k < x.outline_m.size(); ++k) add(at + ".corner" + std::to_string(k), x.outline_m[k]);
    }
    for (const PhaseDescription& p : d.phases) add_law("phases." + p.name, p.law);
    for (const MotionDescription& m : d.motions) {
      for (std::size_t i = 0; i < m.laws.size(); ++i) add_law("motion." + m.of.name + "." + std::to_string(i), m.laws[i]);
      for (std::size_t i = 0; i < m.turn_axes.size(); ++i) add("motion." + m.of.name + ".axis" + std::to_string(i), m.turn_axes[i]);
      for (std::size_t i = 0; i < m.turn_angles.size(); ++i) add_law("motion." + m.of.name + ".turn" + std::to_string(i), m.turn_angles[i]);
    }
    for (const ControlDescription& c : d.controls) {
      const std::string at = "control." + c.of.name;
      add(at, Vec3d{static_cast<double>(c.kind), c.kp, c.kd});
      add_law(at + ".force", c.force);
      add_law(at + ".target", c.target);
      if (c.limit) add(at + ".limit", *c.limit);
    }
    for (const InitialValue& v : d.initial_q)
      for (std::size_t i = 0; i < v.values.size(); ++i) add("initial.q." + v.of.name + std::to_string(i), v.values[i]);
    for (const InitialValue& v : d.initial_v)
      for (std::size_t i = 0; i < v.values.size(); ++i) add("initial.v." + v.of.name + std::to_string(i), v.values[i]);
  }

  std::map<std::string, double> all;

 private:
  void add(const std::string& name, double value) { EXPECT_TRUE(all.emplace(name, value).second) << name << " stands twice"; }
  void add(const std::string& name, const Vec3d& a) { add(name + ".x", a.x), add(name + ".y", a.y), add(name + ".z", a.z); }
  void add(const std::string& name, const Transformd& X) {
    add(name, X.p);
    for (int i = 0; i < 3; ++i) add(name + ".R" + std::to_string(i), X.R.row(i));
  }
  void add_law(const std::string& name, const LawDescription& law) {
    const bool inside_file = law.kind == LawKind::table;  // knots from a file or from the text
    add(name + ".kind", static_cast<double>(law.kind));
    for (std::size_t i = 0; i < law.numbers.size(); ++i) add(name + "." + std::to_string(i), law.numbers[i]);
    for (std::size_t i = 0; i < law.knots.size(); ++i) add(name + ".knot" + std::to_string(i), law.knots[i].first + 7 * law.knots[i].second);
    if (inside_file) return;
    add(name + ".phase", static_cast<double>(law.phase));
    for (const double t : {0.0, 0.3, 1.7, 4.1}) {
      const std::vector<Jet> phases = {{t + 0.1, 1.5, 0.2}, {0.4, -t, 0.3}};  // of the examples: two at most are named by expressions
      const Jet jet = law.expression.at(t, phases);
      add(name + ".at" + std::to_string(t), Vec3d{jet.value, jet.rate, jet.acceleration});
    }
  }
  void add_springs(const std::string& name, const std::optional<LoopSprings>& s) {
    if (!s) return;
    add(name + ".springs", Vec3d{s->stiffness_N_per_m, s->damping_N_s_per_m, 0});
    if (s->turn_stiffness_N_m_per_rad) add(name + ".turn", Vec3d{*s->turn_stiffness_N_m_per_rad, s->turn_damping_N_m_s_per_rad.value_or(-1), 0});
  }
  void add_body(const BodyDescription& b) {
    const std::string at = "bodies." + b.name;
    add(at + ".flags", (b.massless ? 1 : 0) + (b.point_mass ? 2 : 0) + (b.inertia_as_published ? 4 : 0) + (b.beam ? 8 : 0));
    for (std::size_t i = 0; i < 6; ++i) add(at + ".given" + std::to_string(i), b.inertia_given[i]);
    add(at + ".mass", b.mass_kg);
    add(at + ".com", b.com_m);
    const Sym3d& I = b.inertia_com_kg_m2;
    add(at + ".I", Vec3d{I.xx, I.yy, I.zz});
    add(at + ".Ixy", Vec3d{I.xy, I.xz, I.yz});
    if (b.beam) add_beam(at + ".beam", *b.beam);
  }
  void add_properties(const std::string& at, const BeamProperties& p) {
    add(at + ".EA", Vec3d{p.mass_kg_per_m, p.EA_N, p.kAG_N});
    add(at + ".EI", Vec3d{p.EI_y_N_m2, p.EI_z_N_m2, p.GI_x_N_m2});
    add(at + ".rotary", p.rotary_kg_m);
    add(at + ".viscosity_A", p.viscosity_A_N_s);
    add(at + ".viscosity", Vec3d{p.viscosity_I_y_N_s_m2, p.viscosity_I_z_N_s_m2, p.air_N_s_per_m2});
  }
  void add_beam(const std::string& at, const BeamDescription& beam) {
    add(at + ".length", beam.length_m);
    add_properties(at, beam.properties);
    if (beam.shapes_from) add_properties(at + ".shapes_from", *beam.shapes_from);
    add(at + ".tip", Vec3d{beam.tip.mass_kg, beam.tip.first_moment_kg_m, beam.tip.inertia_kg_m2});
    add(at + ".kinds", Vec3d{static_cast<double>(beam.rotary), static_cast<double>(beam.stiffening), static_cast<double>(beam.damped_curvature)});
    for (std::size_t i = 0; i < beam.modes.size(); ++i) {
      const ModeDescription& m = beam.modes[i];
      add(at + ".mode" + std::to_string(i), Vec3d{static_cast<double>(m.kind), static_cast<double>(m.set), static_cast<double>(m.number)});
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t n = 0; n < m.polynomial[k].size(); ++n)
          add(at + ".shape" + std::to_string(i) + "." + std::to_string(k) + "." + std::to_string(n), m.polynomial[k][n]);
    }
    for (std::size_t i = 0; i < beam.modal_damping_N_s_per_m.size(); ++i) add(at + ".damping" + std::to_string(i), beam.modal_damping_N_s_per_m[i]);
  }
  void add_joint(const JointDescription& j) {
    const std::string at = "joints." + j.name + "(" + j.parent.name + "," + j.child.name + ")";
    add(at + ".type", static_cast<double>(j.type));
    add(at + ".flags", (j.actuated ? 1 : 0) + (j.cut ? 2 : 0) + (j.in_loops ? 4 : 0) + (j.at_child_given ? 8 : 0));
    add(at + ".at", j.at_parent.X);
    add(at + ".at_child", j.at_child.X);
    for (std::size_t i = 0; i < j.axes.size(); ++i) add(at + ".axis" + std::to_string(i), j.axes[i]);
    for (const NameRef& part : j.actuated_parts) add(at + ".actuated." + part.name, 1);
    add_springs(at, j.springs);
  }
  void add_forces(const Description& d) {
    for (const SpringDescription& s : d.springs) {
      const std::string at = "springs." + s.name + (s.joint ? s.joint->name : s.between->first.name + "-" + s.between->second.name) +
                             (s.stiffness == 0 ? ".damper" : "");
      add(at, Vec3d{s.stiffness, s.rest, s.damping});
    }
    for (const LoadDescription& l : d.loads) {
      const std::string at = "loads." + l.name + (l.joint ? l.joint->name : l.on->name);
      add(at, l.world_axes);
      add_law(at + ".value", l.value);
      for (std::size_t i = 0; i < 3; ++i)
        add_law(at + ".force" + std::to_string(i), l.force[i]), add_law(at + ".moment" + std::to_string(i), l.moment[i]);
    }
    for (const StopDescription& s : d.stops) {
      const std::string at = "stops." + s.name + s.joint.name;
      add(at, Vec3d{s.min.value_or(-1e9), s.max.value_or(1e9), s.restitution.value_or(-1)});
      add(at + ".k", Vec3d{s.stiffness, s.damping, 0});
    }
    for (const FrictionDescription& f : d.frictions) {
      add("friction." + f.name + f.joint.name, Vec3d{f.coulomb, f.stiction, f.viscous});
      add("friction." + f.name + ".speeds", Vec3d{f.stribeck_speed, f.transition_speed, 0});
    }
  }
  void add_contacts(const Description& d) {
    for (const ContactDescription& c : d.contacts) {
      const std::string at = "contacts." + c.name;
      add(at + ".point", c.point);
      add(at + ".normal", c.normal);
      add(at + ".numbers", Vec3d{c.radius_m, c.restitution, c.law ? static_cast<double>(c.law->type) : -1});
      for (const NameRef& on : c.on) add(at + ".on." + on.name, 1);
      for (const auto& [a, b] : c.capsules) add(at + ".capsule." + a.name + "-" + b.name, 1);
      if (c.law) {
        add(at + ".law", Vec3d{c.law->stiffness, c.law->exponent, c.law->restitution.value_or(-1)});
        add(at + ".law2", Vec3d{c.law->damping, static_cast<double>(c.law->pulling), c.law->least_speed_m_per_s});
        if (c.law->material)
          add(at + ".material", Vec3d{c.law->material->youngs_modulus_Pa, c.law->material->poisson_ratio, c.law->ground_material ? 1.0 : 0.0});
      }
      const ContactFrictionDescription& f = c.friction;
      add(at + ".friction", Vec3d{static_cast<double>(f.type), f.coefficient, f.coefficient_across});
      add(at + ".direction", f.direction);
      add(at + ".bristle", Vec3d{f.stiffness_N_per_m, f.damping_N_s_per_m.value_or(-1), f.type == FrictionLawType::bristle ? f.elastic_part : 0});
      add(at + ".drag", Vec3d{f.viscous_N_s_per_m, f.viscous_across_N_s_per_m, f.rolling_resistance_m});
      for (const ContactDiscDescription& disc : c.discs) add(at + ".disc." + disc.at.name, disc.axis * disc.radius_m);
      for (const ContactBoxDescription& box : c.boxes) add(at + ".box." + box.at.name, box.size_m * c.samples);
      if (c.step) add(at + ".step", c.step->toward), add(at + ".step.size", Vec3d{c.step->height_m, c.step->length_m.value_or(-1), 0});
      if (c.heights) {
        add(at + ".heights", c.heights->along), add(at + ".spacing", Vec3d{c.heights->spacing_m, c.heights->spacing_across_m, 0});
        for (std::size_t i = 0; i < c.heights->rows_m.size(); ++i)
          for (std::size_t k = 0; k < c.heights->rows_m[i].size(); ++k)
            add(at + ".height." + std::to_string(i) + "." + std::to_string(k), c.heights->rows_m[i][k]);
      }
      if (f.type == FrictionLawType::coulomb || f.type == FrictionLawType::stribeck) add(at + ".speed", f.transition_speed_m_per_s);
      if (f.type == FrictionLawType::stribeck || f.type == FrictionLawType::bengisu_akay) add(at + ".static", f.static_coefficient);
    }
  }
};

// Rotations go through a quaternion and elastic numbers through a quotient; everything else comes back as it was.
void expect_same(const Description& a, const Description& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.text, b.text);
  const Numbers first(a), second(b);
  ASSERT_EQ(first.all.size(), second.all.size());
  for (const auto& [name, value] : first.all) {
    const auto found = second.all.find(name);
    ASSERT_NE(found, second.all.end()) << name;
    EXPECT_NEAR(value, found->second, rounding(16, std::max(1.0, std::abs(value)))) << name;
  }
}

class Written : public testing::TestWithParam<std::string> {};

TEST_P(Written, ReadsBackAsTheSameMechanism) {
  const Description d = read_zoo(GetParam());
  const Description again = read_back(d);
  expect_same(d, again);
  const Model model = build(d), model_again = build(again);
  ASSERT_EQ(model.nv(), model_again.nv());
  Random random(7);
  const State state = random_state(model, random);
  VecX tau(model.nv());
  for (int i = 0; i < model.nv(); ++i) tau[i] = random.normal();
  MatX M, M_again;
  Workspace ws(model), ws_again(model_again);
  update_velocities(model, state, ws);
  update_velocities(model_again, state, ws_again);
  mass_matrix(model, ws, M);
  mass_matrix(model_again, ws_again, M_again);
  VecX bias, bias_again;
  bias_force(model, ws, bias);
  bias_force(model_again, ws_again, bias_again);
  EXPECT_LE((M - M_again).lpNorm<Eigen::Infinity>(), rounding(1024, M.lpNorm<Eigen::Infinity>()));
  EXPECT_LE((bias - bias_again).lpNorm<Eigen::Infinity>(), rounding(4096, bias.lpNorm<Eigen::Infinity>() + M.lpNorm<Eigen::Infinity>()));
}

INSTANTIATE_TEST_SUITE_P(EveryFileOfTheZoo, Written, testing::ValuesIn(all_names()), [](const auto& info) { return test_name(info.param); });

// The examples of the format show every key.
TEST(Writer, WritesEveryKeyOfTheFormat) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("zanjir_writer_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "stroke.csv") << schema::examples::table_file;
  std::ofstream(folder / "ship.csv") << schema::examples::base_record_file;
  std::ofstream(folder / "wedge.obj") << schema::examples::mesh_file;
  for (const schema::Object* object : schema::all_objects()) {
    SCOPED_TRACE(std::string(object->title));
    const Result<Description> d = read_description_text(std::string(object->example), std::string(object->title), {}, folder);
    EXPECT_TRUE(d) << to_text(d.diagnostics);
    if (d) expect_same(*d, read_back(*d, folder));
  }
  std::filesystem::remove_all(folder);
}

TEST(Writer, QuotesWhatYamlWouldReadAsSomethingElse) {
  Description d;
  d.name = "a \"name\": {with} #signs\nand lines";
  d.text = "don't";
  BodyDescription body;
  body.name = "no";
  body.massless = true;
  d.bodies = {body};
  const Description again = read_back(d);
  EXPECT_EQ(again.name, d.name);
  EXPECT_EQ(again.text, d.text);
  ASSERT_EQ(again.bodies.size(), 1u);
  EXPECT_EQ(again.bodies[0].name, "no");
}

TEST(Writer, SaysWhatTheFormatCannotSay) {
  Description d = read_zoo(elastic_names().front());
  for (BodyDescription& body : d.bodies)
    if (body.beam) body.beam->properties.viscosity_I_y_N_s_m2 += 1;
  const Result<std::string> text = write_description(d);
  EXPECT_FALSE(text);
  EXPECT_NE(to_text(text.diagnostics).find("the viscosity is not the same in stretch and about both axes"), std::string::npos)
      << to_text(text.diagnostics);
}

}  // namespace
}  // namespace zanjir::test
