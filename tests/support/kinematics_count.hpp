// Counts how often the kinematics of a state are computed: calls of update_positions, update_velocities and take_state from outside of state/. The linker
// puts counters in their place (--wrap, tests/CMakeLists.txt), so the library needs none of its own.
#pragma once

namespace zanjir::test {

long kinematics_count();  // of this process, so far

}  // namespace zanjir::test
