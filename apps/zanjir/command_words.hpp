// The words of the command line, the verb first; a recording keeps them.
#pragma once

#include <string>
#include <vector>

namespace zanjir::app {

std::vector<std::string>& command_words();

}  // namespace zanjir::app
