#include "zanjir/model/cross_sections.hpp"
#include "zanjir/core/name_map.hpp"

#include <algorithm>
#include <cstdio>

namespace zanjir {
namespace {

class Sections {
 public:
  explicit Sections(Description& d) : d_(d) {
    for (std::size_t i = 0; i < d.bodies.size(); ++i) {
      if (d.bodies[i].beam) length_[d.bodies[i].name] = d.bodies[i].beam->length_m;
    }
  }
  bool any() const { return !length_.empty(); }

  // The section body that carries a place on `body`, which is then made relative to it; empty when it is the body frame or a rigid body.
  std::string carrier(const std::string& body, Transformd& X, SourcePos at) {
    const auto found = length_.find(body);
    if (found == length_.end()) return {};
    const double x = std::clamp(X.p.x, 0.0, found->second);
    if (x == 0) return {};
    X.p.x -= x;
    char station[32];
    std::snprintf(station, sizeof station, "@%.9g", x);
    const std::string name = body + station;
    if (made_.emplace(name, true).second) make(name, body, x, at);
    return name;
  }

 private:
  void make(const std::string& name, const std::string& of, double x, SourcePos at) {
    BodyDescription section;
    section.name = name;
    section.at = section.mass_at = section.inertia_at = at;
    section.massless = true;
    section.origin = Origin::section;
    section.section = BodyDescription::Section{of, x};
    JointDescription weld;
    weld.name = name;
    weld.at = weld.type_at = weld.axis_at = at;
    weld.parent = {of, at};
    weld.child = {name, at};
    weld.origin = Origin::section;
    d_.bodies.push_back(std::move(section));
    d_.joints.push_back(std::move(weld));
  }

  Description& d_;
  NameMap<double> length_;
  NameMap<bool> made_;
};

}  // namespace

void attach_to_sections(Description& d) {
  Sections sections(d);
  if (!sections.any()) return;
  for (FrameDescription& frame : d.frames) frame.section = sections.carrier(frame.body.name, frame.pose.X, frame.pose.at);
  for (std::size_t i = 0, n = d.joints.size(); i < n; ++i) {  // those made here are at their place
    const auto move = [&](NameRef JointDescription::*side, PoseDescription JointDescription::*place) {
      Transformd X = (d.joints[i].*place).X;
      const std::string carrier = sections.carrier((d.joints[i].*side).name, X, (d.joints[i].*side).at);
      if (carrier.empty()) return;
      (d.joints[i].*side).name = carrier;
      (d.joints[i].*place).X = X;
    };
    move(&JointDescription::parent, &JointDescription::at_parent);
    move(&JointDescription::child, &JointDescription::at_child);
  }
}

}  // namespace zanjir
