// One command of a user, from its words to its exit code. While one lives, who reads a file on the user's behalf says so (core/whole_file.hpp, note_input), and nothing is written onto it from
// then on, whatever name leads to it. A program that links the library has none: it may write what it has read, and nothing is remembered of its files.
#pragma once

namespace zanjir {

class OneCommand {
 public:
  OneCommand();
  ~OneCommand();  // what was read is forgotten
  OneCommand(const OneCommand&) = delete;
  OneCommand& operator=(const OneCommand&) = delete;
  static bool is_running();
};

}  // namespace zanjir
