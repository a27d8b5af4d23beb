// Lanes against single answers over the whole zoo; the same bytes for any split, any number of threads and any neighbours; what lanes cannot do goes alone.
#include "zanjir/batch/batch_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir {
namespace {

using test::loop_names;
using test::test_name;
using test::zoo_model;
using test::zoo_names;

struct States {
  std::ptrdiff_t n = 0;
  std::vector<State> state;
  std::vector<double> t, q, v, given;
  BatchStates all() const { return {n, t.data(), q.data(), v.data()}; }
};

void put(const VecX& from, std::ptrdiff_t n, std::ptrdiff_t k, std::vector<double>& to) {
  for (Eigen::Index i = 0; i < from.size(); ++i) to[static_cast<std::size_t>(i * n + k)] = from[i];
}
VecX column(const std::vector<double>& from, std::ptrdiff_t n, std::ptrdiff_t k, Eigen::Index size) {
  return VecX::NullaryExpr(size, [&](Eigen::Index i) { return from[static_cast<std::size_t>(i * n + k)]; });
}

// Closed where there are loops; `given`: random forces.
States make_states(const Model& model, int n, std::uint64_t seed) {
  Random random(seed);
  States s;
  for (int tries = 0; static_cast<int>(s.state.size()) < n && tries < 20 * n; ++tries) {
    State state;
    if (model.n_closure_rows() == 0) state = random_state(model, random);
    else if (!random_closed_state(model, random, state)) continue;
    state.contact.clear();
    s.state.push_back(state);
  }
  s.n = static_cast<std::ptrdiff_t>(s.state.size());
  s.t.resize(s.state.size());
  s.q.resize(s.state.size() * static_cast<std::size_t>(model.nq()));
  s.v.resize(s.state.size() * static_cast<std::size_t>(model.nv()));
  s.given.resize(s.v.size());
  for (double& a : s.given) a = random.uniform(-1, 1);
  for (std::ptrdiff_t k = 0; k < s.n; ++k) {
    s.t[static_cast<std::size_t>(k)] = s.state[static_cast<std::size_t>(k)].t_s;
    put(s.state[static_cast<std::size_t>(k)].q, s.n, k, s.q);
    put(s.state[static_cast<std::size_t>(k)].v, s.n, k, s.v);
  }
  return s;
}

State reference_of(const Model& model) {
  if (model.n_closure_rows() == 0) return initial_state(model);
  Random random(99);
  State state;
  EXPECT_TRUE(random_closed_state(model, random, state));
  return state;
}

struct Answers {
  explicit Answers(const BatchSolver& solver, const Model& model, std::ptrdiff_t n, bool reactions)
      : vdot(static_cast<std::size_t>(model.nv() * n)),
        tau(vdot),
        reaction(reactions ? static_cast<std::size_t>(6 * solver.n_reactions() * n) : 0),
        status(static_cast<std::size_t>(n)) {}
  BatchAnswers where() { return {vdot.data(), tau.data(), reaction.empty() ? nullptr : reaction.data(), status.data()}; }
  bool same_bytes(const Answers& b) const {
    const auto same = [](const auto& x, const auto& y) {
      return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
    };
    return same(vdot, b.vdot) && same(tau, b.tau) && same(reaction, b.reaction) && same(status, b.status);
  }
  std::vector<double> vdot, tau, reaction;
  std::vector<SolveStatus> status;
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b, double& size) {
  double worst = 0;
  size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    worst = std::max(worst, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return worst;
}

bool has_lanes() { return kernels::functions_for(kernels::functions().isa, 4) || kernels::functions_for(kernels::functions().isa, 8); }

class Batch : public testing::TestWithParam<std::string> {};

// Both are newton-euler with other roundings: they differ by eps times the condition of the equations, which is not known here. Seen: at most 1.3e-14 of the largest
// acceleration of the batch and 3e-13 of the largest reaction; what is seen is printed.
TEST_P(Batch, InLanesIsWhatEveryStateHasAlone) {
  const Model model = zoo_model(GetParam());
  const State reference = reference_of(model);
  BatchSolver lanes(model, reference, {2, true}), alone(model, reference, {1, false});
  const States s = make_states(model, 37, 7);
  ASSERT_GT(s.n, 0);
  for (const bool reactions : {false, true}) {
    Answers a(lanes, model, s.n, reactions), b(alone, model, s.n, reactions);
    const BatchCount count = lanes.forward(s.all(), s.given.data(), a.where()), other = alone.forward(s.all(), s.given.data(), b.where());
    EXPECT_EQ(count.in_lanes + count.alone, s.n);
    EXPECT_EQ(count.unsolved, other.unsolved) << count.note << other.note;
    double size = 0;
    const double off = largest_difference(a.vdot, b.vdot, size);
    EXPECT_LE(off, 1.5e-13 * size);
    double force = 0, wrench = 0;
    const double off_force = largest_difference(a.tau, b.tau, force), off_wrench = largest_difference(a.reaction, b.reaction, wrench);
    EXPECT_LE(off_force, 5e-13 * std::max(force, 1.0));
    EXPECT_LE(off_wrench, 6e-12 * std::max(wrench, 1.0));
    std::printf("[   seed 7 ] %s%s: %td of %td in lanes%s%s; vdot off by %.1e of %.1e, reactions by %.1e of %.1e\n", GetParam().c_str(),
                reactions ? ", reactions" : "", count.in_lanes, s.n, lanes.why_alone().empty() ? "" : ", ", lanes.why_alone().c_str(), off, size,
                off_wrench, wrench);

    // Forces for accelerations: with loops those of the answer, which keep them closed; without, any (those of the answer would give back small forces as the
    // difference of large ones).
    Answers c(lanes, model, s.n, reactions), d(alone, model, s.n, reactions);
    std::vector<double> accelerations = model.n_closure_rows() > 0 ? b.vdot : s.given;
    for (double& x : accelerations)
      if (std::isnan(x)) x = 0;
    lanes.inverse(s.all(), accelerations.data(), c.where());
    alone.inverse(s.all(), accelerations.data(), d.where());
    EXPECT_EQ(c.status, d.status);
    const double off_tau = largest_difference(c.tau, d.tau, force);
    EXPECT_LE(off_tau, 8e-13 * std::max(force, 1.0));
  }
}

TEST_P(Batch, GivesTheSameBytesForAnySplitAndNumberOfThreads) {
  const Model model = zoo_model(GetParam());
  const State reference = reference_of(model);
  const States s = make_states(model, 23, 3);
  ASSERT_GT(s.n, 1);
  BatchSolver one(model, reference, {1, true});
  Answers whole(one, model, s.n, true);
  one.forward(s.all(), s.given.data(), whole.where());
  for (const int threads : {2, 3, 7}) {
    BatchSolver many(model, reference, {threads, true});
    Answers again(many, model, s.n, true);
    many.forward(s.all(), s.given.data(), again.where());
    EXPECT_TRUE(whole.same_bytes(again)) << threads << " threads";
  }
  // the last states alone, so that each comes into another lane beside others
  const std::ptrdiff_t from = 1, n = s.n - from;
  States part = s;
  part.n = n;
  for (auto* list : {&part.q, &part.v, &part.given}) {
    const std::size_t rows = list->size() / static_cast<std::size_t>(s.n);
    std::vector<double> shorter;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::ptrdiff_t k = from; k < s.n; ++k) shorter.push_back((*list)[i * static_cast<std::size_t>(s.n) + static_cast<std::size_t>(k)]);
    *list = shorter;
  }
  part.t.erase(part.t.begin(), part.t.begin() + from);
  Answers last(one, model, n, true);
  one.forward(part.all(), part.given.data(), last.where());
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    const VecX x = column(last.vdot, n, k, model.nv()), y = column(whole.vdot, s.n, k + from, model.nv());
    EXPECT_EQ(std::memcmp(x.data(), y.data(), static_cast<std::size_t>(x.size()) * sizeof(double)), 0) << "state " << k + from;
  }
}

