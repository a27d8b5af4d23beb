// Screws and wrenches of the limbs of a parallel robot.   Source: [Khosravi2023] (15)-(32); [JoshiTsai2002], of which this is the general case.
//   twist of the platform against the base   t = [omega; v_O] = S x,   x the rates of a limb's joints, and  L x = 0  where it has loops inside:  x = N z     (1)
//   constraint wrenches   w . S N = 0: what the limb forbids whatever its joints do                                                                          (2)
//   actuation wrench of a joint that is driven   w . S N z = its rate: what the limb carries when all its other joints move freely                            (3)
//   [rates of the actuators; 0] = J0 t,   rows: actuation, then constraint wrenches [n; f] about O                                                            (4)
// Of the many wrenches (3), which differ by constraint wrenches, the one with the least force, and of these the one with the least moment about the
// joint where the limb meets the platform. Twists and wrenches in world axes, about O. In a planar mechanism only motions in its plane count.
#pragma once

#include "zanjir/loops/limbs.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct LimbScrew {
  std::string speed;  // "U1.a"
  bool turns = true;
  Role role = Role::passive;
  Motiond S;  // per unit of speed, about O
};
struct ActuationWrench {
  std::string speed;
  bool turns = true;  // of the actuator: its row is in rad/s, else in m/s
  Forced W;           // about O
  double miss = 0;    // 0, or how far from (3): the actuator also moves when the platform stands still
};
struct LimbScrews {
  std::vector<LimbScrew> screws;    // of the joints on the way to the platform
  int freedoms = 0;                 // of all its joints together, loops inside it closed
  int rank = 0;                     // twists it leaves to the platform
  MatX twists;                      // [6 x rank] an orthonormal basis, lengths in model lengths
  std::vector<Forced> constraints;  // (2): couples first, then forces; unit
  std::vector<ActuationWrench> actuation;
  Vec3d at_platform{0, 0, 0};  // the joint where it meets the platform
};
LimbScrews limb_screws(const Model&, const Workspace&, BodyId base, BodyId platform, const Limb&, const Vec3d& O_W);

// (4) of all limbs.
struct ParallelJacobian {
  std::vector<std::string> rows;  // "P1", "constraint 1 of U1-P1-S1"
  std::vector<int> limb;          // whose row it is
  int n_actuation = 0;
  MatX J0;       // [rows x 6] about O, SI; with a plane [rows x 3]: spin, then the two axes of the plane
  MatX J_c;      // its constraint rows
  int rank = 0;  // of J0, lengths in model lengths
  int platform_freedoms = 0;
};
enum class Ranks : std::uint8_t { find, skip };  // `rank` and `platform_freedoms` cost more than the rest
ParallelJacobian parallel_jacobian(const Model&, const std::vector<Limb>&, const std::vector<LimbScrews>&, Ranks = Ranks::find);
// Names of its columns: wx ... vz, or of those that a planar mechanism has.
std::vector<std::string> twist_names(Plane);

// A wrench or a twist as a line, for people.
struct ScrewAxis {
  bool infinite = false;  // a couple, or a pure translation
  Vec3d direction;        // unit
  Vec3d point;            // of the axis, nearest to O; world
  double pitch_m = 0;
};
ScrewAxis axis_of(const Vec3d& along, const Vec3d& about_O, const Vec3d& O_W, double length_m);

}  // namespace zanjir
