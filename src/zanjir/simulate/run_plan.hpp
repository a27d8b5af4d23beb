// The right-hand side of a model as flat tables for the kernels (kernels/run_tables.hpp): contacts and springs at joints. For trees whose forces are these and no others.
#pragma once

#include <string>
#include <vector>

#include "zanjir/kernels/run_tables.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {

struct RunPlan {
  explicit RunPlan(const Model&);
  RunPlan(const RunPlan&) = delete;
  RunPlan& operator=(const RunPlan&) = delete;

  kernels::RunTables tables;
  std::vector<int> contact_of;  // per contact of the tables: which of the model
  std::string why_not;          // what the tables cannot say; empty: they say it all

 private:
  std::vector<kernels::ContactPoint> contacts_;
  std::vector<kernels::SpeedSpring> springs_;
};

// What a contact remembers, as the kernels read it: kernels::contact_memory_numbers.
void contact_memory_for(const Contact&, const ContactMemory&, double* out);

}  // namespace zanjir
