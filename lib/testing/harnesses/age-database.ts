import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { env } from '@/lib/core/env'
import { withOwner } from './database'
import { unpackZip } from '../factories/unpack-zip'

type Column = { schema: string; table: string; column: string; type: string }

/** The product's own tables and the queue's; the sandbox has a schema of its own. */
const COLUMNS = `
  SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, t.typname AS type
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_|^information_schema$|_sandbox$' AND a.attgenerated = ''
  ORDER BY 1, 2, a.attnum`

async function columnsByTable(owner: pg.ClientBase): Promise<Map<string, Column[]>> {
  const { rows } = await owner.query<Column>(COLUMNS)
  const tables = new Map<string, Column[]>()
  for (const row of rows) {
    const name = `"${row.schema}"."${row.table}"`
    tables.set(name, [...(tables.get(name) ?? []), row])
  }
  return tables
}

/** Tables of the queue that only their owner may read. */
const asOwnerOf = (owner: pg.ClientBase, table: string) =>
  owner.query(table.startsWith('"graphile_worker"') ? 'SET ROLE mascate_worker' : 'RESET ROLE')

/** All rows of the company, and all rows of none, as they are once so many days have gone by. */
export const ageDatabase = (organizationId: string, days: number) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    for (const [table, columns] of await columnsByTable(owner)) {
      const moments = columns.filter(({ type }) => ['timestamptz', 'timestamp', 'date'].includes(type))
      if (moments.length === 0) continue
      await asOwnerOf(owner, table)
      const set = moments.map(({ column, type }) => `"${column}" = ("${column}" - interval '${days} days')::${type}`)
      await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await owner.query(`UPDATE ${table} SET ${set.join()}`)
      await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    }
  })

/** Letters and digits alone, as a value is found again however it was written down. */
export const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

export type Finding = { what: string; where: string }

/** Where any of the values stands in any column of any table, in text, JSON, arrays or bytes. */
export const scanTables = (organizationId: string, values: Record<string, string>): Promise<Finding[]> =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    const results: Finding[] = []
    for (const [table, columns] of await columnsByTable(owner)) {
      await asOwnerOf(owner, table)
      const { rows } = await owner.query<Record<string, string>>(
        `SELECT ${columns.map(({ column }) => `lower(regexp_replace(to_jsonb("${column}")::text, '[^[:alnum:]]', '', 'g')) AS "${column}"`).join()} FROM ${table}`,
      )
      for (const [what, value] of Object.entries(values))
        for (const { column } of columns)
          if (rows.some((row) => holds(row[column], value)))
            results.push({ what, where: `${table}.${column}`.replaceAll('"', '') })
    }
    return results
  })

const holds = (text: string | null | undefined, value: string) =>
  Boolean(text && (text.includes(bare(value)) || text.includes(Buffer.from(value).toString('hex'))))

const filesFolder = () => join(env().MASCATE_DATA, 'files')

/** The places of all that stands in the store. */
export const listPlaces = (): string[] =>
  readdirSync(filesFolder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((file) => relative(filesFolder(), join(file.parentPath, file.name)))
    .sort()

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))

/** A file as it stands, and where it is a ZIP, as sheets are, what is packed in it. */
async function textsOf(bytes: Buffer): Promise<string[]> {
  const packed = isZip(bytes) ? [...(await unpackZip(bytes))] : []
  const within = await Promise.all(packed.map(async ([name, part]) => [name, ...(await textsOf(part))]))
  return [bytes.toString('utf8'), ...within.flat()]
}

/** Which files of the store hold any of the values. */
export async function scanFiles(values: Record<string, string>): Promise<Finding[]> {
  const results: Finding[] = []
  for (const where of listPlaces()) {
    const texts = (await textsOf(readFileSync(join(filesFolder(), where)))).map(bare)
    for (const [what, value] of Object.entries(values))
      if (texts.some((text) => text.includes(bare(value)))) results.push({ what, where })
  }
  return results
}
