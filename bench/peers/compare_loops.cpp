#include "peers/compare_loops.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "support/harness.hpp"
#include "support/mechanisms.hpp"

namespace zanjir::bench {

namespace {

constexpr double same_acceleration = 1e-8;  // relative; else a peer has solved another problem, or not to the end

// Loops as points kept together: what spherical joints and, in a plane, hinges are.
std::vector<PeerLoop> loops_of(const Model& model) {
  std::vector<PeerLoop> loops;
  for (const Constraint& constraint : model.constraints()) {
    const Joint& joint = std::get<CutJoint>(constraint).joint;
    const Body &a = model.body(joint.parent), &b = model.body(joint.child);
    const Vec3d p_a = a.X_RB * joint.X_PJ.p, p_b = b.X_RB * joint.X_CJ.p;
    loops.push_back({a.row, b.row, {p_a.x, p_a.y, p_a.z}, {p_b.x, p_b.y, p_b.z}});
  }
  return loops;
}

struct Contestant {
  std::string who;
  std::function<void(int)> run;
  int calls = 1;
  std::vector<double> seconds;
};

double off_by(const VecX& ours, const VecX& theirs) {
  const double worst = (ours - theirs).lpNorm<Eigen::Infinity>();
  return std::isfinite(worst) ? worst / ours.lpNorm<Eigen::Infinity>() : HUGE_VAL;
}

}  // namespace

bool compare_loops(const std::vector<const Peer*>& peers, int sweeps, nlohmann::json& out) {
  bool all_compared = true;
  fmt::print(
      "\nclosed loops, nanoseconds per call; ours with the set {}; the peer gives accelerations and loop forces, no reactions of tree joints\n\n",
      kernels::functions().isa);
  fmt::print("| mechanism | peer ns | peer build | forward (ratio) | forward with all reactions (ratio) |\n|---|---|---|---|---|\n");
  for (const char* name : {"four_bar", "rrr_3", "stewart"}) {
    Mechanism ours(name);
    const Model& model = ours.model();
    const std::vector<PeerLoop> loops = loops_of(model);
    std::vector<Contestant> all;
    for (const LoopTask task : {LoopTask::forward, LoopTask::forward_with_reactions})
      all.push_back({name_of(task), [&, task](int n) { ours.run(task, n); }, 1, {}});
    std::vector<std::unique_ptr<void, void (*)(void*)>> robots;
    const VecX vdot = ours.solution().vdot;
    for (const Peer* peer : peers) {
      robots.emplace_back(peer->make(model.tables(), ours.state().q.data(), ours.state().v.data(), vdot.data(), ours.tau().data()), peer->drop);
      void* robot = robots.back().get();
      peer->close(robot, loops.data(), static_cast<int>(loops.size()));
      for (int variant = 0; variant < peer->n_loop_variants && peer->run_closed(robot, variant, 1); ++variant) {
        VecX theirs = VecX::Zero(model.nv());
        peer->closed_result(robot, theirs.data());
        const double off = off_by(vdot, theirs);
        out["loop_accuracy"].push_back({{"mechanism", name},
                                        {"compiler", peer->compiler},
                                        {"how", peer->loop_variant_name(variant)},
                                        {"off_by", std::isfinite(off) ? off : -1}});
        if (off > same_acceleration) continue;
        all.push_back(
            {fmt::format("{}, {}", peer->compiler, peer->loop_variant_name(variant)), [=](int n) { peer->run_closed(robot, variant, n); }, 1, {}});
      }
    }
    for (Contestant& c : all) c.calls = calls_lasting(0.002, c.run);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (Contestant& c : all) {
        const double start = thread_seconds();
        c.run(c.calls);
        c.seconds.push_back((thread_seconds() - start) / c.calls);
      }
    }
    const Contestant* fastest = nullptr;
    for (std::size_t i = 2; i < all.size(); ++i) {
      if (!fastest || median(all[i].seconds) < median(fastest->seconds)) fastest = &all[i];
    }
    all_compared = all_compared && fastest;
    const auto cell = [&](const Contestant& c) {
      return fmt::format("{:.0f} ({})", 1e9 * median(c.seconds), fastest ? fmt::format("{:.2f}", median(c.seconds) / median(fastest->seconds)) : "-");
    };
    fmt::print("| {} | {} | {} | {} | {} |\n", name, fastest ? fmt::format("{:.0f}", 1e9 * median(fastest->seconds)) : "-",
               fastest ? fastest->who : "none agrees", cell(all[0]), cell(all[1]));
    std::fflush(stdout);
    for (const Contestant& c : all)
      out["loops"].push_back({{"mechanism", name}, {"who", c.who}, {"median_s", median(c.seconds)}, {"min_s", smallest(c.seconds)}});
  }
  return all_compared;
}

}  // namespace zanjir::bench
