// Contacts that no motion of their mechanism opens or closes: a ground whose normal stands across the plane of the mechanism, or across the slide of what should touch it. They would
// do nothing, without a word.
#pragma once

#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {

// Of contacts with planes. d(gap)/dt = row v is zero for all speeds v that the loops allow, at the start and at random states: rows are analytic, so that one which is zero there is zero
// everywhere. Prescribed joints count as moving, whatever their laws. Not those that act all the same: `held` ones, those that start inside the ground, and feet and wheels
// that hold along the ground where they start on it. Steps and hills have normals of many directions.
std::vector<int> idle_contacts(const Model&);

// One warning for each place in the file all of whose contacts are idle.
std::vector<Diagnostic> idle_contact_warnings(const Description&, const Model&);

}  // namespace zanjir
