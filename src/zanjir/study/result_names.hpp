// Names of results in expressions: claims and figures ask here.
#pragma once

#include <list>
#include <string>

#include "zanjir/study/results.hpp"
#include "zanjir/study/study.hpp"

namespace zanjir {

// Lives as long as the parsing of one expression: series of events are made on demand and kept here.
class ResultNames {
 public:
  ResultNames(const Study& study, const Results& results) : study_(study), results_(results) {}

  ExpressionNames names();
  const TaskResult* unfinished() const { return unfinished_; }  // the first task named that did not finish; its names have no value

 private:
  const FoundResult* find(std::string_view name);
  std::string hint(std::string_view name) const;

  const Study& study_;
  const Results& results_;
  std::list<std::pair<std::string, FoundResult>> found_;  // a list: views point into its entries
  const TaskResult* unfinished_ = nullptr;
};

}  // namespace zanjir
