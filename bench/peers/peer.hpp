// What a peer library is asked, as a table of functions over plain numbers: peers are built apart, with their own compiler and flags, and
// loaded at run time, so nothing but pointers and doubles may cross.
#pragma once

#include "zanjir/kernels/tables.hpp"

namespace zanjir::bench {

struct Peer {
  const char* library;   // name and version
  const char* compiler;  // name and version
  int n_variants;        // ways to run one task; the fastest counts

  void* (*make)(const kernels::Tables&, const double* q, const double* v, const double* vdot, const double* tau);
  void (*drop)(void*);
  // Runs a task (the order of bench::Task) `calls` times. False when the variant does not exist for this task.
  bool (*run)(void*, int task, int variant, int calls);
  // The result of the last run, in our order and conventions (see Subject::result).
  void (*result)(void*, int task, int variant, double* out);
  const char* (*variant_name)(int task, int variant);
};

}  // namespace zanjir::bench

extern "C" __attribute__((visibility("default"))) const zanjir::bench::Peer* zanjir_bench_peer();
