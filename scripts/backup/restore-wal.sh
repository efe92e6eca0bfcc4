#!/bin/sh
# PostgreSQL calls it for each WAL file of a recovery: restore-wal.sh <name> <path> <archive>
# Ends with 1 where the archive has no such file, and with 255, which ends the recovery, where it is damaged.
name=$1 path=$2 archive=$3
for file in "$archive/$name"-*.gz; do
  [ -f "$file" ] || exit 1
  if gzip -dc "$file" >"$path"; then
    if command -v sha256sum >/dev/null; then sum=$(sha256sum <"$path"); else sum=$(shasum -a 256 <"$path"); fi
    [ "$file" = "$archive/$name-${sum%% *}.gz" ] && exit 0
  fi
  echo "mascate: $file is damaged" >&2
  exit 255
done
