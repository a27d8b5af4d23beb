// YAML text -> a small tree of nodes with positions. Refuses here what no description may contain: repeated keys, anchors, aliases, tags,
// several documents, absurd depth or size, bytes that are not text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

struct Node {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  struct Key {
    std::string text;
    SourcePos at;
  };
  Kind kind = Kind::null;
  SourcePos at;
  std::string text;         // scalar
  std::vector<Key> keys;    // map: keys[i] belongs to items[i]
  std::vector<Node> items;  // list, map

  bool is(Kind k) const { return kind == k; }
  const Node* find(std::string_view key) const;  // map entry, or nullptr
  Node* find(std::string_view key);
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
Node parse_document(const std::string& text, std::uint32_t file, DiagnosticSink&);

}  // namespace zanjir
