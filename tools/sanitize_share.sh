#!/usr/bin/env bash
# A share of the tests with a share of the library under the address and undefined-behaviour sanitizers, in minutes instead of hours, for a gate that has
# no hours. The turn decides which.
#   tools/sanitize_share.sh [--plan] [TURN]        JOBS=2; --plan: say what the turn is made of, and stop
# One group of folders is compiled anew in build/release, the rest stays as it is; of the tests of every kind each twelfth runs. Group and tests both change
# with every turn, and as 7 and 12 have no common divisor, 84 turns see every pair of them. The kernels are left out: under sanitizers they take as long to
# compile as all others. (make test-sanitize: everything at once.)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
groups=("formulations"
        "model state kinematics loops dynamics"
        "terms integrate record control simulate"
        "core language describe flexible contact forces"
        "analyse map verify batch sweep"
        "study"
        "draw view report face")
shares=12
# Left out: what measures frames in a browser, the cost of many bodies or the work that is left after an interrupt (the search for leaks at the end counts in
# it), and the one study that alone takes as long as a turn.
left_out='^cli\.(view_browser_test|report_browser_test|study_elastic_chain|size_test|interrupt_test)$'

plan=no
if [[ ${1:-} == --plan ]]; then
  plan=yes
  shift
fi
turn=${1:-$(tools/turn.sh)}
if ! [[ $turn =~ ^[0-9]{1,15}$ ]]; then
  echo "sanitize_share: the turn '$turn' is no number; give one (the output of a gate names its turn), or none" >&2
  exit 2
fi
turn=$((10#$turn))
layers=${groups[turn % ${#groups[@]}]}
share=$((turn % shares + 1))
echo "sanitizers, turn $turn: $layers; tests $share, $((share + shares)), $((share + 2 * shares)) ... of all kinds"
[[ $plan == no ]] || exit 0

jobs=${JOBS:-$(nproc)}
began=$SECONDS
cmake --preset release -DZANJIR_SANITIZE="${layers// /;}" -DZANJIR_TEST_SHARDS=$shares >/dev/null
cmake --build --preset release --parallel "$jobs" --target build_{unit,physics,agreement,reference,fuzz,cli,examples}
echo "sanitizers: built in $((SECONDS - began)) s"
export UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$PWD/cmake/leaks.supp:print_suppressions=0
status=0
ctest --preset release --parallel "$jobs" --label-regex '^(unit|physics|agreement|reference|fuzz|cli|examples)$' --exclude-regex "$left_out" \
  --tests-information "$share,,$shares" || status=$?
cmake --preset release >/dev/null  # as it was: what is built next comes from the compiler cache
echo "sanitizers: turn $turn of $layers ended with $status after $((SECONDS - began)) s"
exit $status
