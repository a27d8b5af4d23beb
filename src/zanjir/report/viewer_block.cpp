#include "zanjir/report/viewer_block.hpp"

#include <fmt/format.h>

#include "zanjir/report/page.hpp"
#include "zanjir/view/packed.hpp"

namespace zanjir {

std::string viewer_block(const Bundle& bundle) {
  return fmt::format(
      "<div class=\"zanjir-view\" data-size=\"full\" role=\"region\" aria-label=\"{0} in motion\">\n<noscript><p>{0} moves here when scripts are "
      "allowed.</p></noscript>\n<script type=\"text/plain\">{1}</script>\n</div>\n",
      escaped(bundle.title), packed(bundle_json(bundle)));
}

std::string viewer_block_from(std::string_view address, const std::string& title, ViewerSize size, const std::string& instead) {
  return fmt::format("<div class=\"zanjir-view\" data-size=\"{}\" data-from=\"{}\" role=\"region\" aria-label=\"{} in motion\">{}</div>\n",
                     size == ViewerSize::full ? "full" : "card", escaped(address), escaped(title),
                     instead.empty() ? fmt::format("<noscript><p>{} moves here when scripts are allowed.</p></noscript>", escaped(title)) : instead);
}

// Pages opened from a disk may load scripts, but no data.
std::string bundle_script(const Bundle& bundle) { return "document.currentScript.zanjirBundle=\"" + packed(bundle_json(bundle)) + "\";\n"; }

std::string viewer_script() { return "<script>" + std::string(viewer_javascript()) + "</script>\n"; }
std::string viewer_script_from(std::string_view address) { return fmt::format("<script src=\"{}\"></script>\n", address); }

std::string viewer_page(const Bundle& bundle) {
  return page_document(bundle.title, fmt::format("<main class=\"view-page\">\n<h1>{}</h1>\n{}</main>\n{}", escaped(bundle.title),
                                                 viewer_block(bundle), viewer_script()));
}

}  // namespace zanjir
