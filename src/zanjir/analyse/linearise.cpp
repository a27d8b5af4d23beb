#include "zanjir/analyse/linearise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {
namespace {

constexpr double first_step = 1e-3;  // radians, or model lengths: truncation h^6 and rounding eps/h are both at 1e-12 or below
constexpr double good_enough = 1e-9, shrink = 8;
constexpr int n_steps = 8;  // down to 5e-10: depths of contacts

// Columns of a derivative by Romberg's extrapolation of central differences [Ridders1982], the step shrunk while that helps.
// f(x, out): false where it has no value. `f0`: its size at the origin, for what counts as nothing.
template <class F> bool differentiate_column(F&& f, double scale, const VecX& f0, VecX& derivative, VecX& error) {
  bool found = false;
  double best = 0;
  VecX up, down;
  for (int attempt = 0; attempt < n_steps; ++attempt) {
    const double h0 = first_step * scale / std::pow(shrink, attempt);
    VecX T[3];
    bool known = true;
    for (int level = 0; level < 3 && known; ++level) {
      const double h = h0 / (1 << level);
      known = f(h, up) && f(-h, down);
      if (known) T[level] = (up - down) / (2 * h);
    }
    if (!known) continue;
    const VecX one = (4 * T[1] - T[0]) / 3, two = (4 * T[2] - T[1]) / 3, three = (16 * two - one) / 15;
    const VecX off = (three - two).cwiseAbs();
    const double size = three.lpNorm<Eigen::Infinity>() * scale + f0.lpNorm<Eigen::Infinity>();
    const double relative = size > 0 ? off.lpNorm<Eigen::Infinity>() * scale / size : 0;
    if (!found || relative < best) {
      derivative = three, error = off, best = relative;
      found = true;
    }
    if (best <= good_enough) break;
  }
  return found;
}

// x scaled so that rows and columns of A have like sizes [ParlettReinsch1969]; powers of two change no digit.
VecX balance(MatX& A) {
  VecX d = VecX::Ones(A.rows());
  for (int sweep = 0; sweep < 100; ++sweep) {
    bool settled = true;
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      const double r = A.row(i).cwiseAbs().sum() - std::abs(A(i, i)), c = A.col(i).cwiseAbs().sum() - std::abs(A(i, i));
      if (r == 0 || c == 0) continue;
      const double f = std::exp2(std::round(0.5 * std::log2(r / c)));
      if (f == 1 || !(c * f + r / f < 0.95 * (c + r))) continue;
      settled = false;
      d[i] *= f;
      A.col(i) *= f;
      A.row(i) /= f;
    }
    if (settled) break;
  }
  return d;
}

// Quantities in the order asked for.
struct Outputs {
  Outputs(const Model& model, const std::vector<std::string>& asked)
      : ws(model), set(model, moving_frames(model), [&](const QuantityFamily&, const QuantityName& name) {
          return std::find(asked.begin(), asked.end(), name.name) != asked.end();
        }) {
    for (const std::string& name : asked)
      for (std::size_t i = 0; i < set.names().size(); ++i)
        if (set.names()[i].name == name) place.push_back(static_cast<Eigen::Index>(i));
    row.resize(static_cast<Eigen::Index>(set.names().size()));
  }
  std::vector<QuantityName> names() const {
    std::vector<QuantityName> list;
    for (const Eigen::Index i : place) list.push_back(set.names()[at(i)]);
    return list;
  }
  Reactions reactions() const { return set.needs(Needs::reactions) ? Reactions::compute : Reactions::skip; }
  void write(const Model& model, const State& state, const Solution& solution, VecX& y) {
    update_velocities(model, state, ws);
    set.write({ws, &solution}, {row.data(), set.names().size()});
    y = row(place);
  }
  Workspace ws;
  QuantitySet set;
  std::vector<Eigen::Index> place;  // in the set
  VecX row;
};

