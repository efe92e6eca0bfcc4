import type pg from 'pg'
import { withOwner } from './database'

/** A sample value of each type; the first one of an enum. Arrays are empty. */
const VALUES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'x'`,
  citext: `'x'`,
  varchar: `'x'`,
  bpchar: `'x'`,
  float8: '1',
  bool: 'true',
  int2: '1',
  int4: '1',
  int8: '1',
  numeric: '1',
  date: 'current_date',
  time: `'12:00'`,
  timestamp: 'now()',
  timestamptz: 'now()',
  interval: `'1 day'`,
  bytea: `'\\x00'`,
  json: `'{}'`,
  jsonb: `'{}'`,
}

type Column = { table: string; column: string; type: string; needed: boolean; first_label: string | null }

/** The statement that puts one row of an organization into each table of tenants, by the table's name. */
export async function insertsOf(organizationId: string): Promise<Map<string, string>> {
  const columns = await withOwner(async (owner) => (await owner.query<Column>(COLUMNS)).rows)
  const inserts = new Map<string, string>()
  for (const table of new Set(columns.map((column) => column.table))) {
    const needed = columns.filter((column) => column.table === table && column.needed)
    const names = needed.map(({ column }) => `"${column}"`)
    const values = needed.map((column) => valueOf(column, organizationId))
    inserts.set(table, `INSERT INTO "${table}" (${names.join()}) VALUES (${values.join()})`)
  }
  return inserts
}

/** Every table whose rows name an organization and which the app's role may read: not taken from the policies, which may be missing. */
const COLUMNS = `
  SELECT c.relname AS table, a.attname AS column, t.typname AS type,
    a.attname = 'organization_id' OR a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS needed,
    (SELECT quote_literal(e.enumlabel) FROM pg_enum e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder LIMIT 1) AS first_label
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND has_table_privilege('mascate_app', c.oid, 'SELECT')
    AND EXISTS (SELECT 1 FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id')
  ORDER BY c.relname, a.attnum`

function valueOf({ table, column, type, first_label: label }: Column, organizationId: string): string {
  if (column === 'organization_id') return `'${organizationId}'`
  const value = label ?? (type.startsWith('_') ? `'{}'` : VALUES[type])
  if (!value) throw new Error(`There is no value for ${table}.${column} of type ${type}.`)
  return value
}

/** One row of the organization in each table, whatever the rules of the table itself: those are taken off, in this test's database. */
export async function plantRowOfEach(organizationId: string): Promise<Map<string, string>> {
  const inserts = await insertsOf(organizationId)
  await withOwner(async (owner) => {
    await takeRulesOff(owner, [...inserts.keys()])
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    for (const insert of inserts.values()) await owner.query(`${insert} ON CONFLICT DO NOTHING`)
  })
  return inserts
}

async function takeRulesOff(owner: pg.ClientBase, tables: string[]) {
  const { rows } = await owner.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', conrelid::regclass, conname) AS statement
     FROM pg_constraint WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace AND conparentid = 0`,
  )
  for (const { statement } of rows) await owner.query(statement)
  for (const table of tables) await owner.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`)
}
