// Indices of parallel robots, from the Jacobian J0 of the body that most limbs join to the ground (loops/limb_screws).
#include <algorithm>

#include "zanjir/core/singular_values.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/jacobian_indices.hpp"
#include "zanjir/loops/jacobian_rows.hpp"
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {

// About the origin of a frame, each found when it is first asked for at an instant.
class IndicesAtFrame {
 public:
  void begin() {
    here_ = sigma_known_ = scaled_known_ = false;
    all_.reset();
  }
  bool here() const { return here_; }
  void put(const Model& model, const ParallelJacobian& jacobian, const Vec3d& shift_W) {
    model_ = &model;
    here_ = true;
    jacobian_.n_actuation = jacobian.n_actuation;
    move_rows(jacobian.J0, model.plane(), shift_W, jacobian_.J0);
  }
  const VecX& sigma() {
    if (!sigma_known_) singular_values(jacobian_.J0, sigma_);
    sigma_known_ = true;
    return sigma_;
  }
  const VecX& sigma_scaled() {
    if (!scaled_known_) scaled_singular_values(jacobian_.J0, model_->plane(), model_->characteristic_length_m(), sigma_scaled_);
    scaled_known_ = true;
    return sigma_scaled_;
  }
  double ratio(const VecX& sigma) const { return dexterity_of(sigma, jacobian_.J0); }
  const JacobianIndices& all() {
    if (!all_) all_ = jacobian_indices(jacobian_, model_->plane(), model_->characteristic_length_m());
    return *all_;
  }
  BestLength best() const { return best_length(jacobian_, model_->plane(), model_->length_m()); }

 private:
  const Model* model_ = nullptr;
  ParallelJacobian jacobian_;  // its numbers alone
  VecX sigma_, sigma_scaled_;
  std::optional<JacobianIndices> all_;
  bool here_ = false, sigma_known_ = false, scaled_known_ = false;
};

struct ParallelQuantities {
  explicit ParallelQuantities(const Model& model) {
    if (const std::optional<BodyId> body = likely_platform(model)) {
      platform = *body;
      base = limb_base(model);
      limbs = find_limbs(model, base, platform);
      frames = frames_on(model, platform);
      fast = JacobianRows::of(model, limbs);
    }
    by_frame.resize(frames.size());
  }
  static std::vector<const Frame*> frames_on(const Model& model, BodyId body) {
    std::vector<const Frame*> frames;
    for (const Frame& frame : model.frames()) {
      if (frame.body == body && frame.origin == Origin::user) frames.push_back(&frame);
    }
    return frames;
  }
  BodyId base = BodyId::ground, platform = BodyId::ground;
  std::vector<Limb> limbs;
  std::vector<const Frame*> frames;  // of the platform
  std::optional<JacobianRows> fast;
  // at the instant: about the origin of the platform
  std::vector<LimbScrews> screws;  // where they were asked for
  ParallelJacobian jacobian;       // of `fast` its numbers alone
  Vec3d O_W;
  std::vector<IndicesAtFrame> by_frame;
  std::optional<std::vector<Transmission>> transmission;
};

namespace {

double smallest(const VecX& sigma) { return sigma.size() > 0 ? sigma[sigma.size() - 1] : not_known; }

const std::vector<const Frame*>& platform_frames(const QuantityScope& s) {
  if (!s.platform_frames) {
    const std::optional<BodyId> platform = likely_platform(s.model);
    s.platform_frames = platform ? ParallelQuantities::frames_on(s.model, *platform) : std::vector<const Frame*>{};
  }
  return *s.platform_frames;
}

void find_screws(QuantityData& d, ParallelQuantities& p) {
  if (!p.screws.empty()) return;
  for (const Limb& limb : p.limbs) p.screws.push_back(limb_screws(d.scope.model, *d.ws, p.base, p.platform, limb, p.O_W));
  p.jacobian = parallel_jacobian(d.scope.model, p.limbs, p.screws, Ranks::skip);
}

// Found once per instant by the first family that asks.
ParallelQuantities& robot_at(QuantityData& d) {
  const Model& model = d.scope.model;
  if (!d.parallel) d.parallel = std::make_shared<ParallelQuantities>(model);
  ParallelQuantities& p = *d.parallel;
  if (d.parallel_known) return p;
  d.parallel_known = true;
  p.O_W = body_pose(model, *d.ws, p.platform).p;
  p.screws.clear();
  for (IndicesAtFrame& indices : p.by_frame) indices.begin();
  p.transmission.reset();
  if (p.fast && p.fast->find(model, *d.ws, p.O_W, p.jacobian.J0)) p.jacobian.n_actuation = p.fast->n_actuation();
  else find_screws(d, p);
  return p;
}

IndicesAtFrame& indices_at(QuantityData& d, ParallelQuantities& p, std::size_t frame) {
  const Model& model = d.scope.model;
  IndicesAtFrame& indices = p.by_frame[frame];
  if (!indices.here()) indices.put(model, p.jacobian, frame_pose(model, *d.ws, *p.frames[frame]).p - p.O_W);
  return indices;
}

std::vector<std::string> platform_drives(const Model& model) {
  std::vector<std::string> names;
  const std::optional<BodyId> platform = likely_platform(model);
  if (!platform) return names;
  for (const Limb& limb : find_limbs(model, limb_base(model), *platform)) {
    for (const LimbJoint& j : limb.joints) {
      if (j.closes || j.rod) continue;
      for (int k = 0; k < j.joint.nv; ++k) {
        const bool tree = j.tree >= 0;
        const int speed = j.joint.v_begin + k;
        if ((tree ? model.roles()[at(speed)] : model.cut_roles()[at(speed)]) == Role::actuated)
          names.push_back(tree ? model.speed_names()[at(speed)] : model.cut_speed_names()[at(speed)]);
      }
    }
  }
  return names;
}

template <class Of> QuantityFamily of_frames(std::string_view pattern, const char* suffix, std::string_view unit, std::string_view meaning, Of of) {
  return {QuantityGroup::indices,
          pattern,
          unit,
          meaning,
          Needs::state,
          0,
          [=](const QuantityScope& s, std::vector<QuantityName>& out) {
            for (const Frame* frame : platform_frames(s)) out.push_back({frame->name + suffix, std::string(unit)});
          },
          [=](QuantityData& d, double* out) {
            ParallelQuantities& p = robot_at(d);
            for (std::size_t i = 0; i < p.frames.size(); ++i) *out++ = (*d.chosen)[i] ? of(indices_at(d, p, i)) : not_known;
          }};
}

template <class Of> QuantityFamily of_actuators(std::string_view pattern, const char* suffix, std::string_view meaning, Of of) {
  return {QuantityGroup::indices,
          pattern,
          "1",
          meaning,
          Needs::state,
          0,
          [=](const QuantityScope& s, std::vector<QuantityName>& out) {
            for (const std::string& speed : platform_drives(s.model)) out.push_back({speed + suffix, "1"});
          },
          [=](QuantityData& d, double* out) {
            ParallelQuantities& p = robot_at(d);
            find_screws(d, p);
            if (!p.transmission) p.transmission = transmissions(d.scope.model, p.screws, p.jacobian, p.O_W);
            for (const Transmission& t : *p.transmission) *out++ = of(t);
          }};
}

}  // namespace

void add_parallel_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(
      of_frames("FRAME.J0.sigma_min", ".J0.sigma_min", "1",
                "Of a parallel robot, on the body that most limbs join to the ground and its frames: the smallest singular value of J0 about "
                "the origin of the frame, [rates of actuators; 0] = J0 [ω; v] in SI units, which it mixes ([parallel robots](parallel-robots.md)). "
                "These are computed only where they are asked for.",
                [](IndicesAtFrame& x) { return smallest(x.sigma()); }));
  all.push_back(of_frames("FRAME.J0.sigma_max", ".J0.sigma_max", "1", "The largest.",
                          [](IndicesAtFrame& x) { return x.sigma().size() > 0 ? x.sigma()[0] : not_known; }));
  all.push_back(of_frames("FRAME.J0.dexterity", ".J0.dexterity", "1", "The smallest over the largest; it depends on the unit of length.",
                          [](IndicesAtFrame& x) { return x.ratio(x.sigma()); }));
  all.push_back(of_frames("FRAME.J0.dexterity_scaled", ".J0.dexterity_scaled", "1",
                          "The same with turns counted at the `characteristic_length` of the file.",
                          [](IndicesAtFrame& x) { return x.ratio(x.sigma_scaled()); }));
  all.push_back(of_frames("FRAME.J0.sigma_min_scaled", ".J0.sigma_min_scaled", "1",
                          "The smallest singular value of J0 with turns counted at that length; rows of actuators that turn are per metre.",
                          [](IndicesAtFrame& x) { return smallest(x.sigma_scaled()); }));
  all.push_back(of_frames("FRAME.J0.sigma_max_scaled", ".J0.sigma_max_scaled", "1", "The largest.",
                          [](IndicesAtFrame& x) { return x.sigma_scaled().size() > 0 ? x.sigma_scaled()[0] : not_known; }));
  all.push_back(of_frames("FRAME.J0.best_length", ".J0.best_length", "m", "The characteristic length that makes the scaled dexterity largest here.",
                          [](IndicesAtFrame& x) { return x.best().length_m; }));
  all.push_back(of_frames("FRAME.J0.dexterity_best", ".J0.dexterity_best", "1", "The dexterity with that length.",
                          [](IndicesAtFrame& x) { return x.best().dexterity; }));
  all.push_back(of_frames("FRAME.J0.condition", ".J0.condition", "1", "One over the scaled dexterity; infinite at a singular configuration.",
                          [](IndicesAtFrame& x) { return 1 / x.ratio(x.sigma_scaled()); }));
  all.push_back(
      of_frames("FRAME.J0.manipulability", ".J0.manipulability", "1",
                "One over the product of the singular values of J0: the volume of twists that unit rates of the actuators give [Yoshikawa1985]. SI.",
                [](IndicesAtFrame& x) { return 1 / x.sigma().prod(); }));
  all.push_back(
      of_frames("FRAME.J0.constraint_transmission", ".J0.constraint_transmission", "1",
                "Of robots with constraint wrenches and a square J0: how well the worst of them blocks the motion that it alone blocks, 0 at a "
                "constraint singularity, at most 1; turns and moments counted at the characteristic length.",
                [](IndicesAtFrame& x) {
                  const VecX& t = x.all().constraint_transmission;
                  return t.size() > 0 ? t.minCoeff() : not_known;
                }));
  all.push_back(of_frames("FRAME.J0.determinant", ".J0.determinant", "1",
                          "The determinant of J0, where it is square. Where limbs have constraint wrenches its sign is a choice: each of them points "
                          "to where its largest component is positive.",
                          [](IndicesAtFrame& x) { return x.all().determinant.value_or(not_known); }));
  all.push_back(
      of_frames("FRAME.J0.force_gain", ".J0.force_gain", "1",
                "The largest force (or torque) of an actuator that balances a unit force on the frame's origin, limbs without weight, in SI units.",
                [](IndicesAtFrame& x) { return x.all().force_gain; }));
  all.push_back(of_frames("FRAME.J0.moment_gain", ".J0.moment_gain", "1", "The same for a unit moment.",
                          [](IndicesAtFrame& x) { return x.all().moment_gain; }));
  all.push_back(
      of_actuators("JOINT.transmission.input", ".transmission.input",
                   "Of an actuator whose wrench is a pure force: the cosine between this force and the velocity that the actuator gives to the joint "
                   "where its limb meets the platform.",
                   [](const Transmission& t) { return t.input; }));
  all.push_back(of_actuators("JOINT.transmission.output", ".transmission.output",
                             "The cosine between this force and the velocity of that joint when all other actuators are locked.",
                             [](const Transmission& t) { return t.output; }));
}

}  // namespace zanjir
