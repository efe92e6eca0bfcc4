import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { broke } from '@/lib/core/database/database-errors'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import type { CreateSupplierInput, SupplierInput, UpdateSupplierInput } from './schema'

const fields = {
  name: true,
  document: true,
  contactName: true,
  email: true,
  phone: true,
  leadTimeDays: true,
  note: true,
} as const

const refuseTakenDocument = (error: unknown): never => {
  if (!broke(error, 'supplier_organization_id_document_key')) throw error
  throw new UserError('supplierDuplicate', { fields: { document: ['errors.supplierDuplicate'] } })
}

export async function createSupplier(actor: Actor, input: CreateSupplierInput): Promise<{ id: string }> {
  return writeOnce(actor, (db) => addSupplier(db, actor, input)).catch(refuseTakenDocument)
}

export async function addSupplier(db: Db, actor: Actor, input: CreateSupplierInput): Promise<{ id: string }> {
  const id = newId()
  await db.supplier.create({ data: { organizationId: actor.organizationId, id, ...input }, select: { id: true } })
  await recordAudit(db, actor, { event: 'supplier.created', subjectId: id, after: traceOf(input) })
  return { id }
}

export async function updateSupplier(
  actor: Actor,
  { id, version, ...input }: UpdateSupplierInput,
): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const where = { organizationId_id: { organizationId, id } }
    const before = await db.supplier.findUnique({ where, select: fields })
    if (!before) throw new UserError('notFound')
    await changeVersion(db, organizationId, { id, version }, input)
    await recordAudit(db, actor, {
      event: 'supplier.updated',
      subjectId: id,
      before: traceOf(before),
      after: traceOf(input),
    })
    return { version: version + 1 }
  }).catch(refuseTakenDocument)
}

const setArchived =
  (archived: boolean) =>
  (actor: Actor, { id, version }: SupplierInput) =>
    writeOnce(actor, async (db) => {
      const { organizationId } = actor
      const known = await db.supplier.count({ where: { organizationId, id } })
      if (known === 0) throw new UserError('notFound')
      await changeVersion(db, organizationId, { id, version }, { archivedAt: archived ? new Date() : null })
      await recordAudit(db, actor, { event: archived ? 'supplier.archived' : 'supplier.restored', subjectId: id })
      return { version: version + 1 }
    })
export const archiveSupplier = setArchived(true)
export const restoreSupplier = setArchived(false)

async function changeVersion(db: Db, organizationId: string, { id, version }: SupplierInput, data: object) {
  const { count } = await db.supplier.updateMany({
    where: { organizationId, id, version },
    data: { ...data, version: { increment: 1 } },
  })
  if (count === 0) throw new UserError('staleVersion')
}

/** Whom to talk to is a person's data, and stays out of the trail. */
const traceOf = ({ name, leadTimeDays, note }: CreateSupplierInput) => ({ name, leadTimeDays, note })
