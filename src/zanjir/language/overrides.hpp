// `--set key=value`: replaces a value in the tree before it is read, so that everything else is checked as if the file had said so.
#pragma once

#include <deque>

#include "zanjir/language/values.hpp"

namespace zanjir {

// What stands for the file's name where a value of `--set` is wrong.
inline std::string override_place(const std::string& key) { return "--set " + key; }

// `texts` keeps what was written on the command line alive for as long as positions point into it.
// `format` judges new keys at the top: a description's, or that of another kind of file.
void apply_overrides(Node& root, const Overrides&, Values&, std::deque<std::string>& texts, NodeStore&, const schema::Object& format);

}  // namespace zanjir
