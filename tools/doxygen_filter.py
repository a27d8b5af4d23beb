#!/usr/bin/env python3
"""Our comments as Doxygen reads them, so that the sources keep one style of comment.

  // ... before a declaration        ->  /// ...
  int a, b;  // ...                  ->  /** ... */ int a, b;        also for functions, and types that begin there
  red,  // ...                       ->  red,  ///< ...
  double a =                         ->  /** ... */ double a =       also for lists that end with };  // ...
      0;  // ...
  // ... at the top of the file      ->  /// \\file and the text
  // -- a heading                    ->  left alone
Lines keep their numbers.
  tools/doxygen_filter.py FILE
"""
import re
import sys

CODE_AND_COMMENT = re.compile(r'^((?:[^"/]|"(?:\\.|[^"\\])*"|/(?!/))*?\S)\s*//(?!/)\s?(.*)$')
DECLARATOR = r"\w+(?: = [^,;(]+|\{[^}]*\})?"
SEVERAL = re.compile(rf"^(\s*)([\w:]+(?:<[^>]*>)?) ({DECLARATOR}(?:, {DECLARATOR})+);$")


def documented(code, comment):
    """Each name of a declaration with the comment of all."""
    several = SEVERAL.match(code)
    if not several:
        return f"/** {comment} */ {code}"
    names = re.findall(DECLARATOR, several[3])
    return several[1] + " ".join(f"/** {comment} */ {several[2]} {name};" for name in names)


def begun_above(lines, i, code):
    """The line on which a declaration that ends on line i began, if that is another one."""
    indent = len(code) - len(code.lstrip())
    if code.strip() == "};":
        openings = (k for k in range(i - 1, -1, -1) if lines[k].strip() and len(lines[k]) - len(lines[k].lstrip()) <= indent)
        first = next(openings, i)
        return first if re.match(r"\s*enum .*\{$", lines[first]) else i
    first = i
    while first > 0 and code.endswith(";") and re.search(r"[\w=(,+|&]$", lines[first - 1]) and "//" not in lines[first - 1] and not lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return first


def with_comments_in_front(lines):
    """Comments at the end of declarations of several lines stand before their first line, at its end."""
    lines = list(lines)
    for i, line in enumerate(lines):
        both = CODE_AND_COMMENT.match(line)
        first = begun_above(lines, i, both[1].rstrip()) if both else i
        if first < i:
            lines[first], lines[i] = f"/** {both[2]} */ {lines[first]}", both[1].rstrip()
    return lines


def filtered(name, lines):
    top, inside_block = True, False
    for line in with_comments_in_front(lines):
        alone = re.match(r"^(\s*)//(?!/)\s?(.*)$", line)
        if top and alone:
            yield f"/// {alone[2]}" if inside_block else f"/// \\file {name} {alone[2]}"
            inside_block = True
            continue
        top = False
        if alone:
            yield line if alone[2].startswith("--") else f"{alone[1]}/// {alone[2]}"
            continue
        both = CODE_AND_COMMENT.match(line)
        if not both or both[1].strip().startswith(("}", "#")):
            yield line
        elif both[1].rstrip().endswith(("{", "}", ";")):
            yield documented(both[1].rstrip(), both[2])
        else:
            yield f"{both[1]}  ///< {both[2]}"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n".join(filtered(sys.argv[1], file.read().splitlines())))
