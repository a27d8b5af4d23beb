#include "zanjir/language/document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include "zanjir/core/plain_text.hpp"

namespace zanjir {
namespace {

constexpr std::size_t deepest_collection = 64;
constexpr std::size_t max_nodes = 500'000;  // ten thousand bodies written one by one; more are written by `repeat`. Reading them takes a second
constexpr int max_errors = 100;             // nobody reads more, and hostile input has millions

constexpr const char* alias_message = "aliases (*name) are not part of the format";
constexpr const char* use_instead = "use `parameters` or `repeat`";

SourcePos mark_position(const YAML::Mark& mark, std::uint32_t file) {
  return {file, static_cast<std::uint32_t>(std::max(mark.line, 0)) + 1, static_cast<std::uint32_t>(std::max(mark.column, 0)) + 1};
}

struct Refused {};  // leaves yaml-cpp once a diagnostic was written that makes going on pointless

// Builds the tree from parser events: unlike YAML::Node, events show anchors, aliases, tags and repeated keys, with positions.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::uint32_t file, const SourceLines& lines, DiagnosticSink& sink) : file_(file), lines_(lines), sink_(sink) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(mark, "", anchor, Node::Kind::null, ""); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override {
    if (tag == "!" && !lines_.closes_quote(position(mark))) {  // yaml-cpp 0.7 takes `"abc` at the end of a file for a whole text
      sink_.error(position(mark), path(), "closing quote missing");
      throw Refused{};
    }
    add(mark, tag, anchor, Node::Kind::scalar, value);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    sink_.error(position(mark), path(), alias_message, use_instead);
    throw Refused{};  // it may refer to the node that contains it
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Kind::list);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Kind::map);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Level {
    Node node;
    bool key_pending = false;                              // map: a key was read, its value comes next
    bool key_repeated = false;                             // ... and it was there before
    std::unordered_map<std::string, std::uint32_t> lines;  // of the keys seen
  };

  SourcePos position(const YAML::Mark& mark) const { return mark_position(mark, file_); }

  std::string path() const {
    std::string text;
    for (const Level& level : open_) {
      if (level.node.is(Node::Kind::map) && level.key_pending) text += (text.empty() ? "" : ".") + level.node.keys.back().text;
    }
    return text;
  }

  void check(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (sink_.n_errors() >= max_errors) throw Refused{};
    if (++n_nodes_ > max_nodes) {
      sink_.error(position(mark), "", "more than 500000 values in one file", "write what repeats with `repeat`, and tables into CSV files");
      throw Refused{};
    }
    if (anchor != 0) {
      sink_.error(position(mark), path(), "anchors (&name) are not part of the format", use_instead);
      throw Refused{};
    }
    if (!tag.empty() && tag != "?" && tag != "!") sink_.error(position(mark), path(), "tags (" + tag.substr(0, 40) + ") are not part of the format");
  }

  bool expects_key() const { return !open_.empty() && open_.back().node.is(Node::Kind::map) && !open_.back().key_pending; }

  void add(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node::Kind kind, const std::string& value) {
    check(mark, tag, anchor);
    if (first_odd_byte(value) != std::string::npos) {  // written as an escape: no name may steer a terminal or be no text
      sink_.error(position(mark), path(), "'" + printable(value.substr(0, 40)) + "' holds a control character or no text");
      throw Refused{};
    }
    if (expects_key()) {
      Level& level = open_.back();
      if (kind == Node::Kind::null) sink_.error(position(mark), path(), "a key is missing");
      const auto [seen, is_new] = level.lines.emplace(value, position(mark).line);
      level.node.keys.push_back({value, position(mark)});
      level.key_pending = true;
      level.key_repeated = !is_new;
      if (!is_new) sink_.error(position(mark), path(), "repeated key '" + value + "'", "it stands first in line " + std::to_string(seen->second));
      return;
    }
    Node node;
    node.kind = kind;
    node.text = value;
    // An empty value has no place of its own: yaml-cpp marks the next token. Its key is where the user must look.
    const bool under_key = kind == Node::Kind::null && !open_.empty() && open_.back().node.is(Node::Kind::map);
    node.at = under_key ? open_.back().node.keys.back().at : position(mark);
    attach(std::move(node));
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node::Kind kind) {
    check(mark, tag, anchor);
    if (expects_key()) {
      sink_.error(position(mark), path(), std::string(kind_name(kind)) + " cannot be a key",
                  "is a closing ']' or '}' missing? Names with braces, as \"leg{i}\", are quoted inside { } and [ ]");
      throw Refused{};
    }
    if (open_.size() >= deepest_collection) {
      sink_.error(position(mark), "", "nested more than 64 levels deep");
      throw Refused{};
    }
    Level level;
    level.node.kind = kind;
    level.node.at = position(mark);
    open_.push_back(std::move(level));
  }

  void close() {
    Node node = std::move(open_.back().node);
    open_.pop_back();
    attach(std::move(node));
  }

  void attach(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Level& level = open_.back();
    if (level.key_repeated) {  // said already; the first one stands
      level.node.keys.pop_back();
    } else {
      level.node.items.push_back(std::move(node));
    }
    level.key_pending = level.key_repeated = false;
  }

  std::uint32_t file_;
  const SourceLines& lines_;
  DiagnosticSink& sink_;
  std::vector<Level> open_;
  Node root_;
  std::size_t n_nodes_ = 0;
};

