#include "zanjir/study/figures.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "zanjir/study/result_names.hpp"
#include "zanjir/study/sizing_outcome.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir {
namespace {

// Values along one axis: all of one dimension, shown in one unit.
struct AxisUnit {
  std::string unit;  // as asked for, or SI of the first known quantity
  double to_si = 1;
  std::optional<Dimension> dimension;

  explicit AxisUnit(const FigureAxis& axis) : unit(axis.unit) {
    if (unit.empty() || unit == "1") return;
    const UnitText parsed = parse_unit(unit);
    to_si = parsed.unit.to_si;
    dimension = parsed.unit.dimension;
  }
  // False: another dimension than what is there already.
  bool accept(Knowledge knowledge, Dimension d) {
    if (knowledge != Knowledge::known) return true;
    if (dimension) return same_dimension(*dimension, d);
    dimension = d;
    if (unit.empty()) unit = same_dimension(d, dimension::number) && d.rad == 0 ? "" : si_unit(d);
    return true;
  }
};

struct Value {
  std::vector<double> x, y;
  Knowledge knowledge = Knowledge::factor, x_knowledge = Knowledge::factor;
  Dimension dimension, x_dimension;
  bool is_series = false;
};

Result<StateQuestion> state_of(const FigurePosture& posture, const Model& model) {
  return read_question(model, posture.state ? &posture.state->said : nullptr, "state");
}

// "path.L1.force" -> {"L1", "force"}: a result without its task, and nothing for any other expression.
std::vector<std::string> parts_of_result(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == '.') parts.emplace_back();
    else if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '`' || c == '-') parts.back() += c;
    else return {};
  }
  parts.erase(parts.begin());
  return parts;
}

// What an axis is called where the study does not say: the words that all of its results end with.
class AxisName {
 public:
  void add(std::vector<std::string> parts) {
    if (std::exchange(first_, false)) {
      common_ = std::move(parts);
      return;
    }
    std::size_t n = 0;
    while (n < common_.size() && n < parts.size() && common_[common_.size() - 1 - n] == parts[parts.size() - 1 - n]) ++n;
    common_.erase(common_.begin(), common_.end() - static_cast<std::ptrdiff_t>(n));
  }
  std::string text() const {
    std::string out;
    for (const std::string& part : common_) out += (out.empty() ? "" : ".") + part;
    return out;
  }

 private:
  bool first_ = true;
  std::vector<std::string> common_;
};

// What results call it, else its dimension, else a word: no axis goes without a name.
std::string axis_name(const AxisName& name, const AxisUnit& unit, const char* otherwise) {
  if (const std::string text = name.text(); !text.empty()) return text;
  return unit.dimension && !same_dimension(*unit.dimension, dimension::number) ? dimension_name(*unit.dimension) : otherwise;
}

class FigureEvaluator {
 public:
  FigureEvaluator(const StudyFigure& figure, const Study& study, const std::shared_ptr<const StudyModels>& models, const Results& results,
                  DiagnosticSink& sink, ResultNames::Pass pass)
      : figure_(figure), study_(study), models_(models), results_(results), sink_(sink), pass_(pass), x_(figure.x), y_(figure.y) {}

  FigureData evaluate() {
    FigureData out;
    out.figure = figure_;
    for (const auto& [label, cells] : figure_.rows) {
      std::vector<double> row;
      for (const StudyExpression& e : cells) {
        const std::optional<Value> v = value(e, "rows");
        if (v && v->is_series) error(e, "rows", "a table shows single numbers, this is a series");
        row.push_back(v && !v->is_series ? v->y[0] : std::numeric_limits<double>::quiet_NaN());
      }
      out.cells.push_back(std::move(row));
    }
    for (const FigureCurve& curve : figure_.curves) out.curves.push_back(evaluate(curve));
    for (const FigurePanel& panel : figure_.panels) {
      out.panels.push_back({panel.title, {}});
      for (const FigureCurve& curve : panel.curves) out.panels.back().curves.push_back(evaluate(curve));
    }
    for (const FigurePosture& posture : figure_.postures) {
      if (pass_ == ResultNames::Pass::check) break;
      if (std::optional<PostureData> data = evaluate(posture)) out.postures.push_back(std::move(*data));
    }
    if (figure_.kind == FigureKind::map) evaluate_map(out);
    if (figure_.kind == FigureKind::torque_speed) evaluate_torque_speed(out);
    out.x_unit = x_.unit;
    out.x_to_si = x_.to_si;
    out.y_unit = y_.unit;
    if (figure_.kind != FigureKind::map) {  // its axes have names of their own
      if (out.figure.x.label.empty()) out.figure.x.label = axis_name(x_name_, x_, "number");
      if (out.figure.y.label.empty()) out.figure.y.label = axis_name(y_name_, y_, "value");
    }
    out.problem = problem_;
    show_in_units(out.curves);
    for (PanelData& panel : out.panels) show_in_units(panel.curves);
    return out;
  }

