#!/bin/sh
# Makes the server's user, and lets systemd know the unit, each where it is there.
set -e
if ! id -u fellowship >/dev/null 2>&1; then
    if command -v systemd-sysusers >/dev/null; then
        systemd-sysusers fellowship.conf
    elif command -v useradd >/dev/null; then
        useradd --system --user-group --no-create-home --home-dir /var/lib/fellowship --shell /usr/sbin/nologin fellowship
    else
        addgroup -S fellowship
        adduser -S -D -H -h /var/lib/fellowship -s /sbin/nologin -G fellowship fellowship
    fi
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl try-restart fellowship.service
fi
