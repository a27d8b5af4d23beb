// The commit that the library was built from, as `git describe` names it ("-dirty" behind it when files were changed), or "unknown".
#pragma once

namespace zanjir {

const char* built_commit();

}  // namespace zanjir
