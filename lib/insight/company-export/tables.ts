import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'

/** Nothing of these tables leaves: they open something, or hold the answer to a call, which may. */
export const SECRET_TABLES = ['idempotency', 'organization_key', 'shop_authorization', 'shop_token']
/** Each person's own: they take it along from their profile. */
export const PERSONAL_TABLES = [
  'assistant_message',
  'assistant_thread',
  'assistant_usage',
  'notification',
  'notification_preference',
  'saved_view_default',
]
/** Only the company's rows of these tables. */
const ONLY: Record<string, string> = { saved_view: 'shared' }
const SECRET_NAME = /token|secret|password|encrypted|credential|verifier/

type Column = { name: string; type: string; place: number | null }
export type Table = { name: string; columns: Column[]; key: Column[]; leftOut: string[] }

/** Encrypted texts, keyed hashes and encrypts are bytes, or texts whose name says so; the id of a token opens nothing. */
export const isSecret = ({ name, type }: Pick<Column, 'name' | 'type'>): boolean =>
  type === 'bytea' || (/^(text|citext|character|json)/.test(type) && SECRET_NAME.test(name))

/** Every table of a company's rows, as the database itself knows them: what comes to be is in it. */
export async function listTables(db: Db): Promise<Table[]> {
  const rows = await db.$queryRaw<(Column & { table: string })[]>`
    SELECT c.relname::text AS table, a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type,
      array_position(i.indkey::int2[], a.attnum) AS place
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND has_column_privilege(c.oid, a.attnum, 'SELECT')
      AND EXISTS (SELECT 1 FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id')
    ORDER BY c.relname, a.attnum`
  const names = [...new Set(rows.map(({ table }) => table))]
  return names
    .filter((name) => !SECRET_TABLES.includes(name) && !PERSONAL_TABLES.includes(name))
    .map((name) => {
      const known = rows.filter(({ table }) => table === name)
      return {
        name,
        columns: known.filter((column) => !isSecret(column)),
        key: known.filter(({ place }) => place !== null).sort((a, b) => a.place! - b.place!),
        leftOut: known.filter(isSecret).map((column) => column.name),
      }
    })
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const ownRows = ({ name }: Table, organizationId: string) =>
  Prisma.sql`${Prisma.raw(quoted(name))} t WHERE t.organization_id = ${organizationId}::uuid AND ${Prisma.raw(ONLY[name] ?? 'true')}`

export async function countRows(db: Db, organizationId: string, table: Table): Promise<number> {
  const [row] = await db.$queryRaw<[{ rows: bigint }]>`SELECT count(*) AS rows FROM ${ownRows(table, organizationId)}`
  return Number(row.rows)
}

/** The place of a row in its table: the values of its key. */
type Place = string[]
type Page = { lines: string[]; next: Place | null }

/** The rows after a place, each as a line of JSON, in the order of the table's key. */
export async function readRows(
  db: Db,
  organizationId: string,
  table: Table,
  after: Place | null,
  size: number,
): Promise<Page> {
  const { columns, key } = table
  if (key.length === 0) throw new Error(`The table ${table.name} has no key to be read by.`)
  const names = Prisma.raw(columns.map(({ name }) => `t.${quoted(name)}`).join())
  const keys = key.map(({ name }) => `t.${quoted(name)}`).join()
  const place = Prisma.raw(key.map(({ name }) => `t.${quoted(name)}::text`).join())
  const values = key.map(({ type }, index) => Prisma.sql`${after?.[index] ?? null}::text::${Prisma.raw(type)}`)
  const further = after ? Prisma.sql`AND (${Prisma.raw(keys)}) > (${Prisma.join(values)})` : Prisma.empty
  const rows = await db.$queryRaw<{ line: string; place: Place }[]>`
    SELECT (SELECT to_jsonb(x) FROM (SELECT ${names}) x)::text AS line, ARRAY[${place}] AS place
    FROM ${ownRows(table, organizationId)} ${further} ORDER BY ${Prisma.raw(keys)} LIMIT ${size}`
  return { lines: rows.map(({ line }) => line), next: rows.length < size ? null : rows.at(-1)!.place }
}
