// The principle of virtual work.   Source: [Tsai2000] for parallel robots; [Khoshnoodi2020] (25)-(37), of which this is the general case.
// The body i turns with w_i and its mass centre moves with c_i', linear in the speeds; each speed k has an axis a_k (zero for slides) through the origin C_k and a slide d_k:
//   w_i = sum a_k v_k,   c_i' = sum L_k v_k,   L_k = a_k x (c_i - C_k) + d_k          over the speeds between the ground and the body                (1)
// The second derivatives of a chain need no differentiation: what comes before a speed carries its axis and its lever,
//   w_i'  = sum a_k v_k' + sum b_k x a_k v_k,       c_i'' = sum L_k v_k' + sum (2 b_k + o_k) x L_k v_k                                                 (2)
//   b_k = angular velocity of all before speed k,   o_k = that of the joint while it acts: a_k v_k, or for the three axes of a ball their common one    (3)
// Virtual work of inertia and gravity, less that of springs, dampers, loads and contacts, per unit of each speed:
//   needed_k = sum_i  L_k . m_i (c_i'' - g) + a_k . (I_i w_i' + w_i x I_i w_i)  +  rotor_k v_k'  -  elements_k                                          (4)
// Displacements that loops allow:  Phi_q N = 0, with rows Phi_q from residuals differentiated along displacements of a body                         (5)
// Accelerations that loops allow:  Phi_q v' = gamma,  gamma = - phi'' along poses that move with (1), (2) at v' = 0                                   (6)
// The actuators' work along these displacements is all of it:   N^T (needed - S_act^T tau) = 0                                                    (7)
#include "zanjir/formulations/virtual_work/virtual_work.hpp"

#include "zanjir/dynamics/element_forces.hpp"

namespace zanjir {
namespace {

using virtual_work::BodyMotion;

class WorkEquations {
 public:
  WorkEquations(const Model& model, VirtualWork::Scratch& s) : model_(model), s_(s) {}

  const Question& ask() const { return s_.ask; }
  void update() {
    s_.jacobians.place(model_, s_.ask.q);
    s_.jacobians.move(model_, s_.ask.v);
    find_needed();
  }
  const VecX& needed() const { return s_.needed; }

  void update_rows() {
    s_.loops.update(model_, s_.jacobians);
    s_.rest = s_.loops.gamma - s_.loops.Phi_q * s_.ask.vdot;
  }
  const MatX& rows() const { return s_.loops.Phi_q; }
  VecX& rest() { return s_.rest; }
  const MatX& cut_rates() const { return s_.loops.S_cut; }
  int rank_over(const std::vector<int>& speeds) const { return s_.loops.rank_over(model_, speeds); }
  bool factor(const std::vector<int>& speeds, int rank) { return s_.loops.factor(model_, speeds, rank); }
  const MatX& motions() const { return s_.loops.N; }
  MatX rows_at(const State& state) const {
    virtual_work::Jacobians there(model_);
    virtual_work::Loops loops;
    Question ask;
    resolve(model_, state, inverse_question(model_, VecX::Zero(model_.nv())), ask);
    there.place(model_, ask.q);
    loops.update(model_, there);
    return loops.Phi_q;
  }

 private:
  void find_needed() {  // (4)
    s_.needed = model_.rotor_inertia().cwiseProduct(s_.ask.vdot) - elements_on_speeds(model_, s_);
    for (std::size_t i = 1; i < s_.jacobians.bodies.size(); ++i) {
      const BodyMotion& b = s_.jacobians.bodies[i];
      const auto body = static_cast<BodyId>(static_cast<int>(i));
      const Motiond A = b.A + s_.jacobians.along(body, b.com, s_.ask.vdot);
      const Forced inertia{b.I * A.w + cross(b.V.w, b.I * b.V.w), (A.v - model_.gravity()) * model_.bodies()[i].mass_kg};
      s_.jacobians.project(body, b.com, inertia, 1, s_.needed);
    }
  }

  const Model& model_;
  VirtualWork::Scratch& s_;
};

}  // namespace

const VecX& elements_on_speeds(const Model& model, VirtualWork::Scratch& s) {
  const virtual_work::Jacobians& J = s.jacobians;
  s.elements.setZero(model.nv());
  const auto where = [&](const Frame& frame) -> ElementFrame {
    const Transformd X_WF = J.bodies[at(frame.body)].X_WB * frame.X_BF;
    return {X_WF, J.velocity(frame.body, X_WF.p)};
  };
  for_each_frame_force(model, s.ask.t_s, s.ask.contact, where,
                       [&](ElementPart, const Frame& frame, const Vec3d& x, const Forced& F) { J.project(frame.body, x, F, 1, s.elements); });
  for_each_joint_force(model, s.ask.t_s, s.ask.q, s.ask.v, [&](ElementPart, int speed, double force) { s.elements[speed] += force; });
  virtual_work::add_springs(model, s.ask, J, s.elements);
  return s.elements;
}

VirtualWork::Scratch::Scratch(const Model& model) : jacobians(model), elements(VecX::Zero(model.nv())), needed(VecX::Zero(model.nv())), talk(model) {}

Coverage VirtualWork::covers(const Model& model) {
  if (!model.elastic_bodies().empty()) return covers_nothing("elastic bodies: it knows rigid ones");
  Coverage c;
  c.forward = c.reactions = c.feedback = c.multipliers = c.sigma = c.near_singular = false;
  c.why_not =
      "inverse dynamics alone: along displacements that the joints allow, no force inside a joint does work, and no equation is solved for "
      "accelerations";
  return c;
}

SolveStatus VirtualWork::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) const {
  resolve(model, state, given, s.ask);
  WorkEquations equations(model, s);
  return answer(model, state, given, reactions, equations, s.talk, out);
}

static_assert(Formulation<VirtualWork>);

}  // namespace zanjir
