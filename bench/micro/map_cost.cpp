// What a map costs: the pentapod over two coordinates of its spindle, at every pose its legs, J0 with singular values, five strokes, the cone of a hinge and the
// distances between its legs. `poses`: a million of them, a lattice that is not refined, on one thread and on two. `boundary`: a coarse lattice that is halved along the boundary,
// level after level: what each further cell on the boundary costs beyond the lattice, which has its boundary located, too, and the exponent of that growth. `units`: those of a
// sweep, each a run of a double pendulum of some milliseconds, by one worker and by two.
#include <chrono>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
#include "support/zoo.hpp"
#include "zanjir/map/make_map.hpp"
#include "zanjir/sweep/unit_pool.hpp"

namespace zanjir::bench {
namespace {

MapLimit limit_on(const std::string& name, std::vector<NameRef> of, std::optional<double> min, std::optional<double> max) {
  MapLimit limit;
  limit.name.name = name;
  limit.of = std::move(of);
  if (min) limit.min = Quantity{*min, Knowledge::factor, {}};
  if (max) limit.max = Quantity{*max, Knowledge::factor, {}};
  return limit;
}

MapQuestion pentapod_map(int cells, int depth, int threads) {
  const auto law = [](double value) { return LawDescription{LawKind::polynomial, {}, {value}, {}, {}}; };
  const auto axis = [&](const char* name) { return MapAxis{{name, {}}, {-0.12, Knowledge::factor, {}}, {0.12, Knowledge::factor, {}}, cells}; };
  MapQuestion q;
  q.axes = {axis("spindle.x"), axis("spindle.y")};
  MotionGiven hold{{"spindle", {}}};
  hold.parts.emplace_back("z", law(0.25));
  hold.turn_axes = {{1, 0, 0}};
  hold.turn_angles = {law(0.1)};
  hold.axis = Vec3d{0, 0, 1};
  q.hold = {hold};
  MapLimit hinge = limit_on("hinge", {}, 0.2, 2.9), clear = limit_on("clear", {}, 0.004, std::nullopt);
  hinge.kind = MapLimit::Kind::cone;
  hinge.frames = {NameRef{"rod2", {}}, NameRef{"spindle", {}}};
  clear.kind = MapLimit::Kind::distance;
  for (const char* i : {"1", "2", "3", "4", "5"}) clear.segments.push_back({{std::string("ground.M") + i, {}}, {std::string("rod") + i, {}}});
  clear.radii_m = {0.004};
  q.limits = {limit_on("stroke", {{"L1", {}}, {"L2", {}}, {"L3", {}}, {"L4", {}}, {"L5", {}}}, 0.12, 0.36),
              limit_on("sigma", {{"spindle.J0.sigma_min", {}}}, 0.01, std::nullopt), hinge, clear};
  q.depth = depth;
  q.threads = threads;
  return q;
}

struct Made {
  Map map;
  double wall_s = 0;
};
Made made(const Model& model, const MapQuestion& question) {
  Progress quiet;
  std::string why;
  const auto start = std::chrono::steady_clock::now();
  std::optional<Map> map = make_map(model, question, {}, {quiet, never_cancelled()}, why);
  if (!map) give_up(why);
  return {std::move(*map), std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

// Cells of the finest level that the boundary passes through.
int cells_on_boundary(const Map& map) {
  int n = 0;
  for (const MapCell& cell : map.cells) {
    int feasible = 0;
    for (int c = 0; c < map.n_corners(); ++c) feasible += map.points[static_cast<std::size_t>(map.corner(cell, c))].feasible();
    n += feasible > 0 && feasible < map.n_corners();
  }
  return n;
}

// Seconds of wall time per unit.
double units_asked(const Mechanism& pendulum, std::size_t n, int workers) {
  const MechanismState start = pendulum.assemble();
  std::vector<std::size_t> units(n);
  for (std::size_t i = 0; i < n; ++i) units[i] = i;
  const auto ask = [&](std::size_t unit) {
    MechanismState from = start;
    VecX q = start.q();
    q[0] += 1e-3 * static_cast<double>(unit);
    from.set(0, q, start.v());
    SimulateOptions options;
    options.until_s = 10;
    options.every_s = 1;
    UnitAnswer answer;
    answer.values = {static_cast<double>(pendulum.simulate(from, options).finished())};
    return answer;
  };
  double finished = 0;
  const auto begin = std::chrono::steady_clock::now();
  const std::string why = ask_units(
      units, ask, [&](std::size_t, const UnitAnswer& a) { return finished += a.values.at(0), true; }, [] {}, {workers, 0}, never_cancelled());
  const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!why.empty() || finished != static_cast<double>(n)) give_up("units of a sweep: " + why);
  return wall_s / static_cast<double>(n);
}

}  // namespace

void map_cost(const Options& options, Json& results) {
  const Model model = test::zoo_model("pentapod");
  const int cells = options.quick ? 12 : 999;
  std::vector<double> seconds[3];
  std::size_t poses = 0;
  for (int sweep = 0; sweep < options.sweeps; ++sweep) {
    for (const int threads : {1, 2}) {
      const double before = thread_seconds();
      const Made m = made(model, pentapod_map(cells, 0, threads));
      poses = m.map.points.size();
      const auto n = static_cast<double>(poses);
      if (threads == 1) seconds[0].push_back((thread_seconds() - before) / n);
      seconds[threads].push_back(m.wall_s / n);
    }
  }
  results["poses"].push_back(with({{"mechanism", "pentapod"}, {"poses", poses}, {"time", "processor, 1 thread"}}, times_of(seconds[0])));
  for (const int threads : {1, 2})
    results["poses"].push_back(
        with({{"mechanism", "pentapod"}, {"poses", poses}, {"time", "wall, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads")}},
             times_of(seconds[threads])));
  const Mechanism pendulum = Mechanism::load(models_folder() + "/double_pendulum.yaml");
  const std::size_t units = options.quick ? 8 : 400;
  std::vector<double> by_workers[3];
  for (int sweep = 0; sweep < options.sweeps; ++sweep)
    for (const int workers : {1, 2}) by_workers[workers].push_back(units_asked(pendulum, units, workers));
  for (const int workers : {1, 2}) results["units"].push_back(with({{"units", units}, {"workers", workers}}, times_of(by_workers[workers])));
  double coarse_s = 0;
  int coarse_cells = 0;
  std::vector<double> cells_more, seconds_more;
  for (int depth = 0; depth <= (options.quick ? 1 : 5); ++depth) {
    std::vector<double> spent;
    std::optional<Map> map;
    for (int sweep = 0; sweep < std::min(options.sweeps, 5); ++sweep) {
      const double before = thread_seconds();
      map = made(model, pentapod_map(16, depth, 1)).map;
      spent.push_back(thread_seconds() - before);
    }
    const Times times = times_of(spent);
    const int on_boundary = cells_on_boundary(*map);
    if (depth == 0) {
      coarse_s = times.median_s;
      coarse_cells = on_boundary;
    } else {
      cells_more.push_back(on_boundary - coarse_cells);
      seconds_more.push_back(times.median_s - coarse_s);
    }
    results["boundary"].push_back(with({{"depth", depth},
                                        {"cells_on_boundary", on_boundary},
                                        {"evaluations", map->evaluations},
                                        {"us_per_cell_beyond_lattice", depth == 0 ? 0 : rounded(seconds_more.back() / cells_more.back() * 1e6)}},
                                       times));
  }
  if (cells_more.size() > 2) results["growth"].push_back({{"depth", "1 to 5"}, {"exponent", rounded(growth_exponent(cells_more, seconds_more), 3)}});
}

}  // namespace zanjir::bench
