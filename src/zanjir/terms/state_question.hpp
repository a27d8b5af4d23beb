// A question to `eval`: one JSON object that says where the mechanism is, how it moves, and what drives it.
//   {"t": 0.5, "q": {"A": 0.1, "S.quat": [1, 0, 0, 0]}, "v": {"A": 2}, "vdot": {...}, "tau": {...}, "want": {"A": "tau"}, "contacts": {"floor.ball": 1.2}}
// All keys are optional. q and v start from the file's initial state; tau and vdot are zero where nothing is said. With loops any joint may be
// named, cut ones too: what is said is held, the rest follows from the loops. `contacts` names the compliant contacts that touch, with their touch-down speed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/terms/kinematics_question.hpp"
#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

struct StateQuestion {
  State state;                           // complete; prescribed entries come from their laws at t
  VecX tau, vdot;                        // [nv]; zero where not given; vdot of prescribed speeds from their laws
  std::vector<bool> tau_given, vdot_given;  // [nv]
  std::vector<std::optional<Want>> want;    // [nv] as said under `want`
  VecX tau_cut = {};                        // [n_cut_v] forces on cut joints
  std::string cut_vdot_given = {};          // where the acceleration of a cut joint is said; empty: nowhere
  std::vector<std::string> q_given = {};    // joints about whose coordinates something is said
  std::optional<KinematicsQuestion> ik = {}, fk = {};
};

// `source` and `line` say where the text comes from in diagnostics. Every fault found is reported.
// Where nothing is said, q and v start from `start` when it is given (the sample before, along a motion), from the file's initial state otherwise.
Result<StateQuestion> read_question(const Model&, std::string_view json, const std::string& source, std::uint32_t line = 0, const State* start = nullptr);

// The file's initial state with zero forces and accelerations: what `{}` means.
StateQuestion initial_question(const Model&);

}  // namespace zanjir
