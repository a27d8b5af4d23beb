// Names of results in expressions: claims and figures ask here, after the run for values, before it (Pass::check) for names, dimensions and whether they are
// numbers or series, from the outlines that tasks give of their results.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "zanjir/study/results.hpp"
#include "zanjir/study/study.hpp"

namespace zanjir {

// Lives as long as the parsing of one expression: series of events are made on demand and kept here.
class ResultNames {
 public:
  using Pass = ExpressionNames::Pass;
  ResultNames(const Study& study, const Results& results, Pass pass = Pass::evaluate) : study_(study), results_(results), pass_(pass) {}

  ExpressionNames names();
  const FoundResult* find(std::string_view name);                       // nullptr: there is none
  std::vector<std::string> named() const;                               // results that have been asked for
  const TaskResult* unfinished() const { return unfinished_; }          // the first task named that did not finish; its names have no value
  const std::vector<const TaskResult*>& used() const { return used_; }  // tasks whose results were named
  bool guessed() const { return guessed_; }                             // checking: a task was named that does not say beforehand what it will have

 private:
  bool will_exist(std::string_view name) const;
  std::string hint(std::string_view name) const;

  const Study& study_;
  const Results& results_;
  Pass pass_;
  std::list<std::pair<std::string, FoundResult>> found_;  // a list: views point into its entries
  const TaskResult* unfinished_ = nullptr;
  std::vector<const TaskResult*> used_;
  bool guessed_ = false;
};

}  // namespace zanjir
