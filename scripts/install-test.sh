#!/usr/bin/env bash
# Installs a release like a user, on a system without other packages, and plays: from the Debian
# package, from the RPM package, from the archive and from the container image. Each has a minute
# until its first move. Then an upgrade must keep the game, a removal the data, and a purge nothing.
# It needs root, debootstrap, rpm, python3, and podman with runc.
#
#   scripts/install-test.sh             # builds v0.1.0 and v0.1.1 of this commit first
#   DIST=folder scripts/install-test.sh # takes both from there
set -euo pipefail
cd "$(dirname "$0")/.."
arch=$(dpkg --print-architecture)
work=$(mktemp -d)
root=$work/root
server=""
finish() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  podman rm -f -t 0 theriac-install-test >/dev/null 2>&1 || true
  podman volume rm theriac-install-test >/dev/null 2>&1 || true
  podman rmi localhost/theriac:0.1.0 localhost/theriac:0.1.1 >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
say() { printf '\n-- %s\n' "$*"; }
fail() { echo "install-test: $*" >&2; exit 1; }

missing=()
command -v debootstrap >/dev/null || missing+=(debootstrap)
command -v podman >/dev/null || missing+=(podman runc)
command -v rpm >/dev/null || missing+=(rpm)
if [ ${#missing[@]} -gt 0 ]; then apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; fi

dist=${DIST:-$work/dist}
if [ -z "${DIST:-}" ]; then
  PLATFORMS=linux/$arch OUT=$dist scripts/release.sh v0.1.0 >/dev/null
  go run ./internal/release -version v0.1.1 -out "$work/next" -platforms "linux/$arch" -nfpm .cache/tools/nfpm-*
  cp "$work"/next/*0.1.1* "$dist/"
fi

say "a root with nothing but Debian's base"
. /etc/os-release
mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $VERSION_CODENAME" | head -1)
debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" >"$work/debootstrap.log" || { tail "$work/debootstrap.log"; exit 1; }

port=$((20000 + RANDOM % 10000))
url=http://127.0.0.1:$port
# start runs the program in the root as a user, with a data folder.
start() { # user program data
  chroot --userspec="$1" "$root" /usr/bin/env -i HOME=/ THERIAC_DATA="$3" THERIAC_LISTEN="127.0.0.1:$port" "$2" serve >"$work/log" 2>&1 &
  server=$!
}
stop() {
  kill "$server"
  wait "$server" || fail "the server ended with an error: $(tail -3 "$work/log")"
  server=""
}
# within_a_minute runs a step and checks its duration.
within_a_minute() {
  local began=$SECONDS
  "$@"
  [ $((SECONDS - began)) -lt 60 ] || fail "that took longer than a minute"
}
in_root() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }

say "the package"
cp "$dist"/theriac_0.1.[01]_linux_"$arch".deb "$root/tmp/"
from_package() {
  in_root dpkg -i "/tmp/theriac_0.1.0_linux_$arch.deb"
  start theriac:theriac /usr/bin/theriac /var/lib/theriac
  scripts/first_move.py play "$url" "$work/deb.json"
}
within_a_minute from_package
in_root theriac version
[ "$(stat -c %U:%a "$root/usr/bin/theriac")" = root:755 ] || fail "the program belongs to somebody else"
[ -s "$root/usr/share/man/man1/theriac.1.gz" ] || fail "there is no manual page"
stop

say "an upgrade keeps the game, and what the operator wrote"
echo 'THERIAC_ZONE=UTC' >>"$root/etc/theriac/theriac.env"
in_root dpkg -i "/tmp/theriac_0.1.1_linux_$arch.deb"
grep -q '^THERIAC_ZONE=UTC' "$root/etc/theriac/theriac.env" || fail "the settings were lost"
start theriac:theriac /usr/bin/theriac /var/lib/theriac
scripts/first_move.py again "$url" "$work/deb.json" | tee "$work/said"
grep -q '^v0.1.1: 2 moves' "$work/said" || fail "this is not the new version with the old game"
stop

say "a removal leaves the data"
in_root dpkg -r theriac
[ ! -e "$root/usr/bin/theriac" ] || fail "the program is still there"
[ -d "$root/var/lib/theriac/store" ] || fail "the data is gone"
in_root dpkg -i "/tmp/theriac_0.1.1_linux_$arch.deb"
start theriac:theriac /usr/bin/theriac /var/lib/theriac
scripts/first_move.py again "$url" "$work/deb.json"
stop
say "a purge leaves nothing"
in_root dpkg -P theriac
for left in var/lib/theriac etc/theriac usr/bin/theriac usr/lib/systemd/system/theriac.service; do
  [ ! -e "$root/$left" ] || fail "$left is still there"
done
! in_root getent passwd theriac || fail "the user is still there"

say "the package for RPM, in the same root: what it needs has another name there"
into_root() { rpm --root "$root" "$@" 2> >(grep -v '^rpm: ' >&2); } # Debian's rpm recommends something else each time
into_root --initdb
from_rpm() {
  into_root -i --nodeps "$dist/theriac_0.1.0_linux_$arch.rpm"
  start theriac:theriac /usr/bin/theriac /var/lib/theriac
  scripts/first_move.py play "$url" "$work/rpm.json"
}
within_a_minute from_rpm
into_root -V --nodeps theriac || fail "the files are not as they were packed"
[ "$(in_root stat -c %U:%a /var/lib/theriac)" = theriac:750 ] || fail "the data belongs to somebody else"
stop
echo 'THERIAC_ZONE=UTC' >>"$root/etc/theriac/theriac.env"
into_root -U --nodeps "$dist/theriac_0.1.1_linux_$arch.rpm"
grep -q '^THERIAC_ZONE=UTC' "$root/etc/theriac/theriac.env" || fail "the settings were lost"
start theriac:theriac /usr/bin/theriac /var/lib/theriac
scripts/first_move.py again "$url" "$work/rpm.json" | tee "$work/said"
grep -q '^v0.1.1: 2 moves' "$work/said" || fail "this is not the new version with the old game"
stop
into_root -e theriac
[ ! -e "$root/usr/bin/theriac" ] || fail "the program is still there"
[ -d "$root/var/lib/theriac/store" ] || fail "the data is gone"
rm -rf "$root/var/lib/theriac" "$root/etc/theriac"

say "the archive"
mkdir -p "$root/home/ada" && chown 1000:1000 "$root/home/ada"
from_archive() {
  tar -xzf "$dist/theriac_0.1.0_linux_$arch.tar.gz" -C "$root/home/ada" --no-same-owner
  start 1000:1000 "/home/ada/theriac_0.1.0_linux_$arch/theriac" /home/ada/data
  scripts/first_move.py play "$url" "$work/tar.json"
}
within_a_minute from_archive
stop

say "the image"
ulimits=(--runtime runc --ulimit nofile=20000:20000 --ulimit nproc=4096:4096)
run_image() { # version
  podman run -d --name theriac-install-test "${ulimits[@]}" --network host --read-only -v theriac-install-test:/data \
    -e THERIAC_LISTEN="127.0.0.1:$port" "localhost/theriac:$1" >/dev/null
}
from_image() {
  podman load -q -i "$dist/theriac_0.1.0_linux_$arch.oci.tar"
  run_image 0.1.0
  scripts/first_move.py play "$url" "$work/oci.json" || { podman logs theriac-install-test; return 1; }
}
within_a_minute from_image
podman top theriac-install-test huser args | tail -1
if podman exec theriac-install-test /bin/sh -c true 2>/dev/null; then fail "there is a shell in the image"; fi
[ "$(podman image inspect -f '{{.Config.User}}' localhost/theriac:0.1.0)" = 65534:65534 ] || fail "the image runs as somebody else"
podman stop -t 40 theriac-install-test >/dev/null && podman rm theriac-install-test >/dev/null
say "the next image keeps the game"
podman load -q -i "$dist/theriac_0.1.1_linux_$arch.oci.tar"
run_image 0.1.1
scripts/first_move.py again "$url" "$work/oci.json"

say "everything was installed, played, upgraded and removed"
