// Every header of spatial/ and kernels/ lives in one inline namespace per instruction set, innermost, so that no inline function
// compiled for a wider set can be linked into the portable part of the library. A kernel unit defines ZANJIR_ISA before its
// first include; everyone else gets `base`. These headers call no std:: function and have no dynamic initialiser.
#pragma once

#ifndef ZANJIR_ISA
#define ZANJIR_ISA base
#endif

#ifdef __CUDACC__
#define ZANJIR_HD __host__ __device__
#else
#define ZANJIR_HD
#endif
