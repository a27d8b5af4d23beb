#include "zanjir/formulations/oracle/system.hpp"

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/dynamics/inertia_beyond.hpp"

namespace zanjir::oracle {
namespace {

// Twists of all bodies from the joint rows, one column per motion of the speeds: sum_b (dr/dx_b) V_b = -(dr/dq) v, all joints at once.
MatX solve_twists(const Model& model, const std::vector<JointRows>& rows, const MatX& v) {
  const int n = static_cast<int>(model.bodies().size()) - 1;
  MatX J = MatX::Zero(6 * n, 6 * n), rhs(6 * n, v.cols());
  for (int j = 0; j < n; ++j) {
    const Joint& joint = model.joints()[at(j)];
    if (joint.parent != BodyId::ground) J.block<6, 6>(6 * j, 6 * (index(joint.parent) - 1)) = rows[at(j)].parent;
    if (joint.child != BodyId::ground) J.block<6, 6>(6 * j, 6 * (index(joint.child) - 1)) = rows[at(j)].child;
    const JointView view(model, joint);
    rhs.middleRows<6>(6 * j) = -rows[at(j)].speeds * v.middleRows(view.v_begin, view.nv);
  }
  MatX twists = MatX::Zero(6 * (n + 1), v.cols());  // the ground rests
  twists.bottomRows(6 * n) = J.partialPivLu().solve(rhs);
  return twists;
}

// A cut joint like one of the tree, with the coordinates and speeds that its two bodies give it.
CutPieces take_apart_cut(const Model& model, const Joint& joint, const Pieces& p) {
  CutPieces cut{VecX(joint.nq), VecX::Zero(joint.nv), {}, {}};
  const Transformd &X_WP = p.X_WB[at(joint.parent)], &X_WC = p.X_WB[at(joint.child)];
  joint_coordinates(joint, inverse(X_WP * joint.X_PJ) * (X_WC * joint.X_CJ), cut.q.data());
  const JointView view(joint);
  cut.rows = differentiate(view, X_WP, X_WC, cut.q.data());
  const Vec6 &V_P = p.V[at(joint.parent)], &V_C = p.V[at(joint.child)];
  if (joint.nv > 0) cut.v = -cut.rows.speeds.householderQr().solve(cut.rows.parent * V_P + cut.rows.child * V_C);
  VecX motion(12 + joint.nv);
  motion << V_P, V_C, cut.v;
  cut.second_derivative = second_derivative(view, X_WP, X_WC, cut.q.data(), motion);
  const auto kept = rows_in(model.plane());
  for (int i = 0; i < 6; ++i) {
    if (kept[at(i)]) continue;
    cut.rows.parent.row(i).setZero();
    cut.rows.child.row(i).setZero();
    cut.rows.speeds.row(i).setZero();
    cut.second_derivative[i] = 0;
  }
  return cut;
}

// Springs of loops: their pull on the bodies among the external wrenches, and what is reported of them.
void pull_springs(const Model& model, const Question& ask, Pieces& p) {
  p.spring_wrench.assign(model.sprung().size(), Forced{{0, 0, 0}, {0, 0, 0}});
  const auto pull_rows = [&](std::size_t i, const Constraint& constraint, const auto& force) {
    const auto pull = [&](BodyId first, BodyId second, const Vec3d& place, auto&& c_at) {
      using One = Dual<double, 12>;
      std::array<One, 12> x{};
      for (std::size_t k = 0; k < 12; ++k) x[k].rate[k] = 1;
      const One c = c_at(x);
      Vec6 by_first, by_second;
      for (std::size_t k = 0; k < 6; ++k) {
        by_first[static_cast<Eigen::Index>(k)] = c.rate[k];
        by_second[static_cast<Eigen::Index>(k)] = c.rate[k + 6];
      }
      const double f = force(c.value, by_first.dot(p.V[at(first)]) + by_second.dot(p.V[at(second)]));
      p.external[at(first)] += f * by_first;
      p.external[at(second)] += f * by_second;
      const Mat3d& R = p.X_WB[at(second)].R;  // from the origin of the body to the place on it
      p.spring_wrench[i] = p.spring_wrench[i] + Forced{R * (head(by_second) - cross(place, tail(by_second))) * f, R * tail(by_second) * f};
    };
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Joint& joint = cut->joint;
      for (const ClosureRow& row : cut->rows) {
        pull(joint.parent, joint.child, joint.X_CJ.p,
             [&](const auto& x) { return elongation_at(joint, row, p.X_WB[at(joint.parent)], p.X_WB[at(joint.child)], x); });
      }
    } else {
      const auto& rod = std::get<Distance>(constraint);
      const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
      pull(a.body, b.body, b.X_BF.p, [&](const auto& x) { return length_at(a, b, p.X_WB[at(a.body)], p.X_WB[at(b.body)], x) - rod.length_m; });
    }
  };
  for_each_sprung_loop(model, ask.preload, ask.q, ask.v, pull_rows, [&](int speed, double force) { p.spring_force[speed] += force; });
}

VecX element_forces(const Model& model, const Question& ask) {
  VecX tau = VecX::Zero(model.nv());
  for_each_joint_force(model, ask.t_s, ask.q, ask.v, [&](ElementPart, int speed, double force) { tau[speed] += force; });
  return tau;
}

void attach_rows(System& s, int row, BodyId body, const Eigen::Ref<const MatX>& J) {
  if (body == BodyId::ground) return;
  s.A.block(row, s.body(body), J.rows(), 6) += J;
  s.A.block(s.body(body), row, 6, J.rows()) -= J.transpose();
}

void attach_cut(const Model& model, const Joint& joint, const CutPieces& cut, const VecX& tau_cut, int row, System& s) {
  attach_rows(s, row, joint.parent, cut.rows.parent);
  attach_rows(s, row, joint.child, cut.rows.child);
  const int speeds = s.cut_speed(joint.v_begin);
  s.A.block(row, speeds, 6, joint.nv) = cut.rows.speeds;
  s.A.block(speeds, row, joint.nv, 6) = -cut.rows.speeds.transpose();
  s.rhs.segment<6>(row) = -cut.second_derivative;
  if (tau_cut.size() > 0) s.rhs.segment(speeds, joint.nv) = tau_cut.segment(joint.v_begin, joint.nv);
  const auto kept = rows_in(model.plane());
  for (int i = 0; i < 6; ++i) {
    if (!kept[at(i)]) s.A(row + i, row + i) = 1;  // carries nothing
  }
}

Eigen::Matrix<double, 1, 12> row_of(const Model& model, const Distance& rod, const Pieces& p) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  Eigen::Matrix<double, 1, 12> J;
  for (std::size_t k = 0; k < 12; ++k) {
    std::array<Dual<double>, 12> x{};
    x[k].rate[0] = 1;
    J[static_cast<Eigen::Index>(k)] = length_at(a, b, p.X_WB[at(a.body)], p.X_WB[at(b.body)], x).rate[0];
  }
  return J;
}

