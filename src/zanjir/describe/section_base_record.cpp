// base.record: a motion of the base that was measured, from a CSV file. What a file of measurements can have wrong is refused at its line and column: times that do not increase, gaps,
// quaternions that are none, jumps. Quaternions become turns about three axes, in the order that stays farthest from its singularity over the whole record.
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "zanjir/core/angles.hpp"
#include "zanjir/core/linear.hpp"
#include "zanjir/describe/sections.hpp"
#include "zanjir/describe/table_spline.hpp"
#include "zanjir/language/csv.hpp"

namespace zanjir {
namespace {

constexpr double gap_of_steps = 2.5;  // of the usual step: a missing line is a gap, a line that comes late is none
constexpr double unit_within = 1e-3;  // of a quaternion that was printed with some digits
constexpr double least_cosine = 0.1;  // of the middle turn: 84 degrees

struct RecordedColumn {
  std::string of;  // as the file calls it
  bool turns = false;
  std::vector<double> values;
};

std::string four_digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", x);
  return text;
}

class RecordReader {
 public:
  RecordReader(Reading& r, ObjectReader& object, JointType type) : r_(r), object_(object), planar_(type == JointType::planar) {}

  std::optional<MotionDescription> read() {
    if (!take_names() || !read_file() || !take_units() || !check_times() || !check_quaternions()) return std::nullopt;
    for (std::size_t i = 0; i < n_shifts_; ++i) columns_.push_back({table_.columns[1 + i].name, false, table_.columns[1 + i].values});
    if (quaternion_) turns_of_quaternions();
    for (std::size_t i = 0; !quaternion_ && i < n_turns_; ++i) {
      columns_.push_back({table_.columns[1 + n_shifts_ + i].name, true, table_.columns[1 + n_shifts_ + i].values});
      unwrap(columns_.back().values);
    }
    if (failed_ || !check_jumps()) return std::nullopt;
    if (object_.has("rate") && !resample(object_.number("rate"))) return std::nullopt;
    say_noise();
    return motion();
  }

 private:
  std::string text(const char* key) { return object_.has(key) ? r_.values.text(object_.at(key), object_.path(key)) : std::string(); }
  std::vector<std::string> texts(const char* key) {
    std::vector<std::string> list;
    if (!object_.has(key) || !r_.values.expect(object_.at(key), object_.path(key), Node::Kind::list, "a list of columns")) return list;
    for (const Node& item : object_.at(key).items) list.push_back(r_.values.text(item, object_.path(key)));
    return list;
  }
  bool refuse(SourcePos at, std::string message, std::string hint = {}) {
    r_.values.error(at, "base.record", std::move(message), std::move(hint));
    return false;
  }

  bool take_names() {
    names_ = {text("time")};
    for (const char* key : {"x", "y", "z"}) {
      if (!object_.has(key)) continue;
      if (planar_ && std::string_view(key) == "z") return object_.error(key, "a planar mechanism has no third direction"), false;
      shifts_.push_back(key[0]);
      names_.push_back(text(key));
    }
    n_shifts_ = shifts_.size();
    quaternion_ = object_.has("quaternion");
    if (quaternion_ && (object_.has("angles") || object_.has("axes")))
      return object_.error("quaternion", "either `quaternion`, or `axes` and `angles`"), false;
    const std::vector<std::string> turning = texts(quaternion_ ? "quaternion" : "angles");
    if (quaternion_ && planar_) return object_.error("quaternion", "in a planar mechanism one angle says it: `angles: [heading]`"), false;
    if (quaternion_ && turning.size() != 4) return object_.error("quaternion", "four columns are wanted, the scalar first"), false;
    n_turns_ = turning.size();
    names_.insert(names_.end(), turning.begin(), turning.end());
    if (object_.has("axes") && !quaternion_) {
      if (planar_) return object_.error("axes", "a planar mechanism turns about its normal"), false;
      if (!r_.values.expect(object_.at("axes"), object_.path("axes"), Node::Kind::list, "a list of directions")) return false;
      for (const Node& item : object_.at("axes").items) axes_.push_back(r_.values.direction(item, object_.path("axes")).value_or(Vec3d{0, 0, 1}));
    }
    if (!quaternion_ && planar_ && n_turns_ > 1) return object_.error("angles", "a planar mechanism turns by one angle"), false;
    if (!quaternion_ && !planar_ && axes_.size() != n_turns_)
      return object_.error("angles",
                           "there must be one column per axis: " + std::to_string(axes_.size()) + " axes, " + std::to_string(n_turns_) + " columns"),
             false;
    if (names_.size() < 2) return object_.error("", "no column of the motion is named: `x`, `y`, `z`, `quaternion`, or `axes` and `angles`"), false;
    fill_s_ = object_.number("fill");
    return true;
  }

