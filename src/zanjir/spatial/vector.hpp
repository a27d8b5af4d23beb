// Vec3, Mat3 (by rows), Sym3: plain aggregates over a scalar T, and the functions of scalars that they need.
//
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

namespace zanjir::spatial {
inline namespace ZANJIR_ISA {

// -- scalars: double here; others (packs, dual numbers) bring their own functions, found by argument type
ZANJIR_HD inline double sqrt(double a) { return __builtin_sqrt(a); }
ZANJIR_HD inline double sin(double a) { return __builtin_sin(a); }
ZANJIR_HD inline double cos(double a) { return __builtin_cos(a); }
ZANJIR_HD inline double atan2(double y, double x) { return __builtin_atan2(y, x); }
ZANJIR_HD inline double value_of(double a) { return a; }  // the plain number behind a scalar, for branches

// -- vectors and matrices
template <class T> struct Vec3 {
  T x, y, z;
  ZANJIR_HD constexpr T& operator[](int i) { return i == 0 ? x : (i == 1 ? y : z); }
  ZANJIR_HD constexpr const T& operator[](int i) const { return i == 0 ? x : (i == 1 ? y : z); }
};

template <class T> ZANJIR_HD constexpr Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
template <class T> ZANJIR_HD constexpr Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
template <class T> ZANJIR_HD constexpr Vec3<T> operator-(const Vec3<T>& a) { return {-a.x, -a.y, -a.z}; }
template <class T, class S> ZANJIR_HD constexpr Vec3<T> operator*(const Vec3<T>& a, const S& s) { return {a.x * s, a.y * s, a.z * s}; }
template <class T> ZANJIR_HD constexpr Vec3<T>& operator+=(Vec3<T>& a, const Vec3<T>& b) { return a = a + b; }
template <class T> ZANJIR_HD constexpr Vec3<T>& operator-=(Vec3<T>& a, const Vec3<T>& b) { return a = a - b; }
template <class T> ZANJIR_HD constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class T> ZANJIR_HD constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T> ZANJIR_HD T norm(const Vec3<T>& a) { return sqrt(dot(a, a)); }

template <class T> struct Mat3 {
  T xx, xy, xz, yx, yy, yz, zx, zy, zz;
  ZANJIR_HD static constexpr Mat3 identity() { return {T(1), T(0), T(0), T(0), T(1), T(0), T(0), T(0), T(1)}; }
  ZANJIR_HD static constexpr Mat3 from_columns(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
    return {a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z};
  }
  ZANJIR_HD constexpr Vec3<T> row(int i) const { return i == 0 ? Vec3<T>{xx, xy, xz} : (i == 1 ? Vec3<T>{yx, yy, yz} : Vec3<T>{zx, zy, zz}); }
  ZANJIR_HD constexpr Vec3<T> col(int i) const { return i == 0 ? Vec3<T>{xx, yx, zx} : (i == 1 ? Vec3<T>{xy, yy, zy} : Vec3<T>{xz, yz, zz}); }
};

template <class T> ZANJIR_HD constexpr Vec3<T> operator*(const Mat3<T>& A, const Vec3<T>& b) {
  return {A.xx * b.x + A.xy * b.y + A.xz * b.z, A.yx * b.x + A.yy * b.y + A.yz * b.z, A.zx * b.x + A.zy * b.y + A.zz * b.z};
}
template <class T> ZANJIR_HD constexpr Vec3<T> transpose_times(const Mat3<T>& A, const Vec3<T>& b) {
  return {A.xx * b.x + A.yx * b.y + A.zx * b.z, A.xy * b.x + A.yy * b.y + A.zy * b.z, A.xz * b.x + A.yz * b.y + A.zz * b.z};
}
template <class T> ZANJIR_HD constexpr Mat3<T> operator*(const Mat3<T>& A, const Mat3<T>& B) {
  return Mat3<T>::from_columns(A * B.col(0), A * B.col(1), A * B.col(2));
}
template <class T> ZANJIR_HD constexpr Mat3<T> transpose(const Mat3<T>& A) { return {A.xx, A.yx, A.zx, A.xy, A.yy, A.zy, A.xz, A.yz, A.zz}; }
template <class T> ZANJIR_HD constexpr Mat3<T> operator+(const Mat3<T>& A, const Mat3<T>& B) {
  return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yx + B.yx, A.yy + B.yy, A.yz + B.yz, A.zx + B.zx, A.zy + B.zy, A.zz + B.zz};
}
template <class T> ZANJIR_HD constexpr Mat3<T> cross_matrix(const Vec3<T>& a) {  // cross_matrix(a) * b = a x b
  return {T(0), -a.z, a.y, a.z, T(0), -a.x, -a.y, a.x, T(0)};
}

template <class T> struct Sym3 {  // symmetric
  T xx, yy, zz, xy, xz, yz;
};

template <class T> ZANJIR_HD constexpr Vec3<T> operator*(const Sym3<T>& A, const Vec3<T>& b) {
  return {A.xx * b.x + A.xy * b.y + A.xz * b.z, A.xy * b.x + A.yy * b.y + A.yz * b.z, A.xz * b.x + A.yz * b.y + A.zz * b.z};
}
template <class T> ZANJIR_HD constexpr Sym3<T> operator+(const Sym3<T>& A, const Sym3<T>& B) {
  return {A.xx + B.xx, A.yy + B.yy, A.zz + B.zz, A.xy + B.xy, A.xz + B.xz, A.yz + B.yz};
}
template <class T> ZANJIR_HD constexpr Mat3<T> to_matrix(const Sym3<T>& A) { return {A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz}; }
// R A R^T
template <class T> ZANJIR_HD constexpr Sym3<T> rotate(const Mat3<T>& R, const Sym3<T>& A) {
  const Mat3<T> RA = R * to_matrix(A);
  return {dot(RA.row(0), R.row(0)), dot(RA.row(1), R.row(1)), dot(RA.row(2), R.row(2)),
          dot(RA.row(0), R.row(1)), dot(RA.row(0), R.row(2)), dot(RA.row(1), R.row(2))};
}
// m (|c|^2 1 - c c^T): what a point mass at c adds to the inertia about the origin
template <class T> ZANJIR_HD constexpr Sym3<T> point_inertia(const T& m, const Vec3<T>& c) {
  return {m * (c.y * c.y + c.z * c.z), m * (c.x * c.x + c.z * c.z), m * (c.x * c.x + c.y * c.y), -m * c.x * c.y, -m * c.x * c.z, -m * c.y * c.z};
}

template <class To, class From> ZANJIR_HD constexpr Vec3<To> cast(const Vec3<From>& a) { return {To(a.x), To(a.y), To(a.z)}; }
template <class To, class From> ZANJIR_HD constexpr Mat3<To> cast(const Mat3<From>& A) {
  return {To(A.xx), To(A.xy), To(A.xz), To(A.yx), To(A.yy), To(A.yz), To(A.zx), To(A.zy), To(A.zz)};
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::spatial