void attach_distance(const Model& model, const Distance& rod, const Pieces& p, int row, System& s) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  const Transformd &X_WA = p.X_WB[at(a.body)], &X_WB = p.X_WB[at(b.body)];
  const Eigen::Matrix<double, 1, 12> J = row_of(model, rod, p);
  std::array<Dual<Dual<double>>, 12> along;
  for (std::size_t k = 0; k < 12; ++k) {
    const double rate = k < 6 ? p.V[at(a.body)][static_cast<Eigen::Index>(k)] : p.V[at(b.body)][static_cast<Eigen::Index>(k) - 6];
    along[k] = {Dual<double>(0.0, rate), Dual<double>(rate)};
  }
  attach_rows(s, row, a.body, J.head<6>());
  attach_rows(s, row, b.body, J.tail<6>());
  s.rhs[row] = -length_at(a, b, X_WA, X_WB, along).rate[0].rate[0];
}

void attach_gear(const Gear& gear, const Question& ask, int row, System& s) {
  for (const auto& [speed, factor] : {std::pair{gear.speed_b, 1.0}, std::pair{gear.speed_a, -gear.ratio}}) {
    s.A(s.speed(speed), row) -= factor;
    if (ask.want[at(speed)] == Want::vdot) {
      s.A(row, s.speed(speed)) += factor;
    } else {
      s.rhs[row] -= factor * ask.vdot[speed];
    }
  }
}

