#!/usr/bin/env bash
# Makes the proxy's image, localhost/caddy:debian, from Debian's package caddy: a root with only the
# base system and that package. Use it if no registry can be reached, or to have one third-party
# image less; otherwise name another image of Caddy in .env (PROXY_IMAGE). It needs root,
# debootstrap and podman.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. /etc/os-release
mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $VERSION_CODENAME" | head -1)
debootstrap --variant=minbase --include=caddy,ca-certificates "$VERSION_CODENAME" "$work/root" "$mirror" >"$work/log" || { tail "$work/log"; exit 1; }
rm -rf "$work"/root/var/cache/apt/* "$work"/root/var/lib/apt/lists/* "$work"/root/usr/share/{doc,man,locale}/*
tar -C "$work/root" -cf - . | podman import -q \
  --change 'ENV XDG_DATA_HOME=/data' --change 'ENV XDG_CONFIG_HOME=/config' \
  --change 'CMD ["/usr/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]' \
  - localhost/caddy:debian
