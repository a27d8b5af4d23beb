#include "zanjir/study/each.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <unordered_set>

#include "zanjir/language/values.hpp"

namespace zanjir {
namespace {

using Kind = Node::Kind;
using Words = std::map<std::string, std::string, std::less<>>;  // of one row, and of the rows around it

using Names = std::unordered_set<std::string>;

constexpr std::size_t most_copies = 100'000;  // of all items together: lists inside lists grow fast
constexpr std::array<std::string_view, 8> holders = {"models", "tasks",  "figures",  "claims",
                                                     "panels", "curves", "postures", "rows"};  // whose items may have `each`

class Expansion {
 public:
  explicit Expansion(DiagnosticSink& sink) : sink_(sink) {}

  void read_lists(const Node& lists) {
    if (!expect(lists, "lists", Kind::map, "a map of names and lists")) return;
    for (std::size_t i = 0; i < lists.keys.size(); ++i) {
      const std::string path = "lists." + lists.keys[i].text;
      std::vector<Words>& rows = lists_[lists.keys[i].text];
      if (!expect(lists.items[i], path, Kind::list, "a list of maps")) continue;
      for (std::size_t r = 0; r < lists.items[i].items.size(); ++r) {
        const Node& row = lists.items[i].items[r];
        const std::string here = path + "[" + std::to_string(r) + "]";
        rows.emplace_back();
        if (!expect(row, here, Kind::map, "a map of words")) continue;
        for (std::size_t k = 0; k < row.keys.size(); ++k) {
          if (expect(row.items[k], join_path(here, row.keys[k].text), Kind::scalar, "a word or a number"))
            rows.back()[row.keys[k].text] = row.items[k].text;
        }
      }
    }
  }

  // Where a node stands, put into words for those few that are wrong.
  struct Path {
    const Path* up = nullptr;
    std::string_view key;
    std::size_t index = 0;  // where there is no key
    std::string text() const {
      if (!up) return std::string(key);
      return key.data() ? join_path(up->text(), key) : up->text() + "[" + std::to_string(index) + "]";
    }
  };

  void expand(Node& node, const Words& words, std::string_view holder, const Path& path) {
    if (node.is(Kind::scalar)) return fill(node.text, words, node.at, path);
    const bool repeats = std::find(holders.begin(), holders.end(), holder) != holders.end();
    const auto each_of = [&](const Node& item) { return repeats && item.is(Kind::map) ? item.find("each") : nullptr; };
    const bool map = node.is(Kind::map), copies = std::any_of(node.items.begin(), node.items.end(), each_of);
    const auto path_of = [&](std::size_t i) { return Path{&path, map ? std::string_view(node.keys[i].text) : std::string_view(), i}; };
    if (!copies) {
      for (std::size_t i = 0; i < node.items.size(); ++i) {
        const Path here = path_of(i);
        expand(node.items[i], words, here.key, here);
        if (map) fill(node.keys[i].text, words, node.keys[i].at, here);
      }
      return;
    }
    Node out{node.kind, node.at, {}, {}, {}};
    Names names;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const Path here = path_of(i);
      Node& item = node.items[i];
      const Node* each = each_of(item);
      if (!each) {
        add(out, map ? &node.keys[i] : nullptr, std::move(item), words, here, names);
        continue;
      }
      const std::vector<Words> rows = combinations(*each, join_path(here.text(), "each"));
      const Node plain = without_each(item);
      for (const Words& row : rows) {
        if (++n_copies_ > most_copies) {
          if (n_copies_ == most_copies + 1) sink_.error(each->at, here.text(), "more than " + std::to_string(most_copies) + " copies in all");
          return;
        }
        Words inner = words;
        for (const auto& [word, text] : row) inner[word] = text;
        add(out, map ? &node.keys[i] : nullptr, plain, inner, here, names);
      }
    }
    node = std::move(out);
  }

 private:
  bool expect(const Node& node, const std::string& path, Kind kind, const char* what) {
    if (!node.is(kind)) sink_.error(node.at, path, std::string("wants ") + what + ", but this is " + kind_name(node.kind));
    return node.is(kind);
  }

  // The rows of a list; of several lists, every row of the first with every row of the others.
  std::vector<Words> combinations(const Node& each, const std::string& path) {
    if (!each.is(Kind::list)) {
      const std::vector<Words>* rows = rows_of(each, path);
      return rows ? *rows : std::vector<Words>{};
    }
    std::vector<Words> all(1);
    for (const Node& name : each.items) {
      const std::vector<Words>* rows = rows_of(name, path);
      if (!rows) return {};
      std::vector<Words> longer;
      for (const Words& before : all) {
        for (const Words& row : *rows) {
          if (longer.size() > most_copies) return longer;  // said where they are counted
          longer.push_back(before);
          for (const auto& [word, text] : row) longer.back()[word] = text;
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  const std::vector<Words>* rows_of(const Node& each, const std::string& path) {
    const auto found = lists_.find(each.text);
    if (found != lists_.end() && each.is(Kind::scalar)) return &found->second;
    std::vector<std::string> known;
    for (const auto& [name, rows] : lists_) known.push_back(name);
    sink_.error(each.at, path, "no list '" + each.text + "'", known.empty() ? "give one under `lists`" : did_you_mean(each.text, known));
    return nullptr;
  }

  static Node without_each(const Node& item) {
    Node plain = item;
    const auto at = std::find_if(plain.keys.begin(), plain.keys.end(), [](const Node::Key& k) { return k.text == "each"; }) - plain.keys.begin();
    plain.keys.erase(plain.keys.begin() + at);
    plain.items.erase(plain.items.begin() + at);
    return plain;
  }

  // One copy of an item; the keys of its own are holders for what is in them. `names`: what is there so far, since copies could take the name of another.
  void add(Node& out, const Node::Key* key, Node item, const Words& words, const Path& path, Names& names) {
    expand(item, words, path.key, path);
    if (key) {
      Node::Key named = *key;
      fill(named.text, words, key->at, path);
      if (!names.insert(named.text).second)
        return sink_.error(key->at, path.text(), "two entries are called '" + named.text + "'", "put a {word} of the list into the name, in quotes");
      out.keys.push_back(std::move(named));
    }
    out.items.push_back(std::move(item));
  }

  // {word} where a row is at hand; other braces stay.
  void fill(std::string& text, const Words& words, SourcePos at, const Path& path) {
    if (words.empty() || text.find('{') == std::string::npos) return;
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
      const std::string_view word = end == std::string::npos ? std::string_view() : std::string_view(text).substr(i + 1, end - i - 1);
      const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
      if (!plain) {
        result += text[i++];
        continue;
      }
      const auto found = words.find(word);
      if (found == words.end()) {
        std::vector<std::string> known;
        for (const auto& [name, value] : words) known.push_back(name);
        return sink_.error(at, path.text(), "no word '" + std::string(word) + "' in this row of the list", did_you_mean(word, known));
      }
      result += found->second;
      i = end + 1;
    }
    text = std::move(result);
  }

  DiagnosticSink& sink_;
  std::map<std::string, std::vector<Words>, std::less<>> lists_;
  std::size_t n_copies_ = 0;
};

}  // namespace

void expand_each(Node& root, DiagnosticSink& sink) {
  Expansion expansion(sink);
  if (const Node* lists = root.find("lists")) expansion.read_lists(*lists);
  for (std::size_t i = 0; i < root.keys.size(); ++i) {
    if (root.keys[i].text != "lists") expansion.expand(root.items[i], {}, root.keys[i].text, {nullptr, root.keys[i].text});
  }
}

}  // namespace zanjir
