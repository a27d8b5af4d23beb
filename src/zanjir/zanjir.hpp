// Zanjir from C++: load a mechanism, assemble it, ask it, run it.
//
//     #include <zanjir/zanjir.hpp>
//     using namespace zanjir::literals;
//
//     auto mechanism = zanjir::Mechanism::load("models/four_bar.yaml");
//     auto state     = mechanism.assemble({{"A", 60_deg}}, {{"A", 2}});
//     auto run       = mechanism.simulate(state, {.until_s = 1, .every_s = 0.01, .reactions = true});
//     double F_x     = run["D.reaction.force.x"].back();
//
// Units are SI and radians everywhere. The world frame W is the ground, right-handed. docs/cpp.md walks through it.
#pragma once

#include "zanjir/face/batch.hpp"
#include "zanjir/face/dynamics.hpp"
#include "zanjir/face/error.hpp"
#include "zanjir/face/mechanism.hpp"
#include "zanjir/face/run.hpp"
#include "zanjir/face/state.hpp"
#include "zanjir/face/values.hpp"