struct AnotherDocument {
  YAML::Mark at;
};
// Only asks whether there is one more document.
class DocumentDetector : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override { throw AnotherDocument{mark}; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

SourcePos position_of(std::string_view text, std::size_t offset, std::uint32_t file) {
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t newline = before.rfind('\n');
  return {file, line, static_cast<std::uint32_t>(offset - (newline == std::string_view::npos ? 0 : newline + 1)) + 1};
}

// yaml-cpp says what its scanner wanted; the usual causes deserve a plainer word.
std::string hint_for(std::string_view line) {
  if (line.find('\t') != std::string_view::npos) return "indent with spaces, not tabs";
  for (std::size_t i = 1; i < line.size(); ++i) {
    const bool glued = line[i] == '{' && (std::isalnum(static_cast<unsigned char>(line[i - 1])) || line[i - 1] == '_');
    if (glued) return "quote names with braces inside { } and [ ]: \"leg{i}\"";
  }
  return {};
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  const auto it = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.text == key; });
  return it == keys.end() ? nullptr : &items[static_cast<std::size_t>(it - keys.begin())];
}
Node* Node::find(std::string_view key) { return const_cast<Node*>(static_cast<const Node*>(this)->find(key)); }

const char* kind_name(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::null: return "nothing";
    case Node::Kind::scalar: return "a single value";
    case Node::Kind::list: return "a list";
    case Node::Kind::map: return "a map";
  }
  return "";
}

SourceLines::SourceLines(std::string_view text) : text_(text), begins_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') begins_.push_back(i + 1);
  }
}

std::string_view SourceLines::line(std::uint32_t number) const {
  if (number == 0 || number > begins_.size()) return {};
  const std::size_t begin = begins_[number - 1];
  return text_.substr(begin, text_.find('\n', begin) - begin);
}

bool SourceLines::closes_quote(SourcePos at) const {
  if (at.line == 0 || at.line > begins_.size()) return true;
  std::size_t i = begins_[at.line - 1] + at.column - 1;
  if (i >= text_.size() || (text_[i] != '"' && text_[i] != '\'')) return true;  // a block scalar
  const char quote = text_[i];
  for (++i; i < text_.size(); ++i) {
    const bool escaped = quote == '"' ? text_[i] == '\\' : text_[i] == quote && i + 1 < text_.size() && text_[i + 1] == quote;
    if (escaped) ++i;
    else if (text_[i] == quote) return true;
  }
  return false;
}

SourcePos SourceLines::inside(const Node& scalar, std::size_t offset) const {
  const std::string_view source = line(scalar.at.line);
  const std::size_t column = scalar.at.column - 1;
  for (const std::size_t quote : {0, 1}) {
    if (column + quote < source.size() && source.substr(column + quote).starts_with(scalar.text))
      return {scalar.at.file, scalar.at.line, static_cast<std::uint32_t>(scalar.at.column + quote + offset)};
  }
  return scalar.at;
}

namespace {

// What other programs read, told apart by their first element, and a way out.
struct Foreign {
  std::string format, way_out;
};
Foreign foreign_format(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (begin == std::string::npos || text[begin] != '<') return {};
  const std::string way_out =
      "write its links under `bodies` and its joints under `joints` (docs/how-to/from-urdf-and-mjcf.md has a table of words); loops need no special "
      "care "
      "here";
  const std::string head = text.substr(begin, 20'000);
  if (head.find("<robot") != std::string::npos) return {"a URDF file", way_out};
  if (head.find("<mujoco") != std::string::npos) return {"an MJCF file", way_out};
  if (head.find("<sdf") != std::string::npos) return {"an SDF file", way_out};
  return {"an XML file", "docs/format.md describes the format"};
}

}  // namespace

Node parse_document(const std::string& text, std::uint32_t file, DiagnosticSink& sink) {
  if (text.size() > max_file_bytes) {
    sink.error({file, 1, 1}, "", "file is larger than 8 MiB", "a description is text; put tables into CSV files");
    return {};
  }
  if (const std::size_t bad = first_odd_byte(text); bad != std::string::npos) {
    sink.error(position_of(text, bad, file), "", "not a text file (byte " + std::to_string(bad) + " is not UTF-8 text)");
    return {};
  }
  if (const auto [format, way_out] = foreign_format(text); !format.empty()) {
    sink.error({file, 1, 1}, "", "this is " + format + ", and files here are YAML", way_out);
    return {};
  }
  const SourceLines lines(text);
  TreeBuilder builder(file, lines, sink);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
      sink.error({file, 1, 1}, "", "file is empty");
      return {};
    }
    Node root = builder.take();
    DocumentDetector detector;
    try {
      parser.HandleNextDocument(detector);
    } catch (const AnotherDocument& another) {
      sink.error(mark_position(another.at, file), "", "a second document begins here", "one file holds one description");
    }
    return root;
  } catch (const Refused&) {
    return {};
  } catch (const YAML::Exception& e) {
    const SourcePos at = mark_position(e.mark, file);
    if (e.msg.find("anchor is not defined") != std::string::npos) sink.error(at, "", alias_message, use_instead);
    else sink.error(at, "", "not valid YAML: " + e.msg, hint_for(lines.line(at.line)));
    return {};
  }
}

}  // namespace zanjir
