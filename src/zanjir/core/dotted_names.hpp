// Names with dots, "energy.kinetic": each stands below what is before one of its dots. Sets of them answer by looking names up, however many a file has.
#pragma once

#include <string_view>

#include "zanjir/core/name_map.hpp"

namespace zanjir {

// Calls `visit` with "a", "a.b", "a.b.c" until one of them answers true.
template <class Visit> bool any_above(std::string_view name, Visit visit) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
    if (visit(name.substr(0, dot))) return true;
  return visit(name);
}

// Views of names that others keep.
class AskedNames {  // a name is asked for by itself or by what it stands below
 public:
  void add(std::string_view name) { names_.insert(name); }
  bool empty() const { return names_.empty(); }
  bool has(std::string_view name) const {
    return any_above(name, [this](std::string_view above) { return names_.contains(above); });
  }

 private:
  NameViews names_;
};
class NamesAndAbove {  // all that some names stand below, and they themselves
 public:
  void add(std::string_view name) {
    any_above(name, [this](std::string_view above) {
      names_.insert(above);
      return false;
    });
  }
  bool has(std::string_view name) const { return names_.contains(name); }

 private:
  NameViews names_;
};

}  // namespace zanjir
