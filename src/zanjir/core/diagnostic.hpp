// What is told to a user about an input: where, which key, what is wrong, and a way out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zanjir {

struct SourcePos {  // 1-based; 0 means unknown. `file` indexes the file table of the Description it belongs to.
  std::uint32_t file = 0, line = 0, column = 0;
};

enum class Severity : std::uint8_t { warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;  // as the user gave it
  std::uint32_t line = 0, column = 0;
  std::string key_path, message, hint;
};

// "models/four_bar.yaml:31:14: error: joints.crank.axis: direction has zero length; <hint>"
std::string to_text(const Diagnostic&);
// All diagnostics, one per line, and the closing count: "2 errors, nothing was done".
std::string to_text(const std::vector<Diagnostic>&);

template <class T>
struct Result {  // success may carry warnings
  std::optional<T> value;
  std::vector<Diagnostic> diagnostics;
  explicit operator bool() const { return value.has_value(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }
};

// Collects diagnostics while something is read or built; knows the file names behind SourcePos::file.
class DiagnosticSink {
 public:
  DiagnosticSink() = default;
  explicit DiagnosticSink(std::vector<std::string> files) : files_(std::move(files)) {}

  void error(SourcePos at, std::string key_path, std::string message, std::string hint = {});
  void warning(SourcePos at, std::string key_path, std::string message, std::string hint = {});
  bool has_errors() const { return n_errors_ > 0; }
  int n_errors() const { return n_errors_; }
  std::vector<Diagnostic> take() { return std::move(diagnostics_); }
  const std::vector<std::string>& files() const { return files_; }
  std::uint32_t add_file(std::string path);

 private:
  void add(Severity, SourcePos, std::string key_path, std::string message, std::string hint);
  std::vector<std::string> files_;
  std::vector<Diagnostic> diagnostics_;
  int n_errors_ = 0;
};

// Nearest of `known` to `word` by edit distance, for "did you mean"; empty when nothing is near.
std::string nearest(const std::string& word, const std::vector<std::string>& known);
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);  // "did you mean 'x'?" or nothing

}  // namespace zanjir
