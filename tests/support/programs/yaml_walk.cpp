// The yardstick of tests/cli/hostile_text_test.py: walks through the events of a file with libyaml and does nothing with them, which is the least that reading it can cost.
//   yaml_walk FILE
#include <yaml.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

int main(int count, char** words) {
  if (count != 2) return 2;
  std::ifstream file(words[1], std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  yaml_parser_t parser;
  if (!file || yaml_parser_initialize(&parser) == 0) return 2;
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::size_t values = 0;
  for (bool ended = false; !ended;) {
    yaml_event_t event;
    if (yaml_parser_parse(&parser, &event) == 0) break;
    ended = event.type == YAML_STREAM_END_EVENT;
    values += event.type == YAML_SCALAR_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  std::printf("%zu\n", values);
}
