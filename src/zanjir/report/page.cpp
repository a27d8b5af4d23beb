#include "zanjir/report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "zanjir/core/sha256.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/report/page_script.hpp"
#include "zanjir/report/page_style.hpp"
#include "zanjir/report/table.hpp"
#include "zanjir/view/packed.hpp"

namespace zanjir {
namespace {

constexpr std::size_t long_fold = 60'000;  // bytes of HTML
constexpr double rounding_part = 1e-13;    // of its fellows: some hundred roundings

std::string cell_html(const PageCell& cell, bool right) {
  std::string out = right ? "<td class=\"num\"" : "<td";
  if (!cell.title.empty()) out += " title=\"" + escaped(cell.title) + "\"";
  return out + ">" + escaped(cell.text) + "</td>";
}

}  // namespace

PageCell number_cell(double value, double scale, int digits) {
  if (std::isnan(value)) return "–";
  if (value != 0 && std::abs(value) <= rounding_part * scale) return {"≈ 0", fmt::format("{:.3g}: rounding beside {:.3g}", value, scale)};
  return fmt::format("{:.{}g}", value, digits);
}

std::string page_document(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<a class=\"skip\" "
      "href=\"#main\">to the contents</a>\n{}<script>{}</script>\n</body>\n</html>\n",
      escaped(title), page_style, body, page_script);
}

std::string page_table(const std::vector<std::string>& header, const std::vector<std::vector<PageCell>>& rows) {
  std::vector<bool> right(header.size(), !rows.empty());
  for (const auto& row : rows) {
    for (std::size_t column = 0; column < std::min(row.size(), header.size()); ++column)
      right[column] = right[column] && (looks_like_a_number(row[column].text) || row[column].text == "≈ 0" || row[column].text == "–");
  }
  std::string out = "<div class=\"scroll\" tabindex=\"0\"><table class=\"data\">\n<thead><tr>";
  for (std::size_t column = 0; column < header.size(); ++column)
    out += fmt::format("<th scope=\"col\"{}>", right[column] ? " class=\"num\"" : "") + escaped(header[column]) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    out += "<tr>";
    for (std::size_t column = 0; column < row.size(); ++column) out += cell_html(row[column], column < right.size() && right[column]);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

std::string page_words(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('`'), close = open == std::string_view::npos ? open : text.find('`', open + 1);
    out += escaped(std::string(text.substr(0, close == std::string_view::npos ? close : open)));
    if (close == std::string_view::npos) break;
    out += "<code>" + escaped(std::string(text.substr(open + 1, close - open - 1))) + "</code>";
    text.remove_prefix(close + 1);
  }
  return out;
}

std::string page_badge(std::string_view kind, std::string_view text) {
  return fmt::format(R"(<span class="badge {}">{}</span>)", kind, escaped(text));
}

std::string page_fold(const std::string& summary, const std::string& inside, bool open) {
  return fmt::format("<details{}><summary>{}</summary>\n{}</details>\n", open ? " open" : "", summary, inside);
}

std::string page_figure_links(const std::string& name) {
  return fmt::format(
      " <span class=\"links\" data-name=\"{0}\" hidden><button type=\"button\" data-save=\"svg\" aria-label=\"save {0} as SVG\">SVG</button><button "
      "type=\"button\" data-save=\"png\" aria-label=\"save {0} as PNG\">PNG</button></span>",
      escaped(name));
}

std::string page_folded(const std::string& inside) {
  if (inside.size() < long_fold) return inside;
  return "<div class=\"packed\"><noscript><p>This part is packed: scripts unpack it.</p></noscript><script type=\"text/plain\">" + packed(inside) +
         "</script></div>\n";
}

std::string page_provenance(const Provenance& provenance, const std::vector<SourceText>& sources) {
  std::string out = "<section id=\"environment\">\n<h2>How this page was made</h2>\n<pre tabindex=\"0\"><code>" + escaped(provenance.command) +
                    "</code></pre>\n<dl>\n";
  for (const auto& [name, value] : provenance.environment) out += "<dt>" + escaped(name) + "</dt><dd>" + escaped(value) + "</dd>\n";
  out += "</dl>\n";
  if (!sources.empty()) {
    out += fmt::format("<h3>{}, with the SHA-256 of what was read</h3>\n", sources.size() == 1 ? "The file" : "The files");
    for (const SourceText& s : sources)
      out += page_fold("<code class=\"file\">" + escaped(s.file) + "</code> <code class=\"hash\">" + sha256(s.text) + "</code>",
                       page_folded("<pre class=\"source\" tabindex=\"0\"><code>" + escaped(s.text) + "</code></pre>\n"));
  }
  return out + "</section>\n";
}

std::pair<std::string, std::string> split_sentences(const std::string& text, int sentences) {
  const auto ends_here = [&](std::size_t dot) {  // a full stop, not that of an initial or of "Fig."
    if (dot + 2 >= text.size()) return true;
    if (text[dot + 1] == '\n' && text[dot + 2] == '\n') return true;
    if (!std::isspace(static_cast<unsigned char>(text[dot + 1])) || !std::isupper(static_cast<unsigned char>(text[dot + 2]))) return false;
    const std::size_t word = text.find_last_of(" \n(.", dot == 0 ? 0 : dot - 1);
    return dot > 0 && (std::isdigit(static_cast<unsigned char>(text[dot - 1])) != 0 || dot - (word == std::string::npos ? 0 : word + 1) > 2);
  };
  std::size_t end = 0;
  for (std::size_t dot = text.find('.'); dot != std::string::npos && sentences > 0; dot = text.find('.', dot + 1)) {
    if (!ends_here(dot)) continue;
    --sentences;
    end = dot + 1;
    if (end + 1 < text.size() && text[end] == '\n' && text[end + 1] == '\n') break;  // a paragraph is not cut
  }
  if (end == 0) end = text.size();
  const std::size_t rest = text.find_first_not_of(" \n", end);
  return {text.substr(0, end), rest == std::string::npos ? "" : text.substr(rest)};
}

}  // namespace zanjir
