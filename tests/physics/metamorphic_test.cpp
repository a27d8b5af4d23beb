// The same mechanism told differently moves the same: the world moved and turned, bodies renumbered, parent and child of a joint swapped,
// other units.
#include <gtest/gtest.h>

#include <cmath>

#include "support/bodies.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"

namespace zanjir::test {
namespace {

RandomTreeOptions up_to_ten_bodies(std::uint64_t seed) { return RandomTreeOptions::with_everything(1 + static_cast<int>(seed % 10)); }

std::string owner(const std::string& frame) { return frame.substr(0, frame.find('.')); }

// Both answers carry rounding of the size eps times condition number; each is compared at the scale of its largest entry.
void expect_same(const VecX& a, const VecX& b, double condition, const char* what) {
  EXPECT_LE((a - b).lpNorm<Eigen::Infinity>(), agreement(condition, 1 + a.lpNorm<Eigen::Infinity>())) << what << ", condition " << condition;
}

// -- the world moved and turned -----------------------------------------------------------------------------------------------
LawDescription combine(const std::array<LawDescription, 3>& laws, const Vec3d& weights) {
  LawDescription out = polynomial_law({0, 0, 0, 0});
  const double w[3] = {weights.x, weights.y, weights.z};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < laws[i].numbers.size(); ++k) out.numbers[k] += w[i] * laws[i].numbers[k];
  }
  return out;
}

Description moved_world(Description d, const Transformd& X) {
  d.gravity_m_s2 = X.R * d.gravity_m_s2;
  for (JointDescription& j : d.joints) {  // a pose on a frame of the ground moves with that frame
    if (j.parent.name == "ground") j.at_parent.X = X * j.at_parent.X;
    if (j.child.name == "ground") j.at_child.X = X * j.at_child.X;
  }
  for (FrameDescription& f : d.frames) {
    if (f.body.name == "ground") f.pose.X = X * f.pose.X;
  }
  for (SpringDescription& s : d.springs) {
    if (!s.between) continue;
    for (NameRef* end : {&s.between->first, &s.between->second}) {
      if (end->name == "ground") end->name = "ground.origin";
    }
  }
  add_frame(d, "ground", "origin", X);
  for (LoadDescription& l : d.loads) {
    if (!l.on || !l.world_axes) continue;
    const auto moment = l.moment, force = l.force;
    for (std::size_t i = 0; i < 3; ++i) {
      l.moment[i] = combine(moment, X.R.row(static_cast<int>(i)));
      l.force[i] = combine(force, X.R.row(static_cast<int>(i)));
    }
  }
  return d;
}

TEST(MovingTheWorld, ChangesNoAccelerationAndTurnsTheReactions) {
  for (std::uint64_t seed : seeds(50)) {
    const RandomTreeOptions options = up_to_ten_bodies(seed);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Description description = random_tree(random, options);
    const Transformd X = random_pose(random, 2);
    const Model here = build(description), there = build(moved_world(description, X));
    const State state = random_tree_state(here, random);
    const Given question = forward_question(here, random_vecx(random, here.nv(), 5));
    const double condition = condition_number(here, state, question);
    for (const AnyFormulation& f : formulations_for(here, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Reactions want = coverage(f, here).reactions ? Reactions::compute : Reactions::skip;
      const Solution a = solve_or_throw(f, here, state, question, want), b = solve_or_throw(f, there, state, question, want);
      expect_same(a.vdot, b.vdot, condition, "vdot");
      expect_same(a.tau, b.tau, condition, "tau");
      if (want == Reactions::skip) continue;
      const Mat3 R = to_eigen(X.R);
      for (std::size_t j = 0; j < a.reaction.size(); ++j) {
        VecX turned(6);
        turned << R * to_eigen(a.reaction[j].total.n), R * to_eigen(a.reaction[j].total.f);
        expect_same(turned, to_eigen(b.reaction[j].total), condition, here.joints()[j].name.c_str());
      }
    }
  }
}

// -- renumbering ---------------------------------------------------------------------------------------------------------------
template <class T> void rotate_and_reverse(Random& random, std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))]);
}

