import 'server-only'
import type { Db } from '@/lib/core/db'
import { getImport } from '../order-imports/queries'
import type { ImportState } from '../order-imports/schema'
import type { FailedMoneyRow, MoneyFileRun, MoneySummary, PreviewRow, ShownRow } from './schema'

const listed = 50

export type MoneyFileListItem = {
  id: string
  fileName: string
  state: ImportState
  createdAt: Date
  errorCode: string | null
  summary: MoneySummary
  done: number
  total: number
}

export async function listMoneyFiles(db: Db, organizationId: string): Promise<MoneyFileListItem[]> {
  const imports = await db.import.findMany({
    where: { organizationId, kind: 'money' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: listed,
    select: {
      id: true,
      fileName: true,
      state: true,
      createdAt: true,
      errorCode: true,
      summary: true,
      done: true,
      total: true,
    },
  })
  return imports.map((item) => ({ ...item, summary: item.summary as MoneySummary }))
}

export async function getMoneyFile(db: Db, organizationId: string, id: string): Promise<MoneyFileRun | null> {
  const importView = await getImport(db, organizationId, id, ['money'])
  if (!importView) return null
  const { fileName, state, createdAt, errorCode, summary, progress } = importView
  return { id, fileName, state, createdAt, errorCode, progress, summary: summary as MoneySummary }
}

export type StagedPage<Row> = { rows: Row[]; next: number | null }
type Part = { after: number; size: number }

/** The planned changes, in the order of the file, after the row of that number. */
export async function listMoneyPreview(
  db: Db,
  organizationId: string,
  importId: string,
  { after, size }: Part,
): Promise<StagedPage<PreviewRow>> {
  const importRows = await db.importRow.findMany({
    where: { organizationId, importId, outcome: { in: ['new', 'changed'] }, number: { gt: after } },
    orderBy: { number: 'asc' },
    take: size + 1,
    select: { number: true, outcome: true, payload: true },
  })
  const rows = importRows.slice(0, size).map(({ number, outcome, payload }) => {
    const { show } = payload as unknown as { show: ShownRow }
    return { ...show, number, outcome: outcome as PreviewRow['outcome'] }
  })
  return { rows, next: importRows.length > size ? (rows.at(-1)?.number ?? null) : null }
}

export async function listMoneyFailed(
  db: Db,
  organizationId: string,
  importId: string,
  { after, size }: Part,
): Promise<StagedPage<FailedMoneyRow>> {
  const importRows = await db.importRow.findMany({
    where: { organizationId, importId, outcome: 'failed', number: { gt: after } },
    orderBy: { number: 'asc' },
    take: size,
    select: { number: true, payload: true },
  })
  return {
    rows: importRows.flatMap(({ payload }) => (payload as unknown as { problems: FailedMoneyRow[] }).problems),
    next: importRows.length === size ? importRows.at(-1)!.number : null,
  }
}
