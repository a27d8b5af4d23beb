#include "peers/load.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>

namespace zanjir::bench {

std::vector<const Peer*> load_peers(const Options& options, Json& results) {
  std::vector<const Peer*> peers;
  results["peers"] = Json::array();
  for (const std::string& file : options.peers) {
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* peer = library ? dlsym(library, "zanjir_bench_peer") : nullptr;
    if (!peer) give_up(dlerror());
    peers.push_back(reinterpret_cast<const Peer* (*)()>(peer)());
    results["peers"].push_back({{"library", peers.back()->library}, {"compiler", peers.back()->compiler}});
  }
  return peers;
}

PeerRobot make_robot(const Peer& peer, const kernels::Tables& tables, const double* q, const double* v, const double* vdot, const double* tau) {
  return {peer.make(tables, q, v, vdot, tau), peer.drop};
}

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

double off_by(const std::vector<double>& ours, const std::vector<double>& theirs) {
  double worst = 0, size = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!std::isfinite(theirs[i])) return HUGE_VAL;
    worst = std::max(worst, std::fabs(ours[i] - theirs[i]));
    size = std::max(size, std::fabs(ours[i]));
  }
  return worst / std::max(size, 1e-300);
}

}  // namespace zanjir::bench
