// How read_study turns the tree of a study file into a Study, section by section: read_study.cpp (the file, its models and tasks, and what all share), read_figures.cpp,
// read_claims.cpp; what a task of some kind says is read by its kind (tasks.hpp). Everything that can be said without running a task is said here, all in one go: keys, units, names of models and tasks, and the grammar of every expression.
#pragma once

#include <set>

#include "zanjir/core/name_map.hpp"
#include "zanjir/describe/sections.hpp"
#include "zanjir/study/study.hpp"
#include "zanjir/study/study_limits.hpp"
#include "zanjir/study/study_schema.hpp"
#include "zanjir/terms/led_motion.hpp"

namespace zanjir {

std::string flow_text(const Node&);  // as YAML on one line

struct StudyReader {
  Values& values;
  Study& study;
  NameMap<std::size_t> model_places = {}, task_places = {};  // in the study, by name: files of strangers have many

  void read(const Node& root, const std::string& default_name);
  void read_model(const Node::Key&, const Node&, const KeyPath& path);
  void read_task(const Node::Key&, const Node&, const KeyPath& path);
  void read_figure(const Node::Key&, const Node&, const KeyPath& path);
  void read_claim(const Node&, const KeyPath& path, std::set<std::string>& ids);

  // -- what all sections share
  DiagnosticSink& sink() { return values.sink(); }
  std::string text(ObjectReader&, std::string_view key);
  std::vector<NameRef> names(ObjectReader&, std::string_view key);  // a list of names, or one name alone
  std::string new_name(const Node::Key&, const KeyPath& path);      // for something new in a map of the study
  StudyExpression expression(const Node&, const KeyPath& path);
  StudyExpression written(const Node&) const;  // with its place, whatever it is of
  std::vector<StudyExpression> expressions(const Node&, const KeyPath& path);
  StateText state(std::string name, const Node&, const KeyPath& path);  // with units
  // Lists and maps of one task, figure or claim: what they name is looked for in all that there is, so that they are not endless.
  bool is_short(const Node& list, const KeyPath& path) {
    constexpr std::size_t most = study_limits::list;
    if (list.items.size() > most) values.error(list.items[most], path, "more than " + std::to_string(most) + " entries");
    return list.items.size() <= most;
  }
  // The entries of a map of maps, `over: {name: {...}, ...}`: calls read(key, object) for each that is a map. How many there are; nothing where there is no such map.
  template <class Read>
  std::optional<std::size_t> each_entry(ObjectReader& object, std::string_view key, const char* what, const schema::Object& entry, Read read) {
    if (!object.has(key) || !values.expect(object.at(key), object.path(key), Node::Kind::map, what)) return std::nullopt;
    const Node& map = object.at(key);
    const KeyPath path = object.path(key);
    if (!is_short(map, path)) return std::nullopt;
    for (std::size_t i = 0; i < map.keys.size(); ++i) {
      ObjectReader one(values, map.items[i], join_path(path, map.keys[i].text), entry);
      if (one) read(map.keys[i], one);
    }
    return map.keys.size();
  }
  std::vector<MotionGiven> led(ObjectReader&, std::string_view key, const char* what);  // joints and frames, and how they are led
  NameRef model_of(ObjectReader&);
  const StudyTask* find_task(const std::string& name) const;  // of those that were read so far
  std::vector<std::string> task_names() const;                // the same, for a hint
  void earlier_task(const NameRef&, const KeyPath& path);

 private:
  void read_set(const Node&, const KeyPath& path, StudyModel&);
  const TaskKind* task_kind(const Node&, const KeyPath& path);

  FigureAxis axis(ObjectReader& figure, const char* key);
  void table(ObjectReader&, StudyFigure&);
  void map(ObjectReader&, StudyFigure&);
  void torque_speed(ObjectReader&, StudyFigure&);
  void panels(ObjectReader&, StudyFigure&);
  void postures(ObjectReader&, StudyFigure&);
  FigurePosture read_posture(ObjectReader&);
  void read_instants(ObjectReader&, FigurePosture&);
  void curves(ObjectReader&, std::vector<FigureCurve>&);

  std::optional<double> bound(ObjectReader&, const char* key, Bounds&);
  Bounds bounds(ObjectReader&);
};

}  // namespace zanjir
