// Many states at once beside single calls of peers: a thousand states through BatchSolver by one thread, every set of wide registers that the processor has, per state. Trees by inverse and
// forward dynamics, closed loops by forward dynamics with all reactions (a peer gives none of tree joints), and the spherical robot on carriages by inverse dynamics, which has no peer.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "peers/load.hpp"
#include "support/mechanisms.hpp"
#include "support/subject.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir::bench {

namespace {

// Rounding, and what iterations of peers leave; more, and somebody has solved another problem.
constexpr double same_numbers = 1e-6;

std::vector<double> plain_numbers(const VecX& a) { return {a.data(), a.data() + a.size()}; }

struct BatchCase {
  const char* mechanism;
  Ask ask;
};

void compare_batches(const BatchCase& c, const std::vector<const Peer*>& peers, const Options& options, Json& list) {
  TimedMechanism mechanism(c.mechanism);
  const Model& model = mechanism.model();
  const bool inverse = c.ask == Ask::inverse;
  const std::vector<double> known = plain_numbers(inverse ? mechanism.tau() : mechanism.vdot());
  const Json who = {{"mechanism", c.mechanism}, {"task", name_of(c.ask)}};
  std::vector<Contestant> all;
  const auto row = [&](const std::string& name, const std::string& how) {
    Json out = who;
    out["who"] = name, out["how"] = how;
    return out;
  };
  std::vector<std::unique_ptr<TimedBatch>> batches;
  for (const auto& [isa, lanes] : {std::pair{"avx2", 4}, {"avx512", 8}}) {
    if (!kernels::functions_for(isa, lanes)) continue;
    batches.push_back(std::make_unique<TimedBatch>(mechanism, isa));
    TimedBatch* batch = batches.back().get();
    batch->run(c.ask, 1);
    // Inverse dynamics of loops gives the forces of actuators, the forces that were given are others.
    const double off = inverse && model.n_closure_rows() > 0 ? 0 : off_by(known, plain_numbers(batch->first(c.ask)));
    if (!(off <= same_numbers) || batch->alone() > 0)
      give_up(fmt::format("{}, {}: lanes differ by {}, {} states alone", c.mechanism, isa, off, batch->alone()));
    all.push_back({row("BatchSolver", isa), [batch, ask = c.ask](int calls) { batch->run(ask, calls); }, TimedBatch::states});
  }
  const std::vector<PeerLoop> loops = inverse ? std::vector<PeerLoop>{} : loops_of(model);
  std::vector<PeerRobot> robots;
  std::vector<double> theirs(known.size());
  const int task = static_cast<int>(inverse ? Task::inverse_dynamics : Task::forward_dynamics);
  for (const Peer* peer : peers) {
    if (inverse && model.n_closure_rows() > 0) break;  // they have no such call
    robots.push_back(
        make_robot(*peer, model.tables(), mechanism.state().q.data(), mechanism.state().v.data(), mechanism.vdot().data(), mechanism.tau().data()));
    void* robot = robots.back().get();
    const bool closed = !loops.empty();
    if (closed) peer->close(robot, loops.data(), static_cast<int>(loops.size()));
    for (int variant = 0; variant < (closed ? peer->n_loop_variants : peer->n_variants); ++variant) {
      const auto run = [=](int calls) { return closed ? peer->run_closed(robot, variant, calls) : peer->run(robot, task, variant, calls); };
      if (!run(1)) continue;
      if (closed) peer->closed_result(robot, theirs.data());
      else peer->result(robot, task, variant, theirs.data());
      if (!(off_by(known, theirs) <= same_numbers)) continue;
      const char* name = closed ? peer->loop_variant_name(variant) : peer->variant_name(task, variant);
      all.push_back({row(peer->library, fmt::format("{}, {}", peer->compiler, name)), run});
    }
  }
  take_turns(all, options);
  for (const Contestant& one : all) list.push_back(one.result());
}

}  // namespace

void batch(const Options& options, Json& results) {
  const std::vector<const Peer*> peers = load_peers(options, results);
  results["states"] = Json::array();
  for (const char* tree : {"arm_7r", "humanoid"})
    for (const Ask ask : {Ask::inverse, Ask::forward}) compare_batches({tree, ask}, peers, options, results["states"]);
  for (const char* closed : {"four_bar", "rrr_3", "stewart"})
    compare_batches({closed, Ask::forward_with_reactions}, peers, options, results["states"]);
  compare_batches({"pus_3", Ask::inverse}, peers, options, results["states"]);
}

}  // namespace zanjir::bench
