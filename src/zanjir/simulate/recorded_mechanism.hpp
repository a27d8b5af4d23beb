// The mechanism that a recording is of, by the texts that its provenance keeps: the file, what was set in it, the tables and meshes that it names.
#pragma once

#include <string>
#include <string_view>

#include "zanjir/simulate/prepare.hpp"

namespace zanjir {

// Tables are kept as they are, meshes in base64 and as long as they are small: a picture is not worth more than the numbers.
void add_texts(const DescribedFile&, Facts&);
// What is set, an entry a line: "bodies.rod.mass = 2 kg".
std::string text_of_set(const Overrides&);
Overrides set_of_text(const std::string&);

const std::string* find_fact(const Facts&, std::string_view key);  // null: there is none

// No file is opened. No value: the recording does not hold them, or this program does not understand them.
Result<DescribedFile> recorded_mechanism(const Facts&, const std::string& recording);

}  // namespace zanjir
