#include "zanjir/analyse/loop_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/terms/completion.hpp"
#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {
namespace {

// The coordinates that the file gives are held as far as they close the loops, else they are a guess; as `eval` does.
void assemble(const Model& model, LoopSummary& s) {
  const State guess = s.state;
  s.assembly = close_positions(model, s.state, model.initial_q_given());
  if (s.assembly.closed) return;
  s.state = guess;
  s.assembly = close_positions(model, s.state);
  if (!s.assembly.closed) return;
  const VecX change = difference(model, guess.q, s.state.q);
  double most = 1e-6;  // as typed
  for (int i = 0; i < model.nv(); ++i) {
    const double size = std::abs(change[i]) / model.column_scale()[i];
    if (!model.initial_q_given()[at(i)] || size <= most) continue;
    most = size;
    s.moved = fmt::format("'{}' by {:.3g} {}", model.speed_names()[at(i)], std::abs(change[i]), model.speed(i).turns() ? "rad" : "m");
  }
}

}  // namespace

int n_prescribed(const Model& model) { return static_cast<int>(std::count(model.roles().begin(), model.roles().end(), Role::prescribed)); }

LoopSummary summarise_loops(const Model& model) {
  LoopSummary s;
  s.state = initial_state(model);
  const VecX before = loop_facts(model, s.state).phi;
  for (Eigen::Index i = 0; i < before.size(); ++i)
    (row_is_angle(model.constraints(), i) ? s.angle_before : s.gap_before) =
        std::max(row_is_angle(model.constraints(), i) ? s.angle_before : s.gap_before, std::abs(before[i]));
  assemble(model, s);
  if (s.assembly.closed) {
    const UserJoints users(model);
    Completion(model, users).velocities({}, {}, s.state);
  }
  s.facts = loop_facts(model, s.state);
  const int free_speeds = model.nv() - n_prescribed(model);
  s.gruebler = free_speeds - model.n_closure_rows();
  s.mobility = free_speeds - s.facts.rank.rank;
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    if (s.facts.determinacy.undetermined_dimensions(static_cast<int>(j)) > 0) s.touched.push_back(model.joints()[j].name);
  }
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    if (s.facts.determinacy.undetermined_dimensions(static_cast<int>(model.joints().size() + c)) > 0)
      s.touched.push_back(name_of(model.constraints()[c]));
  }
  return s;
}

}  // namespace zanjir
