option(ZANJIR_BASE_KERNELS "Compile kernels for the plain processor alone, without lanes: a third of their time (preset fuzz)" OFF)
# One source, three instruction sets (docs/kernels.md). -ffast-math is never set: the kernels keep NaN and the order of operations.
set(kernel_options -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-exceptions)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND kernel_options -fno-tree-slp-vectorize)   # g++ packs pairs of unrelated scalars and loses more in shuffles than it wins
endif()
list(JOIN kernel_options " " kernel_flags)
set_property(GLOBAL PROPERTY ZANJIR_KERNEL_FLAGS "${kernel_flags}")  # named by the results of benchmarks
list(PREPEND kernel_options $<IF:$<CONFIG:Debug>,$<IF:$<BOOL:${ZANJIR_BASE_KERNELS}>,-O1,-O0>,-O3>)  # all of them with sanitizers and -O1 would take as long as everything else
set(kernel_folder ${PROJECT_SOURCE_DIR}/src/zanjir/kernels)
set_source_files_properties(${kernel_folder}/kernels_base.cpp ${kernel_folder}/kernels_base_elastic.cpp ${kernel_folder}/kernels_base_planar.cpp ${kernel_folder}/kernels_base_loops.cpp ${kernel_folder}/kernels_base_poses.cpp ${kernel_folder}/kernels_base_runs.cpp PROPERTIES COMPILE_OPTIONS "${kernel_options}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set_source_files_properties(${kernel_folder}/kernels_avx2.cpp ${kernel_folder}/kernels_avx2_elastic.cpp ${kernel_folder}/kernels_avx2_planar.cpp ${kernel_folder}/kernels_avx2_loops.cpp ${kernel_folder}/kernels_avx2_poses.cpp ${kernel_folder}/kernels_avx2_runs.cpp PROPERTIES
    COMPILE_OPTIONS "${kernel_options};-mavx2;-mfma")
  set_source_files_properties(${kernel_folder}/kernels_avx512.cpp ${kernel_folder}/kernels_avx512_elastic.cpp ${kernel_folder}/kernels_avx512_planar.cpp ${kernel_folder}/kernels_avx512_loops.cpp ${kernel_folder}/kernels_avx512_poses.cpp ${kernel_folder}/kernels_avx512_runs.cpp PROPERTIES
    COMPILE_OPTIONS "${kernel_options};-mavx512f;-mavx512dq;-mavx512vl;-mfma")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ copies packs of (6 + m) inertias by `rep movsq`, some thirty times per pass: falls of the elastic chain side by side took 1.04 times as long
    set_property(SOURCE ${kernel_folder}/kernels_avx512_elastic.cpp APPEND PROPERTY COMPILE_OPTIONS "-mmemcpy-strategy=vector_loop:-1:noalign")
  endif()
endif()
