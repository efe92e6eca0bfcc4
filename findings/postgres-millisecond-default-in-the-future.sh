#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): a column of timestamptz(3) or timestamp(3), which is what Prisma makes of every
# DateTime, rounds what it stores to the nearest millisecond; it does not cut. now() has microseconds. So with DEFAULT now() every second
# row lies up to half a millisecond in the future, and a transaction that follows at once does not find it by `due_at <= now()`: the row of
# a queue, an expiry that was set to "now". Seen on a server on the same machine, over TCP: 980 of 3,000 such reads missed the row. A busy
# machine hides it, so a queue's tests fail by draw, and mostly on the faster computer.
# What helps: date_trunc('milliseconds', now()) as the default, or a due time a little in the past.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
await db.exec('CREATE TABLE job (at timestamptz, due_at timestamptz(3), cut_at timestamptz(3))')
// A thousand moments, a microsecond apart, as now() gives them.
await db.exec(`
  INSERT INTO job SELECT at, at, date_trunc('milliseconds', at)
  FROM generate_series(0, 999) n, LATERAL (SELECT '2026-11-28 10:00:00+00'::timestamptz + n * interval '1 microsecond' AS at) m`)
const { rows } = await db.query(`
  SELECT count(*) FILTER (WHERE due_at > at)::int AS late, count(*) FILTER (WHERE cut_at > at)::int AS "lateWhenCut",
    max(extract(microseconds FROM due_at - at))::int AS most FROM job`)
console.log(JSON.stringify(rows[0]))
JS
node look.mjs | tee seen
echo '{"late":500,"lateWhenCut":0,"most":500}' > wanted
diff wanted seen && echo 'as stated'
