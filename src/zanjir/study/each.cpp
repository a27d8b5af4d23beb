#include "zanjir/study/each.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>

#include "zanjir/core/name_map.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/study/study_limits.hpp"

namespace zanjir {
namespace {

using Kind = Node::Kind;
using Words = std::map<std::string, std::string, std::less<>>;  // of one row, and of the rows around it

// Of all items together: lists inside lists grow fast, and a small file would stand for any number of values. Words of a row count as values, and texts that
// words are put into (bytes) have no more room than a file.
constexpr std::size_t most_copies = study_limits::copies, most_values = study_limits::copied_values, most_text = study_limits::copied_text;
constexpr std::array<std::string_view, 8> holders = {"models", "tasks",  "figures",  "claims",
                                                     "panels", "curves", "postures", "rows"};  // whose items may have `each`

class Expansion {
 public:
  Expansion(DiagnosticSink& sink, NodeStore& store) : sink_(sink), store_(store) {}

  void read_lists(const Node& lists) {
    if (!expect(lists, "lists", Kind::map, "a map of names and lists")) return;
    for (std::size_t i = 0; i < lists.keys.size(); ++i) {
      const KeyPath lists_path("lists"), path = join_path(lists_path, lists.keys[i].text);
      std::vector<Words>& rows = lists_[std::string(lists.keys[i].text)];
      if (!expect(lists.items[i], path, Kind::list, "a list of maps")) continue;
      for (std::size_t r = 0; r < lists.items[i].items.size(); ++r) {
        const Node& row = lists.items[i].items[r];
        const KeyPath here = item_path(path, r);
        rows.emplace_back();
        if (!expect(row, here, Kind::map, "a map of words")) continue;
        for (std::size_t k = 0; k < row.keys.size(); ++k) {
          if (expect(row.items[k], join_path(here, row.keys[k].text), Kind::scalar, "a word or a number"))
            rows.back()[std::string(row.keys[k].text)] = row.items[k].text;
        }
      }
    }
  }

  // The node with everything that its words and lists stand for.
  Node expanded(const Node& node, const Words& words, std::string_view holder, const KeyPath& path) {
    Node out = node;
    if (node.is(Kind::scalar)) {
      out.text = filled(node.text, words, node.at, path);
      return out;
    }
    const bool repeats = std::find(holders.begin(), holders.end(), holder) != holders.end();
    const auto each_of = [&](const Node& item) { return repeats && item.is(Kind::map) ? item.find("each") : nullptr; };
    if (std::any_of(node.items.begin(), node.items.end(), each_of)) return with_copies(node, words, path, each_of);
    const auto path_of = [&](std::size_t i) { return node.is(Kind::map) ? join_path(path, node.keys[i].text) : item_path(path, i); };
    out.items = changed(node.items, words, [&](const Node& item, std::size_t i) { return expanded(item, words, key_of(node, i), path_of(i)); });
    out.keys = changed(node.keys, words, [&](const Node::Key& key, std::size_t i) {
      return Node::Key{filled(key.text, words, key.at, path_of(i)), key.at};
    });
    return out;
  }

 private:
  bool expect(const Node& node, const KeyPath& path, Kind kind, const char* what) {
    if (!node.is(kind)) sink_.error(node.at, path.text(), std::string("wants ") + what + ", but this is " + kind_name(node.kind));
    return node.is(kind);
  }

