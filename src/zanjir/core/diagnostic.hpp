// What is told to a user about an input: where, which key, what is wrong, and a way out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zanjir {

struct SourcePos {  // A place in a file. 1-based; 0 means unknown. `file` indexes the file table of the Description it belongs to.
  std::uint32_t file = 0, line = 0, column = 0;  // see above
};

enum class Severity : std::uint8_t { warning, error };  // with a warning the work is done, with an error it is not

struct Diagnostic {                     // one thing that is wrong, or odd
  Severity severity = Severity::error;  // whether it stops the work
  std::string file;                     // as the user gave it
  std::uint32_t line = 0, column = 0;   // 1-based; 0: unknown
  std::string key_path, message, hint;  // "joints.crank.axis", what is wrong, and a way out
};

// "models/four_bar.yaml:31:14: error: joints.crank.axis: direction has zero length; <hint>"
std::string to_text(const Diagnostic&);
// All diagnostics, one per line, and the closing count: "2 errors, nothing was done".
std::string to_text(const std::vector<Diagnostic>&);

template <class T> struct Result {                              // a value, or the reasons why there is none; success may carry warnings
  std::optional<T> value;                                       // nothing after an error
  std::vector<Diagnostic> diagnostics;                          // warnings, and errors when there is no value
  explicit operator bool() const { return value.has_value(); }  // there is a value
  T& operator*() { return *value; }                             // it; look first whether there is one
  const T& operator*() const { return *value; }                 // it
  T* operator->() { return &*value; }                           // its members
  const T* operator->() const { return &*value; }               // its members
};

// Collects diagnostics while something is read or built; knows the file names behind SourcePos::file.
class DiagnosticSink {
 public:
  DiagnosticSink() = default;                                                            // knows no file yet
  explicit DiagnosticSink(std::vector<std::string> files) : files_(std::move(files)) {}  // by their SourcePos::file

  void error(SourcePos at, std::string key_path, std::string message, std::string hint = {});    // adds an error
  void warning(SourcePos at, std::string key_path, std::string message, std::string hint = {});  // adds a warning
  bool has_errors() const { return n_errors_ > 0; }                                              // whether there is any
  int n_errors() const { return n_errors_; }                                                     // how many
  std::vector<Diagnostic> take() { return std::move(diagnostics_); }                             // hands over all that was found
  const std::vector<std::string>& files() const { return files_; }                               // by their SourcePos::file
  std::uint32_t add_file(std::string path);                                                      // gives a file its number

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
