#include "zanjir/language/document.hpp"

#include <yaml.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "zanjir/core/name_map.hpp"
#include "zanjir/core/plain_text.hpp"

namespace zanjir {
namespace {

constexpr std::size_t deepest_collection = 64;
constexpr std::size_t max_nodes = 500'000;  // ten thousand bodies written one by one; more are written by `repeat`. Reading them takes a second
constexpr int max_errors = 100;             // nobody reads more, and hostile input has millions

constexpr const char* use_instead = "use `parameters` or `repeat`";

struct Refused {};  // leaves the parser once a diagnostic was written that makes going on pointless

// Marks of libyaml count characters; ours are lines and bytes. Marks are asked for in order, so each byte is looked at about once.
class Positions {
 public:
  Positions(std::string_view text, std::uint32_t file) : text_(text), file_(file) {}

  SourcePos at(const yaml_mark_t& mark) {
    if (mark.index < character_) byte_ = character_ = line_begin_ = 0, line_ = 1;
    for (; character_ < mark.index && byte_ < text_.size(); ++character_) {
      if (text_[byte_] == '\n') ++line_, line_begin_ = byte_ + 1;
      for (++byte_; byte_ < text_.size() && (static_cast<unsigned char>(text_[byte_]) & 0xc0) == 0x80;) ++byte_;
    }
    return {file_, line_, static_cast<std::uint32_t>(byte_ - line_begin_) + 1};
  }
  bool at_end() const { return byte_ == text_.size(); }  // the last mark that was asked for

 private:
  std::string_view text_;
  std::uint32_t file_, line_ = 1;
  std::size_t byte_ = 0, character_ = 0, line_begin_ = 0;
};

// What a plain scalar says when it says nothing.
bool is_nothing(std::string_view plain) { return plain.empty() || plain == "~" || plain == "null" || plain == "Null" || plain == "NULL"; }

std::string_view text_of(const yaml_char_t* text) { return text ? reinterpret_cast<const char*>(text) : ""; }

// The keys of the maps that are open, to find those that stand twice: a table of places in their list, with room for as many again. Small maps are walked through.
class KeyIndex {
 public:
  // The place of a key of the same text, or the new one, `keys.size() - 1`.
  std::size_t place_of_last(std::span<const Node::Key> keys) {
    const std::size_t last = keys.size() - 1;
    const std::string_view text = keys[last].text;
    if (keys.size() <= few) {
      for (std::size_t i = 0; i < last; ++i)
        if (keys[i].text == text) return i;
      return last;
    }
    if (2 * keys.size() > table_.size()) grow(keys.first(last));
    std::size_t slot = slot_of(text);
    for (; table_[slot] != none; slot = behind(slot))
      if (keys[table_[slot]].text == text) return table_[slot];
    table_[slot] = static_cast<std::uint32_t>(last);
    return last;
  }

 private:
  static constexpr std::size_t few = 16;
  static constexpr std::uint32_t none = 0xffffffff;
  std::size_t slot_of(std::string_view text) const { return NameHash()(text) & (table_.size() - 1); }
  std::size_t behind(std::size_t slot) const { return (slot + 1) & (table_.size() - 1); }
  void grow(std::span<const Node::Key> keys) {
    table_.assign(std::bit_ceil(4 * keys.size()), none);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      std::size_t slot = slot_of(keys[i].text);
      while (table_[slot] != none) slot = behind(slot);
      table_[slot] = static_cast<std::uint32_t>(i);
    }
  }
  std::vector<std::uint32_t> table_;
};

// Builds the tree from parser events, which show anchors, aliases, tags and repeated keys, with positions.
class TreeBuilder {
 public:
  TreeBuilder(Positions& positions, DiagnosticSink& sink, NodeStore& store) : positions_(positions), sink_(sink), store_(store) {}

  Node take() const { return root_; }

