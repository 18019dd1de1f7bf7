#!/usr/bin/env bash
# Builds the rules for the browser, plays the same games there (under Node) and natively, compares
# the hashes, and measures the download.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
GOOS=js GOARCH=wasm go build -trimpath -ldflags "-s -w" -o "$out/rules.wasm" ./internal/wasm
go run ./internal/wasm 2>"$out/native.txt"
node --stack-size=8192 "$(go env GOROOT)/lib/wasm/wasm_exec_node.js" "$out/rules.wasm" >"$out/wasm.txt" 2>&1
if ! cmp "$out/native.txt" "$out/wasm.txt"; then
  echo "wasm: the browser plays other games"
  exit 1
fi
node -e '
const fs = require("fs"), zlib = require("zlib");
const raw = fs.readFileSync(process.argv[1]);
const packed = zlib.brotliCompressSync(raw, {params: {[zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 24}});
const kb = packed.length / 1000, games = Number(process.argv[3]);
const most = 600 + 75 * (games - 1) + 150; // the engine with one game, each further game, and the ways to play with what merges them
console.log(`wasm: ${process.argv[2]} lines of hashes equal, ${(raw.length/1000).toFixed(0)} kB, ${kb.toFixed(0)} kB with brotli (at most ${most} for ${games} games)`);
process.exit(kb <= most ? 0 : 1);
' "$out/rules.wasm" "$(wc -l <"$out/native.txt")" "$(sed -n 's/^games //p' "$out/native.txt")"