TEST_P(Batch, AStateThatIsNoneReachesNoOther) {
  const Model model = zoo_model(GetParam());
  const State reference = reference_of(model);
  BatchSolver solver(model, reference, {1, true});
  States s = make_states(model, 11, 5);
  ASSERT_GT(s.n, 3);
  Eigen::Index free = 0;  // what a state says of prescribed coordinates is not read
  while (model.roles()[static_cast<std::size_t>(free)] == Role::prescribed) ++free;
  Answers before(solver, model, s.n, false), after(solver, model, s.n, false);
  solver.forward(s.all(), s.given.data(), before.where());
  const std::ptrdiff_t bad = 2;
  (free == 0 ? s.q : s.v)[static_cast<std::size_t>(free * s.n + bad)] = std::numeric_limits<double>::quiet_NaN();
  const BatchCount count = solver.forward(s.all(), s.given.data(), after.where());
  EXPECT_GE(count.unsolved, 1);
  EXPECT_LE(count.first_unsolved, bad);
  EXPECT_FALSE(count.note.empty());
  EXPECT_FALSE(solved(after.status[static_cast<std::size_t>(bad)]));
  for (std::ptrdiff_t k = 0; k < s.n; ++k) {
    const VecX x = column(before.vdot, s.n, k, model.nv()), y = column(after.vdot, s.n, k, model.nv());
    if (k == bad) EXPECT_TRUE(y.array().isNaN().all());
    else EXPECT_EQ(std::memcmp(x.data(), y.data(), static_cast<std::size_t>(x.size()) * sizeof(double)), 0) << "state " << k;
  }
}

