// The least value of a function of numbers between 0 and 1, without its derivatives, by the methods of NLopt [Johnson2007]. The points that are asked for follow from the
// question and the answers alone, so that a search that was interrupted goes the same way again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zanjir/core/words.hpp"

namespace zanjir {

enum class SearchMethod : std::uint8_t {
  nelder_mead,  // a simplex that creeps downhill [NelderMead1965]: slow, hard to mislead
  bobyqa,       // quadratic models in a trust region [Powell2009]: few evaluations where the function is smooth; two parameters at least
  cobyla,       // linear models in a trust region [Powell1994]: takes limits on other results
  crs,          // controlled random search with local mutation [Kaelo2006]: over the whole range, many evaluations
  isres         // an evolution strategy [Runarsson2005]: over the whole range, with limits, most evaluations
};
template <> struct WordsOf<SearchMethod> {
  static constexpr WordOf<SearchMethod> table[] = {{SearchMethod::nelder_mead, "nelder_mead"},
                                                   {SearchMethod::bobyqa, "bobyqa"},
                                                   {SearchMethod::cobyla, "cobyla"},
                                                   {SearchMethod::crs, "crs"},
                                                   {SearchMethod::isres, "isres"}};
};

constexpr bool takes_limits(SearchMethod method) { return method == SearchMethod::cobyla || method == SearchMethod::isres; }

struct SearchQuestion {
  std::vector<double> start;  // in the unit cube
  SearchMethod method = SearchMethod::nelder_mead;
  int evaluations = 200;    // at most
  double tolerance = 1e-4;  // it ends when no parameter moves by more than this share of its range
  std::size_t n_limits = 0;
  std::uint64_t seed = 1;  // of crs and isres
};
struct SearchValue {
  double least = 0;            // what is made small
  std::vector<double> limits;  // each is kept at or below 0
};

// Asks until an end is found: how it ended, in words. No value from `ask`: it stops.
std::string search_least(const SearchQuestion&, const std::function<std::optional<SearchValue>(std::span<const double>)>& ask);

}  // namespace zanjir
