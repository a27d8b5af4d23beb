#include "zanjir/language/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>

#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/one_command.hpp"
#include "zanjir/core/whole_file.hpp"

namespace zanjir {
namespace {

struct OpenFile {
  int fd;
  ~OpenFile() {
    if (fd >= 0) ::close(fd);
  }
};

// What came out of a pipe. It comes once, but a command looks into a file more than once: is it a study, and what does it say?
struct Piped {
  std::mutex mutex;
  std::map<std::filesystem::path, std::string> texts;
};
Piped& piped() {
  static Piped all;
  return all;
}

}  // namespace

std::variant<std::string, FileProblem> read_text_file(const std::filesystem::path& path, std::size_t max_bytes, ChosenBy who) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return FileProblem{"no such file", ""};
  std::optional<WaitForInput> wait;  // for whoever writes into the pipe
  if (who == ChosenBy::user) {
    const std::scoped_lock lock(piped().mutex);
    if (const auto before = piped().texts.find(path); before != piped().texts.end()) return before->second;
    wait.emplace();
    note_input(path.string());
  }
  // A pipe without a writer is opened at once, too, and then seen for what it is.
  const OpenFile file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | (who == ChosenBy::file ? O_NONBLOCK : 0))};
  struct stat status {};
  const bool seen = file.fd >= 0 ? ::fstat(file.fd, &status) == 0 : ::stat(path.c_str(), &status) == 0;
  if (seen && S_ISDIR(status.st_mode)) return FileProblem{"is a folder, not a file", ""};
  if (seen && who == ChosenBy::file && !S_ISREG(status.st_mode))
    return FileProblem{"is not a regular file", "what a file names is read from regular files only, no pipes, sockets or devices"};
  if (file.fd < 0) return FileProblem{"cannot be opened", "check the permissions"};
  // Read up to the limit rather than trust a size: pipes and devices have none.
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = ::read(file.fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return FileProblem{"cannot be read: " + std::generic_category().message(errno), ""};
    if (n == 0) break;
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > max_bytes)
      return FileProblem{"is larger than " + std::to_string(max_bytes >> 20) + " MiB", "large tables belong into CSV files"};
  }
  if (seen && S_ISFIFO(status.st_mode) && OneCommand::is_running()) {
    const std::scoped_lock lock(piped().mutex);
    piped().texts.emplace(path, text);
  }
  return text;
}

}  // namespace zanjir
