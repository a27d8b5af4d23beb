// A recording as text, JSON and CSV.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "zanjir/record/extremes.hpp"
#include "zanjir/record/recording.hpp"

namespace zanjir {

// What is in it: state, times, channels with their ranges, events, provenance, summary. `channels` empty: all.
Result<std::string> recording_text(const Recording&, const std::string& path, const std::vector<std::size_t>& channels);
Result<std::string> recording_json(const Recording&, const std::string& path, const std::vector<std::size_t>& channels);

struct ExportSelection {
  std::vector<std::size_t> channels;
  RowRange range;
  std::size_t at_most = 0;  // rows, chosen so that no extreme of a channel is lost (extremes.hpp); 0: all of the range
};
std::size_t least_rows(const ExportSelection&);  // the smallest `at_most` that can show all extremes
// Calls `visit(values)` for each chosen row, with the numbers of the chosen channels.
std::vector<Diagnostic> for_each_exported_row(const Recording&, const ExportSelection&, const std::function<void(std::span<const double>)>& visit);

// First line: names of the channels. Numbers read back to the same double; nan, inf, -inf as such. A name with a comma or quote is quoted.
// `n_rows` counts the lines of numbers. `put` takes the text piece by piece; false: it cannot, and gets no more.
std::vector<Diagnostic> write_csv(const Recording&, const ExportSelection&, const std::function<bool(std::string_view)>& put, std::uint64_t& n_rows);
// {"channels":[{"name","unit","values":[...]}]}
Result<std::string> values_json(const Recording&, const ExportSelection&);

}  // namespace zanjir