  void on(const yaml_event_t& event) {
    const yaml_mark_t& mark = event.start_mark;
    switch (event.type) {
      case YAML_SCALAR_EVENT: {
        const auto& s = event.data.scalar;
        const std::string_view value(reinterpret_cast<const char*>(s.value), s.length);
        const bool nothing = s.style == YAML_PLAIN_SCALAR_STYLE && !s.tag && is_nothing(value);
        add(mark, text_of(s.tag), s.anchor != nullptr, nothing ? Node::Kind::null : Node::Kind::scalar, nothing ? "" : value);
        break;
      }
      case YAML_ALIAS_EVENT:  // it may refer to the node that contains it
        sink_.error(position(mark), path(), "aliases (*name) are not part of the format", use_instead);
        throw Refused{};
      case YAML_SEQUENCE_START_EVENT:
        open(mark, text_of(event.data.sequence_start.tag), event.data.sequence_start.anchor != nullptr, Node::Kind::list);
        break;
      case YAML_MAPPING_START_EVENT:
        open(mark, text_of(event.data.mapping_start.tag), event.data.mapping_start.anchor != nullptr, Node::Kind::map);
        break;
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: close(); break;
      default: break;
    }
  }

  // The map or list that is still open where the parser stopped.
  const Node* innermost() const { return open_.empty() ? nullptr : &open_.back().node; }
  // The keys that lead there: "" when none is open.
  std::string path() const {
    std::string text;
    for (const Level& level : open_) {
      if (level.node.is(Node::Kind::map) && level.key_pending) (text += text.empty() ? "" : ".") += last_key(level).text;
    }
    return text;
  }

 private:
  struct Level {
    Node node;
    std::size_t first_key = 0, first_item = 0;  // where its own begin in keys_ and items_
    bool key_pending = false;                   // map: a key was read, its value comes next
    bool key_repeated = false;                  // ... and it was there before
    KeyIndex index = {};
  };
  // Keys of a level: those behind its first one up to the first of the level below it.
  const Node::Key& last_key(const Level& level) const {
    const bool innermost = &level == &open_.back();
    return keys_[(innermost ? keys_.size() : (&level)[1].first_key) - 1];
  }

  SourcePos position(const yaml_mark_t& mark) { return positions_.at(mark); }

  void check(const yaml_mark_t& mark, std::string_view tag, bool anchor) {
    if (sink_.n_errors() >= max_errors) throw Refused{};
    if (++n_nodes_ > max_nodes) {
      sink_.error(position(mark), "", "more than 500000 values in one file", "write what repeats with `repeat`, and tables into CSV files");
      throw Refused{};
    }
    if (anchor) {
      sink_.error(position(mark), path(), "anchors (&name) are not part of the format", use_instead);
      throw Refused{};
    }
    if (!tag.empty() && tag != "!") sink_.error(position(mark), path(), "tags (" + std::string(tag.substr(0, 40)) + ") are not part of the format");
  }

  bool expects_key() const { return !open_.empty() && open_.back().node.is(Node::Kind::map) && !open_.back().key_pending; }

  void add(const yaml_mark_t& mark, std::string_view tag, bool anchor, Node::Kind kind, std::string_view value) {
    check(mark, tag, anchor);
    if (first_odd_byte(value) != std::string::npos) {  // written as an escape: no name may steer a terminal or be no text
      sink_.error(position(mark), path(), "'" + printable(value.substr(0, 40)) + "' holds a control character or no text");
      throw Refused{};
    }
    if (expects_key()) {
      Level& level = open_.back();
      if (kind == Node::Kind::null) sink_.error(position(mark), path(), "a key is missing");
      const SourcePos at = position(mark);
      keys_.push_back({store_.keep(value), at});
      const std::span own(keys_.data() + level.first_key, keys_.size() - level.first_key);
      const std::size_t place = level.index.place_of_last(own);
      level.key_pending = true;
      level.key_repeated = place + 1 < own.size();
      if (level.key_repeated)
        sink_.error(at, path(), "repeated key '" + std::string(value) + "'", "it stands first in line " + std::to_string(own[place].at.line));
      return;
    }
    Node node;
    node.kind = kind;
    node.text = store_.keep(value);
    // An empty value has no place of its own: the parser marks the next token. Its key is where the user must look.
    const bool under_key = kind == Node::Kind::null && !open_.empty() && open_.back().node.is(Node::Kind::map);
    node.at = under_key ? keys_.back().at : position(mark);
    attach(node);
  }

