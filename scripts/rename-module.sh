#!/usr/bin/env bash
# Gives the module another path, in every module of the repository, every import and all other
# references to a package by its path:
#
#   scripts/rename-module.sh example.org/people/theriac
#
# Only the path changes: the program, its folder and its files keep their names.
set -euo pipefail
cd "$(dirname "$0")/.."
to=${1:?"usage: scripts/rename-module.sh PATH"}
old=$(sed -n 's/^module //p' go.mod)
from=${old//./\\.}
folders=$(ls -d -- */ | tr -d / | paste -sd '|')
files() { find . \( -name node_modules -o -name .git -o -name .cache -o -name dist \) -prune -o -type f "$@" -print0; }
files -name go.mod | xargs -0 sed -i -E "s#^((module|require|replace) |\t)$from(/| |\$)#\1$to\3#"
files \( -name '*.go' -o -name '*.md' -o -name '*.txt' \) | xargs -0 sed -i -E \
  -e "s#\"$from/($folders)([/\"])#\"$to/\1\2#g" -e "s#^const module = \"$from\"\$#const module = \"$to\"#"
files -name '*.go' | xargs -0 gofmt -w
