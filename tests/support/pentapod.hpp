// The line-platform pentapod in closed form, for tests: geometries, poses, legs.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "support/bodies.hpp"
#include "support/folders.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::test::pentapod {

using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;

struct Geometry {
  std::array<Eigen::Vector3d, 5> M;
  std::array<double, 5> c;
  double r;
  Settings settings;
};
inline const Geometry reading_P{{{{0.14, 0, 0.14}, {0.16, 0.1, 0.12}, {-0.14, 0.03, 0.03}, {-0.14, -0.03, 0.03}, {0.16, -0.1, 0.12}}},
                                {0.1254, -0.1254, 0.06, 0.02, -0.1635},
                                0.01,
                                {}};
inline const Geometry reading_T{{{{0.14, 0, 0.14}, {0.13, 0.1, 0.12}, {-0.14, 0.13, 0.13}, {-0.14, -0.13, 0.13}, {0.13, -0.1, 0.12}}},
                                {0.1254, -0.1254, 0.13, 0.12, -0.1135},
                                0.01,
                                {{"m2x", "0.13"}, {"m3y", "0.13"}, {"m3z", "0.13"}, {"c3", "0.13"}, {"c4", "0.12"}, {"c5", "-0.1135"}}};
// Made for tests, without a plane of symmetry.
inline const Geometry geometry_N{{{{0.5, 0, 0}, {0.15, 0.48, 0}, {-0.4, 0.29, 0.15}, {-0.4, -0.29, 0}, {0.15, -0.48, 0.15}}},
                                 {0.2, -0.2, 0.1, 0.0, -0.1},
                                 0.03,
                                 {{"m1x", "0.5"},
                                  {"m1z", "0"},
                                  {"m2x", "0.15"},
                                  {"m2y", "0.48"},
                                  {"m2z", "0"},
                                  {"m3x", "-0.4"},
                                  {"m3y", "0.29"},
                                  {"m3z", "0.15"},
                                  {"m4z", "0"},
                                  {"m5z", "0.15"},
                                  {"c1", "0.2"},
                                  {"c3", "0.1"},
                                  {"c4", "0"},
                                  {"c5", "-0.1"},
                                  {"r", "0.03"},
                                  {"height", "0.45"}}};

inline Mechanism robot_of(const Geometry& geometry, Settings more = {}) {
  more.insert(more.begin(), geometry.settings.begin(), geometry.settings.end());
  return Mechanism::load((models_folder() / "pentapod.yaml").string(), more);
}

struct Pose {
  Eigen::Vector3d o;
  double alpha, gamma;
  Eigen::Matrix3d R0() const {
    return (Eigen::AngleAxisd(gamma, Eigen::Vector3d::UnitY()) * Eigen::AngleAxisd(alpha, Eigen::Vector3d::UnitX())).toRotationMatrix();
  }
};

// Inverse kinematics in closed form: each ring points to its base ball, and leg 1's direction is the spindle's x.
struct Legs {
  Legs(const Geometry& g, const Pose& pose) {
    for (std::size_t i = 0; i < 5; ++i) {
      const Eigen::Vector3d m = pose.R0().transpose() * (g.M[i] - pose.o);
      const double phi = std::atan2(m.y(), m.x());
      if (i == 0) psi = phi;
      rho[i] = std::hypot(m.x(), m.y());
      theta[i] = std::remainder(phi - psi, 2 * std::acos(-1.0));
      L[i] = std::hypot(g.c[i] - m.z(), rho[i] - g.r);
    }
    Re = pose.R0() * Eigen::AngleAxisd(psi, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  }
  double psi = 0;
  std::array<double, 5> rho{}, theta{}, L{};
  Eigen::Matrix3d Re;
};

inline NamedValues at(const Pose& pose, const Legs& legs) {
  const Eigen::Quaterniond q(legs.Re);
  return {{"pose.x", pose.o.x()}, {"pose.y", pose.o.y()}, {"pose.z", pose.o.z()}, {"pose.quat", {q.w(), q.x(), q.y(), q.z()}}};
}

inline std::string leg(const char* name, std::size_t i) { return name + std::to_string(i + 1); }

}  // namespace zanjir::test::pentapod
