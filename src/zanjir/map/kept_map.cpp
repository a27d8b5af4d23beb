#include "zanjir/map/kept_map.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>

#include "zanjir/core/whole_file.hpp"

namespace zanjir {
namespace {

// The file: a word, the fingerprint, then records of doubles: how many follow, the number of the answer, and the answer. A record that was cut off is left out.
constexpr char word[8] = {'z', 'a', 'n', 'm', 'a', 'p', '0', '4'};
constexpr auto now_and_then = std::chrono::seconds(10);

// FNV-1a.
class Fingerprint {
 public:
  void add(const void* data, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) hash_ = (hash_ ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3ULL;
  }
  void add(std::string_view text) {
    add(text.data(), text.size());
    add(static_cast<double>(text.size()));
  }
  void add(double x) { add(&x, sizeof x); }
  void add(const Vec3d& a) { add(a.x), add(a.y), add(a.z); }
  void add(const std::optional<Quantity>& q) { add(q ? q->value : std::numeric_limits<double>::quiet_NaN()); }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace

std::uint64_t map_fingerprint(const MapQuestion& q, const StateRequest& request, const State& home, std::string_view model_text) {
  Fingerprint f;
  f.add(model_text);
  for (const MapAxis& axis : q.axes) f.add(axis.of.name), f.add(axis.from.value), f.add(axis.to.value), f.add(axis.cells);
  for (const StateRequest::Number& n : request.q) f.add(n.entry), f.add(n.value);
  for (const LedFrame& m : request.frames) {
    f.add(static_cast<double>(static_cast<int>(m.frame)));
    for (std::size_t k = 0; k < 3; ++k) f.add(m.led[k]);
    f.add(m.p), f.add(static_cast<double>(m.turn)), f.add(m.axis), f.add(m.along);
    for (int k = 0; k < 3; ++k) f.add(m.R * Vec3d{k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0});
  }
  for (const double x : home.q) f.add(x);
  for (const NameRef& value : q.values) f.add(value.name);
  for (const MapLimit& limit : q.limits) {
    f.add(limit.name.name), f.add(static_cast<double>(limit.kind)), f.add(limit.min), f.add(limit.max);
    for (const NameRef& of : limit.of) f.add(of.name);
    for (std::size_t k = 0; k < 2; ++k) f.add(limit.frames[k].name), f.add(limit.axes[k]);
    for (const auto& [from, to] : limit.segments) f.add(from.name), f.add(to.name);
    for (const double r : limit.radii_m) f.add(r);
    for (const NameRef& body : limit.bodies) f.add(body.name);
    f.add(limit.all_bodies);
  }
  f.add(q.formulation), f.add(q.depth), f.add(q.tolerance), f.add(q.change.value_or(-1));
  return f.value();
}

KeptMap::KeptMap(std::filesystem::path file, std::uint64_t fingerprint) : file_(std::move(file)), fingerprint_(fingerprint) {
  if (!target_problem(file_.string(), IfExists::overwrite).empty()) return;
  std::ifstream in(file_, std::ios::binary);
  char begins[sizeof word];
  std::uint64_t of = 0;
  if (!in.read(begins, sizeof begins) || std::memcmp(begins, word, sizeof word) != 0) return;
  if (!in.read(reinterpret_cast<char*>(&of), sizeof of) || of != fingerprint_) return;
  std::uintmax_t whole = sizeof word + sizeof of;
  double size = 0;
  std::vector<double> body;
  while (in.read(reinterpret_cast<char*>(&size), sizeof size) && size >= 1 && size < 1e6) {
    body.resize(static_cast<std::size_t>(size));
    if (!in.read(reinterpret_cast<char*>(body.data()), static_cast<std::streamsize>(body.size() * sizeof(double)))) break;
    if (!(body[0] >= 0 && body[0] < 0x1p64)) break;  // no number of an answer
    whole += (body.size() + 1) * sizeof(double);
    records_[static_cast<std::uint64_t>(body[0])] = {body.begin() + 1, body.end()};
  }
  in.close();
  std::error_code failed;
  std::filesystem::resize_file(file_, whole, failed);
  in_file_ = !failed;
  taken_ = records_.size();
}

const std::vector<double>* KeptMap::record(std::uint64_t number) const {
  const auto it = records_.find(number);
  return it == records_.end() ? nullptr : &it->second;
}

bool KeptMap::find(std::uint64_t number, PointJob& job, Map& map, StateStore& store) const {
  const std::vector<double>* r = record(number);
  if (!r || r->size() < 5) return false;
  for (std::size_t i : {0u, 1u, 2u, 3u, 4u}) {
    if (!(std::abs((*r)[i]) < 1e9) || (i > 2 && (*r)[i] < 0)) return false;  // spoilt: it is computed again
  }
  const auto n = [&](std::size_t i) { return static_cast<std::size_t>((*r)[i]); };
  if (r->size() != 5 + n(3) + n(4)) return false;
  MapAnswer answer;
  answer.stands = (*r)[1] != 0;
  if (answer.stands && n(4) != map.numbers.size()) return false;
  answer.binds = static_cast<int>((*r)[2]);
  const double* x = r->data() + 5;
  answer.state.q = Eigen::Map<const VecX>(x, static_cast<Eigen::Index>(n(3)));
  answer.numbers.assign(x + n(3), x + n(3) + n(4));
  map.put(job.point, answer, store);
  job.done = job.taken = true;
  job.evaluations = static_cast<int>((*r)[0]);
  return true;
}

bool KeptMap::find(std::uint64_t number, EdgeJob& job) const {
  const std::vector<double>* r = record(number);
  if (!r || r->size() != 2 || !(std::abs((*r)[0]) < 1e9)) return false;
  job.done = job.taken = true;
  job.evaluations = static_cast<int>((*r)[0]);
  job.fraction = (*r)[1];
  return true;
}

std::vector<double> KeptMap::records_of_new(const Map& map) const {
  std::vector<double> all;
  for (const FoundPoint& found : points_) {
    const MapPoint& p = map.points[at(found.point)];
    const std::size_t numbers = found.stands ? map.numbers.size() : 0;
    const int q = found.stands ? p.q.n : 0;
    for (const double x : {static_cast<double>(at(6 + q) + numbers), static_cast<double>(found.number), static_cast<double>(found.evaluations),
                           found.stands ? 1.0 : 0.0, static_cast<double>(p.binds), static_cast<double>(q), static_cast<double>(numbers)})
      all.push_back(x);
    if (!found.stands) continue;
    for (int i = 0; i < q; ++i) all.push_back(p.q[i]);
    all.insert(all.end(), map.numbers_of(found.point), map.numbers_of(found.point) + numbers);
  }
  for (const FoundEdge& edge : edges_)
    for (const double x : {3.0, static_cast<double>(edge.number), static_cast<double>(edge.evaluations), edge.fraction}) all.push_back(x);
  return all;
}

void KeptMap::write(const Map& map, When when) {
  const auto now = std::chrono::steady_clock::now();
  if ((points_.empty() && edges_.empty()) || (when == When::if_time_has_come && now - written_ < now_and_then)) return;
  written_ = now;
  const std::vector<double> records = records_of_new(map);
  points_.clear(), edges_.clear();
  std::error_code ignored;
  std::filesystem::create_directories(file_.parent_path(), ignored);
  for (const std::string& why : {folder_problem(file_.parent_path().string()), target_problem(file_.string(), IfExists::overwrite)}) {
    if (why.empty()) continue;
    problem_ = "what was computed cannot be kept in " + file_.string() + ": it " + why;
    return;
  }
  std::ofstream out(file_, in_file_ ? std::ios::binary | std::ios::app : std::ios::binary | std::ios::trunc);
  if (!in_file_) out.write(word, sizeof word).write(reinterpret_cast<const char*>(&fingerprint_), sizeof fingerprint_);
  out.write(reinterpret_cast<const char*>(records.data()), static_cast<std::streamsize>(records.size() * sizeof(double)));
  out.flush();
  if (!out) problem_ = "what was computed cannot be kept in " + file_.string();
  in_file_ = true;
}

}  // namespace zanjir