// Of [accelerations of the chosen; y] by [z; z'], `n_out` numbers y written by write(state, solution, y).
struct Derivatives {
  VecX f0;           // at the origin
  MatX J;            // [n + n_out x 2 n]
  double error = 0;  // estimated, relative to the largest entry of a row in model lengths
};
template <class Write>
std::optional<Derivatives> derivatives_of(const Model& model, LocalChart& chart, Eigen::Index n_out, Reactions reactions, Write&& write,
                                          std::string* why = nullptr) {
  const int n = chart.n();
  const VecX none = VecX::Zero(model.nv()), none_cut = VecX::Zero(model.n_cut_v()), zero = VecX::Zero(n), scale = chart.scale();
  Derivatives d;
  Solution out;
  VecX y(n_out);
  const auto value_at = [&](const State& state, VecX& value) {
    if (!chart.solve(state, none, none_cut, out, reactions)) return false;
    write(state, out, y);
    value.resize(n + n_out);
    value << chart.chosen(out.vdot), y;
    return true;
  };
  if (!value_at(chart.origin(), d.f0)) return std::nullopt;
  State state;
  d.J = MatX::Zero(n + n_out, 2 * n);
  MatX off(n + n_out, 2 * n);
  VecX column, column_error;
  for (int k = 0; k < 2 * n; ++k) {
    const double size = scale[k % n];
    const auto f = [&](double h, VecX& value) {
      const VecX step = VecX::Unit(n, k % n) * h;
      return chart.at(k < n ? step : zero, k < n ? zero : step, state) && value_at(state, value);
    };
    if (!differentiate_column(f, size, d.f0, column, column_error)) {
      if (why)
        *why = "dynamics has no answer beside this state, along '" + model.speed_names()[at(chart.speeds()[at(k % n)])] + "'" +
               (out.note.empty() ? "" : ": " + out.note);
      return std::nullopt;
    }
    d.J.col(k) = column;
    off.col(k) = column_error * size;
  }
  for (Eigen::Index i = 0; i < d.J.rows(); ++i) {
    double size = std::abs(d.f0[i]);
    for (int k = 0; k < 2 * n; ++k) size = std::max(size, std::abs(d.J(i, k)) * scale[k % n]);
    if (size > 0 && n > 0) d.error = std::max(d.error, off.row(i).maxCoeff() / size);
  }
  return d;
}

QuantityName coordinate_state(const Model& model, int speed) {
  const Coordinate& c = model.speed(speed);
  const std::string& name = model.speed_names()[at(speed)];
  return {c.position >= 0 ? name : name + ".integral", std::string(unit_of(c.measure))};
}
QuantityName rate_state(const Model& model, int speed) {
  QuantityName q = coordinate_state(model, speed);
  return {model.speed(speed).position >= 0 ? q.name + ".speed" : model.speed_names()[at(speed)], q.unit == "1" ? "1/s" : q.unit + "/s"};
}

}  // namespace

std::string_view name_of(Stability s) {
  switch (s) {
    case Stability::stable: return "stable";
    case Stability::oscillating: return "oscillating";
    case Stability::neutral: return "neutral";
    case Stability::unstable: return "unstable";
  }
  return "";
}

bool differentiate(const Model& model, LocalChart& chart, MatX& by_z, MatX& by_rate) {
  const std::optional<Derivatives> d = derivatives_of(model, chart, 0, Reactions::skip, [](const State&, const Solution&, VecX&) {});
  if (!d) return false;
  by_z = d->J.leftCols(chart.n());
  by_rate = d->J.rightCols(chart.n());
  return true;
}

