// YAML text -> a small tree of nodes with positions. Refuses here what no description may contain: repeated keys, anchors, aliases, tags,
// several documents, absurd depth or size, bytes that are not text.
#pragma once

#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

// A piece of a file's text that a NodeStore keeps; a string wherever one is wanted.
struct KeptText : std::string_view {
  using std::string_view::string_view;
  constexpr explicit KeptText(std::string_view view) : std::string_view(view) {}
  operator std::string() const { return std::string(data(), size()); }  // NOLINT(google-explicit-constructor): see above
  friend std::string operator+(std::string a, KeptText b) { return a.append(b); }
  friend std::string operator+(KeptText a, std::string_view b) { return std::string(a).append(b); }
};

// Plain values that point into their NodeStore: a copy of a node shares what is below it.
struct Node {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  struct Key {
    KeptText text;
    SourcePos at;
  };
  Kind kind = Kind::null;
  SourcePos at;
  KeptText text;          // scalar
  std::span<Key> keys;    // map: keys[i] belongs to items[i]
  std::span<Node> items;  // list, map

  bool is(Kind k) const { return kind == k; }
  Node* find(std::string_view key) const;  // map entry, or nullptr
};

// The memory of nodes and texts; it grows, and goes as a whole. A file of strangers has half a million of them.
class NodeStore {
 public:
  KeptText keep(std::string_view);
  template <class T> std::span<T> keep(std::span<const T> list) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (list.empty()) return {};
    T* const first = static_cast<T*>(memory_.allocate(list.size_bytes(), alignof(T)));
    std::uninitialized_copy(list.begin(), list.end(), first);
    return {first, list.size()};
  }

 private:
  std::pmr::monotonic_buffer_resource memory_;
};

const char* kind_name(Node::Kind);  // "a list"

// The source text behind positions, to point inside a scalar.
class SourceLines {
 public:
  explicit SourceLines(std::string_view text);
  std::string_view line(std::uint32_t number) const;  // 1-based
  // Position of character `offset` of a scalar; its start when the scalar is folded or has escapes.
  SourcePos inside(const Node& scalar, std::size_t offset) const;
  bool closes_quote(SourcePos) const;  // whether the quote at a position has its counterpart; true when there is no quote

 private:
  std::string_view text_;
  std::vector<std::size_t> begins_;
};

inline constexpr std::size_t max_file_bytes = 8u << 20;

// The root of the document; a null node when errors left nothing to go on with. Of a repeated key the first stands.
Node parse_document(const std::string& text, std::uint32_t file, DiagnosticSink&, NodeStore&);

}  // namespace zanjir
