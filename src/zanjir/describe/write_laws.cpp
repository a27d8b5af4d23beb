// Laws of time, and what they lead.
#include <algorithm>

#include "zanjir/core/law_measures.hpp"
#include "zanjir/describe/entry_writer.hpp"
#include "zanjir/describe/table_spline.hpp"
#include "zanjir/describe/written_parts.hpp"

namespace zanjir {
namespace {

// Keys of a named law: `of`, and the numbers of its argument, whose unit is known of time only.
struct LawWriter {
  const LawDescription& law;
  EntryWriter out;

  LawWriter(const schema::Object& object, const LawDescription& written, std::span<const std::string> phases) : law(written), out(object) {
    out.word("law", schema::law_name(object));
    if (law.phase >= 0) out.text("of", phases[static_cast<std::size_t>(law.phase)]);
  }
  LawWriter& argument(std::string_view key, double x) {
    if (law.phase >= 0) out.text(key, number_text(x));
    else out.number(key, x);
    return *this;
  }
  LawWriter& argument_unless_zero(std::string_view key, double x) { return x == 0 ? *this : argument(key, x); }
};

}  // namespace

std::string law_text(const LawDescription& law, std::span<const std::string> phases) {
  const auto& n = law.numbers;
  std::vector<double> times, values;
  for (const auto& [t, value] : law.knots) times.push_back(t), values.push_back(value);
  switch (law.kind) {
    case LawKind::expression: {
      const std::string text = law.expression.in_numbers(phases);  // a comma would end the entry
      return text.find(',') == std::string::npos ? text : quoted(text);
    }
    case LawKind::sine: {
      LawWriter w(schema::law_sine, law, phases);
      w.out.number("amplitude", n[0]);
      w.argument("angular_frequency", n[1]);
      return w.out.number_unless_default("phase", n[2]).number_unless_default("offset", n[3]).done();
    }
    case LawKind::cycloid: {
      LawWriter w(schema::law_cycloid, law, phases);
      w.out.number("from", n[0]).number("to", n[1]);
      return w.argument_unless_zero("start", n[2]).argument("duration", n[3]).out.done();
    }
    case LawKind::polynomial: return LawWriter(schema::law_polynomial, law, phases).out.text("coefficients", numbers_text(n)).done();
    case LawKind::trapezoid: {
      LawWriter w(schema::law_trapezoid, law, phases);
      w.out.number("from", n[0]).number("to", n[1]);
      return w.argument_unless_zero("start", n[2]).argument("duration", n[3]).argument("acceleration_time", n[4]).out.done();
    }
    case LawKind::spline:
      return LawWriter(schema::law_spline, law, phases)
          .out.text("times", numbers_text(times))
          .text("values", numbers_text(values))
          .word_unless_default("ends", n[0] == 1   ? "natural"
                                       : n[0] == 2 ? "periodic"
                                                   : "rest")
          .done();
    case LawKind::rose_x:
    case LawKind::rose_y: {
      LawWriter w(schema::law_rose, law, phases);
      w.out.word("component", law.kind == LawKind::rose_y ? "y" : "x").number("radius", n[0]).number("order", n[1]);
      w.argument("period", n[2]).out.number_unless_default("phase", n[3]).number_unless_default("center", n[4]);
      return w.argument_unless_zero("ramp", n[5]).out.done();
    }
    case LawKind::table:
      return LawWriter(schema::law_table, law, phases)
          .out.text("times", numbers_text(times))
          .text("values", numbers_text(values))
          .word_unless_default("interpolation", word_of(static_cast<TableSpline>(static_cast<int>(n[0]))))
          .done();
  }
  return "0";
}

std::string laws_text(std::span<const LawDescription> laws, std::span<const std::string> phases) {
  std::vector<std::string> items;
  for (const LawDescription& law : laws) items.push_back(law_text(law, phases));
  return list_text(items);
}

bool is_zero(std::span<const LawDescription> laws) {
  return std::all_of(laws.begin(), laws.end(),
                     [](const LawDescription& law) { return law.kind == LawKind::expression && law.expression.in_numbers() == "0"; });
}

std::string turns_text(const std::vector<Vec3d>& axes, const std::vector<LawDescription>& angles, std::span<const std::string> phases) {
  std::vector<std::string> directions;
  for (const Vec3d& axis : axes) directions.push_back(direction_text(axis));
  return EntryWriter(schema::turn_motion).text("axes", list_text(directions)).text("angles", laws_text(angles, phases)).done();
}

std::string led_text(const MotionGiven& m, std::span<const std::string> phases) {
  if (m.law) return law_text(*m.law, phases);
  std::vector<std::string> entries;
  for (const auto& [part, law] : m.parts) entries.push_back(name_text(part) + ": " + law_text(law, phases));
  if (!m.turn_axes.empty()) entries.push_back("turn: " + turns_text(m.turn_axes, m.turn_angles, phases));
  if (m.axis) entries.push_back("axis: " + direction_text(*m.axis));
  if (!m.target.empty()) entries.push_back("target: " + laws_text(m.target, phases));
  return map_text(entries);
}

}  // namespace zanjir
