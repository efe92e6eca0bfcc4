import 'server-only'
import { writeSheet } from '@/lib/core/exports/file-formats'
import type { Batch, Value } from '@/lib/core/exports/list-kind'
import { listKinds } from '../exports/list-kinds'
import type { PackRun } from '@/lib/core/exports/pack-kind'
import { exportKinds, type ListName } from '@/lib/core/exports/schema'
import type { ZipEntry } from '@/lib/core/exports/zip-stream'
import { horizons } from '@/lib/money/payouts/filters'
import type { ArchiveContents } from './contents'

/** Before anybody sold on the marketplace. */
const FIRST_DAY = '2015-01-01'

/** Answers a question that somebody asks, and holds nothing by itself. */
export const UNREQUESTED: readonly ListName[] = ['simulation']

type ListFile = { kind: ListName; query: string; suffix?: string }

/** The requests with which a list holds all of the company. */
async function listRequested(run: PackRun): Promise<ListFile[]> {
  const { context } = run
  const ever = `period=custom&from=${FIRST_DAY}&to=${context.today}`
  const archived = { query: 'status=archived', suffix: context.t('exports.archive.archived') }
  const counts = await run.read(null, async (db) => {
    const { organizationId } = context
    return { value: await db.stockCount.findMany({ where: { organizationId }, select: { id: true } }), rows: 0 }
  })
  const special: Partial<Record<ListName, Omit<ListFile, 'kind'>[]>> = {
    products: [{ query: '' }, archived],
    suppliers: [{ query: '' }, archived],
    wallet: [{ query: ever }],
    freight: [{ query: ever }],
    settlements: [{ query: 'period=all&show=all' }],
    abc: [{ query: ever }],
    itemProfit: [{ query: ever }],
    stockCover: [{ query: ever }],
    payouts: [{ query: `days=${horizons.at(-1)}` }],
    count: counts.map(({ id }) => ({ query: `count=${id}`, suffix: id.slice(-8) })),
  }
  return exportKinds
    .filter((kind) => !UNREQUESTED.includes(kind))
    .flatMap((kind) => (special[kind] ?? [{ query: '' }]).map((list) => ({ kind, ...list })))
}

/** Every list that can be exported, as a spreadsheet of the language opens it. */
export async function* writeLists(run: PackRun, contents: ArchiveContents): AsyncGenerator<ZipEntry> {
  const { context } = run
  const { t, language, timeZone } = context
  for (const { kind, query, suffix } of await listRequested(run)) {
    const counted = { name: `${t(`exports.files.${kind}`)}${suffix ? `-${suffix}` : ''}.csv`, rows: 0 }
    const batches = readBatches(run, kind, listKinds[kind].normalize(query, context), (rows) => (counted.rows += rows))
    const headings = listKinds[kind].headings(context)
    const content = writeSheet.csv({ name: counted.name, headings, batches, language, timeZone })
    yield { name: `${t('exports.archive.folders.lists')}/${counted.name}`, content }
    contents.lists.push(counted)
  }
}

async function* readBatches(
  run: PackRun,
  kind: ListName,
  query: string,
  count: (rows: number) => void,
): AsyncGenerator<Value[][]> {
  let after: string | null = null
  do {
    const batch: Batch = await run.read(null, async (db) => {
      // The same rows count towards the progress as rows of their tables.
      return { value: await listKinds[kind].read(db, query, run.context, after, run.batchRows), rows: 0 }
    })
    if (batch.next !== null && batch.next === after) throw new Error(`The list ${kind} does not get on.`)
    count(batch.rows.length)
    yield batch.rows
    after = batch.next
  } while (after !== null)
}
