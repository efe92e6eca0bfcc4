import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { lackingSaleFields } from '../channel-sales/fields'
import { lockImport } from '../order-imports/confirm-import'
import { hashHeadings } from '../order-imports/sheet-layouts'
import { enqueueImport } from '../order-imports/enqueue-import'
import { neededOf, shapeOf, traitsOf, type CatalogueField } from './fields'
import { cataloguePlaces, salePlaces, sheetKinds, type MapColumnsInput, type SheetSummary } from './schema'

/**
 * Takes a person's mapping of the columns, stores it for the next sheet with these headings, and has the sheet read
 * again.
 */
export async function mapColumns(actor: Actor, input: MapColumnsInput): Promise<{ importId: string }> {
  const { organizationId, role } = actor
  const { importId } = input
  return writeOnce(actor, async (db) => {
    const result = await lockImport(db, organizationId, importId, sheetKinds)
    if (result.state !== 'ready') throw new UserError('importNotReady')
    const { unknownSheet, sheet, sales } = result.summary as SheetSummary
    const headings = new Map((unknownSheet ?? sheet ?? sales)?.headings ?? [])
    const layout = result.kind === 'sales' ? readSales(input, headings) : readCatalogue(input, headings, role)
    const key = { organizationId, kind: result.kind, headingsHash: Uint8Array.from(hashHeadings(headings)) }
    const saved = { layout: layout as Prisma.InputJsonObject, updatedAt: new Date() }
    await db.sheetLayout.upsert({
      where: { organizationId_kind_headingsHash: key },
      create: { ...key, ...saved },
      update: saved,
      select: { kind: true },
    })
    await db.import.update({
      where: { organizationId_id: { organizationId, id: importId } },
      data: { state: 'uploaded', done: 0, total: 0 },
      select: { id: true },
    })
    await enqueueImport(db, actor, 'import-check', importId)
    await recordAudit(db, actor, {
      event: 'import.columnsMapped',
      subjectId: importId,
      after: { places: input.places },
    })
    return { importId }
  })
}

const missing = (field: string): never => {
  throw new UserError('invalidInput', { fields: { [field]: ['sheets.fields.columnNeeded'] } })
}

function readCatalogue(input: MapColumnsInput, headings: ReadonlyMap<number, string>, role: Actor['role']) {
  const read = cataloguePlaces.safeParse(input.places)
  if (!read.success || Object.values(read.data).some((at) => !headings.has(at))) throw new UserError('invalidInput')
  const hidden = (Object.keys(read.data) as CatalogueField[]).filter((field) => traitsOf(field).money)
  if (hidden.length > 0 && !can(role, 'money.read')) throw new UserError('permissionDenied')
  for (const field of neededOf[shapeOf(read.data)]) if (read.data[field] === undefined) missing(field)
  return { places: read.data, units: { weight: input.weight, size: input.size }, zeroIsEmpty: input.zeroIsEmpty }
}

function readSales(input: MapColumnsInput, headings: ReadonlyMap<number, string>) {
  const read = salePlaces.safeParse(input.places)
  if (!read.success || Object.values(read.data).some((at) => !headings.has(at))) throw new UserError('invalidInput')
  for (const field of lackingSaleFields(read.data)) missing(field)
  return { places: read.data }
}