// Rows (1) of an elastic body and (3) of its modes.
void attach_elastic(const Model& model, const ElasticBody& elastic, const Question& ask, const Pieces& p, System& s) {
  const DisplacementField& field = elastic.field;
  const int m = field.n_modes(), row = s.body(elastic.body), modal = s.speed(elastic.v_begin);
  const VecX delta = ask.q.segment(elastic.q_begin, m), rate = ask.v.segment(elastic.v_begin, m), none = VecX::Zero(m);
  for (int k = 0; k < 6; ++k) {
    const ElasticForce F = force_needed(field, {Vec6::Zero(), Vec6::Unit(k), delta, none, none});
    s.A.block<6, 1>(row, row + k) = F.wrench;
    s.A.block(modal, row + k, m, 1) = F.modal;
  }
  for (int k = 0; k < m; ++k) {
    const ElasticForce F = force_needed(field, {Vec6::Zero(), Vec6::Zero(), delta, none, VecX::Unit(m, k)});
    if (ask.want[at(elastic.v_begin + k)] == Want::vdot) {
      s.A.block<6, 1>(row, modal + k) = F.wrench;
      s.A.block(modal, modal + k, m, 1) += F.modal;
    } else {
      s.rhs.segment<6>(row) -= F.wrench * ask.vdot[elastic.v_begin + k];
      s.rhs.segment(modal, m) -= F.modal * ask.vdot[elastic.v_begin + k];
    }
  }
  const ElasticForce velocity = force_needed(field, {p.V[at(elastic.body)], Vec6::Zero(), delta, rate, none});
  const ElasticForce applied = force_applied(field, transpose_times(p.X_WB[at(elastic.body)].R, model.gravity()), delta, rate);
  s.rhs.segment<6>(row) += applied.wrench - velocity.wrench;
  s.rhs.segment(modal, m) += applied.modal - velocity.modal;
}

// lambda is the wrench of parent on child at the origin of C in the axes of C, for r there varies with the child as the twist itself.
JointWrench reaction_of(const Joint& joint, const Pieces& p, const JointRows& rows, const Vec6& lambda, const VecX& tau) {
  const Mat3d R_WC = p.X_WB[at(joint.child)].R * joint.X_CJ.R;
  const auto in_world = [&](const Vec6& a) { return Forced{R_WC * head(a), R_WC * tail(a)}; };
  Vec6 share = Vec6::Zero();
  if (joint.nv > 0) {  // in the span of the axes S = -dr/dq:  S c  with  S^T S c = tau
    const MatX S = -rows.speeds;
    share = S * (S.transpose() * S).ldlt().solve(tau);
  }
  const Vec3d origin_J = p.X_WB[at(joint.parent)] * joint.X_PJ.p, origin_C = p.X_WB[at(joint.child)] * joint.X_CJ.p;
  const Forced W = in_world(lambda);
  return user_wrench(joint, {W.n + cross(origin_C, W.f), W.f}, in_world(share), origin_J, origin_C);
}

}  // namespace

Pieces take_apart(const Model& model, const Question& ask) {
  Pieces p;
  body_poses(model, ask.q.data(), p.X_WB);
  for (const Joint& joint : model.joints()) {
    const JointView view(model, joint);
    p.rows.push_back(differentiate(view, p.X_WB[at(joint.parent)], p.X_WB[at(joint.child)], ask.q.data() + view.q_begin));
  }
  const MatX twists = solve_twists(model, p.rows, ask.v);
  for (std::size_t b = 0; b < model.bodies().size(); ++b) p.V.push_back(twists.block<6, 1>(6 * static_cast<Eigen::Index>(b), 0));
  for (const Constraint& constraint : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    p.cut.push_back(cut && cut->springs < 0 ? take_apart_cut(model, cut->joint, p) : CutPieces{});
  }
  for (const Body& body : model.bodies()) p.particles.push_back(body.elastic < 0 ? particles_of(body) : std::vector<Particle>());
  p.external = external_wrenches(model, p.X_WB, p.V, p.particles, ask.contact, ask.t_s);
  p.spring_force = VecX::Zero(model.nv());
  pull_springs(model, ask, p);
  return p;
}

