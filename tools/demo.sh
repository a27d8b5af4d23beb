#!/usr/bin/env bash
# A first look at zanjir: an arm and a humanoid are checked, evaluated and verified with the command.
#   tools/demo.sh PATH_TO_ZANJIR
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
zanjir=${1:?usage: tools/demo.sh PATH_TO_ZANJIR}
if [[ ! -x $zanjir ]]; then
  echo "demo: no executable at $zanjir; run 'make build' first" >&2
  exit 1
fi

summary=()
n_failed=0

# show SENTENCE ARGUMENTS...: says what is asked, shows the command as a user would type it and its answer, and keeps one line for the summary
show() {
  local sentence=$1 status=0
  shift
  printf '\n\033[1m%s\033[0m\n$ zanjir' "$sentence"
  printf ' %q' "$@"
  printf '\n'
  "$zanjir" "$@" || status=$?
  if [[ $status -eq 0 ]]; then
    summary+=("  done    $sentence")
  else
    summary+=("  FAILED  $sentence (exit code $status)")
    n_failed=$((n_failed + 1))
  fi
}

for model in models/arm_7r.yaml models/humanoid.yaml; do
  show "Is $model well formed?" check "$model"
  show "What is in $model?" info "$model"
  show "How does $model start to move when it is let go at rest?" eval "$model" --state '{}' --what forward_dynamics
  show "Do independent formulations agree on $model?" verify "$model"
done

printf '\n\033[1mSummary\033[0m\n'
printf '%s\n' "${summary[@]}"
if [[ $n_failed -eq 0 ]]; then
  echo "Every answer above was computed from the description files in models/; open one and change it, or run: $zanjir --help"
else
  echo "$n_failed of ${#summary[@]} steps failed"
  exit 1
fi
