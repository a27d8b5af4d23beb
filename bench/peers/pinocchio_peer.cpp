// Pinocchio as a peer: the same tree built from our step table (hinges and slides on z, its fastest joint types), its fused from-state calls.
// Header-only use: built with the flags of this file alone, nothing of it is linked from elsewhere.
#include "peers/peer.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/constrained-dynamics.hpp"
#include "pinocchio/algorithm/crba.hpp"
#include "pinocchio/algorithm/jacobian.hpp"
#include "pinocchio/algorithm/kinematics.hpp"
#include "pinocchio/algorithm/rnea.hpp"
#include "pinocchio/config.hpp"
#include "pinocchio/multibody.hpp"

namespace {

using zanjir::kernels::Primitive;
using zanjir::kernels::Step;
using zanjir::kernels::Tables;

enum Task { inverse_dynamics, forward_dynamics, mass_matrix, kinematics, jacobian };  // the order of bench::Task

struct Robot {
  pinocchio::Model model;
  std::unique_ptr<pinocchio::Data> data;
  Eigen::VectorXd q, v, a, tau;
  Eigen::MatrixXd J;
  std::vector<pinocchio::JointIndex> joint;  // of each row
  std::vector<int> our_speed;                // of each of Pinocchio's
  std::vector<pinocchio::RigidConstraintModel> loops;
  std::vector<pinocchio::RigidConstraintData> loop_data;
};

void* make(const Tables& t, const double* q, const double* v, const double* vdot, const double* tau) {
  auto r = std::make_unique<Robot>();
  r->joint.assign(static_cast<std::size_t>(t.n_steps), 0);
  r->model.gravity.linear() = Eigen::Map<const Eigen::Vector3d>(t.gravity_W);
  for (int i = 1; i < t.n_steps; ++i) {
    const Step& b = t.step[i];
    const pinocchio::SE3 placement(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(b.X_before),
                                   Eigen::Map<const Eigen::Vector3d>(b.X_before + 9));
    pinocchio::JointModel joint;
    if (b.joint == Primitive::revolute_z) joint = pinocchio::JointModelRZ();
    if (b.joint == Primitive::prismatic_z) joint = pinocchio::JointModelPZ();
    if (b.joint == Primitive::ball) joint = pinocchio::JointModelSpherical();
    if (b.joint == Primitive::free) joint = pinocchio::JointModelFreeFlyer();
    const auto id = r->model.addJoint(r->joint[static_cast<std::size_t>(b.parent)], joint, placement, "joint" + std::to_string(i));
    const double* x = b.inertia;
    const Eigen::Vector3d c = x[0] > 0 ? Eigen::Vector3d(x[1] / x[0], x[2] / x[0], x[3] / x[0]) : Eigen::Vector3d(0, 0, 0);
    Eigen::Matrix3d I;
    I << x[4], x[7], x[8], x[7], x[5], x[9], x[8], x[9], x[6];
    I -= x[0] * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
    r->model.appendBodyToJoint(id, pinocchio::Inertia(x[0], c, I));
    r->joint[static_cast<std::size_t>(i)] = id;
  }
  r->data = std::make_unique<pinocchio::Data>(r->model);
  r->q.resize(r->model.nq);
  r->v.resize(r->model.nv);
  r->a.resize(r->model.nv);
  r->tau.resize(r->model.nv);
  r->J.setZero(6, r->model.nv);
  r->our_speed.resize(static_cast<std::size_t>(r->model.nv));
  for (int i = 1; i < t.n_steps; ++i) {  // quaternions: scalar last there; free speeds: linear first there
    const Step& b = t.step[i];
    const auto& joint = r->model.joints[r->joint[static_cast<std::size_t>(i)]];
    const int at = joint.idx_q();
    if (b.joint == Primitive::revolute_z || b.joint == Primitive::prismatic_z) r->q[at] = q[b.q_begin];
    const int turn = b.joint == Primitive::free ? 3 : 0;
    if (b.joint == Primitive::free) r->q.segment<3>(at) = Eigen::Map<const Eigen::Vector3d>(q + b.q_begin);
    if (b.joint == Primitive::free || b.joint == Primitive::ball)
      r->q.segment<4>(at + turn) << q[b.q_begin + turn + 1], q[b.q_begin + turn + 2], q[b.q_begin + turn + 3], q[b.q_begin + turn];
    for (int k = 0; k < joint.nv(); ++k) {
      const int ours = b.v_begin + (b.joint == Primitive::free ? (k + 3) % 6 : k), theirs = joint.idx_v() + k;
      r->our_speed[static_cast<std::size_t>(theirs)] = ours;
      r->v[theirs] = v[ours];
      r->a[theirs] = vdot[ours];
      r->tau[theirs] = tau[ours];
      r->model.armature[theirs] = t.rotor_inertia ? t.rotor_inertia[ours] : 0;
    }
  }
  return r.release();
}

void drop(void* robot) { delete static_cast<Robot*>(robot); }

bool run(void* robot, int task, int variant, int calls) {
  Robot& r = *static_cast<Robot*>(robot);
  const auto convention = variant == 0 ? pinocchio::Convention::LOCAL : pinocchio::Convention::WORLD;
  const pinocchio::JointIndex last = r.joint.back();
  switch (task) {
    case inverse_dynamics:
      if (variant != 0) return false;
      for (int i = 0; i < calls; ++i) pinocchio::rnea(r.model, *r.data, r.q, r.v, r.a);
      return true;
    case forward_dynamics:
      for (int i = 0; i < calls; ++i) pinocchio::aba(r.model, *r.data, r.q, r.v, r.tau, convention);
      return true;
    case mass_matrix:
      for (int i = 0; i < calls; ++i) pinocchio::crba(r.model, *r.data, r.q, convention);
      return true;
    case kinematics:
      if (variant != 0) return false;
      for (int i = 0; i < calls; ++i) pinocchio::forwardKinematics(r.model, *r.data, r.q, r.v);
      return true;
    case jacobian:
      for (int i = 0; i < calls; ++i) {
        if (variant == 0) {
          pinocchio::computeJointJacobians(r.model, *r.data, r.q);
          pinocchio::getJointJacobian(r.model, *r.data, last, pinocchio::LOCAL_WORLD_ALIGNED, r.J);
        } else {
          pinocchio::computeJointJacobian(r.model, *r.data, r.q, last, r.J);  // of one joint, in its own axes
        }
      }
      return true;
  }
  return false;
}

void result(void* robot, int task, int variant, double* out) {
  Robot& r = *static_cast<Robot*>(robot);
  const int nv = r.model.nv;
  const auto ours = [&](int j) { return r.our_speed[static_cast<std::size_t>(j)]; };
  if (task == inverse_dynamics)
    for (int j = 0; j < nv; ++j) out[ours(j)] = r.data->tau[j];
  if (task == forward_dynamics)
    for (int j = 0; j < nv; ++j) out[ours(j)] = r.data->ddq[j];
  if (task == mass_matrix)
    for (int i = 0; i < nv; ++i)
      for (int j = i; j < nv; ++j) out[std::max(ours(i), ours(j)) * nv + std::min(ours(i), ours(j))] = r.data->M(i, j);
  if (task == kinematics) {
    const pinocchio::SE3& X = r.data->oMi[r.joint.back()];
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(out, 3, 3) = X.rotation();
    Eigen::Map<Eigen::Vector3d>(out + 9, 3) = X.translation();
  }
  if (task == jacobian) {
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    if (variant == 1) {  // back to world axes
      pinocchio::forwardKinematics(r.model, *r.data, r.q);
      R = r.data->oMi[r.joint.back()].rotation();
    }
    for (int j = 0; j < nv; ++j) {
      Eigen::Map<Eigen::Vector3d>(out + 6 * ours(j), 3) = R * r.J.block<3, 1>(3, j);
      Eigen::Map<Eigen::Vector3d>(out + 6 * ours(j) + 3, 3) = R * r.J.block<3, 1>(0, j);
    }
  }
}

const char* variant_name(int task, int variant) {
  if (task == inverse_dynamics) return "rnea";
  if (task == forward_dynamics) return variant == 0 ? "aba local" : "aba world";
  if (task == mass_matrix) return variant == 0 ? "crba local" : "crba world";
  if (task == kinematics) return "forwardKinematics";
  return variant == 0 ? "computeJointJacobians" : "computeJointJacobian";
}

// Closed loops: points kept together by three rows. In a planar mechanism the row across the plane is redundant, so only a proximal term lets
// their factorisation pass; each variant is one setting of it, and those that do not give our accelerations are not timed.
struct LoopVariant {
  const char* name;
  double accuracy, mu;
  int max_iterations;
};
constexpr LoopVariant loop_variants[] = {{"constraintDynamics, mu 0", 1e-12, 0, 1},
                                         {"constraintDynamics, mu 1e-12, 1 iteration", 1e-12, 1e-12, 1},
                                         {"constraintDynamics, mu 1e-10, 1 iteration", 1e-12, 1e-10, 1},
                                         {"constraintDynamics, mu 1e-8, 2 iterations", 1e-10, 1e-8, 2},
                                         {"constraintDynamics, mu 1e-6, to 1e-10", 1e-10, 1e-6, 20}};
constexpr int n_loop_variants = sizeof(loop_variants) / sizeof(loop_variants[0]);

void close(void* robot, const zanjir::bench::PeerLoop* loops, int n) {
  Robot& r = *static_cast<Robot*>(robot);
  r.loops.clear();
  r.loop_data.clear();
  const auto at = [](const double* p) { return pinocchio::SE3(Eigen::Matrix3d::Identity(), Eigen::Map<const Eigen::Vector3d>(p)); };
  for (int i = 0; i < n; ++i) {
    r.loops.emplace_back(pinocchio::CONTACT_3D, r.model, r.joint[static_cast<std::size_t>(loops[i].row_a)], at(loops[i].p_a),
                         r.joint[static_cast<std::size_t>(loops[i].row_b)], at(loops[i].p_b), pinocchio::LOCAL);
    r.loop_data.emplace_back(r.loops.back());
  }
  pinocchio::initConstraintDynamics(r.model, *r.data, r.loops, r.loop_data);
}

bool run_closed(void* robot, int variant, int calls) {
  Robot& r = *static_cast<Robot*>(robot);
  if (variant >= n_loop_variants) return false;
  const LoopVariant& how = loop_variants[variant];
  for (int i = 0; i < calls; ++i) {
    pinocchio::ProximalSettings settings(how.accuracy, how.mu, how.max_iterations);
    pinocchio::constraintDynamics(r.model, *r.data, r.q, r.v, r.tau, r.loops, r.loop_data, settings);
  }
  return true;
}

void closed_result(void* robot, double* vdot) {
  Robot& r = *static_cast<Robot*>(robot);
  for (int j = 0; j < r.model.nv; ++j) vdot[r.our_speed[static_cast<std::size_t>(j)]] = r.data->ddq[j];
}

const char* loop_variant_name(int variant) { return loop_variants[variant].name; }

#if defined(__clang__)
#define ZANJIR_COMPILER "clang " __clang_version__
#else
#define ZANJIR_COMPILER "g++ " __VERSION__
#endif

constexpr zanjir::bench::Peer peer{"Pinocchio " PINOCCHIO_VERSION,
                                   ZANJIR_COMPILER,
                                   2,
                                   make,
                                   drop,
                                   run,
                                   result,
                                   variant_name,
                                   n_loop_variants,
                                   close,
                                   run_closed,
                                   closed_result,
                                   loop_variant_name};

}  // namespace

extern "C" const zanjir::bench::Peer* zanjir_bench_peer() { return &peer; }
