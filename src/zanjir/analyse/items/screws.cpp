// Screws and wrenches of the limbs of a parallel robot, its Jacobian J0, and what of it is singular.
#include <fmt/format.h>

#include <cmath>

#include "zanjir/analyse/items/item.hpp"
#include "zanjir/analyse/parallel_robot.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::eval_item {
namespace {

VecX stacked(const Vec3d& a, const Vec3d& b) {
  VecX x(6);
  x << a.x, a.y, a.z, b.x, b.y, b.z;
  return x;
}

Value screw_value(const StateAnswers& a, const ScrewAxis& axis, const std::string& words) {
  Value out;
  out.add("words", words).add("direction", Value::vector(a.seen(axis.direction), "1"));
  if (!axis.infinite) out.add("point", Value::vector(a.seen(axis.point), "m")).add("pitch", Value::number(axis.pitch_m, "m"));
  return out;
}

Value limb_value(const StateAnswers& a, const ParallelRobot& robot, std::size_t i) {
  const Limb& limb = robot.limbs[i];
  const LimbScrews& s = robot.screws[i];
  Value out;
  Names speeds;
  MatX S(6, static_cast<Eigen::Index>(s.screws.size()));
  for (std::size_t k = 0; k < s.screws.size(); ++k) {
    speeds.push_back(s.screws[k].speed);
    const Motiond m = a.seen(s.screws[k].S);
    S.col(static_cast<Eigen::Index>(k)) = stacked(m.w, m.v);
  }
  Names joints;
  for (const LimbJoint& j : limb.joints) joints.push_back(j.joint.name);
  out.add("type", limb.type).add("joints", joints).add("freedoms", Value::count(s.freedoms)).add("rank", Value::count(s.rank));
  out.add("screws", Value::named_matrix(twist_components, speeds, S));
  Value constraints = Value::list();
  for (std::size_t k = 0; k < s.constraints.size(); ++k) {
    const Forced& W = s.constraints[k];
    Value one = screw_value(a, axis_of(W.f, W.n, robot.O_W, a.model().length_m()), words_of_wrench(a.model(), robot, i, W));
    const Forced seen = a.seen(W);
    one.add("wrench", Value::vector(wrench_components, stacked(seen.n, seen.f), ""));
    constraints.add(std::to_string(k + 1), std::move(one));
  }
  out.add("constraints", std::move(constraints));
  Value actuation;
  for (const ActuationWrench& w : s.actuation) {
    Value one = screw_value(a, axis_of(w.W.f, w.W.n, robot.O_W, a.model().length_m()), words_of_wrench(a.model(), robot, i, w.W));
    const Forced seen = a.seen(w.W);
    one.add("wrench", Value::vector(wrench_components, stacked(seen.n, seen.f), ""));
    if (w.miss > 0) one.add("note", "moves also when the platform stands still: no wrench has its rate");
    actuation.add(w.speed, std::move(one));
  }
  out.add("actuation", std::move(actuation));
  return out;
}

// Of J0 diag(1/length, 1): 1 for rows of slides and constraints, 1/m for those of turns.
std::string unit_of_scaled_rows(const ParallelRobot& robot) {
  for (const LimbScrews& limb : robot.screws) {
    for (const ActuationWrench& w : limb.actuation) {
      if (w.turns) return "";
    }
  }
  return "1";
}

Value robot_value(const StateAnswers& a, const ParallelRobot& robot) {
  Value out;
  Value limbs;
  for (std::size_t i = 0; i < robot.limbs.size(); ++i) limbs.add(robot.limbs[i].name, limb_value(a, robot, i));
  out.add("limbs", std::move(limbs));
  const ParallelJacobian& J = robot.jacobian;
  out.add("J0", Value::named_matrix(J.rows, twist_names(a.model().plane()), J.J0));
  const JacobianIndices& x = robot.indices;
  Names numbers;
  for (Eigen::Index i = 0; i < x.sigma.size(); ++i) numbers.push_back(std::to_string(i + 1));
  out.add("rank", Value::count(J.rank)).add("platform_freedoms", Value::count(J.platform_freedoms)).add("sigma", Value::vector(numbers, x.sigma, ""));
  out.add("sigma_scaled", Value::vector(numbers, x.sigma_scaled, unit_of_scaled_rows(robot)));
  if (x.determinant) out.add("determinant", Value::number(*x.determinant, ""));
  Value dexterity;
  dexterity.add("si", Value::number(x.dexterity, "1"));
  dexterity.add("scaled", Value::number(x.dexterity_scaled, "1")).add("length", Value::number(a.model().characteristic_length_m(), "m"));
  dexterity.add("best", Value::number(robot.best.dexterity, "1")).add("best_length", Value::number(robot.best.length_m, "m"));
  out.add("dexterity", std::move(dexterity));
  out.add("force_gain", Value::number(x.force_gain, "")).add("moment_gain", Value::number(x.moment_gain, ""));
  Value transmission;
  for (std::size_t k = 0; k < robot.transmission.size(); ++k) {
    Value one;  // not defined where the wrench is no pure force, or where nothing moves
    for (const auto& [key, cosine] : {std::pair{"input", robot.transmission[k].input}, {"output", robot.transmission[k].output}})
      if (!std::isnan(cosine)) one.add(key, Value::number(cosine, "1"));
    transmission.add(J.rows[k], std::move(one));
  }
  for (Eigen::Index k = 0; k < x.constraint_transmission.size(); ++k)
    transmission.add(J.rows[at(J.n_actuation + k)], Value().add("constraint", Value::number(x.constraint_transmission[k], "1")));
  out.add("transmission", std::move(transmission));
  out.add("singular", Value(robot.is_singular()));
  Value kinds = Value::list();
  for (std::size_t k = 0; k < robot.singularities.size(); ++k) {
    Value one;
    one.add("kind", robot.singularities[k].kind).add("words", robot.singularities[k].words);
    kinds.add(std::to_string(k + 1), std::move(one));
  }
  out.add("singularities", std::move(kinds));
  return out;
}

}  // namespace

EvalItem screws() {
  return {"screws",
          Solves::nothing,
          InAll::by_name_only,
          "of a parallel robot, for each `--frame` (default: the body that most limbs join to the ground, or to the base that moves): `limbs: "
          "{name: {type, joints, freedoms, rank, screws, constraints, actuation}}`, `J0` with [rates of actuators; 0] = J0 [ω; v], `rank`, "
          "`platform_freedoms`, `sigma`, `determinant`, `dexterity`, `force_gain`, `moment_gain` (null: no bound), `transmission` of actuators "
          "whose wrench is a pure force, `singularities`: [parallel robots](parallel-robots.md)",
          [](StateAnswers& a) {
            Value out;
            Value frames;
            std::vector<FrameId> about;
            const BodyId base = limb_base(a.model());
            for (const FrameId id : a.view().frames) {
              const BodyId body = a.model().frame(id).body;
              if (body != BodyId::ground && body != base && !find_limbs(a.model(), base, body).empty()) about.push_back(id);
            }
            const std::optional<BodyId> platform = likely_platform(a.model());
            if (about.size() != 1 && platform) about = {static_cast<FrameId>(index(*platform))};  // the body frames come first, in body order
            for (const FrameId id : about) frames.add(a.frame_name(id), robot_value(a, parallel_robot(a.model(), a.ws(), a.question().state, id)));
            if (about.empty()) out.add("note", "no body is joined to the ground by two limbs or more; name a frame that is");
            out.add("axes", a.view().in_name).add_unnamed("frames", std::move(frames));
            return out;
          },
          Infinite::no_bound};
}

}  // namespace zanjir::eval_item
