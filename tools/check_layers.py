#!/usr/bin/env python3
"""Checks who includes whom in src/, apps/, tests/ and bench/.

  layers        a folder of src/zanjir includes only itself and the folders above it in src/zanjir/CMakeLists.txt
  independence  a formulation, which is a folder of formulations/, reaches only what two formulations may share, by its own includes and by theirs, and calls
                nothing else of it either (the tables below), so that their agreement proves something
  privacy       where src/zanjir/CMakeLists.txt lists the PUBLIC headers of a folder, no other folder includes the rest; for kernels this
                holds for apps and tests too: its templates are instantiated there alone, everyone else calls the table in dispatch.hpp
  portability   what is compiled once per instruction set calls nothing of std:: and includes no standard or Eigen code

Prints one line per violation and exits 1 when there is any.
"""
import argparse
import pathlib
import re
import sys

# Independence. A formulation is a folder of formulations/.
SHARED_FOLDERS = {"core", "spatial", "language", "describe", "contact", "forces", "model", "state"}
SHARED_FILES = {
    "dynamics/actuation.hpp",                 # which of many equally valid sets of actuator forces is shown
    "dynamics/dialogue.hpp",                  # what is asked in which order, statuses, notes, thresholds
    "dynamics/dual.hpp",                      # a scalar
    "dynamics/element_forces.hpp",            # which elements there are and their laws, over kinematics that each brings
    "dynamics/formulation.hpp",               # the concept and its plain data
    "dynamics/inertia_beyond.hpp",            # tolerances and units, never a result
    "dynamics/least_reactions.hpp",           # which of many equally valid reactions is shown
    "dynamics/outcome.hpp",                   # plain data
    "dynamics/own_rank.hpp",                  # how a rank is decided, from rows that each brings
    "dynamics/poses.hpp",                     # poses from the definition of the joints
    "dynamics/question.hpp",                  # which side of each speed is given
    "dynamics/singular_notes.hpp",            # words
    "flexible/field.hpp", "flexible/profile.hpp",  # the displacement field; each integrates it by itself
    "kernels/tables.hpp",                     # plain data inside the Model
    "loops/loop_rank_data.hpp",               # the rank that is kept along a motion: plain data, an input
}
# Names of those folders and files that stand for a velocity recursion, a Jacobian or an assembly of forces.
NOT_SHARED_NAMES = {"update_velocities", "frame_kinematics", "frame_jacobian", "gather_forces", "update_closure_positions", "update_closure_rates",
                    "cut_speed_rows"}
# What one formulation alone may use besides its own files.
OWN_FILES = {"newton_euler": {"kernels/dispatch.hpp", "dynamics/gather_forces.hpp", "dynamics/tree_dynamics.hpp", "dynamics/determinacy.hpp",
                              "kinematics/closure.hpp", "kinematics/frames.hpp",
                              "kernels/loop_tables.hpp",
                              "loops/loop_factor.hpp", "loops/loop_plan.hpp", "loops/loop_rank.hpp", "loops/projector.hpp", "loops/rank_finder.hpp",
                              "loops/closer.hpp", "loops/row_picker.hpp", "loops/assembly.hpp"}}
OWN_NAMES = {"newton_euler": NOT_SHARED_NAMES}

# Portability: files compiled for several instruction sets, the headers they may include and the names of std:: (types only) they may use.
PER_INSTRUCTION_SET = ("spatial/*.hpp", "kernels/*.hpp", "kernels/kernels_*.cpp")
PORTABLE_HEADERS = {"cstddef", "cstdint", "immintrin.h"}
PORTABLE_STD = re.compile(r"u?int\d+_t|size_t|ptrdiff_t")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def layers(root):
    """The folders in order, and the public headers of those that list them."""
    text = (root / "src/zanjir/CMakeLists.txt").read_text()
    calls = re.findall(r"^zanjir_layer\((\w+)(?:\s+QUICK)?(?:\s+PUBLIC\s+([^)]*?))?(?:\s+LINK\s+[^)]*)?\)", text, re.MULTILINE)
    return [name for name, _ in calls], {name: set(headers.split()) for name, headers in calls if headers}


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def formulation_of(path):
    """The formulation a path below src/zanjir belongs to, or None (the registry, which knows them all, belongs to none)."""
    return path.parts[1] if path.parts[0] == "formulations" and len(path.parts) == 3 else None


