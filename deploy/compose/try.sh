#!/usr/bin/env bash
# Starts the compose file on this machine, and checks it through the proxy with theriac doctor,
# which must find no problem. Everything is removed afterwards. It needs root, podman with
# podman-compose and netavark, and Go and Node for the image.
#
#   deploy/compose/try.sh                     # builds the image, and the proxy's if there is none
#   IMAGE=theriac.oci.tar deploy/compose/try.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
arch=$(dpkg --print-architecture)
began=$SECONDS
say() { printf '\n-- %s (%d s)\n' "$*" $((SECONDS - began)); }
fail() { echo "try: $*" >&2; exit 1; }

missing=()
command -v podman >/dev/null || missing+=(podman runc)
command -v iptables >/dev/null || missing+=(iptables)
[ -x /usr/lib/podman/netavark ] || missing+=(netavark aardvark-dns)
command -v podman-compose >/dev/null || missing+=(podman-compose)
command -v debootstrap >/dev/null || missing+=(debootstrap)
if [ ${#missing[@]} -gt 0 ]; then apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; fi

# Inside another container the usual limits are above the allowed ones, and crun fails.
cat >"$work/containers.conf" <<CONF
[engine]
runtime = "runc"
[network]
network_backend = "netavark"
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
CONF
export CONTAINERS_CONF=$work/containers.conf
compose() { podman-compose -p theriac-try -f "$here/compose.yaml" "$@"; }
finish() {
  compose down -v >/dev/null 2>&1 || true
  podman network rm theriac-try_default >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

export THERIAC_IMAGE=localhost/theriac:0.0.0-try PROXY_IMAGE=${PROXY_IMAGE:-localhost/caddy:debian}
export SITE=localhost HTTP_PORT=${HTTP_PORT:-8240} HTTPS_PORT=${HTTPS_PORT:-8243}
export ORIGIN=https://localhost:$HTTPS_PORT

say "the image of Theriac"
if [ -z "${IMAGE:-}" ]; then
  cd "$root"
  [ -s web/dist/index.html ] || make web >/dev/null
  go run ./internal/release -version v0.0.0-try -out "$work/dist" -platforms "linux/$arch"
  IMAGE=$work/dist/theriac_0.0.0-try_linux_$arch.oci.tar
fi
podman load -q -i "$IMAGE"
if ! podman image exists "$PROXY_IMAGE"; then
  say "the image of the proxy"
  "$here/proxy-image.sh"
fi

say "starting"
compose up -d
theriac=$(podman ps -q --filter label=com.docker.compose.project=theriac-try --filter label=com.docker.compose.service=theriac)
proxy=$(podman ps -q --filter label=com.docker.compose.project=theriac-try --filter label=com.docker.compose.service=proxy)
[ -n "$theriac" ] && [ -n "$proxy" ] || { podman ps -a; compose logs; fail "not both containers run"; }
# As in the health check of the compose file, which an older podman-compose runs in a shell.
podman exec "$theriac" /usr/bin/theriac doctor --ready --wait 60s || { podman logs "$theriac"; fail "the server does not become ready"; }
if podman exec "$theriac" /bin/sh -c true 2>/dev/null; then fail "there is a shell in the image"; fi

say "the doctor, through the proxy"
# The proxy signs with an authority of its own, which it makes at its first start.
authority=/data/caddy/pki/authorities/local/root.crt
for _ in $(seq 60); do
  if podman exec "$proxy" cat "$authority" >"$work/root.crt" 2>/dev/null && SSL_CERT_FILE=$work/root.crt curl -fsS -o /dev/null --cacert "$work/root.crt" "$ORIGIN/readyz" 2>/dev/null; then break; fi
  sleep 0.5
done
podman cp "$theriac":/usr/bin/theriac "$work/theriac"
SSL_CERT_FILE=$work/root.crt "$work/theriac" doctor "$ORIGIN" | tee "$work/said" || { podman logs "$proxy" | tail -20; fail "there is something to mend"; }
for what in ready certificate links stream "quiet stream"; do
  grep -q "^ok .* $what:\|^ok  *$what:" "$work/said" || fail "the doctor did not look at: $what"
done
curl -fsS -o /dev/null -w '%{http_code} %{redirect_url}\n' "http://localhost:$HTTP_PORT/" | grep -q '^308 https://localhost' || fail "plain HTTP is not sent to TLS"

say "both containers run, and there is nothing to mend"
