// Text of strangers made harmless: as a line on a terminal, as the name of a file, as a link of a page.
#pragma once

#include <string>
#include <string_view>

namespace zanjir {

// The first byte that is not well-formed UTF-8 (overlong forms, surrogates and what lies beyond U+10FFFF are not), or that steers what shows it: control
// characters but tab, line feed and carriage return, U+007F to U+009F, ends of lines and what turns the order of text round (U+2028 to U+202E, U+2066 to U+2069). npos: none.
std::size_t first_odd_byte(std::string_view text);

// For a terminal: what first_odd_byte() finds, line ends and tabs too, become \x1b and the like. A name cannot move the cursor, colour or forge a line.
std::string printable(std::string_view text);
// The same for text of several lines: line feeds and tabs stay.
std::string printable_lines(std::string_view text);

// A name from a file as the name of a file: no path, no hidden file, no scheme of a link. Letters, digits, "_", "-", "+", spaces and dots inside, and what is
// beyond ASCII stay; all else becomes =XX (hexadecimal). Different names stay different; very long ones end in a checksum.
std::string file_name_of(std::string_view name);

// A relative link to a file below the page: it begins with "./", and bytes that are not plain in an address become %XX.
std::string link_to(std::string_view path);

}  // namespace zanjir