  bool read_file() {
    const std::string file = text("file");
    if (file.empty()) return false;
    const std::filesystem::path path = r_.values.folder() / file;
    auto content = r_.values.files().read(path, 256u << 20);
    if (const auto* problem = std::get_if<FileProblem>(&content))
      return object_.error("file", "'" + file + "' " + problem->message, problem->hint), false;
    table_ = read_csv(std::get<std::string>(content), path.string(), names_, fill_s_ > 0 ? EmptyCells::left_out : EmptyCells::refused,
                      r_.values.sink(), "`fill: 1 s` leaves such lines out and bridges gaps up to that long");
    return table_.n_rows() >= 2;
  }

  bool take_units() {
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const bool number = quaternion_ && i > n_shifts_;
      const Dimension wanted = i == 0 ? dimension::time : i <= n_shifts_ ? dimension::length : number ? dimension::number : dimension::angle;
      if (!to_si(table_.columns[i], wanted, "base.record", r_.values.sink())) return false;
    }
    return true;
  }

  bool check_times() {
    const std::vector<double>& t = table_.columns[0].values;
    std::vector<double> steps;
    for (std::size_t i = 1; i < t.size(); ++i) {
      if (t[i] == t[i - 1])
        return refuse(table_.at(0, i), "the same time as in line " + std::to_string(table_.line[i - 1]), "leave one of the two lines out");
      if (t[i] < t[i - 1])
        return refuse(table_.at(0, i), "time goes backward: " + four_digits(t[i]) + " s after " + four_digits(t[i - 1]) + " s",
                      "sort the lines, or split the record");
      steps.push_back(t[i] - t[i - 1]);
    }
    std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end());
    step_s_ = steps[steps.size() / 2];
    for (std::size_t i = 1; i < t.size(); ++i) {
      const double gap = t[i] - t[i - 1];
      if (gap <= gap_of_steps * step_s_ || gap <= fill_s_) continue;
      return refuse(table_.at(0, i), "a gap of " + four_digits(gap) + " s, where lines are " + four_digits(step_s_) + " s apart",
                    "`fill: " + four_digits(std::ceil(gap * 1000) / 1000) + " s` bridges it on purpose");
    }
    times_ = t;
    return true;
  }

  bool check_quaternions() {
    if (!quaternion_) return true;
    for (std::size_t i = 0; i < table_.n_rows(); ++i) {
      double size = 0;
      for (std::size_t k = 0; k < 4; ++k) size += std::pow(table_.columns[1 + n_shifts_ + k].values[i], 2);
      size = std::sqrt(size);
      if (!(std::abs(size - 1) <= unit_within))
        return refuse(table_.at(1 + n_shifts_, i), "norm of the quaternion is " + four_digits(size) + ", not one");
      for (std::size_t k = 0; k < 4; ++k) table_.columns[1 + n_shifts_ + k].values[i] /= size;
    }
    return true;
  }

  static void unwrap(std::vector<double>& angle) {
    for (std::size_t i = 1; i < angle.size(); ++i) angle[i] = nearest_turn(angle[i], angle[i - 1]);
  }

  // R = R_i(a) R_j(b) R_k(c) for any order (i, j, k) of three axes; s: whether it is a cyclic one.
  struct Order {
    int i, j, k;
    double sign() const { return (j - i + 3) % 3 == 1 ? 1 : -1; }
  };
  void turns_of_quaternions() {
    const auto R_at = [&](std::size_t row) {
      const auto q = [&](std::size_t k) { return table_.columns[1 + n_shifts_ + k].values[row]; };
      return spatial::to_matrix(Quatd{q(0), q(1), q(2), q(3)});
    };
    const auto entry = [](const Mat3d& R, int row, int column) { return R.row(row)[column]; };
    constexpr std::array orders{Order{2, 1, 0}, Order{0, 1, 2}, Order{2, 0, 1}, Order{1, 0, 2}, Order{0, 2, 1}, Order{1, 2, 0}};
    Order best = orders[0];
    double best_cosine = -1;
    std::size_t worst_row = 0;
    for (const Order& o : orders) {
      double least = 1;
      std::size_t row_of_least = 0;
      for (std::size_t row = 0; row < table_.n_rows(); ++row) {
        const double s = entry(R_at(row), o.i, o.k), cosine = std::sqrt(std::max(0.0, 1 - s * s));
        if (cosine < least) least = cosine, row_of_least = row;
      }
      if (least > best_cosine) best = o, best_cosine = least, worst_row = row_of_least;
    }
    if (best_cosine < least_cosine) {
      failed_ = true;
      refuse(table_.at(1 + n_shifts_, worst_row),
             "the base tumbles: here, or somewhere else in any other order, three turns about fixed axes come within 6 degrees of their singularity",
             "split the record, or give `axes` and `angles`");
      return;
    }
    std::array<std::vector<double>, 3> angles;
    const double sign = best.sign();
    for (std::size_t row = 0; row < table_.n_rows(); ++row) {
      const Mat3d R = R_at(row);
      angles[0].push_back(std::atan2(-sign * entry(R, best.j, best.k), entry(R, best.k, best.k)));
      angles[1].push_back(std::asin(std::clamp(sign * entry(R, best.i, best.k), -1.0, 1.0)));
      angles[2].push_back(std::atan2(-sign * entry(R, best.i, best.j), entry(R, best.i, best.i)));
    }
    const int axis[3] = {best.i, best.j, best.k};
    for (std::size_t k = 0; k < 3; ++k) {
      unwrap(angles[k]);
      axes_.push_back(Vec3d{axis[k] == 0 ? 1.0 : 0.0, axis[k] == 1 ? 1.0 : 0.0, axis[k] == 2 ? 1.0 : 0.0});
      columns_.push_back({"quaternion", true, std::move(angles[k])});
    }
    n_turns_ = 3;
  }

  // From line to line; over a gap that is bridged as much more as it is longer.
  bool check_jumps() {
    const double turn_limit = object_.number("turn_jump");
    for (std::size_t i = 1; i < times_.size(); ++i) {
      const double longer = std::max(1.0, (times_[i] - times_[i - 1]) / step_s_);
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const bool has_limit = columns_[c].turns || object_.has("jump");
        const double limit = columns_[c].turns ? turn_limit
                             : has_limit       ? object_.number("jump")
                                               : 0,
                     change = std::abs(columns_[c].values[i] - columns_[c].values[i - 1]);
        if (!has_limit || change <= limit * longer) continue;
        return refuse(table_.at(std::min(1 + c, table_.columns.size() - 1), i),
                      "'" + columns_[c].of + "' jumps by " + four_digits(change) + (columns_[c].turns ? " rad" : " m") + " within " +
                          four_digits(times_[i] - times_[i - 1]) + " s, more than " + four_digits(limit),
                      columns_[c].turns ? "`turn_jump` is the limit" : "`jump` is the limit");
      }
    }
    return true;
  }

  bool resample(double rate_Hz) {
    // Between lines there is nothing to fit: parabolas through the nearest three would jump, by a fifth of the acceleration at four times the rate. Times may be rounded.
    if (rate_Hz * step_s_ > 1.05)
      return object_.error("rate", "the file has only " + four_digits(1 / step_s_) + " lines per second",
                           "leave it out: a spline goes through the lines"),
             false;
    const double step = 1 / rate_Hz, first = times_.front(), last = times_.back();
    const auto n = static_cast<std::size_t>(std::floor((last - first) / step * (1 + 1e-12))) + 1;
    if (n < 2) return object_.error("rate", "the record is shorter than one step of this rate"), false;
    std::vector<std::vector<double>> fitted(columns_.size());
    std::vector<double> times;
    std::size_t begin = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double t = first + static_cast<double>(k) * step;
      while (begin < times_.size() && times_[begin] < t - step * (1 + 1e-9)) ++begin;
      std::size_t end = begin;
      while (end < times_.size() && times_[end] <= t + step * (1 + 1e-9)) ++end;
      std::size_t low = begin;
      while (end - low < 3 && (low > 0 || end < times_.size())) {  // at a gap or an end: the nearest lines
        if (low > 0 && (end == times_.size() || t - times_[low - 1] < times_[end] - t)) --low;
        else ++end;
      }
      if (end - low < 3) return object_.error("rate", "the record has fewer than three lines"), false;
      // normal equations of c0 + c1 s + c2 s^2, s = (t_i - t)/step
      Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
      for (std::size_t i = low; i < end; ++i) {
        const double s = (times_[i] - t) / step;
        const Eigen::Vector3d p(1, s, s * s);
        A += p * p.transpose();
      }
      const Eigen::Matrix3d inverse = A.inverse();
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        Eigen::Vector3d b = Eigen::Vector3d::Zero();
        for (std::size_t i = low; i < end; ++i) {
          const double s = (times_[i] - t) / step;
          b += Eigen::Vector3d(1, s, s * s) * columns_[c].values[i];
        }
        fitted[c].push_back((inverse * b)[0]);
      }
      times.push_back(t);
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      say_resampled(columns_[c], times, fitted[c], rate_Hz);
      columns_[c].values = std::move(fitted[c]);
    }
    times_ = std::move(times);
    step_s_ = step;
    return true;
  }

  // What the new samples leave out of the lines: noise, if the rate was chosen well.
  void say_resampled(const RecordedColumn& c, const std::vector<double>& times, const std::vector<double>& fitted, double rate_Hz) {
    double squares = 0, most = 0, low = fitted.front(), high = low;
    std::size_t k = 0, n = 0, worst = 0;
    for (const double x : fitted) low = std::min(low, x), high = std::max(high, x);
    for (std::size_t i = 0; i < times_.size() && times_[i] <= times.back(); ++i, ++n) {
      while (k + 2 < times.size() && times[k + 1] <= times_[i]) ++k;
      const double s = (times_[i] - times[k]) / (times[k + 1] - times[k]), off = std::abs(c.values[i] - interpolated(fitted, k, s));
      squares += off * off;
      if (off > most) most = off, worst = i;
    }
    if (n == 0 || !(most > 1e-3 * (high - low))) return;
    const char* unit = c.turns ? " rad" : " m";
    r_.values.warning(table_.at(0, worst), "base.record",
                      "'" + c.of + "' is resampled from " + four_digits(1 / step_s_) + " Hz to " + four_digits(rate_Hz) + " Hz: its lines lie " +
                          four_digits(std::sqrt(squares / static_cast<double>(n))) + unit + " off in the mean (RMS), " + four_digits(most) + unit +
                          " at most, here",
                      "that is noise left out, or motion that needs a higher `rate`");
  }
  // Between sample k and the next: the cubic through four neighbours, three at the ends.
  static double interpolated(const std::vector<double>& x, std::size_t k, double s) {
    const double a = x[k], b = x[k + 1], before = k > 0 ? x[k - 1] : 3 * a - 3 * b + (k + 2 < x.size() ? x[k + 2] : 2 * b - a),
                 after = k + 2 < x.size() ? x[k + 2] : 3 * b - 3 * a + (k > 0 ? x[k - 1] : 2 * a - b);
    return a + s * ((b - before) / 2 + s * (before - 2.5 * a + 2 * b - 0.5 * after + s * (1.5 * (a - b) + (after - before) / 2)));
  }

  // White noise has third differences of 20 sigma^2 and fourth ones of 70 sigma^2; what is smooth has ever smaller ones. Twice differentiated by a spline it is some sqrt(6) sigma/h^2.
  void say_noise() {
    for (const RecordedColumn& c : columns_) {
      const auto n = c.values.size();
      if (n < 20) continue;
      double second = 0, third = 0, fourth = 0, count = 0;
      for (std::size_t i = 2; i + 2 < n; ++i) {
        if (times_[i + 2] - times_[i - 2] > 4.5 * step_s_) continue;  // over a gap that is bridged differences are no noise
        ++count;
        const double *x = c.values.data() + i, d2 = x[1] - 2 * x[0] + x[-1], d3 = x[2] - 3 * x[1] + 3 * x[0] - x[-1],
                     d4 = x[2] - 4 * x[1] + 6 * x[0] - 4 * x[-1] + x[-2];
        second += d2 * d2, third += d3 * d3, fourth += d4 * d4;
      }
      if (count < 16) continue;
      const double sigma = std::sqrt(third / count / 20), acceleration = std::sqrt(6.0) * sigma / (step_s_ * step_s_);
      if (!(fourth > 2 * third) || acceleration < 0.2 * std::sqrt(second / count) / (step_s_ * step_s_)) continue;
      const char* unit = c.turns ? "rad" : "m";
      r_.values.warning(object_.node().at, "base.record",
                        "'" + c.of + "' has noise of about " + four_digits(sigma) + " " + unit + " at " + four_digits(1 / step_s_) +
                            " Hz, which is noise of " + four_digits(acceleration) + " " + unit + "/s^2 in accelerations",
                        "`rate` resamples and smoothes");
    }
  }

  LawDescription law_of(const RecordedColumn* column) {
    LawDescription law;
    law.at = object_.node().at;
    law.expression = Expression::constant(0);
    if (!column) return law;
    law.kind = LawKind::table;
    law.numbers = {static_cast<double>(object_.word<TableSpline>("interpolation"))};
    for (std::size_t i = 0; i < times_.size(); ++i) law.knots.emplace_back(times_[i], column->values[i]);
    return law;
  }
  MotionDescription motion() {
    MotionDescription out;
    const auto shift = [&](char axis) -> const RecordedColumn* {
      const auto at = shifts_.find(axis);
      return at == std::string::npos ? nullptr : &columns_[at];
    };
    if (planar_) {
      out.laws = {law_of(shift('x')), law_of(shift('y')), law_of(n_turns_ > 0 ? &columns_[n_shifts_] : nullptr)};
      return out;
    }
    for (const char axis : {'x', 'y', 'z'}) out.laws.push_back(law_of(shift(axis)));
    out.turn_axes = axes_;
    for (std::size_t i = 0; i < n_turns_; ++i) out.turn_angles.push_back(law_of(&columns_[n_shifts_ + i]));
    if (n_turns_ == 0) {
      out.turn_axes = {{0, 0, 1}};
      out.turn_angles = {law_of(nullptr)};
    }
    return out;
  }

  Reading& r_;
  ObjectReader& object_;
  bool planar_ = false, quaternion_ = false, failed_ = false;
  std::string shifts_;  // which of x, y, z are given
  std::vector<std::string> names_;
  std::size_t n_shifts_ = 0, n_turns_ = 0;
  double fill_s_ = 0, step_s_ = 0;
  CsvTable table_;
  std::vector<double> times_;
  std::vector<RecordedColumn> columns_;  // shifts, then turns
  std::vector<Vec3d> axes_;
};

}  // namespace

std::optional<MotionDescription> read_base_record(Reading& r, const Node& node, const KeyPath& path, JointType type) {
  ObjectReader object(r.values, node, path, schema::base_record);
  if (!object || !object.has("file")) return std::nullopt;
  return RecordReader(r, object, type).read();
}

}  // namespace zanjir
