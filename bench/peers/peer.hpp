// What a peer library is asked, as a table of functions over plain numbers: peers are built apart, with their own compiler and flags, and
// loaded at run time, so nothing but pointers and doubles may cross.
#pragma once

#include "zanjir/kernels/tables.hpp"

namespace zanjir::bench {

// Two points that a loop keeps together: where they are in the rows they move with.
struct PeerLoop {
  int row_a = 0, row_b = 0;
  double p_a[3] = {0, 0, 0}, p_b[3] = {0, 0, 0};
};

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

  // Forward dynamics with closed loops, of a robot made by `make`. False when the variant does not exist.
  int n_loop_variants;
  void (*close)(void*, const PeerLoop*, int n);
  bool (*run_closed)(void*, int variant, int calls);
  void (*closed_result)(void*, double* vdot);
  const char* (*loop_variant_name)(int variant);
};

}  // namespace zanjir::bench

extern "C" __attribute__((visibility("default"))) const zanjir::bench::Peer* zanjir_bench_peer();
