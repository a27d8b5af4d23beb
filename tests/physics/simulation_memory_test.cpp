// Memory is flat over long runs: a million steps here; ten million with ZANJIR_LONG_RUN=1.
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "support/allocation_count.hpp"
#include "support/recordings.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

long resident_bytes() {
  long total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

struct Resident {
  RunSummary summary;
  long after_a_tenth = 0, most_later = 0;  // bytes
};
// A run with its recording in a file, looked at ten times.
Resident watched_run(const Model& model, SimOptions options, const std::filesystem::path& file) {
  Resident out;
  int tenths = 0;
  options.progress = [&](double t_s) {
    if (t_s < (tenths + 1) * options.until_s / 10) return;
    if (++tenths == 1) out.after_a_tenth = resident_bytes();
    else out.most_later = std::max(out.most_later, resident_bytes());
  };
  State state = closed_start(model);
  std::optional<RecordingWriter> writer;
  out.summary = simulate(model, state, options, [&](const std::vector<Channel>& channels) -> Recorder* {
    writer.emplace(must(RecordingWriter::create(file, RecordingHeader{channels, {}})));
    return &*writer;
  });
  std::printf("  %s, %ld steps in %.2f s: resident %.2f MB after a tenth, at most %.2f MB later; energy %.1e\n", model.name().c_str(),
              out.summary.cost.steps, out.summary.seconds, 1e-6 * static_cast<double>(out.after_a_tenth), 1e-6 * static_cast<double>(out.most_later),
              out.summary.relative_imbalance());
  return out;
}
bool memory_can_be_watched() {
#ifdef ZANJIR_COUNTS_MALLOC
  return resident_bytes() > 0;
#else
  return false;  // a sanitizer keeps what was freed
#endif
}
// HDF5 fills its caches with the first ten thousand rows (1 MB seen); after that nothing grows.
constexpr long caches_bytes = 2 << 20;

TEST(LongRun, KeepsItsMemoryFlat) {
  if (!memory_can_be_watched()) GTEST_SKIP() << "needs /proc, and no sanitizer";
  const char* wanted = std::getenv("ZANJIR_LONG_RUN");
  const long n_steps = wanted && std::string(wanted) == "1" ? 10'000'000 : 1'000'000;
  const TemporaryFolder folder;
  SimOptions options = fixed_run(static_cast<double>(n_steps) * 1e-3, "rk4", 1e-3);
  options.sample_interval_s = 0.1;
  const Resident r = watched_run(zoo_model("pendulum"), std::move(options), folder / "long.h5");
  ASSERT_EQ(r.summary.end, RunEnd::reached_end) << r.summary.why;
  EXPECT_NEAR(static_cast<double>(r.summary.cost.steps), static_cast<double>(n_steps), 1);  // the sum of so many steps may miss the end by rounding
  EXPECT_LT(r.most_later - r.after_a_tenth, caches_bytes);                                  // three bytes per step would show
}

// Elastic bodies that turn, and that fall, hit the ground again and again and slide down a slope.
TEST(LongRun, KeepsItsMemoryFlatWithElasticBodies) {
  if (!memory_can_be_watched()) GTEST_SKIP() << "needs /proc, and no sanitizer";
  const TemporaryFolder folder;
  SimOptions turning = fixed_run(60, "rk4", 1e-3);
  turning.sample_interval_s = 0.02;
  const Resident spin = watched_run(zoo_model("elastic_spin_up"), std::move(turning), folder / "spin.h5");
  ASSERT_EQ(spin.summary.end, RunEnd::reached_end) << spin.summary.why;
  EXPECT_LT(spin.most_later - spin.after_a_tenth, caches_bytes);
  SimOptions falling = adaptive_run(1.5, "dopri5", 1e-7);
  falling.sample_interval_s = 1e-4;
  const Resident chain = watched_run(zoo_model("elastic_chain_slope"), std::move(falling), folder / "chain.h5");
  ASSERT_EQ(chain.summary.end, RunEnd::reached_end) << chain.summary.why;
  EXPECT_GT(chain.summary.n_events, 50);
  EXPECT_LT(chain.most_later - chain.after_a_tenth, caches_bytes);
}

}  // namespace
}  // namespace zanjir::test
