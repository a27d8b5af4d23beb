#include "zanjir/report/page.hpp"

#include <fmt/format.h>

#include "zanjir/draw/plot.hpp"
#include "zanjir/report/page_style.hpp"

namespace zanjir {

std::string page_document(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      escaped(title), page_style, body);
}

std::string page_table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<div class=\"scroll\"><table class=\"data\">\n<thead><tr>";
  for (const std::string& h : header) out += "<th>" + escaped(h) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    out += "<tr>";
    for (const std::string& cell : row) out += "<td>" + escaped(cell) + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

std::string page_provenance(const Provenance& provenance) {
  std::string out =
      "<section id=\"environment\">\n<h2>How this page was made</h2>\n<pre><code>" + escaped(provenance.command) + "</code></pre>\n<dl>\n";
  for (const auto& [name, value] : provenance.environment) out += "<dt>" + escaped(name) + "</dt><dd>" + escaped(value) + "</dd>\n";
  return out + "</dl>\n</section>\n";
}

}  // namespace zanjir
