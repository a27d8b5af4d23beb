// The models of the zoo and other Descriptions, built or a loud failure with every diagnostic.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "zanjir/describe/description.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::test {

// Every description below models/, by name without ".yaml" ("pendulum", "joints/planar"), sorted; hard/ apart, because forward dynamics
// has no answer there, those with loops apart, because not every state of theirs is closed, and those with elastic bodies apart, because most
// tests take bodies for rigid.
std::vector<std::string> zoo_names();
std::vector<std::string> loop_names();
std::vector<std::string> elastic_names();
std::vector<std::string> hard_names();

Description read_zoo(const std::string& name, const Overrides& = {});
Model zoo_model(const std::string& name, const Overrides& = {});
Model build(const Description&);

// A parameterised test's suffix: letters, digits and underscores only.
std::string test_name(const std::string& model_name);

int speed_index(const Model&, const std::string& name);

}  // namespace zanjir::test
