#include "zanjir/core/progress.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>

#include "zanjir/core/interrupt.hpp"

using namespace zanjir;

TEST(Progress, TellsTheRemainingTimeFromThePast) {
  EXPECT_EQ(progress_line("run", 0.25, 10, 40), "run:  25 % [====>           ] 0:30 left");
  EXPECT_EQ(progress_line("run", 0, 0, 30), "run:   0 % [>               ]");  // nothing to go by yet
  EXPECT_NE(progress_line("run", 0.5, 3600, 60).find("1:00:00 left"), std::string::npos);
}

TEST(Progress, NeverFillsTheLineAndNeverBreaks) {
  for (int width = 0; width < 200; ++width) {
    for (const double fraction : {-1.0, 0.0, 0.3, 0.999, 1.0, 7.0}) {
      const std::string line = progress_line("a study with a long name", fraction, 12, width);
      EXPECT_LE(line.size(), static_cast<std::size_t>(width));
      EXPECT_EQ(line.find('\n'), std::string::npos);
    }
  }
}

TEST(Progress, ShortWorkShowsNothing) {
  std::FILE* out = std::tmpfile();
  {
    ProgressBar bar(out);
    bar.begin("short");
    for (int i = 0; i <= 100; ++i) bar.update(0.01 * i);
  }
  EXPECT_EQ(std::ftell(out), 0);
  std::fclose(out);
}

TEST(Clock, ReadsAsAClock) {
  EXPECT_EQ(clock_text(3), "0:03");
  EXPECT_EQ(clock_text(727), "12:07");
  EXPECT_EQ(clock_text(3723), "1:02:03");
}

TEST(Interrupt, SetsTheFlagOnceAndIsGoneAfterwards) {
  {
    const InterruptGuard guard;
    EXPECT_FALSE(guard.cancel());
    std::raise(SIGINT);
    EXPECT_TRUE(guard.cancel());
  }
  const InterruptGuard again;
  EXPECT_FALSE(again.cancel());
  EXPECT_FALSE(never_cancelled());
}
