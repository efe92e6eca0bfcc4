import 'server-only'
import type { PackRun } from '@/lib/core/exports/pack-kind'
import type { ZipEntry } from '@/lib/core/exports/zip-stream'
import { listMembers } from '@/lib/identity/organizations/queries'
import { listTables, readRows, type Table } from './tables'
import type { ArchiveContents } from './contents'

/** A ZIP's entry ends before 4 GB. */
const PART_BYTES = 1024 ** 3
const BATCH_BYTES = 4 * 1024 ** 2
const FIRST_ROWS = 100
/** The first rows of so many tables are read together: most companies have few rows in most of them. */
const TABLES_AT_ONCE = 16

/** Every table of the company as JSON Lines, and its people by name; what is larger than an entry may be goes on in another. */
export async function* writeTables(
  run: PackRun,
  contents: ArchiveContents,
  partBytes = PART_BYTES,
): AsyncGenerator<ZipEntry> {
  const { t } = run.context
  const folder = t('exports.archive.folders.data')
  const tables = await run.read(null, async (db) => ({ value: await listTables(db), rows: 0 }))
  for (let from = 0; from < tables.length; from += TABLES_AT_ONCE)
    for (const { table, page } of await readFirst(run, tables.slice(from, from + TABLES_AT_ONCE))) {
      const counted = { name: table.name, rows: 0, leftOut: table.leftOut }
      const batches = readBatches(run, table, page)
      let isOver = false
      for (let part = 1; !isOver; part += 1) {
        const content = takePart(batches, partBytes, (rows) => (counted.rows += rows))
        yield {
          name: `${folder}/${table.name}${part > 1 ? `-${part}` : ''}.jsonl`,
          content: untilOver(content, (over) => (isOver = over)),
        }
      }
      contents.tables.push(counted)
    }
  yield* writePeople(run, folder, contents)
}

type Page = Awaited<ReturnType<typeof readRows>>
const firstSize = (run: PackRun) => Math.min(FIRST_ROWS, run.batchRows)

const readFirst = (run: PackRun, tables: readonly Table[]) =>
  run.read(null, async (db) => {
    const value: { table: Table; page: Page }[] = []
    for (const table of tables)
      value.push({ table, page: await readRows(db, run.context.organizationId, table, null, firstSize(run)) })
    return { value, rows: value.reduce((sum, { page }) => sum + page.lines.length, 0) }
  })

/** Batches of about the same weight: rows of one table are a few bytes, of another thousands. */
async function* readBatches(run: PackRun, table: Table, first: Page): AsyncGenerator<string[]> {
  const { organizationId } = run.context
  let size = firstSize(run)
  let page = first
  yield page.lines
  while (page.next) {
    const { lines, next } = page
    const weight = lines.reduce((sum, { length }) => sum + length, 0)
    size = weight > BATCH_BYTES ? Math.max(1, size >> 1) : Math.min(run.batchRows, size * 2)
    page = await run.read(null, async (db) => {
      const value = await readRows(db, organizationId, table, next, size)
      return { value, rows: value.lines.length }
    })
    yield page.lines
  }
}

/** Batches until the part is full; returns whether there is nothing after it. */
async function* takePart(
  batches: AsyncGenerator<string[]>,
  partBytes: number,
  count: (rows: number) => void,
): AsyncGenerator<string, boolean> {
  for (let bytes = 0; bytes < partBytes;) {
    const { value, done } = await batches.next()
    if (done) return true
    const text = value.map((line) => `${line}\n`).join('')
    count(value.length)
    bytes += Buffer.byteLength(text)
    yield text
  }
  return false
}

async function* untilOver(part: AsyncGenerator<string, boolean>, report: (isOver: boolean) => void) {
  report(yield* part)
}

async function* writePeople(run: PackRun, folder: string, contents: ArchiveContents): AsyncGenerator<ZipEntry> {
  const people = await run.read(null, async (db) => ({ value: await listMembers(db), rows: 0 }))
  const lines = people.map(({ userId, displayName, email, role, since }) =>
    JSON.stringify({ user_id: userId, display_name: displayName, email, role, since }),
  )
  contents.tables.push({ name: 'people', rows: lines.length, leftOut: [] })
  yield { name: `${folder}/people.jsonl`, content: onePiece(lines.map((line) => `${line}\n`).join('')) }
}

export async function* onePiece(text: string | Buffer) {
  yield text
}
