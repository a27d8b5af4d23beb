// Mechanisms that move, in a page: a block of HTML that holds scenes, motions and curves, and the script that brings it to life. Without scripts the page
// says what would be there.
#pragma once

#include <string>
#include <string_view>

#include "zanjir/view/bundle.hpp"

namespace zanjir {

enum class ViewerSize : std::uint8_t {
  full,  // controls, plots, settings
  card   // the moving picture alone, as in a gallery
};

// One block with all that it shows. As many as wanted in a page; each draws only while it can be seen.
std::string viewer_block(const Bundle&);
// One block that loads what it shows from a file beside the page, which several pages may share: bundle_script() is its content. `instead`: HTML that stands
// there until it moves.
std::string viewer_block_from(std::string_view address, const std::string& title, ViewerSize, const std::string& instead = {});
std::string bundle_script(const Bundle&);
// Style and script of all blocks, once per page behind the last of them, or as a file beside many pages.
std::string viewer_script();
std::string viewer_script_from(std::string_view address);  // of a file with viewer_javascript() in it, relative to the page
std::string_view viewer_javascript();

// A page of its own, complete in one file.
std::string viewer_page(const Bundle&);

}  // namespace zanjir
