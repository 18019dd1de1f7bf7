#!/bin/sh
# After the files are removed. The games stay, unless the package is purged with Debian's tools. rpm
# has no purge: remove /var/lib/theriac by hand.
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || true
fi
if [ "$1" = purge ]; then
  rm -rf /var/lib/theriac
  if getent passwd theriac >/dev/null; then userdel theriac || true; fi
fi
