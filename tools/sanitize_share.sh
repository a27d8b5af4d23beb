#!/usr/bin/env bash
# A share of the tests with a share of the library under the address and undefined-behaviour sanitizers, in a quarter of an hour of one core instead of
# hours, for a gate that has no hours. The turn decides which: by default the number of commits.
#   tools/sanitize_share.sh [TURN]        JOBS=2
# One group of folders after the other is compiled anew in build/release, the rest stays as it is; of the tests of every kind each sixth runs. Thirty turns
# see every pair of both. The kernels are left out: under sanitizers they take as long to compile as all others. (make test-sanitize: everything at once.)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
groups=("formulations"
        "model state kinematics loops dynamics"
        "terms integrate record simulate"
        "core language describe flexible contact forces"
        "analyse map verify study draw report face")
shares=6
turn=${1:-$(git rev-list --count HEAD)}
layers=${groups[turn % ${#groups[@]}]}
share=$((turn / ${#groups[@]} % shares + 1))
jobs=${JOBS:-$(nproc)}
echo "sanitizers, turn $turn: $layers; tests $share, $((share + shares)), $((share + 2 * shares)) ... of each kind"
began=$SECONDS
cmake --preset release -DZANJIR_SANITIZE="${layers// /;}" -DZANJIR_TEST_SHARDS=12 >/dev/null
cmake --build --preset release --parallel "$jobs" --target build_{unit,physics,agreement,reference,fuzz,cli,examples}
echo "sanitizers: built in $((SECONDS - began)) s"
export UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$PWD/cmake/leaks.supp:print_suppressions=0
status=0
ctest --preset release --parallel "$jobs" --label-regex '^(unit|physics|agreement|reference|fuzz|cli|examples)$' --tests-information "$share,,$shares" || status=$?
cmake --preset release >/dev/null  # as it was: what is built next comes from the compiler cache
echo "sanitizers: turn $turn of $layers ended with $status after $((SECONDS - began)) s"
exit $status