 private:
  // The first two series of a map are its horizontal and its vertical axis.
  void evaluate_map(FigureData& out) {
    const TaskResult* result = results_.find_task(figure_.map.name);
    if (!result) return;
    if (result->status == TaskStatus::failed || result->series.size() < 2) {  // a share of a sweep has no table
      problem_ = "task '" + figure_.map.name + "' did not finish";
      return;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      AxisUnit& axis = i == 0 ? x_ : y_;
      if (axis.unit.empty() && i < result->grid.size()) axis = AxisUnit({"", result->grid[i].written_in, false, {}, {}});
      const Quantity kind = quantity_of_unit(result->series[i].unit);
      if (!axis.accept(kind.knowledge, kind.dimension))
        sink_.error(figure_.at, path(i == 0 ? "x" : "y"),
                    "is " + a_dimension(kind.dimension) + " ('" + result->series[i].name + "'), but the axis shows " + a_dimension(*axis.dimension));
    }
    std::vector<std::string> known;
    for (const Series& s : result->series) known.push_back(s.name);
    const std::string& value = figure_.value.name;
    if (!value.empty() && std::find(known.begin(), known.end(), value) == known.end())
      sink_.error(figure_.value.at, path("value"), "task '" + result->name + "' has no value '" + value + "'", did_you_mean(value, known));
    out.map = result->map;
    evaluate_grid(*result, out);
  }

  void evaluate_grid(const TaskResult& result, FigureData& out) {
    const auto task = std::find_if(study_.tasks.begin(), study_.tasks.end(), [&](const StudyTask& t) { return t.name == result.name; });
    if (task == study_.tasks.end() || task->kind->name != "sweep") return;
    if (result.grid.size() < 2)
      return sink_.error(figure_.map.at, path("map"), "sweep '" + result.name + "' is no grid over two parameters or more", "a plot shows it");
    for (const Series& s : result.series)
      if (s.name == figure_.value.name) out.grid = GridData{result.grid, s.name, s.unit, s.values};
  }

  void take_axes(MotorKind kind, const std::string& task) {
    const bool turns = kind == MotorKind::rotary;
    const Dimension speed = turns ? dimension::angular_speed : dimension::speed, torque = turns ? dimension::moment : dimension::force;
    if (!x_.accept(Knowledge::known, speed) || !y_.accept(Knowledge::known, torque))
      sink_.error(figure_.at, path("sizing"),
                  "task '" + task + "' has " + (turns ? "torques over angular speeds" : "forces over speeds") + ", but the axes show " +
                      a_dimension(*y_.dimension) + " over " + a_dimension(*x_.dimension));
  }

  // Limits of the motor, and a cloud of points per actuator; several tasks have a panel each, over the same axes.
  void evaluate_torque_speed(FigureData& out) {
    const bool several = figure_.sizings.size() > 1;
    for (const NameRef& name : figure_.sizings) {
      const TaskResult* result = results_.find_task(name.name);
      if (!result || (pass_ == ResultNames::Pass::evaluate && result->status != TaskStatus::done)) {
        if (problem_.empty() && pass_ == ResultNames::Pass::evaluate) problem_ = "task '" + name.name + "' did not finish";
        continue;
      }
      const SizingOutcome& sizing = *result->sizing;
      const SizedMotor* motor = sizing.motor(figure_.motor.name);
      if (!motor && !figure_.motor.name.empty()) {
        sink_.error(figure_.motor.at, path("motor"), "task '" + name.name + "' has no motor '" + figure_.motor.name + "'",
                    did_you_mean(figure_.motor.name, sizing.motor_names()));
        continue;
      }
      take_axes(sizing.kind(motor), name.name);
      if (pass_ == ResultNames::Pass::check) continue;
      if (several) out.panels.push_back({motor ? name.name + ", " + motor->motor.name : name.name, {}});
      std::vector<CurveData>& curves = several ? out.panels.back().curves : out.curves;
      if (motor) add_limits(motor->motor, curves);
      for (std::size_t i = 0; i < sizing.actuators.size(); ++i) {
        TorqueSpeed cloud = sizing.cloud(i, motor);
        curves.push_back({sizing.actuators[i].name, "points", std::move(cloud.speed), std::move(cloud.torque)});
      }
    }
    if (out.figure.x.label.empty()) out.figure.x.label = "speed of the motor";
    if (out.figure.y.label.empty()) out.figure.y.label = "torque";
  }

