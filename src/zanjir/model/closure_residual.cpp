#include "zanjir/model/closure_residual.hpp"

#include <cmath>

namespace zanjir {

namespace {

// Two unit vectors normal to a and to each other; coordinate axes when a is one, so that rows of plain mechanisms read plainly.
std::pair<Vec3d, Vec3d> normals(const Vec3d& a) {
  const Vec3d helper = std::abs(a.x) <= std::abs(a.y) && std::abs(a.x) <= std::abs(a.z) ? Vec3d{1, 0, 0}
                       : std::abs(a.y) <= std::abs(a.z)                                 ? Vec3d{0, 1, 0}
                                                                                        : Vec3d{0, 0, 1};
  const Vec3d u = cross(cross(a, helper), a);
  const Vec3d u1 = u * (1 / norm(u));
  return {u1, cross(a, u1)};
}

void add_translation(std::vector<ClosureRow>& rows) {
  for (const Vec3d u : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) rows.push_back({RowKind::translation, u});
}
void add_rotation(std::vector<ClosureRow>& rows) {
  for (const Vec3d u : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) rows.push_back({RowKind::rotation, u});
}
void add_normals(std::vector<ClosureRow>& rows, RowKind kind, const Vec3d& a) {
  const auto [u1, u2] = normals(a);
  rows.push_back({kind, u1});
  rows.push_back({kind, u2});
}

}  // namespace

Vec3d aligned_axis(const Joint& joint) {
  return joint.type == JointType::planar ? cross(joint.axes[0], joint.axes[1]) : joint.axes.empty() ? Vec3d{0, 0, 1} : joint.axes[0];
}

std::vector<ClosureRow> closure_rows(const Joint& joint, const std::optional<Vec3d>& plane_normal_J) {
  std::vector<ClosureRow> rows;
  const Vec3d a = aligned_axis(joint);
  if (plane_normal_J) {
    const auto [u1, u2] = normals(*plane_normal_J);
    switch (joint.type) {
      case JointType::weld: return {{RowKind::translation, u1}, {RowKind::translation, u2}, {RowKind::rotation, *plane_normal_J}};
      case JointType::revolute: return {{RowKind::translation, u1}, {RowKind::translation, u2}};
      case JointType::prismatic: return {{RowKind::translation, cross(*plane_normal_J, a)}, {RowKind::rotation, *plane_normal_J}};
      default: return {};  // planar; the model refuses joints that leave the plane
    }
  }
  switch (joint.type) {
    case JointType::weld:
      add_translation(rows);
      add_rotation(rows);
      break;
    case JointType::revolute:
      add_translation(rows);
      add_normals(rows, RowKind::alignment, a);
      break;
    case JointType::prismatic:
      add_normals(rows, RowKind::translation, a);
      add_rotation(rows);
      break;
    case JointType::cylindrical:
      add_normals(rows, RowKind::translation, a);
      add_normals(rows, RowKind::alignment, a);
      break;
    case JointType::universal:
      add_translation(rows);
      rows.push_back({RowKind::universal, {0, 0, 0}});
      break;
    case JointType::spherical: add_translation(rows); break;
    case JointType::planar:
      rows.push_back({RowKind::translation, a});
      add_normals(rows, RowKind::alignment, a);
      break;
    case JointType::free: break;
  }
  return rows;
}

}  // namespace zanjir
