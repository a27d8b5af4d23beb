// YAML text -> a small tree of nodes with positions. Refuses here what no description may contain: repeated keys, anchors, aliases, tags,
// several documents, absurd depth or size, bytes that are not text.
#pragma once

#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

// Plain values that point into their NodeStore: a copy of a node shares what is below it, and its texts.
struct Node {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  struct Key {
    std::string_view text;
    SourcePos at;
  };
  Kind kind = Kind::null;
  SourcePos at;
  std::string_view text;  // scalar
  std::span<Key> keys;    // map: keys[i] belongs to items[i]
  std::span<Node> items;  // list, map

  bool is(Kind k) const { return kind == k; }
  Node* find(std::string_view key) const;  // map entry, or nullptr
};

// The memory of nodes and texts; it grows, and goes as a whole. A file of strangers has half a million of them.
class NodeStore {
 public:
  std::string_view keep(std::string_view);
  template <class T> std::span<T> keep(std::span<const T> list) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    return list.empty() ? std::span<T>() : copied(list, list.size());
  }
  // The list of this store with one more item: where there is room behind it, as there is once it has grown, in its place. So a thousand items more cost no thousand copies.
  template <class T> std::span<T> longer(std::span<T> list, const T& item) {
    if (const auto known = room_.find(list.data()); known == room_.end() || known->second == list.size()) {
      const std::size_t room = 2 * list.size() + 1;
      list = copied(std::span<const T>(list), room);
      room_[list.data()] = room;
    }
    return {list.data(), static_cast<std::size_t>(std::construct_at(list.data() + list.size(), item) + 1 - list.data())};
  }

 private:
  template <class T> std::span<T> copied(std::span<const T> list, std::size_t room) {
    T* const first = static_cast<T*>(memory_.allocate(room * sizeof(T), alignof(T)));
    std::uninitialized_copy(list.begin(), list.end(), first);
    return {first, list.size()};
  }

  std::pmr::monotonic_buffer_resource memory_;
  std::unordered_map<const void*, std::size_t> room_;  // items, of lists that have grown, by where they begin
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

// Which of these keys comes first at the root of a document; as many as there are when none does. Reads no further than that key.
std::size_t first_root_key(const std::string& text, std::span<const std::string_view> keys);

}  // namespace zanjir
