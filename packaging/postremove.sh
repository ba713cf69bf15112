#!/bin/sh
# Takes the server's user away when dpkg purges the package. A folder with tables goes to root:
# another user could be given the number of one that is gone.
set -e
[ "$1" = purge ] || exit 0
data=/var/lib/fellowship
if [ -d $data ] && ! rmdir $data 2>/dev/null; then
    chown root:root $data
    echo "fellowship: the tables of its server stay in $data"
fi
if id -u fellowship >/dev/null 2>&1; then
    userdel fellowship
fi
