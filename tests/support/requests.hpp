// States asked for in words, and what is wrong with them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zanjir/terms/state_request.hpp"

namespace zanjir::test {

// "path: message (hint)", one per line.
inline std::string to_text(const std::vector<SaidProblem>& problems) {
  std::string text;
  for (const SaidProblem& p : problems) text += p.path + ": " + p.message + (p.hint.empty() ? "" : " (" + p.hint + ")") + "\n";
  return text;
}

// A model and the names by which its states are asked for.
struct Asked {
  explicit Asked(Model m) : model(std::move(m)), users(model), names(model, users) {}
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  StateRequest request(const Said& said) {
    std::vector<SaidProblem> found;
    StateRequest r = read_request(model, users, names, said, found);
    complaint = to_text(found);
    return r;
  }
  StateRequest request(const std::string& json) { return request(*said_in_json(json, "state")); }
  std::string complaint_about(const std::string& json) {
    request(json);
    return complaint;
  }

  const Model model;
  const UserJoints users;
  const StateNames names;
  std::string complaint;  // about the last request; empty: none
};

}  // namespace zanjir::test
