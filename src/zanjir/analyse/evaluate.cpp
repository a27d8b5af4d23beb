#include "zanjir/analyse/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace zanjir {
namespace {

using Solves = EvalItem::Solves;

bool solves_motion(const EvalItem& item) { return item.solves >= Solves::motion; }

// Resolves the names of a request, and says what is wrong with them.
class RequestReader {
 public:
  RequestReader(const Model& model, const EvalRequest& request) : model_(model), request_(request) {}

  std::vector<const EvalItem*> items() {
    std::vector<const EvalItem*> list;
    const auto add = [&](const EvalItem& item) {
      if (std::find(list.begin(), list.end(), &item) == list.end()) list.push_back(&item);
    };
    for (const std::string& name : request_.items) {
      if (const EvalItem* item = find_item(name)) {
        add(*item);
      } else if (name == "all") {
        for (const EvalItem& i : eval_items())
          if (i.in_all == EvalItem::InAll::always) add(i);
        for (const EvalItem& i : eval_items())
          if (i.in_all == EvalItem::InAll::with_loops && model_.n_closure_rows() > 0) add(i);
      } else {
        std::vector<std::string> known{"all"};
        for (const EvalItem& i : eval_items()) known.emplace_back(i.name);
        refuse("--what", fmt::format("no item '{}'{}", name, near(name, known)), "the items are " + item_list());
      }
    }
    if (list.empty() && problems_.empty()) refuse("--what", "nothing was asked for", "the items are " + item_list());
    return list;
  }

  EvalView view() {
    EvalView view;
    for (const std::string& name : request_.frames) view.frames.push_back(frame(name, "--frame"));
    view.in = frame(request_.in, "--in");
    view.in_name = request_.in;
    view.side = request_.side;
    view.actuators = request_.actuators;
    for (std::size_t i = 1; request_.frames.empty() && i < model_.frames().size(); ++i) {  // [0] is the ground
      if (model_.frames()[i].origin != Origin::carrier) view.frames.push_back(static_cast<FrameId>(static_cast<int>(i)));
    }
    return view;
  }

  std::optional<AnyFormulation> formulation(const std::vector<const EvalItem*>& items, Reactions& reactions) {
    const std::string wanted = request_.formulation.empty() ? std::string(name_of(all_formulations().front())) : request_.formulation;
    const auto found = find_formulation(wanted);
    if (!found) {
      std::vector<std::string> names;
      std::string all;
      for (const AnyFormulation& f : all_formulations()) {
        names.emplace_back(name_of(f));
        all += (all.empty() ? "" : ", ") + names.back();
      }
      refuse("--formulation", fmt::format("no formulation '{}'{}", wanted, near(wanted, names)), "there are " + all);
      return {};
    }
    const Coverage covers = coverage(*found, model_);
    const auto any = [&](auto&& is) { return std::any_of(items.begin(), items.end(), [&](const EvalItem* i) { return is(*i); }); };
    const auto asks = [&](Solves what) { return any([&](const EvalItem& i) { return i.solves == what; }); };
    const bool motion = any(solves_motion);
    std::string why;
    if (!covers.forward && !covers.inverse) why = "does not cover this model: " + covers.why_not;
    else if (!covers.forward && (asks(Solves::forward) || motion)) why = "gives no accelerations: " + covers.why_not;
    else if (!covers.inverse && (asks(Solves::inverse) || motion)) why = "gives no forces: " + covers.why_not;
    else if (!covers.reactions && asks(Solves::motion_and_reactions))
      why = "gives no joint reactions" + (covers.why_not.empty() ? "" : ": " + covers.why_not);
    if (!why.empty()) refuse("--formulation", fmt::format("'{}' {}", wanted, why), "`zanjir info` lists who covers what");
    const bool compute = covers.reactions && (asks(Solves::motion_and_reactions) || asks(Solves::motion_and_reactions_if_covered));
    reactions = compute ? Reactions::compute : Reactions::skip;
    return found;
  }

  std::vector<Diagnostic>& problems() { return problems_; }

 private:
  void refuse(std::string key, std::string message, std::string hint) {
    problems_.push_back({Severity::error, "", 0, 0, std::move(key), std::move(message), std::move(hint)});
  }
  static std::string near(const std::string& word, const std::vector<std::string>& known) {
    const std::string best = nearest(word, known);
    return best.empty() ? "" : "; did you mean '" + best + "'?";
  }
  FrameId frame(const std::string& name, const char* key) {
    if (const auto id = model_.find_frame(name)) return *id;
    std::vector<std::string> known;
    for (const Frame& f : model_.frames()) known.push_back(f.name);
    refuse(key, fmt::format("no body or frame '{}'{}", name, near(name, known)), "`zanjir info` lists the frames");
    return {};
  }

