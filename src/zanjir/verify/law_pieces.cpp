#include "zanjir/verify/law_pieces.hpp"

#include <algorithm>
#include <limits>

#include "zanjir/forces/phases.hpp"
#include "zanjir/language/expression.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {
namespace {

constexpr double reach_s = 2.1 * longest_time_step_s;  // a little more than the five points need
constexpr double shortest_piece_s = 1e-7;              // differences over less say nothing: rounding is left of them
constexpr int looks = 8;                               // in a reach: pieces that last less may be missed

class Pieces {
 public:
  explicit Pieces(const Model& model) : model_(model) {
    for (std::size_t i = 0; i < model.phases().size(); ++i) add(model.phases()[i]);
    for (const PrescribedMotion& motion : model.prescribed()) {
      for (const MotionLaw& law : motion.laws) add(law);
      for (const MotionLaw& law : motion.turn_angles) add(law);
    }
    here_.resize(laws_.size());
  }
  bool none() const { return laws_.empty(); }

  // How far the pieces of t go on this side, to rounding; infinity: farther than any difference.
  double room(double t_s, double side) {
    PhaseJets jets;
    read(t_s, jets, [&](std::size_t i, std::uint64_t piece) { return here_[i] = piece, true; });
    double same = 0, other = 0;
    for (int k = 1; k <= looks && other == 0; ++k) {
      const double distance = reach_s * k / looks;
      (is_here(t_s + side * distance) ? same : other) = distance;
    }
    if (other == 0) return std::numeric_limits<double>::infinity();
    while (other - same > time_rounding_s(t_s)) {
      const double middle = same + (other - same) / 2;
      (is_here(t_s + side * middle) ? same : other) = middle;
    }
    return same;
  }

 private:
  void add(const MotionLaw& law) {
    if (!law.is_constant()) laws_.push_back(&law);
  }
  template <class Take> bool read(double t_s, PhaseJets& jets, Take take) const {
    const std::span<const Jet> phases = model_.phases().at(t_s, jets);
    for (std::size_t i = 0; i < laws_.size(); ++i) {
      if (!take(i, laws_[i]->formula_at(t_s, phases))) return false;
    }
    return true;
  }
  bool is_here(double t_s) const {
    PhaseJets jets;
    return read(t_s, jets, [&](std::size_t i, std::uint64_t piece) { return here_[i] == piece; });
  }

  const Model& model_;
  std::vector<const MotionLaw*> laws_;
  std::vector<std::uint64_t> here_;
};

}  // namespace

double beside_knot_s(double t_s) { return 16 * time_rounding_s(t_s); }

std::vector<PieceInstant> instants_in_pieces(const Model& model, double t_s) {
  std::vector<PieceInstant> instants;
  Pieces pieces(model);
  if (pieces.none()) return {{t_s}};
  const double near = beside_knot_s(t_s);
  const auto look_at = [&](double t) {  // how far its piece goes before and after
    const double before = pieces.room(t, -1), after = pieces.room(t, 1), length = before + after;
    if (length > shortest_piece_s) {
      const double step = std::min(longest_time_step_s, length / 4.2), reach = 2.1 * step;
      instants.push_back({before < reach ? t + (reach - before) : after < reach ? t - (reach - after) : t, step});
    }
    return std::pair(before, after);
  };
  const auto [before, after] = look_at(t_s);
  if (before < near) look_at(t_s - before - near);
  if (after < near) look_at(t_s + after + near);
  if (instants.empty()) instants.push_back({t_s});
  return instants;
}

}  // namespace zanjir
