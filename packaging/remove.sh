#!/bin/sh
# Before the files are removed: stops the service, unless a new version takes over.
set -e
case "$1" in remove | 0) ;; *) exit 0 ;; esac
if [ -d /run/systemd/system ]; then
  systemctl disable --now theriac.service || true
fi
