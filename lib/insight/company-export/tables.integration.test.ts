// Own database: takes triggers and constraints off every table (row-of-each).
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/core/db'
import type { PackRun } from '@/lib/core/exports/pack-kind'
import { contextOf } from '../exports/request-export'
import { rowsOf } from '@/lib/testing/harnesses/archive-harness'
import { asWorker, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { plantRowOfEach } from '@/lib/testing/harnesses/row-of-each'
import { atLeast, exactly, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { writeReadme } from './readme'
import { PERSONAL_TABLES, SECRET_TABLES } from './tables'
import { emptyContents } from './contents'
import { writeTables } from './write-tables'

/** Only the database's owner reads them: not even the worker could put them into an archive. */
const UNREADABLE = ['session']

/** Names that sound like a secret, also future ones; and names that only sound like one. */
const SECRET = /token|secret|passw|encrypt|cipher|hash|hmac|credential|verifier|key|nonce|signature|salt|cookie|totp/
const OPEN = [
  'audit_chain.key_id',
  'fiscal_document.access_key',
  'purchase_invoice.access_key',
  'listing.external_key',
  'listing.sku_key',
  'product.sku_key',
  'money_line.key',
  'platform_act.key',
  'release.key',
]

type Column = { table: string; column: string; type: string }

const listColumns = () =>
  withOwner(
    async (owner) =>
      (
        await owner.query<Column>(`
          SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
          FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
            AND EXISTS (SELECT 1 FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id')`)
      ).rows,
  )

const isText = (type: string) => /^(text|character|citext|json)/.test(type)
const isEncrypted = ({ table, column, type }: Column) =>
  type === 'bytea' || (isText(type) && SECRET.test(column) && !OPEN.includes(`${table}.${column}`))

/** A value of its own in every place that holds a secret. */
async function plantSecrets({ organizationId }: TestOrganization, columns: Column[]): Promise<Map<string, Buffer>> {
  const planted = new Map<string, Buffer>()
  await withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    for (const { table, column, type } of columns.filter(isEncrypted)) {
      const value = type === 'bytea' ? randomBytes(24) : Buffer.from(randomBytes(24).toString('base64url'))
      const given = type === 'bytea' ? value : type.startsWith('json') ? `"${value}"` : value.toString()
      const written = type.endsWith('[]') ? [given] : given
      await owner.query(`UPDATE "${table}" SET "${column}" = $1 WHERE organization_id = $2`, [written, organizationId])
      planted.set(`${table}.${column}`, value)
    }
  })
  return planted
}

/** The tables of the archive and its page, written as the worker writes them. */
async function writeOut({ organizationId, owner }: TestOrganization): Promise<Map<string, Buffer>> {
  return asWorker(async () => {
    const now = new Date()
    const context = await withOrganization({ organizationId }, (db) => contextOf(db, owner, 'pt', now))
    const run: PackRun = {
      query: '',
      context,
      batchRows: 2,
      isScoped: false,
      read: async (_, step) => (await withOrganization({ organizationId }, step)).value,
    }
    const contents = emptyContents()
    const written = new Map<string, Buffer>()
    for await (const { name, content } of writeTables(run, contents))
      written.set(name, await buffer(Readable.from(content, { objectMode: false })))
    const { name, text } = writeReadme({ language: 'pt', company: 'Empresa', contents, context, end: now })
    return written.set(name, Buffer.from(text))
  })
}

const writings = (value: Buffer) => [
  value.toString('latin1'),
  value.toString('utf8'),
  value.toString('hex'),
  value.toString('base64').replace(/=+$/, ''),
  value.toString('base64url'),
]

// Within a describe: what follows it uses the database as its rows have left it.
describe('with a row of two companies in every table', () => {
  let mine: TestOrganization
  let other: TestOrganization
  let columns: Column[]
  let secrets: Map<string, Buffer>
  let archive: Map<string, Buffer>
  beforeAll(async () => {
    mine = await createTestOrganization()
    other = await createTestOrganization()
    const inserts = await plantRowOfEach(mine.organizationId)
    await plantRowOfEach(other.organizationId)
    columns = await listColumns()
    secrets = await plantSecrets(mine, columns)
    await withOwner(async (owner) => {
      await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [mine.organizationId])
      await owner.query('UPDATE saved_view SET shared = true')
      await owner.query(inserts.get('saved_view')!)
    })
    archive = await writeOut(mine)
  })

  test('each table that has rows of companies is in the archive, or named among what is not', () => {
    const readme = archive.get('LEIA-ME.txt')!.toString('utf8')
    const tables = [...new Set(columns.map(({ table }) => table))]
    const named = [...SECRET_TABLES, ...PERSONAL_TABLES]
    const missing = tables.filter((table) => !archive.has(`dados/${table}.jsonl`))
    expect(missing.sort()).toEqual([...named, ...UNREADABLE].sort())
    for (const table of named) expect(readme).toMatch(new RegExp(`\\b${table}\\b`))
    const rows = tables.filter((table) => !missing.includes(table)).map((table) => [table, rowsOf(archive, table)])
    expect(rows.filter(([, result]) => result!.length === 0)).toEqual([])
    reportFigures({ figures: [atLeast('tables in the archive', rows.length, 90)] })
  })

  test('each column stands in it, but for those that are named as left out', () => {
    const readme = archive.get('LEIA-ME.txt')!.toString('utf8')
    for (const table of new Set(columns.map((column) => column.table))) {
      if (!archive.has(`dados/${table}.jsonl`)) continue
      const all = columns.filter((column) => column.table === table)
      const encrypted = all.filter(isEncrypted).map(({ column }) => column)
      const written = Object.keys(rowsOf(archive, table)[0]!)
      expect({ table, columns: [...written, ...encrypted].sort() }).toEqual({
        table,
        columns: all.map(({ column }) => column).sort(),
      })
      if (encrypted.length > 0) expect(readme).toContain(`  ${table}: ${encrypted.join(', ')}`)
    }
  })

  test('no secret of any table stands in it, however it is written', () => {
    const text = [...archive.values()].map((content) => content.toString('utf8')).join('\n')
    const matches = [...secrets].filter(([, value]) => writings(value).some((written) => text.includes(written)))
    reportFigures({
      accepted: secrets.size,
      figures: [exactly('secrets that stand in the archive', matches.length, 0)],
    })
    expect(secrets.size).toBeGreaterThan(30)
    expect(matches.map(([place]) => place)).toEqual([])
  })

  test('nothing of another company stands in it', () => {
    for (const [name, content] of archive)
      for (const id of [other.organizationId, other.owner.userId!])
        expect({ name, holds: content.includes(id) }).toEqual({ name, holds: false })
  })

  test('views that a person keeps for themselves are not the company’s', () => {
    expect(rowsOf(archive, 'saved_view')).toEqual([expect.objectContaining({ shared: true })])
  })
})
