import 'server-only'
import type { Db } from '@/lib/core/db'
import { getImport } from '../order-imports/queries'
import type { ImportState } from '../order-imports/schema'
import type { FailedRow } from './judge-rows'
import {
  sheetKinds,
  type ProductPreview,
  type SalePreview,
  type SheetKindName,
  type SheetRun,
  type SheetSummary,
} from './schema'

const listed = 20

export type SheetListItem = {
  id: string
  kind: SheetKindName
  fileName: string
  state: ImportState
  createdAt: Date
  summary: SheetSummary
}

export async function listSheets(db: Db, organizationId: string): Promise<SheetListItem[]> {
  const imports = await db.import.findMany({
    where: { organizationId, kind: { in: [...sheetKinds] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: listed,
    select: { id: true, kind: true, fileName: true, state: true, createdAt: true, summary: true },
  })
  return imports.map((item) => ({ ...item, kind: item.kind as SheetKindName, summary: item.summary as SheetSummary }))
}

export async function getSheet(db: Db, organizationId: string, id: string): Promise<SheetRun | null> {
  const importView = await getImport(db, organizationId, id, sheetKinds)
  if (!importView) return null
  const { kind, fileName, state, createdAt, errorCode, summary, progress } = importView
  return {
    id,
    fileName,
    state,
    createdAt,
    errorCode,
    progress,
    kind: kind as SheetKindName,
    summary: summary as SheetSummary,
  }
}

export type PreviewPage<Row> = { rows: Row[]; next: number | null }

/** The planned changes, in the order of the sheet, after the row of that number. */
export async function listPreview<Row extends ProductPreview | SalePreview>(
  db: Db,
  organizationId: string,
  importId: string,
  { after, size }: { after: number; size: number },
): Promise<PreviewPage<Row>> {
  const importRows = await db.importRow.findMany({
    where: { organizationId, importId, outcome: { in: ['new', 'changed'] }, number: { gt: after } },
    orderBy: { number: 'asc' },
    take: size + 1,
    select: { number: true, outcome: true, payload: true },
  })
  const rows = importRows.slice(0, size).map(({ number, outcome, payload }) => {
    const { revenue, fee, ...rest } = payload as { revenue?: string; fee?: string | null }
    return { ...rest, number, outcome, revenueCents: revenue ?? '0', feeCents: fee ?? null } as unknown as Row
  })
  return { rows, next: importRows.length > size ? (rows.at(-1)?.number ?? null) : null }
}

/** Refused rows in the order of the sheet, after the staged row of that number; `size` products' or orders' worth of them. */
export async function listFailed(
  db: Db,
  organizationId: string,
  importId: string,
  { after, size }: { after: number; size: number },
): Promise<PreviewPage<FailedRow>> {
  const importRows = await db.importRow.findMany({
    where: { organizationId, importId, outcome: 'failed', number: { gt: after } },
    orderBy: { number: 'asc' },
    take: size,
    select: { number: true, payload: true },
  })
  return {
    rows: importRows.flatMap(({ payload }) => (payload as unknown as { problems: FailedRow[] }).problems),
    next: importRows.length === size ? importRows.at(-1)!.number : null,
  }
}
