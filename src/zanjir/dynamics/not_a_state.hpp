// What is said, by whoever is asked, about a state that holds what is no number.
#pragma once

namespace zanjir {

inline constexpr const char* not_a_state_note = "a coordinate or speed that is not a number";

}  // namespace zanjir
