#!/bin/sh
# sh parallel.sh --html all.html                        on the cores of this machine
# HOSTS=16/ann,16/bob sh parallel.sh --html all.html    over ssh, in a folder that all share
# Run again, it measures only the parts that are missing. Its arguments go to merge.
PARTS=${PARTS:-32}
# shellcheck disable=SC2086,SC2046 # several words
seq "$PARTS" | parallel --jobs "${JOBS:-100%}" ${HOSTS:+--sshlogin "$HOSTS" --workdir "$PWD"} --retries 5 --termseq TERM,2000,KILL,100 \
  "${FELLOWSHIP:-fellowship} difficulty ${WHAT:---all --fair 100} --workers 1 --shard {}/$PARTS --resume {}.state >{}.log 2>&1" &&
  "${FELLOWSHIP:-fellowship}" difficulty merge $(seq -f %g.state "$PARTS") "$@"
