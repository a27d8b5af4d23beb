// Files that appear whole or not at all, and only where the user said: written under another name, then renamed in one step. Nothing here follows a link, and only
// regular files are ever replaced: a device, a pipe, a socket or a link of the target's name is refused. Reasons are returned in words; empty: it is done.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zanjir {

enum class IfExists { refuse, overwrite };
inline constexpr std::string_view exists_already = "exists already";

// Why nothing may be written there: the name is taken, or taken by something that is no regular file, or by a file that this program reads.
std::string target_problem(const std::string& target, IfExists);
// Who reads a file on the user's behalf says so here, and nothing is written onto it from then on, whatever name leads to it.
void note_input(const std::string& path);
std::string input_problem(const std::string& target);
// What a file that a user names holds, by how it begins.
enum class Content : std::uint8_t { recording, page, viewer_bundle, table };
// Why a file of that name is not replaced, although the user says that an old one may be: it holds something else, and most likely another name was meant. Empty: it holds what is written, or
// nothing, or is not there.
std::string content_problem(const std::string& target, Content written);
// Why nothing may be put into a folder that is named after something in a file, and not by the user: it is a link, which leads elsewhere.
std::string folder_problem(const std::string& folder);
// Gives a file its final name, in one step; never leaves the name without a whole file. An old file goes only after the new one has reached the disk.
std::string publish(const std::string& temporary, const std::string& target, IfExists);

// One file, beside its final name until it is whole.
class WholeFile {
 public:
  explicit WholeFile(std::string target);  // TARGET.part
  ~WholeFile();                            // not published: it goes
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  std::string open(IfExists);
  std::string write(std::string_view);
  std::string publish(IfExists);

 private:
  std::string target_, part_, problem_;
  int fd_ = -1;
  bool ours_ = false;
};
std::string write_whole_file(const std::string& target, std::string_view content, IfExists);

// Whether two names stand for one file.
bool is_same_file(const std::string& a, const std::string& b);

// Whether a recording (record/writer_lock.hpp) is being written there, or begins to be: its writer holds FILE.lock. Also takes away the side file of a writer that
// was killed, where it can.
std::string lock_name(const std::string& target);
bool is_being_written(const std::string& target);

// Files that must not outlive the program: removed when it ends by a signal that it could not wait for (core/interrupt.hpp). At most 32 at a time; false: no room.
bool remove_at_end(const std::string& path);
void no_longer_at_end(const std::string& path);
void remove_those_at_end();  // async-signal-safe

}  // namespace zanjir
