#include "zanjir/draw/png.hpp"

#include <cairo.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>

namespace zanjir {
namespace {

// The fifty libraries behind librsvg would cost every command 10 ms at its start, so they are loaded with the first picture. Searching one handle
// finds the functions of its dependencies, too.
#define ZANJIR_RSVG_FUNCTIONS(f)                                                                                                            \
  f(rsvg_handle_new_from_data) f(rsvg_handle_get_intrinsic_size_in_pixels) f(rsvg_handle_render_document) f(g_object_unref) f(g_error_free) \
      f(cairo_image_surface_create) f(cairo_surface_destroy) f(cairo_surface_write_to_png_stream) f(cairo_create) f(cairo_destroy)          \
          f(cairo_set_source_rgb) f(cairo_paint)

struct Rsvg {
#define ZANJIR_DECLARE(name) decltype(&::name) name = nullptr;
  ZANJIR_RSVG_FUNCTIONS(ZANJIR_DECLARE)
#undef ZANJIR_DECLARE
  std::string problem;  // why nothing can be drawn, or empty
};

Rsvg load_rsvg() {
  Rsvg api;
  void* library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
  const auto find = [&](const char* name) {
    void* function = library ? dlsym(library, name) : nullptr;
    if (!function && api.problem.empty()) {
      const char* why = dlerror();
      api.problem = std::string("pictures need librsvg: ") + (why ? why : name);
    }
    return function;
  };
#define ZANJIR_FIND(name) api.name = reinterpret_cast<decltype(api.name)>(find(#name));
  ZANJIR_RSVG_FUNCTIONS(ZANJIR_FIND)
#undef ZANJIR_FIND
  return api;
}

const Rsvg& rsvg() {
  static const Rsvg api = load_rsvg();
  return api;
}

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string png_of_svg(const std::string& svg, double scale, std::string& problem) {
  const Rsvg& api = rsvg();
  if (!api.problem.empty()) {
    problem = api.problem;
    return {};
  }
  GError* error = nullptr;
  const std::unique_ptr<RsvgHandle, decltype(api.g_object_unref)> handle(
      api.rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error), api.g_object_unref);
  const auto refuse = [&](const char* what) {
    problem = error ? error->message : what;
    if (error) api.g_error_free(error);
    return std::string();
  };
  if (!handle) return refuse("not an SVG picture");
  double width = 0, height = 0;
  if (!api.rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &width, &height)) return refuse("the picture has no size in pixels");
  const int columns = static_cast<int>(std::lround(width * scale)), rows = static_cast<int>(std::lround(height * scale));
  const std::unique_ptr<cairo_surface_t, decltype(api.cairo_surface_destroy)> surface(
      api.cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows), api.cairo_surface_destroy);
  const std::unique_ptr<cairo_t, decltype(api.cairo_destroy)> cairo(api.cairo_create(surface.get()), api.cairo_destroy);
  api.cairo_set_source_rgb(cairo.get(), 1, 1, 1);
  api.cairo_paint(cairo.get());
  const RsvgRectangle page{0, 0, static_cast<double>(columns), static_cast<double>(rows)};
  if (!api.rsvg_handle_render_document(handle.get(), cairo.get(), &page, &error)) return refuse("the picture could not be drawn");
  std::string bytes;
  if (api.cairo_surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS) return refuse("the PNG could not be written");
  return bytes;
}

}  // namespace zanjir
