#!/usr/bin/env bash
# Measures what a move of each game costs, in copies of 1,024 bytes on the same machine, for
# scripts/trend.mjs: five runs in turn, whose median counts. The targets: a move of the world costs
# at most 25 copies, one of iberia one and a half times as much, and one with every challenge twice
# as much.
set -euo pipefail
cd "$(dirname "$0")/.."
sim() { bin/theriac-lab sim --players 4 --epidemics 5 --bot random --games 10000 --seed 1 --workers 1 --json "$@"; }
for _ in 1 2 3 4 5; do
  sim --game world
  sim --game iberia
  sim --game world -o box=all -o lab=on -o strain=on -o mutation=panic
done | node -e '
const runs = require("fs").readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const every = (n, field) => median(runs.filter((_, i) => i % 3 === n).map((run) => run[field]));
const world = every(0, "ns_per_move");
console.log(JSON.stringify([
	{ what: "a move of the world", unit: "copies", value: every(0, "copies_per_move"), mark: { most: 25 } },
	{ what: "a move of iberia", unit: "of the world’s", value: every(1, "ns_per_move") / world, mark: { most: 1.5 } },
	{ what: "a move with every challenge", unit: "of a plain one", value: every(2, "ns_per_move") / world, mark: { most: 2 } },
	{ what: "a deal of the world", unit: "ns", value: every(0, "ns_per_deal") },
]));
'
