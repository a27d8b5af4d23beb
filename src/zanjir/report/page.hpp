// Parts of the report's pages: static, complete in one file, without a network.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zanjir/study/source_text.hpp"

namespace zanjir {

struct Provenance {
  std::string command;                                           // that made the report
  std::vector<std::pair<std::string, std::string>> environment;  // version, instruction set, compiler, date
};

struct PageCell {  // of a table
  std::string text;
  std::string title = {};  // shown when one points at it
  PageCell(std::string t) : text(std::move(t)) {}
  PageCell(const char* t) : text(t) {}
  PageCell(std::string t, std::string hint) : text(std::move(t)), title(std::move(hint)) {}
};
// A number beside others of size `scale`. What is there because of rounding alone says so, and keeps its digits in the title.
PageCell number_cell(double value, double scale, int digits);

std::string page_document(const std::string& title, const std::string& body);
// Columns of numbers stand to the right and are not broken.
std::string page_table(const std::vector<std::string>& header, const std::vector<std::vector<PageCell>>& rows);
// The command, the program, and the files with their hashes and texts.
std::string page_provenance(const Provenance&, const std::vector<SourceText>& = {});

// Words that a person wrote, as HTML: what stands between backticks is code.
std::string page_words(std::string_view text);
std::string page_badge(std::string_view kind, std::string_view text);                             // kind: holds, differs, doubtful, fails
std::string page_fold(const std::string& summary, const std::string& inside, bool open = false);  // both are HTML

// Buttons of a figure, its SVG being in the page: save it, under this name.
std::string page_figure_links(const std::string& name);
// What stands inside a fold: as it is, or packed where it is long, for the script of the page to unpack when it is unfolded.
std::string page_folded(const std::string& inside);

// The first sentences of a text, and what follows them.
std::pair<std::string, std::string> split_sentences(const std::string& text, int sentences);

}  // namespace zanjir
