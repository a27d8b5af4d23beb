// Vibration modes of a uniform beam in one plane of bending, solved from its data.   Source: Timoshenko's equations, [Han1999].
//   kAG (w'' - t') = mu w..      EI t'' + kAG (w' - t) = J t..          w deflection, t rotation of the section
// Euler-Bernoulli is kAG infinite and J = 0. With p = mu omega^2/EI, s = EI/kAG, r = J/mu the wave numbers of one frequency are
//   A^2 = p(s+r)/2 + sqrt((p(s+r)/2)^2 + p(1 - prs)),     B^2 = p(1 - prs)/A^2;    B^2 < 0 above the cut-off: a second wave             (1)
//   W = C1 sin Ax + C2 cos Ax + C3 e^(-Bx) + C4 e^(B(x-l)),    T = a C1 cos Ax - a C2 sin Ax - b C3 e^(-Bx) + b C4 e^(B(x-l))            (2)
//   a = A - p s/A,   b = B + p s/B
// Ends:  s: W = T' = 0    c: W = T = 0    f: T' = 0, shear = 0    loaded: moment and shear of the tip body at frequency omega
// The search runs over A, on which p depends one to one, so that the modes are about pi/l apart whatever the beam.
#pragma once

#include "zanjir/describe/description.hpp"
#include "zanjir/flexible/profile.hpp"

namespace zanjir {

struct BendingBeam {
  double length_m = 1, EI_N_m2 = 1, kAG_N = 0 /* 0: Euler-Bernoulli */, mass_kg_per_m = 1, rotary_kg_m = 0;
  BeamTip tip = {};
};
BendingBeam bending_beam(const BeamProperties&, double length_m, const BeamTip&, ModeKind plane);

struct BendingShape {
  double frequency_rad_per_s = 0;  // of the beam by itself between these ends; 0 for shapes that are no vibration modes
  Profile W, Theta;                // max |W| = 1, first lobe positive (static pair: unit end deflection, unit end turn)
};

// Mode `number` = 1, 2, ... of the set: ss, cc, sc, cs, cf, ff (its rigid motions not counted) or loaded; pure thickness shear (W = 0, at
// the cut-off of a pinned beam) is not counted. Data whose ratios are beyond the range of numbers have no mode: the frequency is NaN, the shape zero.
BendingShape vibration_mode(const BendingBeam&, ModeSet, int number);
// Deflection shapes of a clamped beam under an end force and an end moment: unit end deflection without turn (1), unit end turn without
// deflection (2). K-orthogonal to every clamped-clamped mode.
BendingShape static_pair(const BendingBeam&, int number);

}  // namespace zanjir
