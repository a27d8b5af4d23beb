// What a task of some kind may say, in one table: each key beside the field of the task that it fills, by the type of the field. read_options() walks the table,
// so a kind reads by hand only what no field holds as it stands in the file (maps inside it), and says what its options owe each other.
#pragma once

#include <type_traits>

#include "zanjir/core/member_path.hpp"
#include "zanjir/language/schema_keys.hpp"
#include "zanjir/study/study_reader.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {

template <class Task> struct TaskOption {
  using Read = void (*)(StudyReader&, ObjectReader&, const TaskOption&, Task&);
  constexpr TaskOption(const schema::Key& of_file, Read reads = nullptr, int at_least = 0, int at_most = 0)
      : key(of_file), read(reads), least(at_least), most(at_most) {}
  schema::Key key;
  Read read;        // null: `kind`, `model`, and what the kind reads by itself
  int least, most;  // of whole numbers
};

// -- how a field is filled. An absent number, flag or word has the default of the schema; any other field stays as it is.
inline void fill_field(StudyReader&, ObjectReader& object, const schema::Key& k, bool& field) { field = object.flag(k.key); }
inline void fill_field(StudyReader&, ObjectReader& object, const schema::Key& k, double& field) { field = object.number(k.key); }
inline void fill_field(StudyReader&, ObjectReader& object, const schema::Key& k, std::optional<double>& field) {
  if (object.has(k.key)) field = object.number(k.key);
}
inline void fill_field(StudyReader& reader, ObjectReader& object, const schema::Key& k, std::string& field) {
  if (object.has(k.key)) field = reader.text(object, k.key);
}
inline void fill_field(StudyReader& reader, ObjectReader& object, const schema::Key& k, NameRef& field) {
  if (!object.has(k.key)) return;
  const Node& node = object.at(k.key);
  field = k.kind == schema::Kind::name ? reader.values.name(node, object.path(k.key)) : NameRef{reader.text(object, k.key), node.at};
}
inline void fill_field(StudyReader& reader, ObjectReader& object, const schema::Key& k, std::vector<NameRef>& field) {
  if (object.has(k.key)) field = reader.names(object, k.key);
}
inline void fill_field(StudyReader& reader, ObjectReader& object, const schema::Key& k, std::optional<StateText>& field) {
  if (object.has(k.key)) field = reader.state("", object.at(k.key), object.path(k.key));
}
inline void fill_field(StudyReader& reader, ObjectReader& object, const schema::Key& k, std::optional<Said>& field) {
  if (object.has(k.key)) field = reader.state("", object.at(k.key), object.path(k.key)).said;
}
inline void fill_field(StudyReader& reader, ObjectReader& object, const schema::Key& k, std::vector<MotionGiven>& field) {
  field = reader.led(object, k.key, "a map of joints and frames");
}
template <class Enum>
requires std::is_enum_v<Enum>
void fill_field(StudyReader&, ObjectReader& object, const schema::Key& k, Enum& field) { field = object.word<Enum>(k.key); }

// -- the table. first, rest: the members that lead to the field.
template <auto first, auto... rest> constexpr auto option(const schema::Key& key) {
  using Task = decltype(whole_of(first));
  return TaskOption<Task>(key, [](StudyReader& reader, ObjectReader& object, const TaskOption<Task>& o, Task& task) {
    fill_field(reader, object, o.key, reach<first, rest...>(task));
  });
}
template <auto first, auto... rest> constexpr auto whole_number(const schema::Key& key, int least, int most) {
  using Task = decltype(whole_of(first));
  return TaskOption<Task>(
      key,
      [](StudyReader&, ObjectReader& object, const TaskOption<Task>& o, Task& task) {
        auto& field = reach<first, rest...>(task);
        field = static_cast<std::remove_reference_t<decltype(field)>>(object.integer(o.key.key, o.least, o.most));
      },
      least, most);
}
// The name of a task that stands before this one, or names of several.
template <auto first, auto... rest> constexpr auto earlier_tasks(const schema::Key& key) {
  using Task = decltype(whole_of(first));
  return TaskOption<Task>(key, [](StudyReader& reader, ObjectReader& object, const TaskOption<Task>& o, Task& task) {
    auto& field = reach<first, rest...>(task);
    fill_field(reader, object, o.key, field);
    if constexpr (std::is_same_v<decltype(field), NameRef&>) reader.earlier_task(field, object.path(o.key.key));
    else
      for (const NameRef& name : field) reader.earlier_task(name, object.path(o.key.key));
  });
}

template <class Task, std::size_t n> Task read_options(StudyReader& reader, ObjectReader& object, const TaskOption<Task> (&options)[n]) {
  Task task;
  for (const TaskOption<Task>& o : options)
    if (o.read) o.read(reader, object, o, task);
  return task;
}

inline NameRef default_formulation() { return {std::string(task_keys::formulation.default_text), {}}; }
// Where a name stands in the file; of one that is not there: the task.
inline SourcePos place_of(const NameRef& name, const StudyTask& task) { return name.at.line > 0 ? name.at : task.at; }
// Reports what is wrong with the state where a task begins.
void check_state(const StudyTask&, const std::optional<StateText>&, const Model&, DiagnosticSink&);

}  // namespace zanjir