  void open(const yaml_mark_t& mark, std::string_view tag, bool anchor, Node::Kind kind) {
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
    level.first_key = keys_.size();
    level.first_item = items_.size();
    open_.push_back(std::move(level));
  }

  // What belongs to a level leaves the lists of what is open for its place in the store.
  template <class T> std::span<T> moved_out(std::vector<T>& list, std::size_t first) {
    const std::span<T> kept = store_.keep(std::span<const T>(list).subspan(first));
    list.resize(first);
    return kept;
  }

  void close() {
    Level& level = open_.back();
    Node node = level.node;
    node.keys = moved_out(keys_, level.first_key);
    node.items = moved_out(items_, level.first_item);
    open_.pop_back();
    attach(node);
  }

  void attach(const Node& node) {
    if (open_.empty()) {
      root_ = node;
      return;
    }
    Level& level = open_.back();
    if (level.key_repeated) keys_.pop_back();  // said already; the first one stands
    else items_.push_back(node);
    level.key_pending = level.key_repeated = false;
  }

  Positions& positions_;
  DiagnosticSink& sink_;
  NodeStore& store_;
  std::vector<Level> open_;
  std::vector<Node::Key> keys_;  // of all levels that are open, one after the other
  std::vector<Node> items_;
  Node root_;
  std::size_t n_nodes_ = 0;
};

class EventParser {
 public:
  explicit EventParser(std::string_view text) {
    if (!yaml_parser_initialize(&parser_)) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~EventParser() {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }
  EventParser(const EventParser&) = delete;
  EventParser& operator=(const EventParser&) = delete;

  bool next() {  // false: not valid, see fault()
    yaml_event_delete(&event_);
    return yaml_parser_parse(&parser_, &event_) != 0;
  }
  const yaml_event_t& event() const { return event_; }
  const yaml_parser_t& fault() const { return parser_; }

 private:
  yaml_parser_t parser_;
  yaml_event_t event_{};
};

SourcePos position_of(std::string_view text, std::size_t offset, std::uint32_t file) {
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t newline = before.rfind('\n');
  return {file, line, static_cast<std::uint32_t>(offset - (newline == std::string_view::npos ? 0 : newline + 1)) + 1};
}

// The parser says what it wanted; the usual causes deserve a plainer word.
std::string hint_for(std::string_view line) {
  if (line.find('\t') != std::string_view::npos) return "indent with spaces, not tabs";
  for (std::size_t i = 1; i < line.size(); ++i) {
    const bool glued = line[i] == '{' && (std::isalnum(static_cast<unsigned char>(line[i - 1])) || line[i - 1] == '_');
    if (glued) return "quote names with braces inside { } and [ ]: \"leg{i}\"";
  }
  return {};
}

}  // namespace

Node* Node::find(std::string_view key) const {
  const auto it = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.text == key; });
  return it == keys.end() ? nullptr : &items[static_cast<std::size_t>(it - keys.begin())];
}

std::string_view NodeStore::keep(std::string_view text) {
  if (text.empty()) return {};
  char* const first = static_cast<char*>(memory_.allocate(text.size(), 1));
  std::memcpy(first, text.data(), text.size());
  return {first, text.size()};
}

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
      "write its links under `bodies` and its joints under `joints` (docs/how-to/from-urdf-and-mjcf.md has a table of words); loops need no "
      "special care here";
  const std::string head = text.substr(begin, 20'000);
  if (head.find("<robot") != std::string::npos) return {"a URDF file", way_out};
  if (head.find("<mujoco") != std::string::npos) return {"an MJCF file", way_out};
  if (head.find("<sdf") != std::string::npos) return {"an SDF file", way_out};
  return {"an XML file", "docs/format.md describes the format"};
}

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  return text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

