#include "zanjir/record/memory_recorder.hpp"

#include "support/recordings.hpp"
#include "zanjir/core/contract.hpp"

namespace zanjir::test {
namespace {

TEST(MemoryRecorder, KeepsWhatItIsGiven) {
  MemoryRecorder recorder(sample_header(3), 10);
  std::vector<double> row(3);
  for (std::uint64_t i = 0; i < 25; ++i) {
    fill(i, row);
    ASSERT_TRUE(recorder.append(row));
  }
  ASSERT_TRUE(recorder.add_event({0.5, "floor", "impact", -2, -1}));
  EXPECT_FALSE(recorder.summary());
  ASSERT_TRUE(recorder.finish("{}"));
  EXPECT_EQ(recorder.n_rows(), 25u);
  EXPECT_EQ(recorder.row(24)[2], sample(24, 2));
  const std::vector<double> x1 = recorder.column("x1");
  ASSERT_EQ(x1.size(), 25u);
  for (std::uint64_t i = 0; i < 25; ++i) EXPECT_EQ(x1[i], sample(i, 1));
  EXPECT_EQ(recorder.events().size(), 1u);
  EXPECT_EQ(recorder.events()[0].name, "floor");
  EXPECT_EQ(recorder.summary(), "{}");
  EXPECT_EQ(recorder.find_channel("y"), std::nullopt);
}

TEST(MemoryRecorder, BrokenContractsAreLoud) {
  EXPECT_THROW(MemoryRecorder(RecordingHeader{{{"x", "m"}}, {}}), ContractViolation);
  MemoryRecorder recorder(sample_header(2));
  EXPECT_THROW(recorder.append(std::vector<double>{1}), ContractViolation);
  EXPECT_THROW(recorder.column("y"), ContractViolation);
  EXPECT_THROW(recorder.row(0), ContractViolation);
}

}  // namespace
}  // namespace zanjir::test
