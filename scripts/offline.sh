#!/usr/bin/env bash
# Builds the browser's tables, one file per game, into web/offline, from where the web client's
# build takes them. With “check” it also plays fixed games with them under Node and natively,
# compares every entry, update and reason, and measures the files.
set -euo pipefail
cd "$(dirname "$0")/.."
out=web/offline
mkdir -p "$out"
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$out/exec.js"
mapfile -t games < <(basename -s .go games/one/*.go | grep -vx doc)
for game in "${games[@]}"; do
  GOOS=js GOARCH=wasm go build -tags "$game" -trimpath -buildvcs=false -ldflags "-s -w" -o "$out/$game.wasm" ./internal/offline/browser
done
if [ "${1:-}" != check ]; then exit 0; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/trace" ./internal/offline/trace
for game in "${games[@]}"; do
  wasm=$out/$game.wasm
  "$work/trace" "$game" <games/one/trace.json >"$work/server.txt"
  node --stack-size=8192 scripts/offline.mjs "$game" "$wasm" "$out/exec.js" <games/one/trace.json >"$work/browser.txt"
  if ! cmp "$work/server.txt" "$work/browser.txt"; then
    diff "$work/server.txt" "$work/browser.txt" | head -4
    echo "offline: the browser plays another game of $game"
    exit 1
  fi
  node -e '
const { brotliCompressSync, constants: c } = require("zlib");
const raw = require("fs").readFileSync(process.argv[1]);
const kb = brotliCompressSync(raw, { params: { [c.BROTLI_PARAM_QUALITY]: 11, [c.BROTLI_PARAM_LGWIN]: 24 } }).length / 1000;
console.log(`offline: ${process.argv[2]}: ${process.argv[3]} lines equal, ${(raw.length / 1000).toFixed(0)} kB, ${kb.toFixed(0)} kB with brotli (at most 1120)`);
process.exit(kb <= 1120 ? 0 : 1);
' "$wasm" "$game" "$(wc -l <"$work/server.txt")"
done
