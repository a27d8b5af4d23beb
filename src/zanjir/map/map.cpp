#include "zanjir/map/map.hpp"

#include <algorithm>
#include <limits>

namespace zanjir {

double Map::coordinate(int axis, double place) const {
  const MapAxis& a = question.axes[static_cast<std::size_t>(axis)];
  return a.from.value + (a.to.value - a.from.value) * (place / extent(axis));
}

std::array<double, max_map_axes> Map::coordinates(const LatticePlace& place) const {
  std::array<double, max_map_axes> x{};
  for (std::size_t k = 0; k < question.axes.size(); ++k) x[k] = coordinate(static_cast<int>(k), place[k]);
  return x;
}

void Map::state_of(int point, State& state) const {
  state.t_s = 0;
  state.q = points[static_cast<std::size_t>(point)].q.vector();
  state.v.setZero(n_speeds);
}

double Map::cell_measure(const MapCell& cell) const {
  double measure = 1;
  for (int k = 0; k < n_axes(); ++k) {
    const MapAxis& a = question.axes[static_cast<std::size_t>(k)];
    measure *= (a.to.value - a.from.value) * cell.size / extent(k);
  }
  return measure;
}

std::uint64_t Map::key(const LatticePlace& at) {
  std::uint64_t k = 0;
  for (const int i : at) k = k << 21 | static_cast<std::uint64_t>(i);
  return k;
}

std::size_t Map::n_coarse() const {
  std::size_t n = 1;
  for (const MapAxis& axis : question.axes) n *= static_cast<std::size_t>(axis.cells + 1);
  return n;
}

bool Map::is_coarse(const LatticePlace& at) const {
  int rest = 0;
  for (const int i : at) rest |= i;
  return (rest & (finest() - 1)) == 0;
}

std::size_t Map::coarse_number(const LatticePlace& at) const {
  std::size_t number = 0;
  for (std::size_t k = question.axes.size(); k-- > 0;)
    number = number * static_cast<std::size_t>(question.axes[k].cells + 1) + static_cast<std::size_t>(at[k] >> question.depth);
  return number;
}

int Map::find(const LatticePlace& at) const {
  if (is_coarse(at)) return points.empty() ? -1 : static_cast<int>(coarse_number(at));
  const auto it = index_.find(key(at));
  return it == index_.end() ? -1 : it->second;
}

LatticePlace Map::coarse_place(std::size_t number) const {
  LatticePlace place = {};
  for (std::size_t k = 0; k < question.axes.size(); ++k) {
    const auto n = static_cast<std::size_t>(question.axes[k].cells + 1);
    place[k] = static_cast<int>(number % n) * finest();
    number /= n;
  }
  return place;
}

void Map::to_next_coarse(LatticePlace& place) const {
  for (std::size_t k = 0; k < question.axes.size() && (place[k] += finest()) > extent(static_cast<int>(k)); ++k) place[k] = 0;
}

double* StateStore::room(std::size_t n) {
  // Large blocks, few of them: to ask the system for one stops threads that have pages made. Their pages are made by the piece, so that nobody waits long for anybody.
  constexpr std::size_t first = 1 << 13, most = 1 << 20, piece = 1 << 15;
  n = whole_lines(n);
  if (n > left_) {
    left_ = std::max(n, std::min(first << std::min<std::size_t>(blocks_.size(), 7), most));
    blocks_.emplace_back(static_cast<double*>(::operator new (8 * left_, std::align_val_t{8 * line})));
    end_ = blocks_.back().get() + left_;
    unmade_ = left_;
  }
  double* begin = end_ - left_;
  left_ -= n;
  if (left_ < unmade_) {
    const std::size_t more = std::min(std::max(unmade_ - left_, piece), unmade_);
    make_pages(end_ - unmade_, 8 * more);
    unmade_ -= more;
  }
  return begin;
}

void Map::put(int point, const MapAnswer& answer, StateStore& store) {
  MapPoint& p = points[static_cast<std::size_t>(point)];
  p.asked = true;
  if (!answer.stands) return;
  p.stands = true;
  p.binds = answer.binds;
  double* q = store.room(static_cast<std::size_t>(answer.state.q.size()));
  std::copy(answer.state.q.begin(), answer.state.q.end(), q);
  p.q = {q, static_cast<std::int32_t>(answer.state.q.size()), 1};
  std::copy(answer.numbers.begin(), answer.numbers.end(), numbers_of(point));
}

double Map::margin(int point, std::size_t limit) const {
  return points[static_cast<std::size_t>(point)].stands ? margin_of(limit, number(point, n_values() + limit))
                                                        : std::numeric_limits<double>::quiet_NaN();
}

double Map::margin_of(std::size_t limit, double number) const {
  const MapLimit& said = question.limits[limit];
  constexpr double none = std::numeric_limits<double>::infinity();
  return inside_of(said.min ? said.min->value : -none, said.max ? said.max->value : none, number);
}

void Map::make_coarse() {
  int stride = 1;
  for (std::size_t k = 0; k < question.axes.size(); ++k) {
    for (std::size_t c = 0; c < 1u << k; ++c) coarse_corners_[(1u << k) + c] = coarse_corners_[c] + stride;
    stride *= question.axes[k].cells + 1;
  }
  points.resize(n_coarse());
  table.resize(n_coarse() * numbers.size());
}

void Map::fill_coarse(std::size_t begin, std::size_t end) {
  make_pages(&points[begin], (end - begin) * sizeof(MapPoint));
  make_pages(table.data() + begin * numbers.size(), (end - begin) * numbers.size() * sizeof(double));
  LatticePlace place = coarse_place(begin);
  for (std::size_t i = begin; i < end; ++i, to_next_coarse(place)) points[i] = {place};
  std::fill(table.begin() + static_cast<std::ptrdiff_t>(begin * numbers.size()), table.begin() + static_cast<std::ptrdiff_t>(end * numbers.size()),
            std::numeric_limits<double>::quiet_NaN());
}

int Map::add(const LatticePlace& at, int level) {
  if (is_coarse(at)) return static_cast<int>(coarse_number(at));
  const int next = static_cast<int>(points.size());
  if (const auto [known, is_new] = index_.try_emplace(key(at), next); !is_new) return known->second;
  points.push_back({at, level});
  return next;
}

void Map::make_numbers() { table.resize(points.size() * numbers.size(), std::numeric_limits<double>::quiet_NaN()); }

int Map::corner(const MapCell& cell, int which) const {
  LatticePlace at = cell.at;
  for (int k = 0; k < n_axes(); ++k) at[static_cast<std::size_t>(k)] += (which >> k & 1) * cell.size;
  return find(at);
}

std::array<int, 1 << max_map_axes> Map::corners(const MapCell& cell) const {
  std::array<int, 1 << max_map_axes> out;
  out.fill(-1);
  if (cell.size != finest()) {
    for (int c = 0; c < n_corners(); ++c) out[static_cast<std::size_t>(c)] = corner(cell, c);
    return out;
  }
  const int first = static_cast<int>(coarse_number(cell.at));  // of the coarse lattice all points are there
  for (std::size_t c = 0; c < static_cast<std::size_t>(n_corners()); ++c) out[c] = first + coarse_corners_[c];
  return out;
}

double Map::crossing(int a, int b) const {
  if (const auto it = crossings_.find(edge(a, b)); it != crossings_.end()) return it->second;
  LatticePlace middle = {};
  for (std::size_t k = 0; k < middle.size(); ++k) {
    const int sum = points[static_cast<std::size_t>(a)].at[k] + points[static_cast<std::size_t>(b)].at[k];
    if (sum % 2 != 0) return 0.5;
    middle[k] = sum / 2;
  }
  const int m = find(middle);
  if (m < 0) return 0.5;
  return points[static_cast<std::size_t>(m)].feasible() ? 0.5 + crossing(m, b) / 2 : crossing(a, m) / 2;
}

}  // namespace zanjir
