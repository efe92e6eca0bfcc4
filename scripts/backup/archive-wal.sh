#!/bin/sh
# PostgreSQL calls it for each finished WAL file:
#   archive-wal.sh <path> <name> <archive> <KB that must stay free> <1 where the archive must be there>
# A file stands in the archive whole or not at all, its checksum in its name and the time of its last entry in its header.
path=$1 name=$2 archive=$3 reserve=$4 expected=$5
umask 077

free_kb() {
  set -- $(df -Pk "$1" | tail -n 1)
  echo "${4:-0}"
}

# PostgreSQL keeps what is not archived and tries again; before that fills its own disk, the database goes first.
refuse() {
  if [ "$(free_kb .)" -ge "$reserve" ]; then
    echo "mascate: $name waits for its archive: $1" >&2
    exit 1
  fi
  echo "mascate: $name is LOST to the archive ($1) and its disk is nearly full: make room, then npm run db:backup" >&2
  exit 0
}

if [ ! -d "$archive" ]; then
  # Before the first backup there is nothing that it would continue.
  [ "$expected" = 1 ] && refuse "$archive is not there"
  exit 0
fi
[ "$(free_kb "$archive")" -ge "$reserve" ] || refuse "less than $reserve KB are free in $archive"

if command -v sha256sum >/dev/null; then sum=$(sha256sum <"$path"); else sum=$(shasum -a 256 <"$path"); fi
target=$archive/$name-${sum%% *}.gz
draft=$archive/.part-$name
[ -f "$target" ] && exit 0
for other in "$archive/$name"-*.gz; do
  [ -f "$other" ] && refuse "another file of that name is there: $other"
done
gzip -1 -c "$path" >"$draft" || refuse "$draft cannot be written"
sync "$draft" 2>/dev/null || sync
mv "$draft" "$target" || refuse "$target cannot be written"
sync "$archive" 2>/dev/null || sync
