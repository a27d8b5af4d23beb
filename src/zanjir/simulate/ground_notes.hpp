// What is said of a run whose prescribed joints had no ground to push against: empty where there is nothing to say.
#pragma once

#include <string>

#include "zanjir/model/model.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

std::string untouched_note(const Model&, const Workspace& at_the_end);  // for a run in which no contact touched
std::string free_fall_note(const Model&);                               // there is no ground at all, and gravity

}  // namespace zanjir
