#!/usr/bin/env bash
# Builds a release into dist (or OUT): the web client, then all downloads. It publishes nothing.
#
#   scripts/release.sh v0.1.0                            # every platform
#   PLATFORMS=linux/amd64 OUT=/tmp/x scripts/release.sh v0.1.0
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?which version, such as v0.1.0?}
nfpm=v2.44.0

tools=$PWD/.cache/tools
if [ ! -x "$tools/nfpm-$nfpm" ]; then
  GOBIN=$tools GOFLAGS= go install "github.com/goreleaser/nfpm/v2/cmd/nfpm@$nfpm"
  mv "$tools/nfpm" "$tools/nfpm-$nfpm"
fi
RELEASE=1 make web >/dev/null
go run ./internal/release -version "$version" -out "${OUT:-dist}" -nfpm "$tools/nfpm-$nfpm" ${PLATFORMS:+-platforms "$PLATFORMS"}
cat "${OUT:-dist}/SHA256SUMS"
