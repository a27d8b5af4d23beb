#!/usr/bin/env bash
# A first look at zanjir: an arm and a humanoid are checked, described, evaluated and verified with the command, a four-bar is simulated, the mechanisms are drawn, and the
# studies are reproduced.
#   tools/demo.sh PATH_TO_ZANJIR [FOLDER]     FOLDER: where the report goes, seen from the top of the source tree (report)
set -uo pipefail
zanjir=$(realpath "${1:?usage: tools/demo.sh PATH_TO_ZANJIR [FOLDER]}")
report=${2:-report}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ ! -x $zanjir ]]; then
  echo "demo: no executable at $zanjir; run 'make build' first" >&2
  exit 1
fi

longest_answer=24  # lines; the rest is counted, not shown
bold='' plain=''
if [[ -t 1 ]]; then
  bold=$'\e[1m' plain=$'\e[0m'
fi
summary=()
n_failed=0

# ask QUESTION ARGUMENT...: the question and the command as a user would type it
ask() {
  printf '\n%s%s%s\n$ zanjir' "$bold" "$1" "$plain"
  for argument in "${@:2}"; do
    if [[ $argument == *[^[:alnum:]_./,=-]* ]]; then printf " '%s'" "$argument"; else printf ' %s' "$argument"; fi
  done
  printf '\n'
}

# answer QUESTION STATUS ANSWER: the answer, and a line for the summary
answer() {
  local question=$1 status=$2 answer n_lines
  answer=$(fold -w 150 <<<"$3")
  n_lines=$(wc -l <<<"$answer")
  head -n "$longest_answer" <<<"$answer"
  if ((n_lines > longest_answer)); then echo "... and $((n_lines - longest_answer)) more lines"; fi
  if ((status == 0)); then
    summary+=("  done    $question")
  else
    summary+=("  FAILED  $question (exit code $status)")
    n_failed=$((n_failed + 1))
  fi
}

# show QUESTION ARGUMENT...: both
show() {
  local said status=0
  ask "$@"
  said=$("$zanjir" "${@:2}" 2>&1) || status=$?
  answer "$1" "$status" "$said"
}

# show_studies QUESTION: the same for all studies, side by side on all processors, as `zanjir reproduce all` does one after the other
show_studies() {
  local said='' status=0 answers study
  answers=$(mktemp -d)
  ask "$1" reproduce all --out "$report"
  for study in studies/*.yaml; do basename "$study" .yaml; done |
    xargs -P "$(nproc)" -I '{}' sh -c '"$1" reproduce "$4" --out "$2" >"$3/$4" 2>&1; echo $? >"$3/$4.status"' sh "$zanjir" "$report" "$answers" '{}'
  for study in studies/*.yaml; do
    study=$answers/$(basename "$study" .yaml)
    said+=$(cat "$study")$'\n\n'
    [[ $(cat "$study.status") == 0 ]] || status=$(cat "$study.status")
  done
  rm -r "$answers"
  answer "$1" "$status" "$said"
}

for model in models/arm_7r.yaml models/humanoid.yaml; do
  show "$model: is it well formed?" check "$model"
  show "$model: what is in it?" info "$model"
  show "$model: how does it start to move when it is let go?" eval "$model" --state '{}' --what forward_dynamics
  show "$model: do independent formulations give the same answers?" verify "$model"
done

mkdir -p "$report"
show "models/four_bar.yaml: how does it move, and does its energy add up?" run models/four_bar.yaml --until 5 --every 0.01 --record "$report/four-bar.h5" --overwrite
longest_answer=1000  # the whole table of claims
show "models/: how free are the mechanisms, and what is redundant in them, where can they be?" gallery models studies/parallel_maps.yaml --out "$report"
show_studies "Do numbers that others published come out?"

printf '\n%sSummary%s\n' "$bold" "$plain"
printf '%s\n' "${summary[@]}"
if ((n_failed > 0)); then
  echo "demo: $n_failed of ${#summary[@]} steps failed"
  exit 1
fi
echo "demo: all ${#summary[@]} questions were answered from the files in models/ and studies/, $report/index.html shows the studies; change a file and ask again, or see: $zanjir --help"
