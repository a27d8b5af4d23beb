#include "zanjir/control/model_blocks.hpp"

#include <algorithm>

#include "zanjir/terms/assembler.hpp"
#include "zanjir/terms/led_motion.hpp"

namespace zanjir {
namespace {

// The speeds of the tree that joints of a block stand for.
std::vector<int> speeds_of(const Model& model, const std::vector<NameRef>& joints, bool actuated, std::vector<SaidProblem>& problems) {
  std::vector<int> speeds;
  const auto names = model.speed_names();
  for (const NameRef& joint : joints) {
    const auto found = std::find(names.begin(), names.end(), joint.name);
    const int k = static_cast<int>(found - names.begin());
    if (found == names.end()) {
      const auto cut = model.cut_speed_names();
      const bool is_cut = std::find(cut.begin(), cut.end(), joint.name) != cut.end();
      problems.push_back(
          {joint.at, "joints",
           is_cut ? "'" + joint.name + "' is cut to open a loop, so it has no speed of its own" : "no joint with the speed '" + joint.name + "'",
           is_cut ? "cut another joint of the loop: write `cut: true` there" : did_you_mean(joint.name, {names.begin(), names.end()})});
    } else if (actuated && model.roles()[at(k)] != Role::actuated) {
      problems.push_back({joint.at, "joints", "'" + joint.name + "' has no actuator", "write `actuated: true` on it"});
    } else if (!actuated && model.speed(k).position < 0) {
      problems.push_back(
          {joint.at, "joints", "'" + joint.name + "' is an angular velocity and no rate of a coordinate", "name joints with a coordinate"});
    } else {
      speeds.push_back(k);
    }
  }
  return speeds;
}

// At the state of the sample, all other actuators acting as they do: the hybrid question of computed torque.
class ComputedTorqueBlock final : public Block {
 public:
  ComputedTorqueBlock(const Model& model, const AnyFormulation& formulation, const BlockDescription& b, std::vector<int> speeds)
      : of_(b.of),
        speeds_(std::move(speeds)),
        base_moves_(b.base_moves),
        solver_(formulation, model),
        question_(forward_question(model, VecX::Zero(model.nv()))),
        state_(initial_state(model)) {
    for (const int k : speeds_) question_.want[at(k)] = Want::tau;
  }
  bool compute(const Sample& s, std::span<double>, std::span<double> out) override {
    state_ = s.state;
    state_.laws_at_rest = !base_moves_;
    question_.tau = s.tau;
    question_.tau_cut = s.tau_cut;
    question_.rank = s.rank;
    for (std::size_t i = 0; i < speeds_.size(); ++i) question_.vdot[speeds_[i]] = value_of(s, of_[i]);
    if (!solved(solver_.solve(state_, question_, Reactions::skip, answer_))) return false;
    for (std::size_t i = 0; i < speeds_.size(); ++i) out[i] = answer_.tau[speeds_[i]];
    return true;
  }
  std::string problem() const override { return answer_.note; }

 private:
  std::vector<BlockInput> of_;
  std::vector<int> speeds_;
  bool base_moves_;
  Solver solver_;
  Given question_;
  State state_;
  Solution answer_;
};

// Inverse dynamics at rest.
class GravityBlock final : public Block {
 public:
  GravityBlock(const Model& model, const AnyFormulation& formulation, std::vector<int> speeds)
      : speeds_(std::move(speeds)),
        solver_(formulation, model),
        question_(inverse_question(model, VecX::Zero(model.nv()))),
        state_(initial_state(model)) {}
  bool compute(const Sample& s, std::span<double>, std::span<double> out) override {
    state_ = s.state;
    state_.v.setZero();
    state_.laws_at_rest = true;
    if (!solved(solver_.solve(state_, question_, Reactions::skip, answer_))) return false;
    for (std::size_t i = 0; i < speeds_.size(); ++i) out[i] = answer_.tau[speeds_[i]];
    return true;
  }
  std::string problem() const override { return answer_.note; }

 private:
  std::vector<int> speeds_;
  Solver solver_;
  Given question_;
  State state_;
  Solution answer_;
};

// Inverse kinematics at each sample, from the state of the mechanism, on whose branch it stays.
class LeadBlock final : public Block {
 public:
  LeadBlock(const Model& model, const BlockDescription& b, std::vector<int> speeds, std::vector<SaidProblem>& problems)
      : model_(model), speeds_(std::move(speeds)), assembler_(model), led_(model, assembler_.users(), assembler_.names(), b.lead, problems) {}
  bool compute(const Sample& s, std::span<double>, std::span<double> out) override {
    const std::vector<SaidProblem>& problems = assembler_.assemble(led_.at_time(s.t_s), question_, &s.state);
    if (!problems.empty()) {
      problem_ = problems.front().message + (problems.front().hint.empty() ? "" : "; " + problems.front().hint);
      return false;
    }
    double* next = out.data();
    for (const int k : speeds_) {
      *next++ = question_.state.q[model_.speed(k).position];
      *next++ = question_.state.v[k];
      *next++ = question_.vdot[k];
    }
    return true;
  }
  std::string problem() const override { return problem_; }

 private:
  const Model& model_;
  std::vector<int> speeds_;
  Assembler assembler_;
  LedMotion led_;
  StateQuestion question_;
  std::string problem_;
};

}  // namespace

std::unique_ptr<Block> make_model_block(const Model& model, const AnyFormulation& formulation, const BlockDescription& b,
                                        std::vector<SaidProblem>& problems) {
  const std::size_t before = problems.size();
  std::unique_ptr<Block> block;
  if (b.kind == BlockKind::computed_torque) {
    std::vector<int> speeds = speeds_of(model, b.joints, true, problems);
    if (problems.size() == before) block = std::make_unique<ComputedTorqueBlock>(model, formulation, b, std::move(speeds));
  } else if (b.kind == BlockKind::gravity) {
    std::vector<int> speeds = speeds_of(model, b.joints, true, problems);
    if (problems.size() == before) block = std::make_unique<GravityBlock>(model, formulation, std::move(speeds));
  } else if (b.kind == BlockKind::lead) {
    std::vector<int> speeds = speeds_of(model, b.joints, false, problems);
    if (problems.size() == before) block = std::make_unique<LeadBlock>(model, b, std::move(speeds), problems);
  }
  return problems.size() == before ? std::move(block) : nullptr;
}

}  // namespace zanjir
