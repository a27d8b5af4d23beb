#include "zanjir/simulate/channel_event.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/finite.hpp"
#include "zanjir/language/expression_bounds.hpp"
#include "zanjir/language/unit_quantity.hpp"
#include "zanjir/simulate/impacts.hpp"

namespace zanjir {
namespace {

std::variant<RowExpression, ExpressionError> parse_event(const std::vector<Channel>& channels, const std::string& when) {
  return parse_row_expression(when, [&](std::string_view word) -> std::optional<std::size_t> {
    const auto it = std::find_if(channels.begin(), channels.end(), [&](const Channel& c) { return c.name == word; });
    return it == channels.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - channels.begin()));
  });
}

RowExpression parsed_event(const std::vector<Channel>& channels, const std::string& when) {
  auto parsed = parse_event(channels, when);
  const auto* error = std::get_if<ExpressionError>(&parsed);
  ZANJIR_REQUIRE(!error, "the event '" + when + "': " + error->message);
  return std::get<RowExpression>(std::move(parsed));
}

}  // namespace

namespace {

std::string_view word_at(std::string_view text, std::size_t offset) {
  text = text.substr(std::min(offset, text.size()));
  return text.substr(0, text.find_first_of(" +-*/^()<>,"));
}

// An event reads numbers; what they are of, and whether anything can change them, is seen by reading its text once more, as that of a claim.
std::optional<ExpressionError> mixed_units_or_constant(const std::vector<Channel>& channels, const std::string& when) {
  ExpressionNames names;
  names.pass = ExpressionNames::Pass::check;
  names.column = [](std::string_view) { return std::optional<std::size_t>(); };  // so that `t` is a channel
  names.series = [&](std::string_view word) -> std::optional<SeriesView> {
    const auto it = std::find_if(channels.begin(), channels.end(), [&](const Channel& c) { return c.name == word; });
    if (it == channels.end()) return std::nullopt;
    const Quantity anything{0, Knowledge::unknown, {}};  // 0.2*t is an angle as well as a length
    return SeriesView{{}, {}, word == "t" ? anything : quantity_of_unit(it->unit), {}};
  };
  auto parsed = parse_expression_or_series(when, names);
  if (auto* error = std::get_if<ExpressionError>(&parsed)) return std::move(*error);
  const auto* series = std::get_if<ParsedSeries>(&parsed);
  if (series ? series->from_results : std::get<ParsedExpression>(parsed).from_results) return std::nullopt;
  return ExpressionError{0, "nothing in it changes along a run, so that it never crosses zero",
                         "name channels of the run or `t`: \"A - 1\" is where A passes 1"};
}

}  // namespace

std::optional<ExpressionError> event_problem(const std::vector<Channel>& channels, const std::string& when) {
  auto parsed = parse_event(channels, when);
  auto* error = std::get_if<ExpressionError>(&parsed);
  if (!error) return mixed_units_or_constant(channels, when);
  if (error->hint.empty()) {  // the word at the fault may be a mistyped channel
    const std::string_view word = word_at(when, error->offset);
    std::vector<std::string> names;
    for (const Channel& c : channels) names.push_back(c.name);
    error->hint = did_you_mean(word, names);
  }
  return std::move(*error);
}

std::string frame_named_in(const Model& model, const std::string& when, std::size_t offset) {
  const std::string_view word = word_at(when, offset);
  const std::string frame(word.substr(0, std::min(word.rfind('.'), word.size())));
  return frame.size() < word.size() && model.find_frame(frame) ? frame : std::string();
}

std::string event_note(const std::string& when, double begin_s, double end_s) {
  ExpressionNames names;
  names.time = ExpressionNames::Time::allowed;
  const auto parsed = parse_expression(when, names);
  const auto* law = std::get_if<ParsedExpression>(&parsed);
  if (!law || law->expression.at(begin_s).value == 0 || law->expression.at(end_s).value == 0) return {};
  if (!keeps_its_sign(law->expression.program(), begin_s, end_s)) return {};
  return fmt::format("it cannot occur: it depends on time alone, and crosses zero nowhere from {:.9g} s to {:.9g} s", begin_s, end_s);
}

ChannelGuard::ChannelGuard(MotionSystem& system, Sampler& sampler, const double& energy_begin_J, const UserEvent& event)
    : system_(system),
      sampler_(sampler),
      energy_begin_J_(energy_begin_J),
      expression_(parsed_event(sampler.channels(), event.when)),
      row_(sampler.channels().size()),
      slope_(static_cast<std::size_t>(system.n())),
      y_(slope_.size()) {
  name = event.name;
  crossing = event.crossing;
  any_form = true;
}

double ChannelGuard::value_at(double t_s, const double* y) {
  sampler_.fill(t_s, y, energy_begin_J_, row_);
  return expression_.at(row_);
}

GuardValue ChannelGuard::value(const EventInstant& now) {
  GuardValue g{value_at(now.t_s, now.y), 0};
  // Infinite with a channel that is, as a cone without a normal force, it has a sign all the same.
  const bool no_number = std::isnan(g.value) || (std::isinf(g.value) && all_finite(row_.data(), static_cast<std::ptrdiff_t>(row_.size())));
  if (no_number && now.place == EventInstant::Place::end && !no_number_s) no_number_s = now.t_s;
  if (system_.rhs(now.t_s, now.y, slope_.data()) != RhsStatus::ok) std::fill(slope_.begin(), slope_.end(), 0.0);
  const double fastest = now.ws().v.size() > 0 ? std::max(1.0, now.ws().v.cwiseAbs().maxCoeff()) : 1, h = 1e-5 / fastest;
  double t[2], ends[2];
  for (const std::size_t side : {0u, 1u}) {
    t[side] = system_.inside(now.t_s + (side == 0 ? -h : h));  // laws of time are read on this side of a switch
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = now.y[i] + (t[side] - now.t_s) * slope_[i];
    ends[side] = value_at(t[side], y_.data());
  }
  if (t[1] > t[0]) g.rate = (ends[1] - ends[0]) / (t[1] - t[0]);
  return g;
}

std::vector<std::string> event_names(const Model& model) {
  std::vector<std::string> names;
  for (const auto& guard : impact_guards(model)) names.push_back(guard->name);
  for (const Contact& contact : model.contacts())
    if (contact.compliant) names.push_back(contact.name);
  return names;
}

}  // namespace zanjir
