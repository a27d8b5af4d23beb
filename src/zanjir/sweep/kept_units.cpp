#include "zanjir/sweep/kept_units.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/core/whole_file.hpp"

namespace zanjir {
namespace {

using UnitJson = nlohmann::json;

std::string line_of(const std::string& key, const std::string& of, const UnitAnswer& a) {
  UnitJson values = UnitJson::array();
  for (const double x : a.values) values.push_back(std::isfinite(x) ? UnitJson(x) : UnitJson(fmt::format("{}", x)));  // JSON has no word for them
  UnitJson line{{"unit", key}, {"of", of}, {"status", word_of(a.status)}, {"why", a.why}, {"seconds", a.seconds}, {"values", values}};
  if (!a.note.empty()) line["note"] = a.note;
  return line.dump(-1, ' ', false, UnitJson::error_handler_t::replace) + "\n";
}

// False: not a line of ours. The folder may be anybody's, and what is wrong with a unit is shown.
bool read_line(const std::string& text, std::string& key, std::string& of, UnitAnswer& a) {
  const UnitJson line = UnitJson::parse(text, nullptr, false);
  if (!line.is_object()) return false;
  for (const char* name : {"unit", "of", "status", "why"})
    if (!line.contains(name) || !line[name].is_string()) return false;
  const auto status = find_word<UnitStatus>(line["status"].get<std::string>());
  if (!status || !line.contains("seconds") || !line["seconds"].is_number() || !line.contains("values") || !line["values"].is_array()) return false;
  key = line["unit"], of = line["of"];
  a = {*status, printable_lines(line["why"].get<std::string>()), {}, line["seconds"]};
  if (const auto note = line.find("note"); note != line.end()) {
    if (!note->is_string()) return false;
    a.note = printable_lines(note->get<std::string>());
  }
  for (const UnitJson& x : line["values"]) {
    if (!x.is_number() && x != "inf" && x != "-inf" && x != "nan") return false;
    a.values.push_back(x.is_number() ? x.get<double>() : x == "inf" ? HUGE_VAL : x == "-inf" ? -HUGE_VAL : std::nan(""));
  }
  return first_odd_byte(key) == std::string::npos && first_odd_byte(of) == std::string::npos;
}

}  // namespace

KeptUnits::~KeptUnits() {
  if (fd_ >= 0) ::close(fd_);
}

void KeptUnits::read(const std::filesystem::path& file) {
  if (!target_problem(file.string(), IfExists::overwrite).empty()) return;
  std::ifstream in(file, std::ios::binary);
  std::string text, key, of;
  UnitAnswer answer;
  while (std::getline(in, text)) {
    if (in.eof() || !read_line(text, key, of, answer)) continue;  // the last one without its end was cut off
    if (answer.status == UnitStatus::done && n_values_ && answer.values.size() != *n_values_ && of == of_) continue;  // spoilt
    if (of == of_) answers_[key] = answer;
    else others_.emplace(of, file.string());
  }
}

std::string KeptUnits::open(const std::filesystem::path& file) {
  std::error_code ignored;
  if (const std::string why = folder_problem(file.parent_path().string()); !why.empty()) return file.parent_path().string() + " " + why;
  if (!file.parent_path().empty()) std::filesystem::create_directories(file.parent_path(), ignored);
  path_ = file.string();
  if (const std::string why = target_problem(path_, IfExists::overwrite); !why.empty()) return path_ + " " + why;
  fd_ = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd_ < 0) return fmt::format("{} cannot be written: {}", path_, std::strerror(errno));
  const off_t size = ::lseek(fd_, 0, SEEK_END);
  char last = '\n';
  if (size > 0 && ::pread(fd_, &last, 1, size - 1) == 1 && last != '\n' && ::write(fd_, "\n", 1) != 1)  // what a kill cut off stays a line by itself
    return fmt::format("{} cannot be written: {}", path_, std::strerror(errno));
  return {};
}

std::string KeptUnits::add(const std::string& key, const UnitAnswer& answer) {
  answers_[key] = answer;
  if (fd_ < 0) return {};
  const std::string line = line_of(key, of_, answer);
  errno = 0;
  const ssize_t n = ::write(fd_, line.data(), line.size());
  if (n == static_cast<ssize_t>(line.size())) return {};
  const int error = errno == 0 ? ENOSPC : errno;  // a part was written: what stops the rest is a full disk
  const off_t end = ::lseek(fd_, 0, SEEK_CUR);
  if (n > 0 && end == ::lseek(fd_, 0, SEEK_END)) [[maybe_unused]]  // unless another sweep has written behind it meanwhile
    const int ignored = ::ftruncate(fd_, end - n);
  return fmt::format("{} cannot be written: {}", path_, std::strerror(error));
}

const UnitAnswer* KeptUnits::find(const std::string& key) const {
  const auto it = answers_.find(key);
  return it == answers_.end() ? nullptr : &it->second;
}

}  // namespace zanjir
