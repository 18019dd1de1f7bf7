#!/bin/sh
# After the files are installed: creates the user and the data folder, and restarts a running
# service. Debian passes "configure" and the earlier version; rpm passes how many versions there are
# now.
set -e
case "$1" in configure | [1-9]*) ;; *) exit 0 ;; esac

if ! getent passwd theriac >/dev/null; then
  useradd --system --user-group --home-dir /var/lib/theriac --no-create-home --shell /usr/sbin/nologin theriac
fi
if [ ! -d /var/lib/theriac ]; then
  mkdir -p /var/lib/theriac
  chown theriac:theriac /var/lib/theriac
  chmod 0750 /var/lib/theriac
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || true
  systemctl try-restart theriac.service || true
fi
if { [ "$1" = configure ] && [ -z "$2" ]; } || [ "$1" = 1 ]; then
  echo "Theriac is installed. Start it now and at every boot: systemctl enable --now theriac"
fi
