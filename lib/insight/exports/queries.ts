import 'server-only'
import type { Db } from '@/lib/core/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { exportKinds, fileFormats, packKinds } from '@/lib/core/exports/schema'
import type {
  DriveSaving,
  ExportFilter,
  ExportKind,
  ExportProgress,
  ExportState,
  FileFormat,
} from '@/lib/core/exports/schema'

const fields = {
  id: true,
  kind: true,
  format: true,
  filter: true,
  state: true,
  done: true,
  total: true,
  fileId: true,
  toDrive: true,
  driveFileId: true,
  driveLink: true,
  errorCode: true,
  reference: true,
  createdBy: true,
  createdAt: true,
} as const satisfies Prisma.ExportSelect

type Stored = Prisma.ExportGetPayload<{ select: typeof fields }>
type StoredFile = { id: string; name: string; place: string; bytes: bigint; expiresAt: Date | null }

export type ExportRecord = Omit<Stored, 'kind' | 'format' | 'filter' | 'state'> & {
  kind: ExportKind
  format: FileFormat
  filter: ExportFilter
  state: ExportState
  file: StoredFile | null
}

function toRecord(row: Stored, file: StoredFile | null, now: Date): ExportRecord {
  const kept = file && (!file.expiresAt || file.expiresAt > now) ? file : null
  return {
    ...row,
    kind: [...exportKinds, ...packKinds].find((known) => known === row.kind)!,
    format: fileFormats.find((known) => known === row.format)!,
    filter: row.filter as ExportFilter,
    state: row.state === 'done' && !kept ? 'expired' : row.state,
    file: kept,
  }
}

async function withFiles(db: Db, organizationId: string, rows: Stored[]): Promise<ExportRecord[]> {
  const files = await db.storedFile.findMany({
    where: { organizationId, id: { in: rows.flatMap(({ fileId }) => fileId ?? []) }, kind: 'export' },
    select: { id: true, name: true, place: true, bytes: true, expiresAt: true },
  })
  const now = new Date()
  return rows.map((row) => toRecord(row, files.find(({ id }) => id === row.fileId) ?? null, now))
}

export async function getExport(db: Db, organizationId: string, id: string): Promise<ExportRecord | null> {
  const exportRow = await db.export.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: fields,
  })
  return exportRow && (await withFiles(db, organizationId, [exportRow]))[0]!
}

export async function listExports(db: Db, organizationId: string, createdBy: string, take: number) {
  const exports = await db.export.findMany({
    where: { organizationId, createdBy },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take,
    select: fields,
  })
  return withFiles(db, organizationId, exports)
}

/** Locked until the transaction ends, so that of finishing and cancelling one wins. */
export async function lockExport(db: Db, organizationId: string, id: string): Promise<void> {
  await db.$queryRaw`
    SELECT id FROM export WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
}

export function driveSavingOf({ state, toDrive, driveLink, errorCode }: ExportRecord): DriveSaving | null {
  if (driveLink) return { state: 'saved', link: driveLink }
  if (!toDrive || (state !== 'done' && state !== 'expired')) return null
  return errorCode ? { state: 'failed', code: errorCode } : { state: 'saving' }
}

/** The number of selected records that were gone, or not visible to the requester, when the file was written. */
export function missingOf({ state, done, filter }: ExportRecord): number {
  const ids = new URLSearchParams(filter.query).get('ids')
  const isWritten = state === 'done' || state === 'expired'
  return ids && isWritten ? Math.max(0, new Set(ids.split(',')).size - done) : 0
}

export const progressOf = (exportRecord: ExportRecord): ExportProgress => ({
  state: exportRecord.state,
  done: exportRecord.done,
  total: exportRecord.total,
  missing: missingOf(exportRecord),
  errorCode: exportRecord.state === 'failed' ? exportRecord.errorCode : null,
  reference: exportRecord.reference,
  drive: driveSavingOf(exportRecord),
})
