// What guards of contacts that hold do not tell: where laws of time, or control, have jumped they are below zero from there on, and never fall to it.
#pragma once

#include <vector>

#include "zanjir/dynamics/held_contacts.hpp"

namespace zanjir {

// No force keeps it as it is: what no decision mends ends the run.
bool is_contradicted(const HeldContacts::Watched&);
// Whether the law that says when it is held has it held from now on: it is above zero, or at it and rising.
bool order_holds(const Jet& held);
// That law says otherwise than what is.
bool order_overdue(const Jet& held, const ContactMemory&);
// One of these contacts is contradicted, pulls, or is beyond its cone.
bool any_force_overdue(const Model&, const std::vector<int>& contacts, const std::vector<ContactMemory>&, const std::vector<HeldContacts::Watched>&);
// One of them sticks beyond its cone, or pulls, by more than a decision could take for nothing.
bool any_force_beyond(const Model&, const std::vector<int>& contacts, const std::vector<ContactMemory>&, const std::vector<HeldContacts::Watched>&);

}  // namespace zanjir
