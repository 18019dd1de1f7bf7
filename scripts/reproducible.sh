#!/usr/bin/env bash
# Builds one commit twice, in two folders with paths of different lengths, the second time with an
# empty build cache, and compares the checksums of everything.
#
#   scripts/reproducible.sh                       # every platform, HEAD
#   PLATFORMS=linux/amd64 scripts/reproducible.sh # only these
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

build() { # folder
  git clone -q "$root" "$work/$1"
  mkdir -p "$root/.cache/tools" "$work/$1/.cache"
  ln -s "$root/.cache/tools" "$work/$1/.cache/tools"
  (cd "$work/$1" && scripts/release.sh v0.0.1 >/dev/null)
}
build one
GOCACHE=$work/cache build a/folder/with/a/longer/name
diff "$work/one/dist/SHA256SUMS" "$work/a/folder/with/a/longer/name/dist/SHA256SUMS"
(cd "$work/one/dist" && sha256sum --check --quiet SHA256SUMS)
echo "two builds of $(git rev-parse --short HEAD) are the same: $(wc -l <"$work/one/dist/SHA256SUMS") files"