MatX loop_rows(const Model& model, const Pieces& p) {
  const double length = model.length_m();
  const MatX twists = solve_twists(model, p.rows, MatX(model.column_scale().asDiagonal()));
  const auto of = [&](BodyId body) { return twists.middleRows<6>(6 * index(body)); };
  Vec6 scale;
  scale << 1, 1, 1, 1 / length, 1 / length, 1 / length;
  MatX A = MatX::Zero(6 * static_cast<Eigen::Index>(model.constraints().size()), model.nv());
  Eigen::Index next = 0;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (springs_of(constraint) >= 0) continue;
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const JointRows& rows = p.cut[c].rows;
      const MatX motion = scale.asDiagonal() * (rows.parent * of(cut->joint.parent) + rows.child * of(cut->joint.child));
      const Eigen::Index nv = rows.speeds.cols(), held = 6 - nv;
      MatX Q = MatX::Identity(6, 6);
      if (nv > 0) Q = Eigen::HouseholderQR<MatX>(scale.asDiagonal() * rows.speeds).householderQ() * MatX::Identity(6, 6);
      A.middleRows(next, held) = Q.rightCols(held).transpose() * motion;
      next += held;
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      const Eigen::Matrix<double, 1, 12> J = row_of(model, *rod, p);
      A.row(next++) = (J.head<6>() * of(model.frame(rod->a).body) + J.tail<6>() * of(model.frame(rod->b).body)) / length;
    } else {
      const auto& gear = std::get<Gear>(constraint);
      const double unit = gear.slide_b ? 1 / length : 1;
      A(next, gear.speed_b) += unit * model.column_scale()[gear.speed_b];
      A(next++, gear.speed_a) -= unit * gear.ratio * model.column_scale()[gear.speed_a];
    }
  }
  return A;
}

System put_together(const Model& model, const Question& ask, const VecX& tau_cut, const Pieces& p) {
  System s(model);
  for (int b = 1; b <= s.n_bodies; ++b) {
    const int row = s.body(static_cast<BodyId>(b));
    const Vec6 velocity_terms = wrench_needed(p.particles[at(b)], p.V[at(b)], Vec6::Zero());
    for (int k = 0; k < 6; ++k) s.A.block<6, 1>(row, row + k) = wrench_needed(p.particles[at(b)], Vec6::Zero(), Vec6::Unit(k));
    s.rhs.segment<6>(row) = p.external[at(b)] - velocity_terms;
  }
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    const JointRows& rows = p.rows[j];
    const int row = s.joint(static_cast<int>(j));
    attach_rows(s, row, joint.parent, rows.parent);
    attach_rows(s, row, joint.child, rows.child);
    const JointView view(model, joint);
    s.A.block(s.speed(view.v_begin), row, view.nv, 6) = -rows.speeds.transpose();
    VecX motion(12 + view.nv);
    motion << p.V[at(joint.parent)], p.V[at(joint.child)], ask.v.segment(view.v_begin, view.nv);
    s.rhs.segment<6>(row) = -second_derivative(view, p.X_WB[at(joint.parent)], p.X_WB[at(joint.child)], ask.q.data() + view.q_begin, motion);
    for (int k = 0; k < view.nv; ++k) {
      const int speed = view.v_begin + k;
      if (ask.want[at(speed)] == Want::vdot) s.A.block<6, 1>(row, s.speed(speed)) = rows.speeds.col(k);
      else s.rhs.segment<6>(row) -= rows.speeds.col(k) * ask.vdot[speed];
    }
  }
  for (int speed = 0; speed < s.nv; ++speed) {
    const int i = s.speed(speed);
    const double rotor = model.rotor_inertia()[speed];
    if (ask.want[at(speed)] == Want::vdot) {
      s.A(i, i) = rotor;
      s.rhs[i] = ask.tau[speed];
    } else {
      s.A(i, i) = -1;
      s.rhs[i] = -rotor * ask.vdot[speed];
    }
  }
  for (const ElasticBody& elastic : model.elastic_bodies()) attach_elastic(model, elastic, ask, p, s);
  s.rhs.segment(s.speed(0), s.nv) += element_forces(model, ask) + p.spring_force;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (springs_of(constraint) >= 0) {
      if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
        for (int k = 0; k < cut->joint.nv; ++k)
          s.A(s.cut_speed(cut->joint.v_begin + k), s.cut_speed(cut->joint.v_begin + k)) = 1;  // nobody asks for it
      }
      continue;
    }
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) attach_cut(model, cut->joint, p.cut[c], tau_cut, s.constraint(c), s);
    if (const auto* rod = std::get_if<Distance>(&constraint)) attach_distance(model, *rod, p, s.constraint(c), s);
    if (const auto* gear = std::get_if<Gear>(&constraint)) attach_gear(*gear, ask, s.constraint(c), s);
  }
  return s;
}

