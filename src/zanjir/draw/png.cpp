#include "zanjir/draw/png.hpp"

#include <cairo.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>

namespace zanjir {
namespace {

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string png_of_svg(const std::string& svg, double scale, std::string& problem) {
  GError* error = nullptr;
  const std::unique_ptr<RsvgHandle, decltype(&g_object_unref)> handle(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error), g_object_unref);
  const auto refuse = [&](const char* what) {
    problem = error ? error->message : what;
    g_clear_error(&error);
    return std::string();
  };
  if (!handle) return refuse("not an SVG picture");
  double width = 0, height = 0;
  if (!rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &width, &height)) return refuse("the picture has no size in pixels");
  const int columns = static_cast<int>(std::lround(width * scale)), rows = static_cast<int>(std::lround(height * scale));
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows), cairo_surface_destroy);
  const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo(cairo_create(surface.get()), cairo_destroy);
  cairo_set_source_rgb(cairo.get(), 1, 1, 1);
  cairo_paint(cairo.get());
  const RsvgRectangle page{0, 0, static_cast<double>(columns), static_cast<double>(rows)};
  if (!rsvg_handle_render_document(handle.get(), cairo.get(), &page, &error)) return refuse("the picture could not be drawn");
  std::string bytes;
  if (cairo_surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS)
    return refuse("the PNG could not be written");
  return bytes;
}

}  // namespace zanjir
