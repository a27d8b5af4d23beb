// Mechanisms that move, in a page: a block of HTML that holds scenes, motions and curves, and the script that brings it to life. Without scripts the page
// says what would be there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "zanjir/view/bundle.hpp"

namespace zanjir {

struct StudyOutcome;

enum class ViewerSize : std::uint8_t {
  full,  // controls, plots, settings
  card   // the moving picture alone, as in a gallery
};

// One block. As many as wanted in a page; each draws only while it can be seen.
std::string viewer_block(const Bundle&, ViewerSize = ViewerSize::full);
// Style and script of all blocks, once per page behind the last of them, or as a file beside many pages.
std::string viewer_script();
std::string viewer_script_from(std::string_view address);  // of a file with viewer_javascript() in it, relative to the page
std::string_view viewer_javascript();

// A page of its own, complete in one file.
std::string viewer_page(const Bundle&);

// The tasks of a study that move, as one bundle of at most `bytes` of JSON: where there are many, fewer of them, fewer instants and fewer curves, which the notes of the clips say.
// Nothing: none does.
std::optional<Bundle> study_bundle(const StudyOutcome&, std::size_t bytes = 2'000'000);

}  // namespace zanjir
