// What was computed of a map that was interrupted, in a file, so that the same map goes on from there. A map asks for one thing after the other in an order
// that follows from its question alone: an answer is known by its number. A map that ends well leaves no file behind.
#pragma once

#include <chrono>
#include <filesystem>
#include <unordered_map>

#include "zanjir/map/map_worker.hpp"

namespace zanjir {

class KeptMap {
 public:
  // `fingerprint`: of the question and the model; what another map has left is not taken.
  KeptMap(std::filesystem::path file, std::uint64_t fingerprint);

  std::size_t n_taken() const { return taken_; }  // answers that the file had
  // The answer with this number, that of a point into its places in the map; false: it is not there. From any thread, for as long as nothing is added.
  bool find(std::uint64_t number, PointJob&, Map&, StateStore&) const;
  bool find(std::uint64_t number, EdgeJob&) const;
  // Whether the mechanism stands there is that of now, since another way may lead there later; where it stands is read from the map when it is written.
  void add(std::uint64_t number, const PointJob& job, const Map& map) {
    points_.push_back({number, job.point, job.evaluations, map.points[at(job.point)].stands});
  }
  void add(std::uint64_t number, const EdgeJob& job) { edges_.push_back({number, job.fraction, job.evaluations}); }
  // What has come together goes to the file: at once, or now and then.
  enum class When : std::uint8_t { now, if_time_has_come };
  void write(const Map&, When);
  bool in_file() const { return in_file_ && problem_.empty(); }  // something is kept
  // Empty, or why the file could not be written.
  const std::string& problem() const { return problem_; }

 private:
  struct FoundPoint {
    std::uint64_t number;
    int point, evaluations;
    bool stands;
  };
  struct FoundEdge {
    std::uint64_t number;
    double fraction;
    int evaluations;
  };
  const std::vector<double>* record(std::uint64_t number) const;
  std::vector<double> records_of_new(const Map&) const;

  std::filesystem::path file_;
  std::uint64_t fingerprint_;
  std::unordered_map<std::uint64_t, std::vector<double>> records_;  // of the file
  std::vector<FoundPoint> points_;                                  // that are not in the file yet
  std::vector<FoundEdge> edges_;
  std::size_t taken_ = 0;
  bool in_file_ = false;  // the file is there and is ours
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
  std::string problem_;
};

// Of all that decides the answers: the question, the request at a corner of the map, the home state, and the model as text.
std::uint64_t map_fingerprint(const MapQuestion&, const StateRequest&, const State& home, std::string_view model_text);

}  // namespace zanjir
