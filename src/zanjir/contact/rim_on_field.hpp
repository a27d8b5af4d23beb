// Where the rim of a wheel touches a field of heights, in the axes of the field.
//
// Upright it does so in one place s, whose normal n leads from s to the point P(n) of the solid that lies furthest along -n ((1) of rim.hpp),
//   (P(n(x, y)) - s(x, y)) . ds/dx = 0, the same for y                                                                                              (2)
// by Newton's method from below the centre, with the derivative of P, which is the curvature of the solid:
//   dP/dn = -r/s (1 - a a^T - p p^T/s^2) - (r c^2/s - r k + radius) 1 + ...n,   p the part of n in the plane of the rim, s^2 = |p|^2 + c^2             (3)
//
// Lying, it touches in as many as the ground likes: two across a hollow, three, all around in a bowl, its face on a hill. The least of their gaps has a bend where another place takes over, and
// that is just where such a wheel comes to rest: forces would go to and fro without end. As a body on several supports presses on all of them, so does the wheel: of points i all around the rim
// and on the face, fixed in the wheel, each with its distance g_i from the ground and the length l = 1e-4 r,
//   g = -l ln sum_i exp(-g_i/l),   each with the share exp((g - g_i)/l) of the force                                                                (4)
// which is the least of them for a place that is alone but for l, and levels out places that carry together within some l, however stiff the law. It is smooth whatever the ground, and since the
// points are fixed in the wheel the force has a potential exactly.
//
// Between the two, which differ by some l, the gap goes over smoothly with the angle between the axis and the normal of the ground below the centre, where there is one place still.
#pragma once

#include "zanjir/contact/ground.hpp"

namespace zanjir {

// side: a unit vector across the axis, fixed in the wheel.
Touch rim_on_field(const HeightField&, const ContactShape&, const Vec3d& centre, const Vec3d& axis, const Vec3d& side);

}  // namespace zanjir
