#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): the text '-03:00' is Brazil's time at the end of an instant, and the time of Moscow as a
# zone's name, six hours apart. Names that are no region are read as POSIX writes them, where a minus means east: so are 'UTC-3' and
# 'GMT-3'. SET TIME ZONE has an exception for a text that is one number ('-03' and '-3' are Brazil there), AT TIME ZONE has none ('-03' is
# Moscow), and with minutes both read Moscow. None of them raises an error or a notice. In Node 24, Intl.DateTimeFormat with the same
# '-03:00' gives Brazil's time. A report by day that is grouped so has each sale after 18:00 on the next day, and its sum is still right.
# What helps: 'America/Sao_Paulo', or interval '-03:00' after AT TIME ZONE, which has the sign that one expects.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
const one = async (sql) => Object.values((await db.query(sql)).rows[0])[0]
const noon = `timestamptz '2026-11-29 12:00:00+00'`
const hour = (name, text) => console.log(`${name}: ${text.slice(11, 16)}`)
hour('America/Sao_Paulo', await one(`SELECT (${noon} AT TIME ZONE 'America/Sao_Paulo')::text`))
hour(`written at the end: '2026-11-29 09:00-03:00'`, await one(`SELECT (timestamptz '2026-11-29 09:00-03:00' AT TIME ZONE 'America/Sao_Paulo')::text`))
for (const zone of [`'-03'`, `'-03:00'`, `'UTC-3'`, `interval '-03:00'`]) {
  hour(`AT TIME ZONE ${zone}`, await one(`SELECT (${noon} AT TIME ZONE ${zone})::text`))
  await db.exec(`SET TIME ZONE ${zone}${zone.startsWith('interval') ? ' HOUR TO MINUTE' : ''}`)
  hour(`SET TIME ZONE ${zone}`, await one(`SELECT (${noon})::text`))
}
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
America/Sao_Paulo: 09:00
written at the end: '2026-11-29 09:00-03:00': 09:00
AT TIME ZONE '-03': 15:00
SET TIME ZONE '-03': 09:00
AT TIME ZONE '-03:00': 15:00
SET TIME ZONE '-03:00': 15:00
AT TIME ZONE 'UTC-3': 15:00
SET TIME ZONE 'UTC-3': 15:00
AT TIME ZONE interval '-03:00': 09:00
SET TIME ZONE interval '-03:00': 09:00
TEXT
diff wanted seen && echo 'as stated'
