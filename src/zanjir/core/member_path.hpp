// A field of a structure by the members that lead to it, for tables of options: reach<&SimOptions::stepper, &StepperOptions::rel_tol>(options).
#pragma once

namespace zanjir {

template <auto first, auto... rest> constexpr auto& reach(auto& whole) {
  if constexpr (sizeof...(rest) == 0) return whole.*first;
  else return reach<rest...>(whole.*first);
}

template <class Whole, class Part> Whole whole_of(Part Whole::*);  // for decltype: whose member it is

}  // namespace zanjir
