#include "zanjir/sweep/search.hpp"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <memory>
#include <type_traits>

#include "zanjir/core/contract.hpp"

namespace zanjir {
namespace {

constexpr double first_step = 0.2;        // of the range of a parameter
constexpr double limit_tolerance = 1e-8;  // of limits, which are scaled by whoever asks

nlopt_algorithm algorithm_of(SearchMethod method) {
  switch (method) {
    case SearchMethod::nelder_mead: return NLOPT_LN_NELDERMEAD;
    case SearchMethod::bobyqa: return NLOPT_LN_BOBYQA;
    case SearchMethod::cobyla: return NLOPT_LN_COBYLA;
    case SearchMethod::crs: return NLOPT_GN_CRS2_LM;
    case SearchMethod::isres: return NLOPT_GN_ISRES;
  }
  return NLOPT_LN_NELDERMEAD;
}

// NLopt asks for the value and for each limit by itself, at the same point: that is computed once.
struct Asked {
  const std::function<std::optional<SearchValue>(std::span<const double>)>& ask;
  nlopt_opt search;
  int most;  // NLopt may take some more, while they get better
  std::vector<double> at = {};
  SearchValue value = {};
  bool stopped = false, spent = false;
  int n_asked = 0;

  void look(unsigned n, const double* x) {
    if (stopped || (at.size() == n && std::equal(at.begin(), at.end(), x))) return;
    at.assign(x, x + n);
    if (n_asked++ == most) {
      stopped = spent = true;
      nlopt_force_stop(search);
    } else if (std::optional<SearchValue> found = ask(at)) {
      value = std::move(*found);
    } else {
      stopped = true;
      nlopt_force_stop(search);
    }
  }
};
struct AskedLimit {
  Asked* asked;
  std::size_t limit;
};

double value_callback(unsigned n, const double* x, double*, void* data) {
  auto& asked = *static_cast<Asked*>(data);
  asked.look(n, x);
  return asked.value.least;
}
double limit_callback(unsigned n, const double* x, double*, void* data) {
  const auto& of = *static_cast<AskedLimit*>(data);
  of.asked->look(n, x);
  return of.limit < of.asked->value.limits.size() ? of.asked->value.limits[of.limit] : 0;
}

std::string end_text(nlopt_result end) {
  switch (end) {
    case NLOPT_XTOL_REACHED:
    case NLOPT_FTOL_REACHED:
    case NLOPT_SUCCESS: return "found to the tolerance";
    case NLOPT_MAXEVAL_REACHED: return "ended at the number of evaluations that it may take";
    case NLOPT_ROUNDOFF_LIMITED: return "found as far as rounding lets it";
    case NLOPT_FORCED_STOP: return "stopped";
    default: return std::string("the method gave up: ") + nlopt_result_to_string(end);
  }
}

}  // namespace

std::string search_least(const SearchQuestion& q, const std::function<std::optional<SearchValue>(std::span<const double>)>& ask) {
  ZANJIR_REQUIRE(q.n_limits == 0 || takes_limits(q.method), "this method takes no limits");
  const auto n = static_cast<unsigned>(q.start.size());
  const std::unique_ptr<std::remove_pointer_t<nlopt_opt>, void (*)(nlopt_opt)> search(nlopt_create(algorithm_of(q.method), n), nlopt_destroy);
  Asked asked{ask, search.get(), q.evaluations};
  std::vector<AskedLimit> limits;
  for (std::size_t i = 0; i < q.n_limits; ++i) limits.push_back({&asked, i});
  nlopt_srand(static_cast<unsigned long>(q.seed));
  nlopt_set_lower_bounds1(search.get(), 0);
  nlopt_set_upper_bounds1(search.get(), 1);
  nlopt_set_min_objective(search.get(), value_callback, &asked);
  for (AskedLimit& limit : limits) nlopt_add_inequality_constraint(search.get(), limit_callback, &limit, limit_tolerance);
  nlopt_set_initial_step1(search.get(), first_step);
  nlopt_set_xtol_abs1(search.get(), q.tolerance);
  nlopt_set_maxeval(search.get(), q.evaluations);
  std::vector<double> x = q.start;
  double least = 0;
  const nlopt_result ended = nlopt_optimize(search.get(), x.data(), &least);
  const nlopt_result end = asked.spent ? NLOPT_MAXEVAL_REACHED : ended;
  const int counted = nlopt_get_numevals(search.get()), again = counted - asked.n_asked;
  if (end != NLOPT_MAXEVAL_REACHED || asked.spent || again <= 0) return end_text(end);
  return end_text(end) + fmt::format(": it counts {}, {} of them at the point where it stood, which brought nothing new", counted, again);
}

}  // namespace zanjir
