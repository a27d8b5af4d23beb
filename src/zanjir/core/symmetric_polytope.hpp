// Convex sets that are symmetric about the origin, of dimension one to three:  {x : |n_k . x| <= b_k for all k}.
#pragma once

#include <vector>

#include "zanjir/core/linear.hpp"

namespace zanjir {

struct SymmetricPolytope {
  MatX normals;  // [rows x dimension]
  VecX bounds;   // [rows] not negative; infinite ones bound nothing
};

// Of the largest ball about the origin; infinite without bounds.
double inscribed_radius(const SymmetricPolytope&);
// How far it reaches along a unit vector.
double extent(const SymmetricPolytope&, const VecX& direction);

// For drawing. Of a polygon the vertices go round it; faces list vertices, each going round its face.
struct PolytopeShape {
  bool bounded = false;  // else nothing follows
  MatX vertices;         // [n x dimension]
  std::vector<std::vector<int>> faces;
};
PolytopeShape shape_of(const SymmetricPolytope&);

// The vectors u = basis y that have as many zeros as possible, up to a factor: y one per column. Every vector of the space is a sum of such vectors with no
// sign against its own [Rockafellar1969], so they are all that bounds on |u_i| need to be tried with. Rows of the basis are judged relative to their own
// lengths.
MatX elementary_coefficients(const MatX& basis);

}  // namespace zanjir
