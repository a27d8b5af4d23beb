// What tasks of a study would end with before they have a sample: what nobody wants to learn after an hour of other tasks. Each for the kind that its name says; others are passed over.
#pragma once

#include "zanjir/study/tasks.hpp"

namespace zanjir {

void try_first_instant_of_simulation(const StudyTask&, const TaskContext&, DiagnosticSink&);
void try_first_instant_of_inverse(const StudyTask&, const TaskContext&, DiagnosticSink&);

}  // namespace zanjir
