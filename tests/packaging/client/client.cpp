// Uses the library through its public headers alone and returns non-zero when an answer is wrong.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/spatial/spatial.hpp"

static_assert(EIGEN_MAX_ALIGN_BYTES == 64 && EIGEN_MAX_STATIC_ALIGN_BYTES == 16, "the target carries the alignment of its Eigen objects");

namespace {

int n_failures = 0;

void expect(bool holds, const char* what) {
  if (!holds) {
    std::printf("client: wrong: %s\n", what);
    ++n_failures;
  }
}

void use_compiled_code() {
  zanjir::DiagnosticSink sink({"arm.yaml"});
  sink.error({0, 3, 7}, "joints.a.axis", "direction has zero length");
  expect(zanjir::to_text(sink.take()) == "arm.yaml:3:7: error: joints.a.axis: direction has zero length\n1 error, nothing was built\n", "a diagnostic");
  expect(zanjir::nearest("crnak", {"coupler", "crank"}) == "crank", "the nearest name");
}

void use_templates() {
  const zanjir::Transformd X_AB{zanjir::spatial::to_matrix(zanjir::spatial::exp_quaternion(zanjir::Vec3d{0, 0, 1.5707963267948966})), {1, 2, 3}};
  const zanjir::Vec3d p_A = X_AB * zanjir::Vec3d{1, 0, 0};
  expect(std::abs(p_A.x - 1) + std::abs(p_A.y - 3) + std::abs(p_A.z - 3) < 1e-14, "a point through a transform");
}

}  // namespace

int main() {
  use_compiled_code();
  use_templates();
  std::printf("client: %s, vectors of %d bytes\n", n_failures == 0 ? "all right" : "failed", EIGEN_MAX_ALIGN_BYTES);
  return n_failures == 0 ? 0 : 1;
}
