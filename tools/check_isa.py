#!/usr/bin/env python3
"""Checks a built library: wide instructions only where they belong, and kernels that need nothing from outside.

  check_isa.py ARCHIVE      a static library, or any number of object files

An instruction with a VEX or EVEX prefix (its name begins with v, or it uses a ymm, zmm or mask register) may occur only in the objects
kernels_avx2, kernels_avx512 and their twins for elastic bodies and for trees in a plane, for loops, poses, runs and rows of batches, kernels_*_elastic, kernels_*_planar, kernels_*_loops, kernels_*_poses, kernels_*_runs, kernels_*_rows, and for hinges with rotors, kernels_*_rotors; there, every function must lie in that instruction set's namespace, so that the linker can never pick it for the
portable part. Kernel objects may refer only to a few C functions: no heap, no exceptions, no C++ library. Exits 1 with one line per finding.
"""
import re
import subprocess
import sys

WIDE_OBJECTS = {"kernels_avx2": "avx2", "kernels_avx512": "avx512", "kernels_avx2_elastic": "avx2", "kernels_avx512_elastic": "avx512",
                "kernels_avx2_planar": "avx2", "kernels_avx512_planar": "avx512", "kernels_avx2_loops": "avx2", "kernels_avx512_loops": "avx512",
                "kernels_avx2_poses": "avx2", "kernels_avx512_poses": "avx512", "kernels_avx2_runs": "avx2", "kernels_avx512_runs": "avx512",
                "kernels_avx2_rows": "avx2", "kernels_avx512_rows": "avx512",
                "kernels_avx2_rotors": "avx2", "kernels_avx512_rotors": "avx512"}
KERNEL_OBJECTS = {"kernels_base", "kernels_base_elastic", "kernels_base_planar", "kernels_base_loops", "kernels_base_poses", "kernels_base_runs", "kernels_base_rotors", *WIDE_OBJECTS}
# sin, cos, sincos, expm1, tanh: the slow path of sincos, and one state at a time. elastic_*, planar_*, rotors_*: the tables of models with elastic bodies, of those in a plane, and of hinges with rotors. mem*: the compiler's own calls for copies. __asan, __ubsan, __gcov: instrumented builds.
ALLOWED_OUTSIDE = re.compile(r"^(sin|cos|sincos|expm1|tanh|zanjir::kernels::(elastic|planar|rotors)_(base|avx2|avx512)|memset|memcpy|memmove|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__(asan|ubsan|tsan|gcov|sanitizer)\w*)$")
WIDE = re.compile(r"^v[a-z]|%[yz]mm\d|%k[0-7]\b")
NOT_VECTOR = re.compile(r"^(verr|verw|vmcall|vmlaunch|vmresume|vmxoff)\b")


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def disassembly(archive):
    """Names of objects and functions, and the instructions that may be wide: grep leaves out the millions of others."""
    with subprocess.Popen(["objdump", "-d", "-C", "--no-show-raw-insn", archive], stdout=subprocess.PIPE) as objdump:
        kept = subprocess.run(["grep", "-E", r"file format|>:$|:[[:space:]]+v|%[yz]mm[0-9]|%k[0-7]"], stdin=objdump.stdout, capture_output=True, text=True).stdout
    if objdump.returncode != 0:
        sys.exit(f"objdump ended with {objdump.returncode}")
    return kept.splitlines()


def check(archive):
    found, object_name, function, wide_seen, objects = [], "", "", {name: 0 for name in WIDE_OBJECTS}, set()
    reported = set()
    for line in disassembly(archive):
        if m := re.match(r"^(\S+?)(?:\.cpp)?\.o:\s+file format", line):
            object_name = m[1].rsplit("/", 1)[-1]
            objects.add(object_name)
        elif m := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
            function = m[1]
        elif m := re.match(r"^\s+[0-9a-f]+:\s+(.+)$", line):
            instruction = m[1]
            if not WIDE.search(instruction) or NOT_VECTOR.match(instruction):
                continue
            namespace = WIDE_OBJECTS.get(object_name)
            if namespace:
                wide_seen[object_name] += 1
            if (not namespace or f"::{namespace}::" not in function) and (object_name, function) not in reported:
                reported.add((object_name, function))
                found.append(f"{object_name}: {function}: {instruction.strip()}")
    for name, count in wide_seen.items():
        if count == 0:
            found.append(f"{name}: no wide instruction found; is the object there, and its flags?")

    for line in lines("nm", "-C", archive):
        if m := re.match(r"^(\S+?)(?:\.cpp)?\.o:$", line):
            object_name = m[1].rsplit("/", 1)[-1]
        elif (m := re.match(r"^\s+U (.+)$", line)) and object_name in KERNEL_OBJECTS and not ALLOWED_OUTSIDE.match(m[1]):
            found.append(f"{object_name}: needs {m[1]} from outside")
    return found, len(objects)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found, n_objects = check(sys.argv[1])
    for line in found:
        print(line)
    print(f"{n_objects} objects, {len(found)} findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
