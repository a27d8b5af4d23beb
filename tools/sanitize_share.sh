#!/usr/bin/env bash
# A share of the tests with a share of the library under the address and undefined-behaviour sanitizers, in minutes instead of hours, for a gate that has
# no hours. The turn decides which.
#   tools/sanitize_share.sh [--plan] [--seconds N] [TURN]        JOBS=2; --plan: say what the turn is made of, and stop
# --seconds: what has not been built by then is no longer built, and no kind of tests begins later; what was left out is said, and is no failure.
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
# Left out: what measures frames in a browser, the cost of many bodies, of dense files beside a library that is not slowed down, or the work that is left after an interrupt (the search for leaks at the end counts in
# it), and the one study that alone takes as long as a turn.
left_out='^cli\.(view_browser_test|report_browser_test|study_elastic_chain|size_test|interrupt_test|hostile_text_test)$'

plan=no seconds=86400
while [[ ${1:-} == --* ]]; do
  case $1 in
    --plan) plan=yes ;;
    --seconds) seconds=${2:-} && shift $(($# > 1)) ;;
    *) seconds= ;;
  esac
  shift
  [[ $seconds =~ ^[0-9]{1,6}$ ]] || { echo "sanitize_share: [--plan] [--seconds N] [TURN]" >&2; exit 2; }
done
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
left() { echo $((seconds - (SECONDS - began))); }  # 0 is no limit to `timeout`
trap 'cmake --preset release >/dev/null' EXIT  # as it was: what is built next comes from the compiler cache
cmake --preset release -DZANJIR_SANITIZE="${layers// /;}" -DZANJIR_TEST_SHARDS=$shares >/dev/null
status=0
timeout --signal=INT "$(($(left) > 1 ? $(left) : 1))" cmake --build --preset release --parallel "$jobs" --target build_{unit,physics,agreement,reference,fuzz,cli,examples} || status=$?
if ((status == 124)); then
  echo "sanitizers: turn $turn of $layers NOT RUN: not built in $seconds s"
  exit 0
fi
((status == 0)) || exit "$status"
echo "sanitizers: built in $((SECONDS - began)) s"

# A test that fails is tried once more: on a machine that others use too it may have waited too long for something. What a sanitizer says counts at once.
export UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$PWD/cmake/leaks.supp:print_suppressions=0
found='ERROR: (Address|Leak)Sanitizer|runtime error:|: Assertion .* failed'
late=()
for kind in unit physics agreement reference fuzz examples cli; do
  if (($(left) < 60)); then
    late+=("$kind")
    continue
  fi
  ctest --preset release --parallel "$jobs" --label-regex "^$kind\$" --exclude-regex "$left_out" --tests-information "$share,,$shares" \
    --repeat until-pass:2 --no-tests=ignore || status=$?
  if grep --extended-regexp --max-count=20 "$found" build/release/Testing/Temporary/LastTest.log >&2; then status=1; fi
done
echo "sanitizers: turn $turn of $layers ended with $status after $((SECONDS - began)) s${late:+; NOT RUN for want of time: ${late[*]}}"
exit $status