TEST(Renumbering, ChangesNothingByName) {
  for (std::uint64_t seed : seeds(50)) {
    RandomTreeOptions options = up_to_ten_bodies(seed);
    options.n_bodies += 2;
    options.shuffled = false;
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Description description = random_tree(random, options);
    Description shuffled = description;
    rotate_and_reverse(random, shuffled.bodies);
    rotate_and_reverse(random, shuffled.joints);
    rotate_and_reverse(random, shuffled.frames);
    rotate_and_reverse(random, shuffled.springs);
    rotate_and_reverse(random, shuffled.loads);
    rotate_and_reverse(random, shuffled.motions);
    rotate_and_reverse(random, shuffled.actuators);
    const Model one = build(description), other = build(shuffled);
    const State state = random_tree_state(one, random);
    const VecX tau = random_vecx(random, one.nv(), 5);
    State renamed{state.t_s, VecX(one.nq()), VecX(one.nv())};
    VecX renamed_tau(one.nv());
    const auto find = [](std::span<const std::string> names, const std::string& name) {
      return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    std::vector<int> place(static_cast<std::size_t>(one.nv()));
    for (int i = 0; i < one.nq(); ++i) renamed.q[find(other.coordinate_names(), one.coordinate_names()[static_cast<std::size_t>(i)])] = state.q[i];
    for (int i = 0; i < one.nv(); ++i) {
      place[static_cast<std::size_t>(i)] = find(other.speed_names(), one.speed_names()[static_cast<std::size_t>(i)]);
      renamed.v[place[static_cast<std::size_t>(i)]] = state.v[i];
      renamed_tau[place[static_cast<std::size_t>(i)]] = tau[i];
    }
    const Given question = forward_question(one, tau);
    const double condition = condition_number(one, state, question);
    for (const AnyFormulation& f : formulations_for(one, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Reactions want = coverage(f, one).reactions ? Reactions::compute : Reactions::skip;
      const Solution a = solve_or_throw(f, one, state, question, want);
      const Solution b = solve_or_throw(f, other, renamed, forward_question(other, renamed_tau), want);
      const VecX b_vdot = b.vdot(place), b_tau = b.tau(place);
      expect_same(a.vdot, b_vdot, condition, "vdot");
      expect_same(a.tau, b_tau, condition, "tau");
      for (std::size_t j = 0; j < a.reaction.size(); ++j) {
        const auto k = static_cast<std::size_t>(index(*other.find_joint(one.joints()[j].name)));
        expect_same(to_eigen(a.reaction[j].total), to_eigen(b.reaction[k].total), condition, one.joints()[j].name.c_str());
      }
    }
  }
}

// -- swapping parent and child ---------------------------------------------------------------------------------------------------
// The inverse of a hinge, slide or cylinder by q is the same joint by -q: coordinates, speeds and forces of the swapped joint change sign,
// and so does its reaction.
TEST(SwappingParentAndChild, TurnsTheSignOfThatJoint) {
  int swapped_joints = 0;
  for (std::uint64_t seed : seeds(80)) {
    RandomTreeOptions options;
    options.n_bodies = 1 + static_cast<int>(seed % 8);
    options.reversed_chance = 0.5;
    options.n_frame_springs = 1;
    options.n_frame_loads = 2;
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Description description = random_tree(random, options);
    Description other = description;
    std::vector<std::string> names;
    for (JointDescription& j : other.joints) {
      const bool same_joint_by_minus_q = j.type == JointType::revolute || j.type == JointType::prismatic || j.type == JointType::cylindrical;
      if (!same_joint_by_minus_q || random.chance(0.3)) continue;
      std::swap(j.parent, j.child);
      std::swap(j.at_parent, j.at_child);
      j.at_child_given = true;
      names.push_back(j.name);
    }
    swapped_joints += static_cast<int>(names.size());
    const Model a_model = build(description), b_model = build(other);
    const State state = random_tree_state(a_model, random);
    const VecX tau = random_vecx(random, a_model.nv(), 5);
    VecX sign = VecX::Ones(a_model.nv());
    State b_state = state;
    for (const std::string& name : names) {
      const Joint& joint = a_model.joint(*a_model.find_joint(name));
      ASSERT_NE(joint.swapped, b_model.joint(*b_model.find_joint(name)).swapped);
      sign.segment(joint.v_begin, joint.nv).setConstant(-1);
      b_state.q.segment(joint.q_begin, joint.nq) *= -1;
    }
    b_state.v = state.v.cwiseProduct(sign);
    ASSERT_TRUE(std::equal(a_model.speed_names().begin(), a_model.speed_names().end(), b_model.speed_names().begin()));
    const Given question = forward_question(a_model, tau);
    const double condition = condition_number(a_model, state, question);
    for (const AnyFormulation& f : formulations_for(a_model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Reactions want = coverage(f, a_model).reactions ? Reactions::compute : Reactions::skip;
      const Solution a = solve_or_throw(f, a_model, state, question, want);
      const Solution b = solve_or_throw(f, b_model, b_state, forward_question(b_model, tau.cwiseProduct(sign)), want);
      expect_same(a.vdot, b.vdot.cwiseProduct(sign), condition, "vdot");
      expect_same(a.tau, b.tau.cwiseProduct(sign), condition, "tau");
      Workspace ws(a_model);
      update_velocities(a_model, state, ws);
      for (std::size_t j = 0; j < a.reaction.size(); ++j) {
        const Joint joint = as_written(a_model.joints()[j]);
        const bool swapped = std::find(names.begin(), names.end(), joint.name) != names.end();
        // Parent on child at the joint origin on the child: swapped, both the sign and (with a slide) the point change.
        const Vec3 from = to_eigen((body_pose(a_model, ws, joint.child) * joint.X_CJ).p),
                   to = to_eigen((body_pose(a_model, ws, joint.parent) * joint.X_PJ).p);
        const Vec3 n = to_eigen(a.reaction[j].total.n), force = to_eigen(a.reaction[j].total.f);
        VecX expected(6);
        if (swapped) {
          expected << -(n + (from - to).cross(force)), -force;
        } else {
          expected << n, force;
        }
        expect_same(expected, to_eigen(b.reaction[j].total), condition, joint.name.c_str());
      }
    }
  }
  const bool one_seed = seeds(50).size() == 1;
  EXPECT_GT(swapped_joints, one_seed ? -1 : 50) << "there must be something to swap";
}

// -- units -----------------------------------------------------------------------------------------------------------------------
struct Units {  // how many new units one old unit is
  double length, mass, time;
};

bool is_slide(JointType type, int part) {  // among the speeds of the joint
  switch (type) {
    case JointType::prismatic: return true;
    case JointType::cylindrical: return part == 1;
    case JointType::planar: return part < 2;
    case JointType::free: return part >= 3;
    default: return false;
  }
}

void scale_law(LawDescription& law, double value, double time) {
  for (std::size_t k = 0; k < law.numbers.size(); ++k) law.numbers[k] *= value / std::pow(time, static_cast<double>(k));
}

Description in_units(Description d, const Units& u) {
  const double force = u.mass * u.length / (u.time * u.time), moment = force * u.length;
  const auto type_of = [&](const std::string& name) {
    const std::string joint = owner(name);
    for (const JointDescription& j : d.joints) {
      if (j.name == joint) return std::pair{j.type, name.size() > joint.size() ? name.substr(joint.size() + 1) : std::string()};
    }
    throw std::logic_error("no joint " + name);
  };
  const auto slides = [&](const std::string& name) {
    const std::pair<JointType, std::string> of = type_of(name);
    const auto speeds = traits(of.first).speeds;
    const auto part = std::find_if(speeds.begin(), speeds.end(), [&](const JointPart& p) { return p.name == of.second; });
    return is_slide(of.first, static_cast<int>(part - speeds.begin()));
  };
  d.gravity_m_s2 = d.gravity_m_s2 * (u.length / (u.time * u.time));
  for (BodyDescription& b : d.bodies) {
    b.mass_kg *= u.mass;
    b.com_m = b.com_m * u.length;
    for (double* I : {&b.inertia_com_kg_m2.xx, &b.inertia_com_kg_m2.yy, &b.inertia_com_kg_m2.zz, &b.inertia_com_kg_m2.xy, &b.inertia_com_kg_m2.xz,
                      &b.inertia_com_kg_m2.yz}) {
      *I *= u.mass * u.length * u.length;
    }
  }
  for (FrameDescription& f : d.frames) f.pose.X.p = f.pose.X.p * u.length;
  for (JointDescription& j : d.joints) {
    j.at_parent.X.p = j.at_parent.X.p * u.length;
    j.at_child.X.p = j.at_child.X.p * u.length;
  }
  for (ActuatorDescription& a : d.actuators) a.rotor_inertia *= slides(a.on.name) ? u.mass : u.mass * u.length * u.length;
  for (MotionDescription& m : d.motions) {
    const JointType type = type_of(m.of.name).first;
    for (std::size_t i = 0; i < m.laws.size(); ++i) {
      const bool slide = type == JointType::free || is_slide(type, static_cast<int>(i));
      scale_law(m.laws[i], slide ? u.length : 1, u.time);
    }
    for (LawDescription& law : m.turn_angles) scale_law(law, 1, u.time);
  }
  for (SpringDescription& s : d.springs) {
    const bool linear = s.between || slides(s.joint->name);
    s.stiffness *= linear ? force / u.length : moment;
    s.damping *= (linear ? force / u.length : moment) * u.time;
    s.rest *= linear ? u.length : 1;
  }
  for (LoadDescription& l : d.loads) {
    if (l.joint) scale_law(l.value, slides(l.joint->name) ? force : moment, u.time);
    for (LawDescription& law : l.moment) scale_law(law, moment, u.time);
    for (LawDescription& law : l.force) scale_law(law, force, u.time);
  }
  return d;
}

TEST(Rescaling, UnitsChangesTheNumbersAsUnitsDo) {
  const Units u{100, 1e3, 2.5};  // centimetres, grams, a unit of 0.4 s
  for (std::uint64_t seed : seeds(50)) {
    const RandomTreeOptions options = up_to_ten_bodies(seed);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Description description = random_tree(random, options);
    const Model model = build(description), other = build(in_units(description, u));
    const State state = random_tree_state(model, random);
    const VecX tau = random_vecx(random, model.nv(), 5);
    State other_state{state.t_s * u.time, state.q, state.v / u.time};
    VecX length = VecX::Ones(model.nv());  // 1 for angles, length for slides
    for (const Joint& joint : model.joints()) {
      for (int i = 0; i < joint.nv; ++i) {
        if (is_slide(joint.type, i)) length[joint.v_begin + i] = u.length;
      }
      if (joint.type == JointType::free) {
        other_state.q.segment(joint.q_begin, 3) *= u.length;
      } else if (joint.type != JointType::spherical) {
        for (int i = 0; i < joint.nq; ++i) other_state.q[joint.q_begin + i] *= length[joint.v_begin + i];
      }
    }
    other_state.v = other_state.v.cwiseProduct(length);
    const double moment = u.mass * u.length * u.length / (u.time * u.time);
    const Given question = forward_question(model, tau);
    const double condition = condition_number(model, state, question);
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution a = solve_or_throw(f, model, state, question);
      const Solution b = solve_or_throw(f, other, other_state, forward_question(other, tau.cwiseQuotient(length) * moment));
      // tau is conjugate to the speed: a moment for an angle, a force = moment / length for a slide.
      expect_same(a.vdot, b.vdot.cwiseQuotient(length) * (u.time * u.time), condition, "vdot");
      expect_same(a.tau, b.tau.cwiseProduct(length) / moment, condition, "tau");
    }
  }
}

}  // namespace
}  // namespace zanjir::test