void choose_units(const Model& model, const Question& ask, System& s) {
  std::vector<InertiaBeyond> beyond;
  inertia_beyond(model, ask.q, beyond);
  std::vector<double> mass(model.bodies().size(), 1.0), length(model.bodies().size(), 1.0);
  for (std::size_t b = 1; b < mass.size(); ++b) {
    const Body& body = model.bodies()[b];
    const InertiaBeyond& carried = beyond[at(index(*body.inboard_joint))];
    mass[b] = carried.mass > 0 ? carried.mass : mass[at(body.inboard_body)];
    length[b] = carried.mass > 0 && carried.rotation > 0 ? std::sqrt(carried.rotation / carried.mass) : length[at(body.inboard_body)];
    const double m = mass[b], l = length[b];
    const Vec6 acceleration = to_eigen(Vec3d{1, 1, 1} * (1 / l), {1, 1, 1}), wrench = to_eigen(Vec3d{1, 1, 1} * (m * l), Vec3d{1, 1, 1} * m);
    const int at_body = s.body(static_cast<BodyId>(static_cast<int>(b))), at_joint = s.joint(index(*body.inboard_joint));
    s.unit.segment<6>(at_body) = acceleration;
    s.unit.segment<6>(at_joint) = wrench;
    s.row_unit.segment<6>(at_body) = wrench;
    s.row_unit.segment<6>(at_joint) = acceleration;
    const Joint& joint = model.joint(*body.inboard_joint);
    const int n_modes = body.elastic < 0 ? 0 : model.elastic_bodies()[at(body.elastic)].field.n_modes();  // they follow
    for (int k = joint.v_begin; k < joint.v_begin + joint.nv + n_modes; ++k) {
      const bool slide = !model.speed(k).turns();
      const double force = slide ? m : m * l;
      s.row_unit[s.speed(k)] = force;
      s.unit[s.speed(k)] = ask.want[at(k)] == Want::tau ? force : slide ? 1 : 1 / l;
    }
  }
  // A loop between two bodies: the units of the lighter side that moves.
  const auto lighter = [&](BodyId a, BodyId b) { return a == BodyId::ground || (b != BodyId::ground && mass[at(b)] < mass[at(a)]) ? at(b) : at(a); };
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (springs_of(constraint) >= 0) continue;
    const int row = s.constraint(c);
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const std::size_t b = lighter(cut->joint.parent, cut->joint.child);
      const double m = mass[b], l = length[b];
      s.unit.segment<6>(row) = to_eigen(Vec3d{1, 1, 1} * (m * l), Vec3d{1, 1, 1} * m);
      s.row_unit.segment<6>(row) = to_eigen(Vec3d{1, 1, 1} * (1 / l), {1, 1, 1});
      for (int k = 0; k < cut->joint.nv; ++k) {
        const bool slide = slides(cut->joint.type, k);
        s.row_unit[s.cut_speed(cut->joint.v_begin + k)] = slide ? m : m * l;
        s.unit[s.cut_speed(cut->joint.v_begin + k)] = slide ? 1 : 1 / l;
      }
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      s.unit[row] = mass[lighter(model.frame(rod->a).body, model.frame(rod->b).body)];
    } else {
      const auto& gear = std::get<Gear>(constraint);
      s.unit[row] = s.row_unit[s.speed(gear.speed_b)];
      s.row_unit[row] = gear.slide_b ? 1 : 1 / length[at(model.joint(model.speed(gear.speed_b).joint).child)];
    }
  }
}

void reactions_of(const Model& model, const Pieces& p, const VecX& x, const System& s, const VecX& tau, const VecX& tau_cut, Springs springs,
                  Solution& out) {
  out.reaction.clear();
  out.loop_reaction.clear();
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    out.reaction.push_back(reaction_of(joint, p, p.rows[j], x.segment<6>(s.joint(static_cast<int>(j))), tau.segment(joint.v_begin, joint.nv)));
  }
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Forced none{{0, 0, 0}, {0, 0, 0}};
    JointWrench W{none, none};
    const auto* cut = std::get_if<CutJoint>(&model.constraints()[c]);
    const auto* rod = std::get_if<Distance>(&model.constraints()[c]);
    if (springs_of(model.constraints()[c]) >= 0) {
      if (springs == Springs::with) W.total = p.spring_wrench[at(springs_of(model.constraints()[c]))];
    } else if (cut) {
      W = reaction_of(cut->joint, p, p.cut[c].rows, x.segment<6>(s.constraint(c)), tau_cut.segment(cut->joint.v_begin, cut->joint.nv));
    } else if (rod) {
      const Frame &a = model.frame(rod->a), &b = model.frame(rod->b);
      const Vec3d d = p.X_WB[at(b.body)] * b.X_BF.p - p.X_WB[at(a.body)] * a.X_BF.p;
      W.total.f = d * (x[s.constraint(c)] / norm(d));
    }
    out.loop_reaction.push_back(W);
  }
}

}  // namespace zanjir::oracle
