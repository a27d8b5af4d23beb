#include "zanjir/language/overrides.hpp"

#include <charconv>

namespace zanjir {
namespace {

// A list index written as the next step of a path: "gravity.2" or "gravity[2]".
std::optional<std::size_t> list_index(std::string_view step) {
  std::size_t i = 0;
  const auto [end, status] = std::from_chars(step.data(), step.data() + step.size(), i);
  return status == std::errc() && end == step.data() + step.size() ? std::optional(i) : std::nullopt;
}

std::string dotted(std::string key) {  // a[2].b -> a.2.b
  std::string result;
  for (const char c : key) {
    if (c == ']') continue;
    result += c == '[' ? '.' : c;
  }
  return result;
}

struct Finder {
  const schema::Object& format;
  NodeStore& store;
  SourcePos at;                    // of keys that are made
  std::vector<std::string> known;  // at the level where the path was lost
  std::string wrong;               // the step that was not found

  // The node that `path` names below `node`, made when only its last key is new and `depth` says that the schema will judge it.
  Node* find(Node& node, std::string_view path, int depth) {
    if (path.empty()) return &node;
    if (node.is(Node::Kind::list)) {
      const std::size_t dot = std::min(path.find('.'), path.size());
      const std::optional<std::size_t> i = list_index(path.substr(0, dot));
      if (i && *i < node.items.size()) return find(node.items[*i], path.substr(std::min(dot + 1, path.size())), depth + 1);
      return lost(path.substr(0, dot), {});
    }
    if (!node.is(Node::Kind::map)) return lost(path, {});
    for (std::size_t dot = path.size(); dot != std::string_view::npos && dot > 0;
         dot = path.rfind('.', dot - 1)) {  // keys may have dots: longest first
      if (Node* next = node.find(path.substr(0, dot))) return find(*next, path.substr(std::min(dot + 1, path.size())), depth + 1);
    }
    const bool judged_by_schema = depth >= 2 || (depth == 0 && schema::find(format, path));
    if (path.find('.') == std::string_view::npos && judged_by_schema) {
      node.keys = store.longer(node.keys, Node::Key{store.keep(path), at});
      node.items = store.longer(node.items, Node{});
      return &node.items.back();
    }
    constexpr std::size_t most = 1000;  // keys to look for a meant one among
    std::vector<std::string> names;
    for (std::size_t i = 0; i < node.keys.size() && node.keys.size() <= most; ++i) names.emplace_back(node.keys[i].text);
    return lost(path.substr(0, path.find('.')), std::move(names));
  }

  Node* lost(std::string_view step, std::vector<std::string> names) {
    wrong = std::string(step);
    known = std::move(names);
    return nullptr;
  }
};

// Whether a name with an expression in braces, "rod{i+1}", makes `name`: "rod3".
bool makes(std::string_view pattern, std::string_view name) {
  const std::size_t open = pattern.find('{'), close = pattern.rfind('}');
  if (open == std::string_view::npos || close == std::string_view::npos) return false;
  const std::string_view before = pattern.substr(0, open), behind = pattern.substr(close + 1);
  return name.size() > before.size() + behind.size() && name.substr(0, before.size()) == before &&
         name.substr(name.size() - behind.size()) == behind && list_index(name.substr(before.size(), name.size() - before.size() - behind.size()));
}

// Where a block makes copies, their names are not in the file: bodies.rod3.mass is repeat[0].bodies.rod{i}.mass, for all copies at once.
std::string hint_at_repeated(const Node& root, std::string_view path) {
  const Node* repeat = root.find("repeat");
  const std::size_t first = path.find('.');
  if (!repeat || first == std::string_view::npos) return {};
  const std::string_view section = path.substr(0, first), below = path.substr(first + 1);
  const std::string_view name = below.substr(0, below.find('.')), rest = below.substr(name.size());
  const bool list = repeat->is(Node::Kind::list);
  for (std::size_t b = 0; b < (list ? repeat->items.size() : 1); ++b) {
    const Node& block = list ? repeat->items[b] : *repeat;
    const Node* named = block.is(Node::Kind::map) ? block.find(section) : nullptr;
    if (!named || !named->is(Node::Kind::map)) continue;
    for (const Node::Key& key : named->keys) {
      if (!makes(key.text, name)) continue;
      const std::string where = list ? "repeat[" + std::to_string(b) + "]" : "repeat";
      return "it is one of several copies; for all of them: " + where + "." + std::string(section) + "." + std::string(key.text) + std::string(rest);
    }
  }
  return {};
}

}  // namespace

void apply_overrides(Node& root, const Overrides& overrides, Values& values, std::deque<std::string>& texts, NodeStore& store,
                     const schema::Object& format) {
  for (const Override& o : overrides) {
    if (values.gave_up()) return;
    DiagnosticSink& sink = values.sink();
    const std::uint32_t file = sink.add_file(override_place(o.key));
    texts.push_back(o.value);
    values.add_source(file, SourceLines(texts.back()));
    const SourcePos at{file, 1, 1};
    const int errors = sink.n_errors();
    if (o.value.find_first_not_of(" \t") == std::string::npos) {
      sink.error(at, o.key, "a value is missing", "write --set " + o.key + "=VALUE");
      continue;
    }
    const Node value = parse_document(o.value, file, sink, store);
    if (sink.n_errors() > errors) continue;
    if (value.is(Node::Kind::null)) {
      sink.error(at, o.key, "a value is missing", "write --set " + o.key + "=VALUE");
      continue;
    }
    Node* parameters = root.find("parameters");
    Finder finder{format, store, at, {}, {}};
    Node* target = parameters && parameters->is(Node::Kind::map) ? parameters->find(o.key) : nullptr;
    if (!target) target = finder.find(root, dotted(o.key), 0);
    if (!target) {
      if (finder.wrong == dotted(o.key) && parameters) {
        for (const Node::Key& key : parameters->keys) finder.known.emplace_back(key.text);
      }
      std::string hint = hint_at_repeated(root, dotted(o.key));
      if (hint.empty()) hint = did_you_mean(finder.wrong, finder.known);
      if (hint.empty() && schema::find(format, finder.wrong)) hint = "the file has none; set it as a whole: --set '" + finder.wrong + "={...}'";
      sink.error(at, o.key, "nothing in the file is called '" + finder.wrong + "'", hint);
      continue;
    }
    const Node* law = target->find("law");  // a law is a map of its parameters, or one expression
    const bool is_law = law && law->is(Node::Kind::scalar);
    if (target->is(Node::Kind::map) && !value.is(Node::Kind::map) && !is_law) {
      sink.error(at, o.key, "this is a map of several values",
                 "name one of them: " + o.key + "." + std::string(target->keys.empty() ? "key" : target->keys.front().text));
      continue;
    }
    *target = value;
  }
}

}  // namespace zanjir
