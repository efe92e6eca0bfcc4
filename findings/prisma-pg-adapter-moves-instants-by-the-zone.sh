#!/bin/sh
# @prisma/adapter-pg 7.10.0 (Prisma's way to PostgreSQL since 7; open there as issue 26786): a DateTime in a timestamptz column is sent
# without an offset, and what comes back has its offset cut off. Where the session's zone is UTC nobody sees it. Where the database or the role
# has timezone = 'America/Sao_Paulo', which hosts and administrators set, each instant that Prisma writes lies three hours late in the
# table, and each that the server itself wrote (now(), a trigger, another program) is read three hours early. Prisma reads its own rows
# back as it wrote them, so that its tests pass; comparisons with now(), days of reports and other programs are wrong, without an error.
# What helps: ALTER ROLE … SET timezone = 'UTC' for the role that Prisma signs in as; rows written before stay wrong.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts @prisma/adapter-pg@7.10.0 pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { PrismaPg } from '@prisma/adapter-pg'
const db = await PGlite.create()
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 54993 })
await server.start()
await db.exec('CREATE TABLE sale (writer text PRIMARY KEY, at timestamptz(3))')
const at = new Date('2026-11-29T23:30:00Z')
const types = [{ scalarType: 'string', arity: 'scalar' }, { scalarType: 'datetime', dbType: 'TIMESTAMPTZ', arity: 'scalar' }]
// What Prisma Client calls for each of its statements.
const prisma = await new PrismaPg({ host: '127.0.0.1', port: 54993, user: 'postgres', database: 'postgres', max: 1 }).connect()
for (const zone of ['UTC', 'America/Sao_Paulo']) {
  await prisma.executeScript(`SET TIME ZONE '${zone}'; DELETE FROM sale`)
  await prisma.executeRaw({ sql: 'INSERT INTO sale VALUES ($1, $2)', args: ['prisma', at.toISOString()], argTypes: types })
  await prisma.executeScript(`INSERT INTO sale VALUES ('server', '${at.toISOString()}')`)
  const { rows } = await prisma.queryRaw({ sql: 'SELECT writer, at FROM sale ORDER BY writer', args: [], argTypes: [] })
  const seconds = await db.query('SELECT writer, extract(epoch FROM at)::int AS s FROM sale ORDER BY writer')
  for (const [place, [writer, read]] of rows.entries()) {
    const stored = new Date(seconds.rows[place].s * 1000).toISOString().slice(11, 16)
    console.log(`${zone}, 23:30 UTC written by ${writer}: stored ${stored}, Prisma reads ${new Date(read).toISOString().slice(11, 16)}`)
  }
}
process.exit()
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
UTC, 23:30 UTC written by prisma: stored 23:30, Prisma reads 23:30
UTC, 23:30 UTC written by server: stored 23:30, Prisma reads 23:30
America/Sao_Paulo, 23:30 UTC written by prisma: stored 02:30, Prisma reads 23:30
America/Sao_Paulo, 23:30 UTC written by server: stored 23:30, Prisma reads 20:30
TEXT
diff wanted seen && echo 'as stated'
