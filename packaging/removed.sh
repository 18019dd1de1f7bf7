#!/bin/sh
# After the files are gone. The games stay, unless Debian is told to purge the package;
# rpm has nothing like it: remove /var/lib/theriac by hand.
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || true
fi
if [ "$1" = purge ]; then
  rm -rf /var/lib/theriac
  if getent passwd theriac >/dev/null; then userdel theriac || true; fi
fi