std::optional<LinearModel> linearise(const Model& model, LocalChart& chart, const LinearQuestion& question, std::string& why) {
  const int n = chart.n();
  LinearModel m;
  const UserJoints users(model);
  const VecX none = VecX::Zero(model.nv()), none_cut = VecX::Zero(model.n_cut_v());
  for (const int k : chart.speeds()) m.states.push_back(coordinate_state(model, k));
  for (const int k : chart.speeds()) m.states.push_back(rate_state(model, k));

  struct Input {
    VecX tree, cut;
  };
  std::vector<Input> inputs;
  std::vector<std::string> default_outputs;
  std::vector<int> input_speeds = question.inputs;
  if (input_speeds.empty())
    for (const UserJoint& u : users.joints())
      for (int i = 0; i < u.joint.nv; ++i)
        if (users.role(u, i) == Role::actuated) input_speeds.push_back(u.v_begin + i);
  for (const int speed : input_speeds) {
    const UserJoint& u =
        *std::find_if(users.joints().begin(), users.joints().end(), [&](const UserJoint& j) { return speed < j.v_begin + j.joint.nv; });
    const int i = speed - u.v_begin;
    if (u.tree >= 0 && converted(model.joints()[at(u.tree)])) {
      why = "a force on '" + u.joint.name + "', which the tree walks backwards, is no single speed of it: write the joint from the other body";
      return std::nullopt;
    }
    Input input{none, none_cut};
    if (u.tree >= 0) input.tree[model.joints()[at(u.tree)].v_begin + stored_part(model.joints()[at(u.tree)], i)] = 1;
    else input.cut[u.joint.v_begin + i] = 1;
    inputs.push_back(std::move(input));
    const std::string& name = users.speed_names()[at(speed)];
    m.inputs.push_back({name + ".force", users.turns(speed) ? "N m" : "N"});
    if (std::find(users.coordinate_names().begin(), users.coordinate_names().end(), name) != users.coordinate_names().end())
      default_outputs.push_back(name);
    default_outputs.push_back(speed_quantity(users, speed));
  }
  Outputs outputs(model, question.outputs.empty() ? default_outputs : question.outputs);
  m.outputs = outputs.names();
  const auto n_out = static_cast<Eigen::Index>(m.outputs.size()), n_in = static_cast<Eigen::Index>(inputs.size());

  const std::optional<Derivatives> d = derivatives_of(
      model, chart, n_out, outputs.reactions(),
      [&](const State& state, const Solution& solution, VecX& y) { outputs.write(model, state, solution, y); }, &why);
  const std::optional<MatX> turning = d ? chart.turning(why) : std::nullopt;
  if (!turning) return std::nullopt;
  m.drift = d->f0.head(n);
  m.y0 = d->f0.tail(n_out);
  m.error = d->error;
  m.A = MatX::Zero(2 * n, 2 * n);
  m.A.topLeftCorner(n, n) = *turning;
  m.A.topRightCorner(n, n) = MatX::Identity(n, n);
  m.A.bottomRows(n) = d->J.topRows(n);
  m.C = d->J.bottomRows(n_out);
  m.B = MatX::Zero(2 * n, n_in);
  m.D = MatX::Zero(n_out, n_in);
  Solution out;
  VecX y;
  for (Eigen::Index k = 0; k < n_in; ++k) {
    if (!chart.solve(chart.origin(), inputs[at(k)].tree, inputs[at(k)].cut, out, outputs.reactions())) {
      why = out.note;
      return std::nullopt;
    }
    m.B.col(k).tail(n) = chart.chosen(out.vdot) - m.drift;
    outputs.write(model, chart.origin(), out, y);
    m.D.col(k) = y - m.y0;
  }
  for (Eigen::Index i = 0; i < n_out; ++i) {
    if (std::isfinite(m.y0[i]) && m.C.row(i).allFinite() && m.D.row(i).allFinite()) continue;
    why = "'" + m.outputs[at(i)].name + "' is not a number at this state, or beside it";
    return std::nullopt;
  }
  m.modes = modes_of(model, chart, m.A);
  m.stability = stability_of(m.modes);
  return m;
}

std::vector<LinearMode> modes_of(const Model& model, const LocalChart& chart, const MatX& A) {
  std::vector<LinearMode> modes;
  if (A.rows() == 0) return modes;
  MatX balanced = A;
  const VecX d = balance(balanced);
  const Eigen::EigenSolver<MatX> eigen(balanced);
  const Eigen::MatrixXcd vectors = eigen.eigenvectors();
  const int n = chart.n();
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const std::complex<double> s = eigen.eigenvalues()[i];
    if (s.imag() < 0) continue;
    LinearMode mode;
    mode.eigenvalue = s;
    const double size = std::abs(s);
    mode.frequency_Hz = s.imag() > 0 ? size / (2 * std::numbers::pi) : 0;
    mode.damping = size > 0 && s.real() != 0 ? -s.real() / size : 0;
    const Eigen::VectorXcd z = (vectors.col(i).array() * d.array().cast<std::complex<double>>()).head(n).matrix();
    mode.shape = complex_of(chart.P() * z.real(), chart.P() * z.imag());
    Eigen::Index largest = 0;
    const double most = mode.shape.cwiseQuotient(model.column_scale().cast<std::complex<double>>()).cwiseAbs().maxCoeff(&largest);
    if (most > 0) mode.shape /= mode.shape[largest] / model.column_scale()[largest];
    modes.push_back(std::move(mode));
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const LinearMode& a, const LinearMode& b) { return std::abs(a.eigenvalue) < std::abs(b.eigenvalue); });
  return modes;
}

