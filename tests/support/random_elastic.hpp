// Random trees of rigid and elastic links, planar and spatial, and the same closed to a loop.
#pragma once

#include "support/random_model.hpp"

#include "zanjir/describe/description.hpp"

namespace zanjir::test {

enum class Space { planar, spatial };
struct ElasticTreeOptions {
  int n_links = 3;
  Space space = Space::spatial;
  Stiffening stiffening = Stiffening::none;
};

// 0 to 4 modes per link of every kind the space allows, every rotary variant; a spring with damper between sections of the first two links.
Description random_elastic_tree(Random&, const ElasticTreeOptions&);

// The same tree with a small body welded to a section of the last link, and a cut joint between that body and a section of another link or the ground, placed
// so that it is closed at a random state.
struct ElasticLoop {
  Description description;
  State state;  // closed; speeds too
};
ElasticLoop random_elastic_loop(Random&, const ElasticTreeOptions&);

}  // namespace zanjir::test
