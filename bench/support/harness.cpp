#include "support/harness.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>

namespace zanjir::bench {

const char* name_of(Task task) {
  switch (task) {
    case Task::inverse_dynamics: return "inverse_dynamics";
    case Task::forward_dynamics: return "forward_dynamics";
    case Task::mass_matrix: return "mass_matrix";
    case Task::kinematics: return "kinematics";
    case Task::jacobian: return "jacobian";
  }
  return "";
}

double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

int calls_lasting(double seconds, const std::function<void(int)>& run) {
  for (int calls = 1;; calls *= 2) {
    const double start = thread_seconds();
    run(calls);
    const double spent = thread_seconds() - start;
    if (spent > seconds / 4) return std::max(1, static_cast<int>(calls * seconds / spent));
  }
}

double median(std::vector<double> a) {
  std::sort(a.begin(), a.end());
  return a.size() % 2 ? a[a.size() / 2] : 0.5 * (a[a.size() / 2 - 1] + a[a.size() / 2]);
}
double smallest(const std::vector<double>& a) { return *std::min_element(a.begin(), a.end()); }

Subject::Subject(const Robot& robot, const kernels::Functions& f) : robot_(robot), f_(f), tables_(robot.tables()) {
  walk_ = kernels::mass_matrix_choice(tables_);
  const BenchState state = state_of(robot);
  const auto w = static_cast<std::size_t>(f.lanes), nv = static_cast<std::size_t>(robot.nv);
  const auto spread = [&](const std::vector<double>& from, std::vector<double>& to) {
    to.assign(from.size() * w + 8, 0.0);
    for (std::size_t i = 0; i < from.size() * w; ++i) at(to)[i] = from[i / w];
  };
  spread(state.q, q_);
  spread(state.v, v_);
  spread(state.vdot, vdot_);
  spread(state.tau, tau_);
  tau_out_.assign(nv * w + 8, 0.0);
  vdot_out_ = tau_out_;
  scratch_.assign(kernels::scratch_layout(tables_.n_steps).total * w + 8, 0.0);
  M_.assign(nv * nv * w + 8, 0.0);
  J_.assign(6 * nv * w + 8, 0.0);
  point_.assign(3 * w + 8, 0.0);
}

double* Subject::at(std::vector<double>& a) const {
  const auto address = reinterpret_cast<std::uintptr_t>(a.data());
  return a.data() + (64 - address % 64) % 64 / 8;
}

void Subject::run(Task task, int calls) {
  double *q = at(q_), *v = at(v_), *scratch = at(scratch_), *M = at(M_), *J = at(J_), *point = at(point_);
  const auto mass_matrix = walk_ == kernels::MassMatrixWalk::world ? f_.mass_matrix_world : f_.mass_matrix_rows;
  for (int i = 0; i < calls; ++i) switch (task) {
      case Task::inverse_dynamics: f_.inverse_dynamics(tables_, kernels::Known::nothing, q, v, at(vdot_), nullptr, scratch, at(tau_out_)); break;
      case Task::forward_dynamics:
        f_.forward_dynamics(tables_, kernels::Known::nothing, q, v, nullptr, nullptr, scratch, at(tau_), at(vdot_out_));
        break;
      case Task::mass_matrix:
        f_.kinematics(tables_, q, nullptr, scratch);
        mass_matrix(tables_, scratch, M);
        break;
      case Task::kinematics: f_.kinematics(tables_, q, v, scratch); break;
      case Task::jacobian:
        f_.kinematics_to(tables_, q, tables_.n_steps - 1, scratch);
        f_.jacobian(tables_, scratch, tables_.n_steps - 1, point, J);
        break;
    }
}

std::vector<double> Subject::result(Task task) const {
  auto& self = const_cast<Subject&>(*this);
  const auto w = static_cast<std::size_t>(f_.lanes);
  const auto lane = [&](std::vector<double>& a, std::size_t begin, std::size_t n) {
    std::vector<double> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = at(a)[(begin + i) * w];
    return out;
  };
  const auto nv = static_cast<std::size_t>(robot_.nv), last = static_cast<std::size_t>(tables_.n_steps - 1);
  switch (task) {
    case Task::inverse_dynamics: return lane(self.tau_out_, 0, nv);
    case Task::forward_dynamics: return lane(self.vdot_out_, 0, nv);
    case Task::mass_matrix: return lane(self.M_, 0, nv * nv);
    case Task::kinematics: return lane(self.scratch_, kernels::scratch_layout(tables_.n_steps).X_WB + 12 * last, 12);
    case Task::jacobian: return lane(self.J_, 0, 6 * nv);
  }
  return {};
}

double growth_exponent(const std::vector<double>& size, const std::vector<double>& seconds) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(size.size());
  for (std::size_t i = 0; i < size.size(); ++i) {
    const double a = std::log(size[i]), b = std::log(seconds[i]);
    x += a, y += b, xx += a * a, xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string machine_json() {
  return fmt::format(R"({{"cpu": "{}", "commit": "{}", "compiler": "{}", "flags": "{}"}})", cpu_model(), ZANJIR_BENCH_COMMIT, ZANJIR_BENCH_COMPILER,
                     ZANJIR_BENCH_FLAGS);
}

}  // namespace zanjir::bench