  // Above zero, round the highest speed, and back below zero.
  static void add_limits(const Motor& motor, std::vector<CurveData>& curves) {
    for (const auto& [curve, word] : {std::pair{&motor.continuous, "continuous"}, std::pair{&motor.peak, "peak"}}) {
      CurveData limit{word, "line", curve->speed, curve->torque};
      for (std::size_t i = curve->speed.size(); i-- > 0;) {
        limit.x.push_back(curve->speed[i]);
        limit.y.push_back(-curve->torque[i]);
      }
      curves.push_back(std::move(limit));
    }
  }

  void show_in_units(std::vector<CurveData>& curves) const {
    for (CurveData& c : curves) {
      for (double& x : c.x) x /= x_.to_si;
      for (double& y : c.y) y /= y_.to_si;
    }
  }

  std::optional<PostureData> evaluate(const FigurePosture& posture) {
    std::string model = posture.model.name;
    std::vector<State> states;
    if (model.empty()) {
      const auto task = std::find_if(study_.tasks.begin(), study_.tasks.end(), [&](const StudyTask& t) { return t.name == posture.task.name; });
      model = task->model.name;
      const TaskResult* result = results_.find_task(posture.task.name);
      if (!result || result->status != TaskStatus::done) {
        if (problem_.empty()) problem_ = "task '" + posture.task.name + "' did not finish";
        return std::nullopt;
      }
      for (const double t : posture.at_s) {
        for (const Snapshot& s : result->snapshots)
          if (s.asked_s == t) states.push_back(s.state);
      }
    } else {
      states.push_back(state_of(posture, models_->find(model)->second.model)->state);
    }
    return PostureData{posture.label, std::shared_ptr<const Model>(models_, &models_->find(model)->second.model), std::move(states)};
  }

  CurveData evaluate(const FigureCurve& curve) {
    CurveData data{curve.label, curve.style, {}, {}};
    named_.clear();
    const bool bars = figure_.kind == FigureKind::bars;
    if (curve.y.size() > 1 || bars) {  // numbers one by one
      for (std::size_t i = 0; i < curve.y.size(); ++i) {
        const std::optional<Value> y = scalar(curve.y[i]), x = i < curve.x.size() ? scalar(curve.x[i]) : std::nullopt;
        if (!y || (i < curve.x.size() && !x)) continue;
        take(curve.y[i], y_, y->knowledge, y->dimension);
        if (x) take(curve.x[i], x_, x->knowledge, x->dimension);
        data.x.push_back(x ? x->y[0] : static_cast<double>(i + 1));
        data.y.push_back(y->y[0]);
      }
      return data;
    }
    std::optional<Value> y = value(curve.y[0], "curves");
    if (!y) return data;
    if (!y->is_series && curve.x.empty()) {
      error(curve.y[0], "curves", "this is a single number, a curve wants a series");
      return data;
    }
    take(curve.y[0], y_, y->knowledge, y->dimension);
    data.y = std::move(y->y);
    y_name_.add(parts_of_result(curve.y[0].text));
    x_name_.add(curve.x.empty() ? name_of_abscissa(*y) : parts_of_result(curve.x[0].text));
    if (curve.x.empty()) {
      take(curve.y[0], x_, y->x_knowledge, y->x_dimension);
      data.x = std::move(y->x);
    } else if (std::optional<Value> x = value(curve.x[0], "curves")) {
      if (x->y.size() != data.y.size())
        error(curve.x[0], "curves", "x has " + std::to_string(x->y.size()) + " samples, y has " + std::to_string(data.y.size()));
      take(curve.x[0], x_, x->knowledge, x->dimension);
      data.x = std::move(x->y);
      data.x.resize(data.y.size());
    }
    data.task = task_over(data.x);
    return data;
  }