// Real parts are known to some eps of the largest eigenvalue; a double one at zero splits by the root of that, so what is that small is nothing.
Stability stability_of(const std::vector<LinearMode>& modes) {
  if (modes.empty()) return Stability::stable;
  const double largest = std::abs(modes.back().eigenvalue), nothing = 1e-9 * largest, at_rest = 1e-6 * largest;
  bool decays = true, neutral = largest == 0;
  for (const LinearMode& m : modes) {
    if (std::abs(m.eigenvalue) <= at_rest) {
      neutral = true;
      continue;
    }
    if (m.eigenvalue.real() > nothing) return Stability::unstable;
    decays = decays && m.eigenvalue.real() < -nothing;
  }
  return neutral ? Stability::neutral : decays ? Stability::stable : Stability::oscillating;
}

Value modes_value(const Model& model, const std::vector<LinearMode>& modes) {
  Value out;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const LinearMode& m = modes[i];
    out.add("mode" + std::to_string(i + 1), Value()
                                                .add("re", Value::number(m.eigenvalue.real(), "1/s"))
                                                .add("im", Value::number(m.eigenvalue.imag(), "1/s"))
                                                .add("frequency", Value::number(m.frequency_Hz, "Hz"))
                                                .add("damping", Value::number(m.damping, "1"))
                                                .add("shape", Value()
                                                                  .add("speeds", model.speed_names())
                                                                  .add("re", Value::vector(model.speed_names(), VecX(m.shape.real()), ""))
                                                                  .add("im", Value::vector(model.speed_names(), VecX(m.shape.imag()), ""))));
  }
  return out;
}

Value linear_value(const Model& model, const LinearModel& m) {
  const auto names = [](const std::vector<QuantityName>& of) {
    Names out;
    for (const QuantityName& n : of) out.push_back(n.name);
    return out;
  };
  const Names states = names(m.states), inputs = names(m.inputs), outputs = names(m.outputs);
  Names units, accelerations(states.begin() + static_cast<std::ptrdiff_t>(states.size() / 2), states.end());
  for (const QuantityName& n : m.outputs) units.push_back(n.unit);
  Value out;
  out.add("states", states)
      .add("inputs", inputs)
      .add("outputs", outputs)
      .add("A", Value::named_matrix(states, states, m.A))
      .add("B", Value::named_matrix(states, inputs, m.B))
      .add("C", Value::named_matrix(outputs, states, m.C))
      .add("D", Value::named_matrix(outputs, inputs, m.D))
      .add("y0", Value::vector(outputs, m.y0, units))
      .add("drift", Value::vector(accelerations, m.drift, ""))
      .add("error", Value::number(m.error, "1"))
      .add("stability", name_of(m.stability))
      .add_unnamed("modes", modes_value(model, m.modes));
  // Beside a state that accelerates, A changes with the choice of coordinates by more than a similarity: y = f(x) has y'' = f' x'' + f'' x' x', and the
  // derivative of f' by x meets x''.
  const double fastest = m.modes.empty() ? 0 : std::norm(m.modes.back().eigenvalue);
  if (m.drift.size() > 0 && m.drift.cwiseAbs().maxCoeff() > 1e-6 * std::max(1.0, fastest))
    out.add("note", "the state is no equilibrium (drift): stability and modes are those of these states, and would be others in other coordinates");
  return out;
}

Eigen::MatrixXcd frequency_response(const LinearModel& m, double frequency_Hz) {
  // (i w - A)(x + i y) = B in real numbers:  -A x - w y = B,  w x - A y = 0
  const Eigen::Index n = m.A.rows();
  const MatX w = 2 * std::numbers::pi * frequency_Hz * MatX::Identity(n, n);
  MatX left(2 * n, 2 * n), right = MatX::Zero(2 * n, m.B.cols());
  left << -m.A, -w, w, -m.A;
  right.topRows(n) = m.B;
  const MatX found = left.partialPivLu().solve(right);
  return complex_of(m.C * found.topRows(n) + m.D, m.C * found.bottomRows(n));
}

}  // namespace zanjir