void refuse(const yaml_parser_t& fault, Positions& positions, const TreeBuilder& builder, const std::string& text, DiagnosticSink& sink) {
  if (fault.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
  const std::string_view context = fault.context ? fault.context : "", problem = fault.problem ? fault.problem : "it is cut off";
  const SourceLines lines(text);
  if (const SourcePos quote = positions.at(fault.context_mark); context == "while scanning a quoted scalar" && !lines.closes_quote(quote))
    return sink.error(quote, builder.path(), "closing quote missing");
  const SourcePos at = positions.at(fault.problem_mark);
  if (const Node* open = builder.innermost(); open && positions.at_end() && context.starts_with("while parsing a flow"))
    return sink.error(at, builder.path(),
                      "the file ends inside " + std::string(kind_name(open->kind)) + " that begins in line " + std::to_string(open->at.line),
                      std::string("is a closing '") + (open->is(Node::Kind::list) ? ']' : '}') + "' missing?");
  std::string message = "not valid YAML: " + std::string(problem);
  if (!context.empty()) {
    message += ", " + std::string(context);
    const SourcePos begin = positions.at(fault.context_mark);
    if (begin.line != at.line) message += " that begins in line " + std::to_string(begin.line);
  }
  sink.error(at, "", message, hint_for(lines.line(at.line)));
}

}  // namespace

Node parse_document(const std::string& text, std::uint32_t file, DiagnosticSink& sink, NodeStore& store) {
  if (text.size() > max_file_bytes) {
    sink.error({file, 1, 1}, "", "file is larger than 8 MiB", "a description is text; put tables into CSV files");
    return {};
  }
  if (const std::size_t bad = first_odd_byte(text); bad != std::string::npos) {
    sink.error(position_of(text, bad, file), "", "not a text file (byte " + std::to_string(bad) + " is no UTF-8 text or steers what shows it)");
    return {};
  }
  if (const auto [format, way_out] = foreign_format(text); !format.empty()) {
    sink.error({file, 1, 1}, "", "this is " + format + ", and files here are YAML", way_out);
    return {};
  }
  Positions positions(without_mark(text), file);
  TreeBuilder builder(positions, sink, store);
  EventParser parser(without_mark(text));
  int documents = 0;
  try {
    while (parser.next()) {
      const yaml_event_t& event = parser.event();
      if (event.type == YAML_DOCUMENT_START_EVENT && ++documents == 2) {
        sink.error(positions.at(event.start_mark), "", "a second document begins here", "one file holds one description");
        return builder.take();
      }
      builder.on(event);
      if (event.type != YAML_STREAM_END_EVENT) continue;
      if (documents == 0) sink.error({file, 1, 1}, "", "file is empty");
      return builder.take();
    }
  } catch (const Refused&) {
    return {};
  }
  refuse(parser.fault(), positions, builder, text, sink);
  return {};
}

std::size_t first_root_key(const std::string& text, std::span<const std::string_view> keys) {
  EventParser parser(without_mark(text));
  std::size_t depth = 0;
  bool key = true;  // at the root keys and values take turns
  for (std::size_t n = 0; n < 2 * max_nodes && parser.next(); ++n) {
    const yaml_event_t& event = parser.event();
    switch (event.type) {
      case YAML_MAPPING_START_EVENT:
      case YAML_SEQUENCE_START_EVENT:
        if (++depth > deepest_collection || (depth == 1 && event.type == YAML_SEQUENCE_START_EVENT)) return keys.size();
        break;
      case YAML_MAPPING_END_EVENT:
      case YAML_SEQUENCE_END_EVENT: key = --depth == 1; break;
      case YAML_SCALAR_EVENT: {
        if (depth != 1) break;
        const std::string_view word(reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length);
        const auto found = std::find(keys.begin(), keys.end(), word);
        if (key && found != keys.end()) return static_cast<std::size_t>(found - keys.begin());
        key = !key;
        break;
      }
      case YAML_ALIAS_EVENT:
      case YAML_STREAM_END_EVENT: return keys.size();
      default: break;
    }
  }
  return keys.size();
}

}  // namespace zanjir
