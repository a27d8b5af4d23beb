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
# Sources are of the instruction set in their name: kernels_<set>.cpp, kernels_<set>_<what>.cpp
foreach(isa base avx2 avx512)
  file(GLOB sources_${isa} CONFIGURE_DEPENDS ${kernel_folder}/kernels_${isa}.cpp ${kernel_folder}/kernels_${isa}_*.cpp)
endforeach()
set_source_files_properties(${sources_base} PROPERTIES COMPILE_OPTIONS "${kernel_options}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set_source_files_properties(${sources_avx2} PROPERTIES COMPILE_OPTIONS "${kernel_options};-mavx2;-mfma")
  set_source_files_properties(${sources_avx512} PROPERTIES COMPILE_OPTIONS "${kernel_options};-mavx512f;-mavx512dq;-mavx512vl;-mfma")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Left to itself g++ 12 moves registers of four numbers by halves, and so what is longer than eight of them, a pose, by `rep movsq`: loops in lanes took 1.03 to 1.08 times as long
    set_property(SOURCE ${sources_avx2} APPEND PROPERTY COMPILE_OPTIONS "-mmove-max=256;-mstore-max=256")
    # g++ copies packs of (6 + m) inertias by `rep movsq`, some thirty times per pass: falls of the elastic chain side by side took 1.04 times as long
    set_property(SOURCE ${kernel_folder}/kernels_avx512_elastic.cpp APPEND PROPERTY COMPILE_OPTIONS "-mmemcpy-strategy=vector_loop:-1:noalign")
  endif()
endif()
