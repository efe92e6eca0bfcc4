#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): a deferred constraint trigger, the usual way to demand that the entries of a booking come to
# zero, is run at COMMIT with the settings of that moment. If a transaction has worked for two tenants, by set_config('app.tenant', …, true)
# before each, row security shows it the last one's rows only: the first one's sum is NULL, `IF sum <> 0` is not true, and the check passes what it
# is there to refuse. The same booking as the last of its transaction is refused. Since 18 the role of a deferred trigger is the one of the
# moment when its row was written; the settings, on which the policies of a program with tenants rest, are not kept so. Tests
# have one tenant a transaction. What helps: SET CONSTRAINTS ALL IMMEDIATE before the tenant changes, and IS DISTINCT FROM 0 in the check.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
await db.exec(`
  CREATE TABLE entry (tenant int, booking int, cents bigint);
  ALTER TABLE entry ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own ON entry USING (tenant = current_setting('app.tenant')::int);
  CREATE FUNCTION comes_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT sum(cents) FROM entry WHERE booking = NEW.booking) <> 0 THEN RAISE 'booking % does not come to zero', NEW.booking; END IF;
    RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER comes_to_zero AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION comes_to_zero();
  CREATE ROLE app; GRANT SELECT, INSERT ON entry TO app; SET ROLE app`)
const of = (tenant, booking, ...amounts) =>
  `SELECT set_config('app.tenant', '${tenant}', true); INSERT INTO entry VALUES ${amounts.map((cents) => `(${tenant}, ${booking}, ${cents})`)};`
async function look(name, work) {
  const end = await db.exec(`BEGIN; ${work} COMMIT`).then(() => 'committed', ({ message }) => message)
  await db.exec('ROLLBACK')
  console.log(`${name}: ${end}`)
}
await look('wrong booking alone', of(1, 10, 500, -300))
await look('wrong booking after another tenant', `${of(2, 11, 500, -500)} ${of(1, 12, 500, -300)}`)
await look('wrong booking before another tenant', `${of(1, 13, 500, -300)} ${of(2, 14, 500, -500)}`)
await look('the same, checked in between', `${of(1, 15, 500, -300)} SET CONSTRAINTS ALL IMMEDIATE; ${of(2, 16, 500, -500)}`)
await db.exec('RESET ROLE')
const { rows } = await db.query('SELECT booking, sum(cents)::int AS cents FROM entry GROUP BY 1 HAVING sum(cents) <> 0')
console.log(`bookings that do not come to zero: ${rows.map(({ booking, cents }) => `${booking} by ${cents}`)}`)
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
wrong booking alone: booking 10 does not come to zero
wrong booking after another tenant: booking 12 does not come to zero
wrong booking before another tenant: committed
the same, checked in between: booking 15 does not come to zero
bookings that do not come to zero: 13 by 200
TEXT
diff wanted seen && echo 'as stated'