  // The rows of a list; of several lists, every row of the first with every row of the others.
  std::vector<Words> combinations(const Node& each, const KeyPath& path) {
    if (!each.is(Kind::list)) {
      const std::vector<Words>* rows = rows_of(each, path);
      return rows ? *rows : std::vector<Words>{};
    }
    std::vector<Words> all(1);
    for (const Node& name : each.items) {
      const std::vector<Words>* rows = rows_of(name, path);
      if (!rows) return {};
      std::vector<Words> longer;
      std::size_t n_words = 0;
      for (const Words& before : all) {
        for (const Words& row : *rows) {
          n_words += before.size() + row.size();
          if (longer.size() > most_copies || n_words > most_values) return longer;  // more than there may be: said where they are counted
          longer.push_back(before);
          for (const auto& [word, text] : row) longer.back()[word] = text;
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  const std::vector<Words>* rows_of(const Node& each, const KeyPath& path) {
    const auto found = lists_.find(each.text);
    if (found != lists_.end() && each.is(Kind::scalar)) return &found->second;
    std::vector<std::string> known;
    for (const auto& [name, rows] : lists_) known.push_back(name);
    sink_.error(each.at, path.text(), "no list '" + std::string(each.text) + "'",
                known.empty() ? "give one under `lists`" : did_you_mean(each.text, known));
    return nullptr;
  }

  template <class Each> Node with_copies(const Node& node, const Words& words, const KeyPath& path, Each each_of) {
    const bool map = node.is(Kind::map);
    std::vector<Node::Key> keys;
    std::vector<Node> items;
    NameViews names;
    const auto add = [&](std::size_t i, const Node& item, const Words& known, const KeyPath& here) {
      const Node copy = expanded(item, known, key_of(node, i), here);
      if (map) {
        const Node::Key key{filled(node.keys[i].text, known, node.keys[i].at, here), node.keys[i].at};
        if (!names.insert(key.text).second)  // copies could take the name of another
          return sink_.error(key.at, here.text(), "two entries are called '" + std::string(key.text) + "'",
                             "put a {word} of the list into the name, in quotes");
        keys.push_back(key);
      }
      items.push_back(copy);
    };
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const KeyPath here = map ? join_path(path, node.keys[i].text) : item_path(path, i);
      const Node* each = each_of(node.items[i]);
      if (!each) {
        add(i, node.items[i], words, here);
        continue;
      }
      if (too_many_) return node;
      const Node plain = without_each(node.items[i]);
      const std::size_t size = values_in(plain);
      for (const Words& row : combinations(*each, join_path(here, "each"))) {
        n_values_ += size + row.size();
        ++n_copies_;
        if (too_many(each->at, here)) return node;
        Words inner = words;
        for (const auto& [word, text] : row) inner[word] = text;
        add(i, plain, inner, here);
      }
    }
    Node out = node;
    out.keys = store_.keep(std::span<const Node::Key>(keys));
    out.items = store_.keep(std::span<const Node>(items));
    return out;
  }

  Node without_each(const Node& item) {
    std::vector<Node::Key> keys;
    std::vector<Node> items;
    for (std::size_t i = 0; i < item.keys.size(); ++i) {
      if (item.keys[i].text == "each") continue;
      keys.push_back(item.keys[i]);
      items.push_back(item.items[i]);
    }
    Node plain = item;
    plain.keys = store_.keep(std::span<const Node::Key>(keys));
    plain.items = store_.keep(std::span<const Node>(items));
    return plain;
  }

  // Said once; what there is of copies then is not used.
  bool too_many(SourcePos at, const KeyPath& path) {
    const char* much = n_copies_ > most_copies   ? "more than 10000 copies in all"
                       : n_values_ > most_values ? "copies of more than 200000 values in all"
                       : n_text_ > most_text     ? "copies of more than 8 MiB of text in all"
                                                 : nullptr;
    if (much && !too_many_) sink_.error(at, path.text(), much, "a task of kind `sweep` may have more points");
    return too_many_ = much != nullptr;
  }

  static std::string_view key_of(const Node& node, std::size_t i) { return node.is(Kind::map) ? node.keys[i].text : std::string_view(); }

  // A list with its changes. Copies have lists of their own, since overrides may change one of them; outside of copies a list is nobody else's.
  template <class T, class Change> std::span<T> changed(std::span<T> list, const Words& words, Change change) {
    const std::span<T> out = words.empty() ? list : store_.keep(std::span<const T>(list));
    for (std::size_t i = 0; i < list.size(); ++i) out[i] = change(list[i], i);
    return out;
  }

  static std::size_t values_in(const Node& node) {
    return std::accumulate(node.items.begin(), node.items.end(), std::size_t{1}, [](std::size_t n, const Node& item) { return n + values_in(item); });
  }

  // {word} where a row is at hand; other braces stay.
  std::string_view filled(std::string_view text, const Words& words, SourcePos at, const KeyPath& path) {
    if (words.empty() || text.find('{') == std::string::npos) return text;
    n_text_ += text.size();
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
      const std::string_view word = end == std::string::npos ? std::string_view() : text.substr(i + 1, end - i - 1);
      const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
      if (!plain) {
        result += text[i++];
        continue;
      }
      const auto found = words.find(word);
      if (found == words.end()) {
        std::vector<std::string> known;
        for (const auto& [name, value] : words) known.push_back(name);
        sink_.error(at, path.text(), "no word '" + std::string(word) + "' in this row of the list", did_you_mean(word, known));
        return text;
      }
      n_text_ += found->second.size();
      if (too_many(at, path)) return text;
      result += found->second;
      i = end + 1;
    }
    return store_.keep(result);
  }

  DiagnosticSink& sink_;
  NodeStore& store_;
  std::map<std::string, std::vector<Words>, std::less<>> lists_;
  std::size_t n_copies_ = 0, n_values_ = 0, n_text_ = 0;
  bool too_many_ = false;
};

}  // namespace

void expand_each(Node& root, DiagnosticSink& sink, NodeStore& store) {
  Expansion expansion(sink, store);
  if (const Node* lists = root.find("lists")) expansion.read_lists(*lists);
  for (std::size_t i = 0; i < root.keys.size(); ++i) {
    const KeyPath path(root.keys[i].text);
    if (root.keys[i].text != "lists") root.items[i] = expansion.expanded(root.items[i], {}, root.keys[i].text, path);
  }
}

}  // namespace zanjir
