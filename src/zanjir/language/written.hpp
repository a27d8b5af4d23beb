// What stands in a file by name or by place, with its position.
#pragma once

#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct NameRef {  // a name written somewhere in the file: body, body.frame, joint or joint.part
  std::string name;
  SourcePos at;
};

struct PoseDescription {  // a point, or a point and a turn
  Transformd X;
  SourcePos at;
};

// `--set key=value`: a parameter name, or a dotted path to any number in the file.
struct Override {
  std::string key, value;
};
using Overrides = std::vector<Override>;

}  // namespace zanjir
