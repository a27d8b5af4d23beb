// Contacts that a question leaves out. Inverse dynamics of a motion, and any dynamics of a single state that does not say who touches, have contacts in flight: where the gap of
// one is closed its ground would press, and the forces that are found are those without it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "zanjir/state/state.hpp"

namespace zanjir {

// Of the contacts that are in flight, those whose gap is closed but for rounding (1e-9 of the model length), and those that a law of time holds at this instant. Needs Stage::velocity.
void contacts_left_out(const Model&, const Workspace&, std::vector<int>& out);

// "'floor.a', 'floor.b', 'floor.c' and 5 others"
std::string names_of_contacts(const Model&, std::span<const int> contacts);

// For whoever evaluates a single state; empty: none is left out.
std::string left_out_note(const Model&, const Workspace&);

}  // namespace zanjir
