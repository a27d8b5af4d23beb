// What is where in a recording; docs/recordings.md shows it to users. A change is a new format version.
//   zanjir_recording   attribute of the root: the format version
//   channels/name      texts [channels]
//   channels/unit      texts [channels]
//   provenance/000000  one text of any length per entry, its key as attribute `key`
//   samples            doubles [rows x channels], unlimited rows; not a number where nothing was written
//   events             records [events], unlimited
//   summary            bytes of a JSON text [0, or its length once the run has ended]
// Texts have fixed width: those of variable length live in a heap that is lost at a kill. The length of `summary` is its own proof that it is
// whole: the library writes data before the sizes that make them visible.
#pragma once

#include <cstdint>

#include "zanjir/record/hdf5_handle.hpp"
#include "zanjir/record/recorder.hpp"

namespace zanjir::layout {

inline constexpr int version = 1;
inline constexpr const char* version_attribute = "zanjir_recording";
inline constexpr const char* channel_names = "channels/name";
inline constexpr const char* channel_units = "channels/unit";
inline constexpr const char* provenance = "provenance";
inline constexpr const char* provenance_key = "key";
inline constexpr const char* samples = "samples";
inline constexpr const char* events = "events";
inline constexpr const char* summary = "summary";

struct PackedEvent {  // an EventRecord of fixed size
  static constexpr std::size_t name_bytes = event_name_bytes, what_bytes = event_what_bytes;
  double t_s, value, energy_J;
  char name[name_bytes], what[what_bytes];
};
inline constexpr hsize_t event_block = 64;
inline constexpr hsize_t summary_block = 4096;

// 64 rows per block: 20 times faster than single rows and small enough to fill soon (measured); fewer for very wide recordings, so that a
// block stays below 4 MiB.
constexpr hsize_t rows_per_block(std::size_t n_channels) {
  const hsize_t fit = (4u << 20) / (8 * (n_channels > 0 ? n_channels : 1));
  return fit > 64 ? 64 : fit > 0 ? fit : 1;
}

inline Hdf5Handle event_type() {
  Hdf5Handle type(H5Tcreate(H5T_COMPOUND, sizeof(PackedEvent)), H5Tclose);
  const Hdf5Handle name = text_type(PackedEvent::name_bytes), what = text_type(PackedEvent::what_bytes);
  H5Tinsert(type, "t_s", offsetof(PackedEvent, t_s), H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "value", offsetof(PackedEvent, value), H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "energy_J", offsetof(PackedEvent, energy_J), H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "name", offsetof(PackedEvent, name), name);
  H5Tinsert(type, "what", offsetof(PackedEvent, what), what);
  return type;
}

}  // namespace zanjir::layout
