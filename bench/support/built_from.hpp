// What this program was built from and how: the only file that is compiled anew with every commit.
#pragma once

namespace zanjir::bench {

struct BuiltFrom {
  const char *commit, *compiler, *flags, *kernel_flags;
  bool clean;  // nothing but results and docs has changed since the commit
};
BuiltFrom built_from();

}  // namespace zanjir::bench
