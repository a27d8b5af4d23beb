// Where frames are led farther than a mechanism reaches: which of its loops stay open while the frames are there, and by how much. For messages: it searches, and takes its time.
#pragma once

#include "zanjir/terms/state_request.hpp"

namespace zanjir {

struct MissedLoop {
  std::string name;  // as the user calls it: a rod, or the joint that closes the loop
  double gap = 0;
  bool angle = false;  // rad, else m
};

// The frames are held where the request has them, whole or by their origin, and the loops are closed as far as that goes from `near`, in the sense of least squares: a leg that
// moves by itself is then as near as it comes. Empty: all close, or a frame is led otherwise.
std::vector<MissedLoop> missed_loops(const Model&, const StateRequest&, State near);

}  // namespace zanjir
