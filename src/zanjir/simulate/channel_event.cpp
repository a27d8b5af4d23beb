#include "zanjir/simulate/channel_event.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/language/expression_parser.hpp"
#include "zanjir/simulate/impacts.hpp"

namespace zanjir {
namespace {

std::variant<RowExpression, ExpressionError> parse(const std::vector<Channel>& channels, const std::string& text) {
  return parse_row_expression(text, [&](std::string_view word) -> std::optional<std::size_t> {
    const auto it = std::find_if(channels.begin(), channels.end(), [&](const Channel& c) { return c.name == word; });
    return it == channels.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - channels.begin()));
  });
}

}  // namespace

struct ChannelGuard::Scratch {
  Scratch(const Model& model, const State& start, const SimOptions& options, const std::string& text)
      : system(model, start, options.motion), sampler(system, options.samples), guard(std::get<RowExpression>(parse(sampler.channels(), text))), row(sampler.channels().size()),
        y(static_cast<std::size_t>(system.n())), state(start), moved(start) {}
  MotionSystem system;
  Sampler sampler;
  RowExpression guard;
  std::vector<double> row, y;
  State state, moved;
  Solution solution;
  VecX step;
};

ChannelGuard::ChannelGuard(const Model& model, const State& start, const SimOptions& options, const std::string& text) : x_(std::make_unique<Scratch>(model, start, options, text)) {}
ChannelGuard::~ChannelGuard() = default;

std::string ChannelGuard::problem(const std::vector<Channel>& channels, const std::string& text) {
  const auto parsed = parse(channels, text);
  const auto* error = std::get_if<ExpressionError>(&parsed);
  return error ? error->message : "";
}

double ChannelGuard::value(const State& state) const {
  x_->system.pack(state, x_->y.data());
  x_->sampler.fill(state.t_s, x_->y.data(), 0, x_->row);
  return x_->guard.at(x_->row);
}

GuardValue ChannelGuard::at(const Model& model, const Workspace& ws) const {
  Scratch& x = *x_;
  x.state.t_s = ws.t_s;
  x.state.q = ws.q;
  x.state.v = ws.v;
  x.system.set_contact_memory(ws.contact);
  x.state.contact = ws.contact;
  GuardValue g{value(x.state), 0};
  const SolveStatus status = x.system.solve(x.state, Reactions::skip, x.solution);
  const double fastest = std::max(1.0, x.state.v.cwiseAbs().maxCoeff()), h = 1e-5 / fastest;
  double ends[2];
  for (const int side : {0, 1}) {
    const double dt = side == 0 ? -h : h;
    x.moved.t_s = x.state.t_s + dt;
    x.step = x.state.v * dt;
    if (solved(status)) x.step += x.solution.vdot * (dt * dt / 2);
    retract(model, x.state.q, x.step, x.moved.q);
    x.moved.v = x.state.v;
    if (solved(status)) x.moved.v += x.solution.vdot * dt;
    ends[side] = value(x.moved);
  }
  g.rate = (ends[1] - ends[0]) / (2 * h);
  return g;
}

std::vector<std::string> event_names(const Model& model) {
  std::vector<std::string> names;
  for (const auto& guard : impact_guards(model)) names.push_back(guard->name);
  for (const Contact& contact : model.contacts()) if (contact.compliant) names.push_back(contact.name);
  return names;
}

}  // namespace zanjir
