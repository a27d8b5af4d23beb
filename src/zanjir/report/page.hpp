// Parts of the report's pages: static, complete in one file, without a network.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace zanjir {

struct Provenance {
  std::string command;                                           // that made the report
  std::vector<std::pair<std::string, std::string>> environment;  // version, instruction set, compiler, date
};

std::string page_document(const std::string& title, const std::string& body);
std::string page_table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows);
std::string page_provenance(const Provenance&);

}  // namespace zanjir