  const Model& model_;
  const EvalRequest& request_;
  std::vector<Diagnostic> problems_;
};

}  // namespace

Result<Evaluator> Evaluator::make(const Model& model, const EvalRequest& request) {
  RequestReader reader(model, request);
  std::vector<const EvalItem*> items = reader.items();
  EvalView view = reader.view();
  const auto asks = [&](Solves what) { return std::any_of(items.begin(), items.end(), [&](const EvalItem* i) { return i->solves == what; }); };
  const bool mixed = std::any_of(items.begin(), items.end(), [](const EvalItem* i) { return i->name == "hybrid"; });
  if (!mixed && asks(Solves::forward) != asks(Solves::inverse))
    view.asked = asks(Solves::forward) ? MotionQuestion::forward : MotionQuestion::inverse;
  const std::optional<AnyFormulation> formulation = reader.formulation(items, view.reactions);
  if (!reader.problems().empty()) return {std::nullopt, std::move(reader.problems())};
  return {Evaluator(model, Solver(*formulation, model), std::move(view), std::move(items)), {}};
}

bool Evaluator::has(std::string_view name) const {
  return std::any_of(items_.begin(), items_.end(), [&](const EvalItem* i) { return i->name == name; });
}

std::vector<Diagnostic> Evaluator::check(const StateQuestion& question, const std::string& source, std::uint32_t line) const {
  std::vector<Diagnostic> problems;
  if (has("ik") && !question.ik) {
    problems.push_back({Severity::error, source, line, 0, "ik", "the state does not say where which frame shall be",
                        R"(for example "ik": {"frame": ")" + model_->frames().back().name + R"(", "p": [0, 0, 0]})"});
  }
  for (const auto& [name, given] : {std::pair{"ik", question.ik.has_value()}, std::pair{"fk", question.fk.has_value()}}) {
    if (given && !has(name))
      problems.push_back(
          {Severity::error, source, line, 0, name, "is in the state, but is not asked for", "add it to --what, or leave it out of the state"});
  }
  if (std::none_of(items_.begin(), items_.end(), [](const EvalItem* i) { return solves_motion(*i); })) return problems;
  const MotionQuestion which = motion_question(view_, question);
  const bool forces = question.tau_cut.size() > 0 && !question.tau_cut.isZero(0);
  const bool forces_too = forces || std::find(question.tau_given.begin(), question.tau_given.end(), true) != question.tau_given.end();
  if (!question.cut_vdot_given.empty() && (which == MotionQuestion::speed_by_speed || (forces_too && view_.asked != which))) {
    problems.push_back({Severity::error, source, line, 0, question.cut_vdot_given,
                        "this is no speed of the tree: its acceleration leads the whole motion, and cannot be mixed with forces",
                        "leave out `want` and `tau`, or give the acceleration of a joint of the tree"});
  }
  if (which != MotionQuestion::speed_by_speed) return problems;
  for (std::size_t i = 0; i < question.want.size(); ++i) {
    if (question.want[i] || !question.tau_given[i] || !question.vdot_given[i]) continue;
    const std::string& name = model_->speed_names()[i];
    problems.push_back({Severity::error, source, line, 0, "tau." + name,
                        fmt::format("tau and vdot of '{}' are both given: which one drives it?", name),
                        R"(say what is to be solved for, "want": "vdot" or "want": "tau", or leave one out)"});
  }
  return problems;
}

Evaluation Evaluator::evaluate(const StateQuestion& question) {
  StateAnswers answers(*model_, users_, view_, question, solver_, ws_);
  Evaluation out;
  out.t_s = ws_.t_s;
  for (const EvalItem* item : items_) out.items.emplace_back(item->name, item->value(answers));
  out.failures = answers.failures();
  for (std::size_t i = 0; i < items_.size() && out.failures.empty(); ++i) {
    const bool no_bound = items_[i]->infinite == EvalItem::Infinite::no_bound;
    const auto wrong = [&](double x) { return std::isnan(x) || (std::isinf(x) && !no_bound); };
    if (const auto number = find_number(out.items[i].second, wrong))
      out.failures.push_back(fmt::format("{}{}{} is not finite: numbers of this mechanism or state are too large or too small to compute with",
                                         items_[i]->name, number->empty() ? "" : ".", *number));
  }
  out.notes = answers.notes();
  out.next_q = answers.next_q();
  return out;
}

}  // namespace zanjir
