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

TEST(LongRun, KeepsItsMemoryFlat) {
#ifndef ZANJIR_COUNTS_MALLOC
  GTEST_SKIP() << "a sanitizer keeps what was freed";
#endif
  if (resident_bytes() == 0) GTEST_SKIP() << "needs /proc";
  const char* wanted = std::getenv("ZANJIR_LONG_RUN");
  const long n_steps = wanted && std::string(wanted) == "1" ? 10'000'000 : 1'000'000;
  const TemporaryFolder folder;
  const Model model = zoo_model("pendulum");
  SimOptions options = fixed_run(static_cast<double>(n_steps) * 1e-3, "rk4", 1e-3);
  options.sample_interval_s = 0.1;
  long step = 0, at_tenth = 0, most_after = 0;
  options.progress = [&](double) {
    ++step;
    if (step == n_steps / 10) at_tenth = resident_bytes();
    if (step > n_steps / 10 && step % (n_steps / 10) == 0) most_after = std::max(most_after, resident_bytes());
  };
  State state = closed_start(model);
  std::optional<RecordingWriter> writer;
  const RunSummary s = simulate(model, state, options, [&](const std::vector<Channel>& channels) -> Recorder* {
    writer.emplace(must(RecordingWriter::create(folder / "long.h5", RecordingHeader{channels, {}})));
    return &*writer;
  });
  ASSERT_EQ(s.end, RunEnd::reached_end) << s.why;
  EXPECT_NEAR(static_cast<double>(s.cost.steps), static_cast<double>(n_steps), 1);  // the sum of so many steps may miss the end by rounding
  std::printf("  %ld steps in %.2f s: resident %.2f MB after a tenth, at most %.2f MB later; energy %.1e\n", n_steps, s.seconds, 1e-6 * static_cast<double>(at_tenth), 1e-6 * static_cast<double>(most_after),
              s.relative_imbalance());
  // HDF5 fills its caches with the first ten thousand rows (1 MB seen); after that nothing grows. Three bytes per step would show.
  EXPECT_LT(most_after - at_tenth, 2 << 20);
}

}  // namespace
}  // namespace zanjir::test
