#include "zanjir/report/recording_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/report/foreign_json.hpp"
#include "zanjir/report/json.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/table.hpp"

namespace zanjir {
namespace {

constexpr std::size_t events_shown = 20;

std::vector<std::size_t> all_if_empty(const Recording& recording, const std::vector<std::size_t>& channels) {
  if (!channels.empty()) return channels;
  std::vector<std::size_t> all(recording.header().channels.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::string number(double x) { return std::isnan(x) ? "-" : fmt::format("{:.6g}", x); }

// A summary is JSON, whoever wrote it; one that is not stays text.
Json json_of_summary(const std::optional<std::string>& summary) {
  if (!summary) return nullptr;
  Json value = parse_foreign(*summary);
  return value.is_discarded() ? Json(*summary) : value;
}

// How the run ended where it did not reach its end (RunSummary::finished), in its summary's words.
std::optional<std::string> early_end(const Recording& recording) {
  const Json summary = json_of_summary(recording.summary());
  if (!summary.is_object() || summary.value("finished", Json(true)) != Json(false)) return std::nullopt;
  const auto end = summary.find("end");
  return end != summary.end() && end->is_string() ? end->get<std::string>() : "for no known reason";
}

std::string state_of(const Recording& recording) {
  switch (recording.state()) {
    case RecordingState::finished: return early_end(recording) ? "ended early" : "finished";
    case RecordingState::live: return "live";
    case RecordingState::interrupted: return "interrupted";
  }
  return "";
}

// Time has its extremes at the ends, which stay anyway.
std::vector<std::size_t> with_extremes(const ExportSelection& selection) {
  std::vector<std::size_t> channels = selection.channels;
  std::erase(channels, std::size_t{0});
  return channels;
}

std::string csv_name(const std::string& raw) {
  const std::string name = printable(raw);
  if (name.find_first_of(",\"\n\r;") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string provenance_text(const RecordingHeader& header) {
  std::string text;
  for (const auto& [key, value] : header.provenance) {
    const bool long_text = value.size() > 100 || value.find('\n') != std::string::npos;
    const auto n_lines = static_cast<std::size_t>(std::count(value.begin(), value.end(), '\n')) + (value.ends_with('\n') ? 0 : 1);
    text += fmt::format("  {}: {}\n", key,
                        long_text ? fmt::format("({} lines, {} bytes; --provenance '{}' prints it)", n_lines, value.size(), key) : value);
  }
  return text;
}

std::string events_text(const std::vector<EventRecord>& events) {
  Table table({"t [s]", "name", "what", "value", "energy [J]"});
  for (std::size_t i = 0; i < std::min(events.size(), events_shown); ++i)
    table.add({number(events[i].t_s), events[i].name, events[i].what, number(events[i].value), number(events[i].energy_J)});
  return table.text() + (events.size() > events_shown ? fmt::format("  ... and {} more\n", events.size() - events_shown) : "");
}

}  // namespace

Result<std::string> recording_text(const Recording& recording, const std::string& path, const std::vector<std::size_t>& channels) {
  const Result<std::vector<ChannelRange>> ranges = channel_ranges(recording);
  if (!ranges) return {std::nullopt, ranges.diagnostics};
  const std::optional<std::string> early = early_end(recording);
  std::string text = fmt::format("{}: {}\n", path, early ? "whole, but its run ended early: " + *early : state_text(recording));
  if (recording.is_marked() && recording.state() != RecordingState::live)
    text += fmt::format("  its writer died; other programs need the SWMR flag to open it, or `zanjir recording repair {}`\n", path);
  const ChannelRange& t = ranges->front();
  text += fmt::format("  {} rows of {} channels{}, {} {}\n\n", recording.n_rows(), recording.header().channels.size(),
                      recording.n_rows() > 0 ? fmt::format(", t = {} to {} s", number(t.first), number(t.last)) : "", recording.events().size(),
                      recording.events().size() == 1 ? "event" : "events");
  Table table({"channel", "unit", "first", "last", "min", "max"});
  for (const std::size_t c : all_if_empty(recording, channels)) {
    const ChannelRange& r = (*ranges)[c];
    table.add(
        {recording.header().channels[c].name, recording.header().channels[c].unit, number(r.first), number(r.last), number(r.min), number(r.max)});
  }
  text += table.text();
  if (!recording.events().empty()) text += "\nevents\n" + events_text(recording.events());
  if (!recording.header().provenance.empty()) text += "\nprovenance\n" + provenance_text(recording.header());
  if (recording.summary()) text += fmt::format("\nsummary\n  {}\n", *recording.summary());
  return {printable_lines(text), {}};
}

Result<std::string> recording_json(const Recording& recording, const std::string& path, const std::vector<std::size_t>& channels) {
  const Result<std::vector<ChannelRange>> ranges = channel_ranges(recording);
  if (!ranges) return {std::nullopt, ranges.diagnostics};
  Json list = Json::array(), events = Json::array(), provenance = Json::array();
  for (const std::size_t c : all_if_empty(recording, channels)) {
    const ChannelRange& r = (*ranges)[c];
    list.push_back({{"name", recording.header().channels[c].name},
                    {"unit", recording.header().channels[c].unit},
                    {"first", r.first},
                    {"last", r.last},
                    {"min", r.min},
                    {"max", r.max}});
  }
  for (const EventRecord& e : recording.events())
    events.push_back({{"t", e.t_s}, {"name", e.name}, {"what", e.what}, {"value", e.value}, {"energy", e.energy_J}});
  for (const auto& [key, text] : recording.header().provenance) provenance.push_back({{"key", key}, {"text", text}});
  return {to_line({{"file", path},
                   {"state", state_of(recording)},
                   {"marked", recording.is_marked()},
                   {"rows", recording.n_rows()},
                   {"channels", list},
                   {"events", events},
                   {"provenance", provenance},
                   {"summary", json_of_summary(recording.summary())}}),
          {}};
}

std::size_t least_rows(const ExportSelection& selection) { return rows_needed(with_extremes(selection).size()); }

std::vector<Diagnostic> for_each_exported_row(const Recording& recording, const ExportSelection& selection,
                                              const std::function<void(std::span<const double>)>& visit) {
  std::vector<double> values(selection.channels.size());
  const auto pick = [&](std::span<const double> row) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = row[selection.channels[i]];
    visit(values);
  };
  if (selection.at_most == 0) return recording.for_each_row(selection.range, [&](std::uint64_t, std::span<const double> row) { pick(row); });
  const Result<std::vector<std::uint64_t>> rows = rows_with_extremes(recording, with_extremes(selection), selection.at_most, selection.range);
  if (!rows) return rows.diagnostics;
  auto next = rows->begin();
  return recording.for_each_row(selection.range, [&](std::uint64_t row, std::span<const double> all) {
    if (next == rows->end() || *next != row) return;
    pick(all);
    ++next;
  });
}

std::vector<Diagnostic> write_csv(const Recording& recording, const ExportSelection& selection, const std::function<bool(std::string_view)>& put,
                                  std::uint64_t& n_rows) {
  constexpr std::size_t enough = 1u << 16;
  n_rows = 0;
  std::string text;
  for (const std::size_t c : selection.channels) text += (text.empty() ? "" : ",") + csv_name(recording.header().channels[c].name);
  text += "\n";
  bool going = true;  // after a failure nothing more is put
  std::vector<Diagnostic> problems = for_each_exported_row(recording, selection, [&](std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) fmt::format_to(std::back_inserter(text), "{}{}", i == 0 ? "" : ",", values[i]);
    text += "\n";
    ++n_rows;
    if (text.size() < enough) return;
    going = going && put(text);
    text.clear();
  });
  if (going) put(text);
  return problems;
}

Result<std::string> values_json(const Recording& recording, const ExportSelection& selection) {
  std::vector<std::vector<double>> columns(selection.channels.size());
  std::vector<Diagnostic> problems = for_each_exported_row(recording, selection, [&](std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) columns[i].push_back(values[i]);
  });
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  Json list = Json::array();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Channel& channel = recording.header().channels[selection.channels[i]];
    list.push_back({{"name", channel.name}, {"unit", channel.unit}, {"values", columns[i]}});
  }
  return {to_line({{"channels", list}}), {}};
}

}  // namespace zanjir
