#!/usr/bin/env bash
# A sample of the bots' strength: fixed budgets and fixed seeds, so that the counts are the same on
# every machine. It fails if a level has become weaker than its known strength.
#
#   scripts/strength.sh          # about a minute on two cores
#   scripts/strength.sh long     # five times as many games, with the expert
set -euo pipefail
cd "$(dirname "$0")/.."
go build -o bin/theriac-strength ./cmd/theriac-lab
trap 'rm -f bin/theriac-strength' EXIT

# at_least WINS GAMES OPTIONS…: so many games must be won.
at_least() {
  local least=$1 games=$2 out wins
  shift 2
  out=$(bin/theriac-strength sim --games "$games" --seed 900 --json "$@")
  wins=$(sed 's/.*"wins":\([0-9]*\).*/\1/' <<<"$out")
  echo "$wins of $games won, at least $least: $*"
  if ((wins < least)); then
    echo "the bots have become weaker" >&2
    exit 1
  fi
}

if [[ ${1:-} == long ]]; then
  at_least 100 200 --bot steady,rollouts=16 -o hands=open --players 4 --epidemics 5
  at_least 22 40 --bot expert,rollouts=160 -o hands=open --players 4 --epidemics 5
  exit
fi
at_least 26 40 --bot steady,rollouts=16 -o hands=open --players 4 --epidemics 4
at_least 14 40 --bot novice,width=15,plans=1,blunder=0 -o hands=open --players 3 --epidemics 5
at_least 14 80 --bot steady,rollouts=16 -o box=lab -o mode=solo
