#!/usr/bin/env bash
# The number by which checks that take a share at a time know whose turn it is: that of the commits; where the history is cut off it would never change, so there
# the name of the commit, and without any history the day.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ $(git rev-parse --is-shallow-repository 2>/dev/null) == false ]]; then
  git rev-list --count HEAD
else
  name=$(git rev-parse --short=7 HEAD 2>/dev/null) && echo $((16#${name:0:7})) || echo $(($(date +%s) / 86400))
fi
