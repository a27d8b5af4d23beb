// Units that are finished, in a file that only grows: one line of JSON each, in one write, so that a kill at any moment loses none of them and a line that was
// cut off is left out. A unit is known by its key, a hash of all that decides its answer: whatever else changes, what was computed once is found again, and the
// files of several machines can be read together.   docs/sweeps.md
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "zanjir/sweep/unit_answer.hpp"

namespace zanjir {

class KeptUnits {
 public:
  // `of`: hash of what all units of the sweep share, written with each of them. Units that are done have `n_values`: others are spoilt, and as if they were not there.
  explicit KeptUnits(std::string of, std::optional<std::size_t> n_values = {}) : of_(std::move(of)), n_values_(n_values) {}
  ~KeptUnits();
  KeptUnits(const KeptUnits&) = delete;
  KeptUnits& operator=(const KeptUnits&) = delete;

  void read(const std::filesystem::path&);                     // what a file has; one that is not there has nothing
  std::string open(const std::filesystem::path&);              // where new ones go, behind what is there; empty, or why not
  std::string add(const std::string& key, const UnitAnswer&);  // empty, or why it could not be written; then the file is as before
  const UnitAnswer* find(const std::string& key) const;
  // Hashes of other sweeps that were met, with a file that each was met in.
  const std::map<std::string, std::string>& others() const { return others_; }

 private:
  std::string of_, path_;
  std::optional<std::size_t> n_values_;
  std::unordered_map<std::string, UnitAnswer> answers_;
  std::map<std::string, std::string> others_;
  int fd_ = -1;
};

}  // namespace zanjir
