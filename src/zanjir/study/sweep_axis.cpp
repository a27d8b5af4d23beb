// One parameter of a sweep: values, a grid, or a spread.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/language/schema_keys.hpp"
#include "zanjir/study/sweep_task.hpp"

namespace zanjir {
namespace {

using namespace schema;

constexpr Key keys_of_axis[] = {
    {"values", Kind::list, optional, "", "Numbers, or words (a name, `true`, a whole map). A sample draws among them."},
    {"from", Kind::coordinate, optional, "", "Lower end; of a normal or lognormal spread a cut."},
    {"to", Kind::coordinate, optional, "", "Upper end."},
    integer_key("count", optional, "", "Of a grid: how many values, both ends among them.", Range::positive),
    word_key("scale", optional, "linear", "Of a grid: equal steps, or equal ratios.", "linear log"),
    word_key<Spread>("spread", "Of a sample: how values are spread."),
    {"mean", Kind::coordinate, optional, "", "Of a normal spread."},
    {"deviation", Kind::coordinate, optional, "", "Of a normal spread: standard deviation."},
    {"median", Kind::coordinate, optional, "", "Of a lognormal spread."},
    {"sigma", Kind::number, optional, "", "Of a lognormal spread: standard deviation of the logarithm.", dimension::number, Range::positive},
    {"mode", Kind::coordinate, optional, "", "Of a triangular spread: the most likely value."},
};

class AxisReader {
 public:
  AxisReader(StudyReader& reader, ObjectReader& object, const std::string& name, Sampling sampling)
      : reader_(reader), object_(object), grid_(sampling == Sampling::grid), bounded_(sampling == Sampling::morris), numbers_(reader, object) {
    axis_.name = name;
  }

  SweepAxis read() {
    if (object_.has("values")) {
      object_.only({"values"}, "beside `values`");
      read_values();
    } else if (grid_) {
      object_.only({"from", "to", "count", "scale"}, "in a grid");
      read_grid();
    } else {
      read_spread();
    }
    axis_.unit = numbers_.unit();
    axis_.written_in = numbers_.written_in();
    return std::move(axis_);
  }

 private:
  double number(const char* key, double otherwise) { return numbers_.number(key, otherwise); }
  bool wants(std::initializer_list<const char*> keys) {
    bool all = true;
    for (const char* key : keys) {
      if (!object_.has(key))
        object_.error("", fmt::format("key `{}` is missing", key), grid_ ? "or `values`" : "or `values`, or another `spread`"), all = false;
    }
    return all;
  }

  void read_values() {
    if (!reader_.values.expect(object_.at("values"), object_.path("values"), Node::Kind::list, "a list of values")) return;
    const Node& list = object_.at("values");
    if (list.items.empty()) object_.error("values", "is empty");
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const KeyPath path = object_.path("values", i);
      const std::optional<WrittenValue> value = read_unit_value(reader_, list.items[i], path);
      if (!value) continue;
      const bool is_word = !value->number, first = axis_.values.empty();
      if (!first && is_word == axis_.words.empty()) {
        reader_.values.error(list.items[i], path, "numbers and words stand in one list");
        continue;
      }
      axis_.values.push_back(is_word ? static_cast<double>(axis_.values.size() + 1) : numbers_.number(list.items[i], path, *value->number));
      if (is_word) axis_.words.push_back(value->words);
      const bool twice = is_word ? std::count(axis_.words.begin(), axis_.words.end(), value->words) > 1
                                 : std::count(axis_.values.begin(), axis_.values.end(), axis_.values.back()) > 1;
      if (twice) reader_.values.error(list.items[i], path, "stands twice in the list");
    }
  }

  void read_grid() {
    if (!wants({"from", "to", "count"})) return;
    const double from = number("from", 0), to = number("to", 1);
    const int n = object_.integer("count", 2, most_units);
    const bool log = object_.word("scale") == "log";
    if (!(from < to)) return object_.error("to", "must lie above `from`");
    if (!std::isfinite(to - from)) return object_.error("to", beyond_numbers);
    if (log && !(from > 0)) return object_.error("from", "must be above 0 on a logarithmic scale");
    for (int i = 0; i < n; ++i) {
      const double share = static_cast<double>(i) / (n - 1);
      axis_.values.push_back(i == n - 1 ? to : log ? from * std::pow(to / from, share) : from + (to - from) * share);
    }
  }

  void read_spread() {
    Distribution d;
    d.spread = object_.word<Spread>("spread");
    const char* because = "with this spread";
    if (d.spread == Spread::uniform) {
      object_.only({"spread", "from", "to"}, because);
      if (!wants({"from", "to"})) return;
    } else if (d.spread == Spread::triangular) {
      object_.only({"spread", "from", "to", "mode"}, because);
      if (!wants({"from", "to", "mode"})) return;
    } else if (d.spread == Spread::normal) {
      object_.only({"spread", "from", "to", "mean", "deviation"}, because);
      if (!wants({"mean", "deviation"})) return;
    } else {
      object_.only({"spread", "from", "to", "median", "sigma"}, because);
      if (!wants({"median", "sigma"})) return;
    }
    if (d.spread == Spread::lognormal) d.low = 0;
    if (bounded_ && !(object_.has("from") && object_.has("to")))
      object_.error("", "elementary effects step from end to end: `from` and `to` are wanted");
    d.low = number("from", d.low);
    d.high = number("to", d.high);
    if (object_.has("from") && object_.has("to") && !(d.low < d.high)) object_.error("to", "must lie above `from`");
    else if (object_.has("from") && object_.has("to") && !std::isfinite(d.high - d.low)) object_.error("to", beyond_numbers);
    if (d.spread == Spread::triangular) {
      d.centre = number("mode", 0);
      if (!(d.low <= d.centre && d.centre <= d.high)) object_.error("mode", "must lie between `from` and `to`");
    } else if (d.spread == Spread::normal) {
      d.centre = number("mean", 0);
      d.width = number("deviation", 1);
      if (!(d.width > 0)) object_.error("deviation", "must be above 0");
    } else if (d.spread == Spread::lognormal) {
      d.centre = number("median", 1);
      d.width = object_.number("sigma");
      if (!(d.centre > 0)) object_.error("median", "must be above 0");
      if (!(d.low >= 0)) object_.error("from", "is below 0, where a lognormal spread has nothing");
    }
    axis_.spread = d;
  }

  StudyReader& reader_;
  ObjectReader& object_;
  bool grid_, bounded_;
  SweepAxis axis_;
  ParameterNumbers numbers_;
};

}  // namespace

const std::span<const schema::Key> sweep_axis_keys = keys_of_axis;

SweepAxis read_sweep_axis(StudyReader& reader, ObjectReader& object, const std::string& name, Sampling sampling) {
  return AxisReader(reader, object, name, sampling).read();
}

}  // namespace zanjir