  // Of a series without x: what its task counts along.
  std::vector<std::string> name_of_abscissa(const Value& y) const {
    if (y.x_knowledge == Knowledge::known && same_dimension(y.x_dimension, dimension::time)) return {"time"};
    const auto along = std::find_if(named_.begin(), named_.end(), [&](const TaskResult* t) { return t->abscissa.values == y.x; });
    return along == named_.end() ? std::vector<std::string>{} : std::vector<std::string>{(*along)->abscissa.name};
  }

  // The task, of those that the last expressions named, that moves a mechanism through exactly these instants.
  std::string task_over(const std::vector<double>& x) {
    const auto is_over = [&](const TaskResult* t) { return t->motion.size() > 1 && t->abscissa.unit == "s" && t->abscissa.values == x; };
    const auto found = std::find_if(named_.begin(), named_.end(), is_over);
    return found == named_.end() ? "" : (*found)->name;
  }

  std::optional<Value> scalar(const StudyExpression& e) {
    std::optional<Value> v = value(e, "curves");
    if (!v || !v->is_series) return v;
    error(e, "curves", "one of several values: a single number is wanted, this is a series",
          "take its max, min, first, last, mean, at(series, t) ...");
    return std::nullopt;
  }

  std::optional<Value> value(const StudyExpression& e, const char* key) {
    ResultNames names(study_, results_, pass_);
    auto parsed = parse_expression_or_series(e.text, names.names());
    if (const TaskResult* task = names.unfinished(); task && std::holds_alternative<ExpressionError>(parsed)) {
      if (problem_.empty()) problem_ = "task '" + task->name + "' did not finish";
      return std::nullopt;
    }
    if (names.guessed() && !std::holds_alternative<ExpressionError>(parsed)) return std::nullopt;  // judged after the run
    if (const auto* failure = std::get_if<ExpressionError>(&parsed)) {
      if (failure->no_value) problem_ = e.text + ": " + failure->message;
      else sink_.error(e.position(failure->offset), path(key), failure->message, failure->hint);
      return std::nullopt;
    }
    named_.insert(named_.end(), names.used().begin(), names.used().end());
    if (auto* s = std::get_if<ParsedSeries>(&parsed))
      return Value{std::move(s->x), std::move(s->y), s->knowledge, s->x_knowledge, s->dimension, s->x_dimension, true};
    const auto& n = std::get<ParsedExpression>(parsed);
    return Value{{}, {n.expression.value()}, n.knowledge, Knowledge::factor, n.dimension, {}, false};
  }

  void take(const StudyExpression& e, AxisUnit& axis, Knowledge knowledge, Dimension d) {
    if (!axis.accept(knowledge, d)) error(e, "curves", "is " + a_dimension(d) + ", but the axis shows " + a_dimension(*axis.dimension));
  }

  void error(const StudyExpression& e, const char* key, std::string message, std::string hint = {}) {
    sink_.error(e.at, path(key), std::move(message), std::move(hint));
  }
  std::string path(const char* key) const { return "figures." + figure_.name + "." + key; }

  const StudyFigure& figure_;
  const Study& study_;
  const std::shared_ptr<const StudyModels>& models_;
  const Results& results_;
  DiagnosticSink& sink_;
  ResultNames::Pass pass_;
  AxisUnit x_, y_;
  AxisName x_name_, y_name_;
  std::string problem_;
  std::vector<const TaskResult*> named_;  // tasks whose results the curve at hand names
};

}  // namespace

void check_figure(const StudyFigure& figure, const Study& study, const std::shared_ptr<const StudyModels>& models, const Results& outlines,
                  DiagnosticSink& sink) {
  for (const FigurePosture& posture : figure.postures) {
    if (posture.model.name.empty()) continue;
    for (const Diagnostic& d : state_of(posture, models->find(posture.model.name)->second.model).diagnostics)
      sink.error(posture.state ? posture.state->at : posture.model.at, "figures." + figure.name + ".postures", d.key_path + ": " + d.message, d.hint);
  }
  FigureEvaluator(figure, study, models, outlines, sink, ResultNames::Pass::check).evaluate();
}

FigureData evaluate_figure(const StudyFigure& figure, const Study& study, const std::shared_ptr<const StudyModels>& models, const Results& results,
                           DiagnosticSink& sink) {
  return FigureEvaluator(figure, study, models, results, sink, ResultNames::Pass::evaluate).evaluate();
}

}  // namespace zanjir