def may_use(owner, target):
    """Whether a formulation may know a header below src/zanjir."""
    return (formulation_of(target) == owner or target.parts[0] in SHARED_FOLDERS or str(target) in SHARED_FILES
            or str(target) in OWN_FILES.get(owner, ()))


def forbidden_beyond(owner, target, source):
    """The headers a formulation reaches through one it may use, with the way to each; own files answer for themselves."""
    found, seen, todo = [], {target}, [(target, [])]
    while todo:
        header, way = todo.pop()
        if str(header) in OWN_FILES.get(owner, ()) or not (source / header).is_file():
            continue
        for include in INCLUDE.finditer((source / header).read_text()):
            if not include[2].startswith("zanjir/"):
                continue
            beyond = pathlib.PurePosixPath(include[2]).relative_to("zanjir")
            if beyond in seen:
                continue
            seen.add(beyond)
            if may_use(owner, beyond):
                todo.append((beyond, way + [header]))
            else:
                found.append((beyond, way + [header]))
    return found


def check(root):
    source = root / "src/zanjir"
    order, public = layers(root)
    found = []

    def report(file, line, message):
        found.append(f"{file.relative_to(root)}:{line}: {message}")

    for folder in sorted(p for p in source.iterdir() if p.is_dir() and p.name not in order):
        report(folder, 1, "folder is not listed in src/zanjir/CMakeLists.txt")

    files = [f for top in ("src", "apps", "tests", "bench") for ext in ("hpp", "cpp") for f in (root / top).rglob(f"*.{ext}")]
    for file in sorted(files):
        text = file.read_text()
        inside = file.relative_to(source) if file.is_relative_to(source) else None
        layer = inside.parts[0] if inside else None
        owner = formulation_of(inside) if inside else None
        portable = inside is not None and any(inside.match(pattern) for pattern in PER_INSTRUCTION_SET)

        for include in INCLUDE.finditer(text):
            line, name = line_of(text, include.start()), include[2]
            if not name.startswith("zanjir/"):
                if inside and include[1] == '"':
                    report(file, line, f'"{name}" is not written from the root: "zanjir/..."')
                if portable and include[1] == "<" and name not in PORTABLE_HEADERS:
                    report(file, line, f"<{name}> in a file that is compiled once per instruction set")
                continue
            target = pathlib.PurePosixPath(name).relative_to("zanjir")
            folder = target.parts[0]
            if layer in order and (folder not in order or order.index(folder) > order.index(layer)):
                report(file, line, f"{layer} may not include {folder}: it is not above it in src/zanjir/CMakeLists.txt")
            if folder in public and layer != folder and (inside or folder == "kernels") and str(target.relative_to(folder)) not in public[folder]:
                report(file, line, f"{target} is not a public header of {folder}")
            if owner and not may_use(owner, target):
                report(file, line, f"formulation {owner} may not share {target}")
            elif owner and formulation_of(target) != owner:
                for beyond, way in forbidden_beyond(owner, target, source):
                    report(file, line, f"formulation {owner} may not share {beyond}, which it reaches through {' and '.join(map(str, way))}")

        code = COMMENT_OR_STRING.sub(lambda m: "\n" * m[0].count("\n"), text)
        if portable:
            for use in re.finditer(r"\bstd::(\w+)", code):
                if not PORTABLE_STD.fullmatch(use[1]):
                    report(file, line_of(code, use.start()), f"{use[0]} in a file that is compiled once per instruction set")
        if owner:
            for use in re.finditer(r"\b(?:" + "|".join(sorted(NOT_SHARED_NAMES)) + r")\b", code):
                if use[0] not in OWN_NAMES.get(owner, ()):
                    report(file, line_of(code, use.start()), f"formulation {owner} may not share {use[0]}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = check(parser.parse_args().root)
    print("\n".join(found) or "check_layers: no violation")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