// Whether a full register meets it, one with a gap, or nobody else: also where an answer has no such number in it, as forces on a slide have no speed.
TEST_P(Batch, NumbersThatAreNoneAreNotConvergedInAnySplit) {
  const Model model = zoo_model(GetParam());
  const State reference = reference_of(model);
  const States s = make_states(model, 19, 13);
  ASSERT_GT(s.n, 9);
  std::ptrdiff_t free = 0;  // what is asked of prescribed speeds is not read
  while (model.roles()[static_cast<std::size_t>(free)] == Role::prescribed) ++free;
  BatchSolver one(model, reference, {1, true}), three(model, reference, {3, true});
  for (const double none : {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
    for (const std::ptrdiff_t n : {1, 7, 8, 9, 19}) {
      if (n > s.n) continue;
      const auto first = [&](const std::vector<double>& all) {
        std::vector<double> some;
        for (std::size_t i = 0; i < all.size(); ++i)
          if (static_cast<std::ptrdiff_t>(i) % s.n < n) some.push_back(all[i]);
        return some;
      };
      const std::ptrdiff_t bad = n / 2;
      for (const int where : {0, 1, 2}) {
        std::vector<double> t = first(s.t), q = first(s.q), v = first(s.v), given = first(s.given);
        std::vector<double>& spoiled = where == 0 ? q : where == 1 ? v : given;
        spoiled[static_cast<std::size_t>((where == 0 ? 0 : free) * n + bad)] = none;
        const BatchStates states{n, t.data(), q.data(), v.data()};
        for (BatchSolver* solver : {&one, &three}) {
          const std::string what = std::string(where == 0   ? "q"
                                               : where == 1 ? "v"
                                                            : "given") +
                                   ", " + std::to_string(n) + " states, " + std::to_string(solver->threads()) + " threads";
          Answers a(*solver, model, n, false), b(a), c(*solver, model, n, true);
          solver->forward(states, given.data(), {a.vdot.data(), nullptr, nullptr, a.status.data()});
          solver->inverse(states, given.data(), {nullptr, b.tau.data(), nullptr, b.status.data()});
          solver->forward(states, given.data(), c.where());
          EXPECT_EQ(a.status[static_cast<std::size_t>(bad)], SolveStatus::not_converged) << "forward, " << what;
          EXPECT_EQ(b.status[static_cast<std::size_t>(bad)], SolveStatus::not_converged) << "inverse, " << what;
          EXPECT_EQ(c.status[static_cast<std::size_t>(bad)], SolveStatus::not_converged) << "reactions, " << what;
          EXPECT_TRUE(column(a.vdot, n, bad, model.nv()).array().isNaN().all() && column(b.tau, n, bad, model.nv()).array().isNaN().all()) << what;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Trees, Batch, testing::ValuesIn(zoo_names()), [](const auto& info) { return test_name(info.param); });
INSTANTIATE_TEST_SUITE_P(Loops, Batch, testing::ValuesIn(loop_names()), [](const auto& info) { return test_name(info.param); });
INSTANTIATE_TEST_SUITE_P(Elastic, Batch, testing::ValuesIn(test::elastic_names()), [](const auto& info) { return test_name(info.param); });

// Some lose more than two digits, and are corrected by their residual, in a block with others that lose none.
TEST(BatchSolver, CorrectsALaneThatLosesDigitsAndNoOther) {
  if (!has_lanes()) GTEST_SKIP() << "this processor has no wide registers";
  for (const char* name : {"upu_3", "delta", "rrr_3"}) {  // some of its states, all, none
    const Model model = zoo_model(name);
    BatchSolver solver(model, reference_of(model), {1, true});
    const States s = make_states(model, 300, 17);
    Answers whole(solver, model, s.n, true);
    solver.forward(s.all(), s.given.data(), whole.where());
    for (std::ptrdiff_t k = 0; k < s.n; ++k) {
      const VecX q = column(s.q, s.n, k, model.nq()), v = column(s.v, s.n, k, model.nv()), given = column(s.given, s.n, k, model.nv());
      Answers alone(solver, model, 1, true);  // its neighbours stand at the reference
      solver.forward({1, &s.t[static_cast<std::size_t>(k)], q.data(), v.data()}, given.data(), alone.where());
      const VecX vdot = column(whole.vdot, s.n, k, model.nv()), wrench = column(whole.reaction, s.n, k, 6 * solver.n_reactions());
      EXPECT_EQ(std::memcmp(vdot.data(), alone.vdot.data(), alone.vdot.size() * sizeof(double)), 0) << name << ", state " << k;
      EXPECT_EQ(std::memcmp(wrench.data(), alone.reaction.data(), alone.reaction.size() * sizeof(double)), 0) << name << ", state " << k;
    }
  }
}

TEST(BatchSolver, TakesLoopsInLanes) {
  if (!has_lanes()) GTEST_SKIP() << "this processor has no wide registers";
  for (const char* name : {"four_bar", "rrr_3", "stewart", "delta"}) {
    const Model model = zoo_model(name);
    BatchSolver solver(model, reference_of(model), {1, true});
    EXPECT_GT(solver.lanes(), 1) << name << ": " << solver.why_alone();
    const States s = make_states(model, 40, 11);
    Answers a(solver, model, s.n, false);
    const BatchCount count = solver.forward(s.all(), nullptr, a.where());
    EXPECT_GE(count.in_lanes, s.n * 3 / 4) << name;  // the others are near singular configurations
  }
}

TEST(BatchSolver, AnOpenLoopIsNoState) {
  const Model model = zoo_model("four_bar");
  BatchSolver solver(model, reference_of(model), {1, true});
  States s = make_states(model, 9, 2);
  s.q[4] += 0.3;
  Answers a(solver, model, s.n, false);
  const BatchCount count = solver.forward(s.all(), nullptr, a.where());
  EXPECT_EQ(count.unsolved, 1);
  EXPECT_EQ(count.first_unsolved, 4);
  EXPECT_NE(count.note.find("open"), std::string::npos) << count.note;
  EXPECT_EQ(a.status[4], SolveStatus::inconsistent);
}

TEST(BatchSolver, PlacesFramesAndMassMatrices) {
  for (const char* name : {"arm_6r", "stewart", "humanoid"}) {
    const Model model = zoo_model(name);
    const State reference = reference_of(model);
    BatchSolver lanes(model, reference, {2, true}), alone(model, reference, {1, false});
    const States s = make_states(model, 13, 4);
    std::vector<FrameId> frames;
    for (std::size_t i = 0; i < model.frames().size(); ++i) frames.push_back(static_cast<FrameId>(static_cast<int>(i)));
    const std::size_t n = static_cast<std::size_t>(s.n);
    std::vector<double> pose(12 * frames.size() * n), twist(6 * frames.size() * n), pose_alone(pose), twist_alone(twist);
    lanes.frames(s.all(), frames, pose.data(), twist.data());
    alone.frames(s.all(), frames, pose_alone.data(), twist_alone.data());
    double size = 0;
    EXPECT_LE(largest_difference(pose, pose_alone, size), 2e-14 * std::max(1.0, size));
    EXPECT_LE(largest_difference(twist, twist_alone, size), 3e-14 * std::max(1.0, size));
    std::vector<double> M(static_cast<std::size_t>(model.nv() * model.nv()) * n), M_alone(M);
    lanes.mass_matrix(s.all(), M.data());
    alone.mass_matrix(s.all(), M_alone.data());
    EXPECT_LE(largest_difference(M, M_alone, size), 1e-14 * size);
  }
}

}  // namespace
}  // namespace zanjir
