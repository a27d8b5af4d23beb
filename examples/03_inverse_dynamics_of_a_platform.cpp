// The forces of the six legs of a Stewart platform, and the platform's own balance beside them.
// Shows: a pose by the coordinates of a free joint, inverse dynamics with loops, reactions of cut joints, a Jacobian.
#include <cmath>
#include <cstdio>
#include <string>

#include <zanjir/zanjir.hpp>

int main(int argc, char** argv) {
  const auto robot = zanjir::Mechanism::load(argc > 1 ? argv[1] : "models/stewart.yaml");
  const auto state = robot.assemble({{"pose.x", 0.1}, {"pose.y", 0}, {"pose.z", 0.95}, {"pose.quat", {1, 0, 0, 0}}},
                                    {{"pose.wx", 0}, {"pose.wy", 0}, {"pose.wz", 0}, {"pose.vx", 0}, {"pose.vy", 0}, {"pose.vz", 0.2}});
  const zanjir::Answer answer =
      robot.inverse(state, {{"pose.wx", 0}, {"pose.wy", 0}, {"pose.wz", 0}, {"pose.vx", 0}, {"pose.vy", 0}, {"pose.vz", 2}});
  if (!answer.solved()) return std::printf("%s\n", answer.note().c_str()), 1;

  double lift_N = 0;
  for (int leg = 1; leg <= 6; ++leg) {
    const std::string n = std::to_string(leg);
    std::printf("leg %d: %.4f m long, %.3f m/s, %.2f N\n", leg, state["P" + n], state.speed("P" + n), answer.force("P" + n));
    lift_N += answer.reaction("S" + n).force.z;  // rod on platform
  }
  const double needed_N = 40 * (9.81 + 2);
  std::printf("the balls lift the platform with %.6f N; 40 kg need %.6f N to rise with 2 m/s^2\n", lift_N, needed_N);
  const zanjir::Jacobian J = robot.jacobian(state, "platform");
  std::printf("platform velocity through its Jacobian: %.3f m/s\n", (J.J * state.v())[5]);
  return std::abs(lift_N - needed_N) < 1e-8 * needed_N && std::abs((J.J * state.v())[5] - 0.2) < 1e-12 ? 0 : 1;
}
