// Forward dynamics of closed loops side by side with peers: what a user calls (Dynamics, a Solver that keeps the rank of the loops) beside what he
// would call there; newton-euler with the rank given and with all reactions is there to be seen. A peer gives accelerations and loop forces, no
// reactions of tree joints.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "peers/load.hpp"
#include "support/mechanisms.hpp"
#include "zanjir/kernels/dispatch.hpp"

namespace zanjir::bench {

namespace {

constexpr double same_acceleration = 1e-8;  // relative; else a peer has solved another problem, or not to the end

std::vector<double> entries(const VecX& a) { return {a.data(), a.data() + a.size()}; }

// Those variants that give our accelerations; how far off each is goes into the results.
void add_loop_peer(const Peer& peer, void* robot, const std::string& name, const VecX& vdot, std::vector<Contestant>& all, Json& results) {
  for (int variant = 0; variant < peer.n_loop_variants && peer.run_closed(robot, variant, 1); ++variant) {
    std::vector<double> theirs(static_cast<std::size_t>(vdot.size()), 0.0);
    peer.closed_result(robot, theirs.data());
    const double off = off_by(entries(vdot), theirs);
    const std::string how = fmt::format("{}, {}", peer.compiler, peer.loop_variant_name(variant));
    results["accuracy"].push_back(
        {{"mechanism", name}, {"who", peer.library}, {"how", how}, {"off_by", std::isfinite(off) ? Json(rounded(off, 2)) : Json()}});
    if (!(off <= same_acceleration)) continue;
    all.push_back({{{"mechanism", name}, {"who", peer.library}, {"how", how}}, [=, &peer](int calls) { peer.run_closed(robot, variant, calls); }});
  }
}

}  // namespace

void loop_peers(const Options& options, Json& results) {
  const std::vector<const Peer*> peers = load_peers(options, results);
  results["accuracy"] = Json::array();
  for (const std::string name : {"four_bar", "rrr_3", "stewart"}) {
    TimedMechanism ours(name);
    TimedFace face(ours);
    face.forward(1);
    const double off = off_by(entries(ours.vdot()), entries(face.found()));
    if (!(off <= same_acceleration)) give_up(fmt::format("{}: the face and newton-euler differ by {}", name, off));
    std::vector<Contestant> all;
    const auto add = [&](const char* call, std::function<void(int)> run) {
      all.push_back({{{"mechanism", name}, {"who", call}, {"how", kernels::functions().isa}}, std::move(run)});
    };
    add("newton-euler, rank given", [&](int calls) { ours.run(Ask::forward, Asked::newton_euler, calls); });
    add("newton-euler, rank given, all reactions", [&](int calls) { ours.run(Ask::forward_with_reactions, Asked::newton_euler, calls); });
    add("Solver::solve", [&](int calls) { ours.run(Ask::forward, Asked::solver, calls); });
    add("Solver::solve, all reactions", [&](int calls) { ours.run(Ask::forward_with_reactions, Asked::solver, calls); });
    add("Dynamics::forward", [&](int calls) { face.forward(calls); });
    TimedBatch batch(ours);
    batch.run(Ask::forward, 1);
    const double off_in_lanes = off_by(entries(ours.vdot()), entries(batch.first(Ask::forward)));
    if (!(off_in_lanes <= same_acceleration) || batch.alone() > 0)
      give_up(fmt::format("{}: lanes differ by {}, {} states alone", name, off_in_lanes, batch.alone()));
    const auto add_batch = [&](const char* call, Ask ask) {
      all.push_back({{{"mechanism", name}, {"who", call}, {"how", fmt::format("{}, {} lanes", kernels::functions().isa, batch.lanes())}},
                     [&batch, ask](int calls) { batch.run(ask, calls); },
                     TimedBatch::states});
    };
    add_batch("BatchSolver::forward", Ask::forward);
    add_batch("BatchSolver::forward, all reactions", Ask::forward_with_reactions);
    const std::size_t n_ours = all.size();
    const std::vector<PeerLoop> loops = loops_of(ours.model());
    std::vector<PeerRobot> robots;
    for (const Peer* peer : peers) {
      robots.push_back(make_robot(*peer, ours.model().tables(), ours.state().q.data(), ours.state().v.data(), ours.vdot().data(), ours.tau().data()));
      peer->close(robots.back().get(), loops.data(), static_cast<int>(loops.size()));
      add_loop_peer(*peer, robots.back().get(), name, ours.vdot(), all, results);
    }
    if (!peers.empty() && all.size() == n_ours) give_up(name + ": no peer gives our accelerations, so there is nothing to compare");
    take_turns(all, options);
    for (const Contestant& c : all) results["calls"].push_back(c.result());
  }
}

}  // namespace zanjir::bench
