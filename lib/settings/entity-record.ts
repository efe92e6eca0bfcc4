import 'server-only'
import { broke } from '../database-errors'
import { isDay } from '../dates'
import type { Db } from '../db'
import { UserError } from '../errors'
import { asDate } from '../expenses/days'
import type { CreateEntityInput } from './schema'

const documentKey = 'legal_entity_organization_id_document_key'

export const toRecord = ({ openedOn, ...fields }: CreateEntityInput) => ({
  ...fields,
  openedOn: openedOn !== null && isDay(openedOn) ? asDate(openedOn) : null,
})

/** A document names one entity of the organization, archived ones included. */
export async function refuseTakenDocument<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (!broke(error, documentKey)) throw error
    throw new UserError('documentTaken', { fields: { document: ['errors.documentTaken'] } })
  })
}

/** Of an entity and of what hangs on it one change at a time, each from the version its form showed. */
export async function claimEntity(
  db: Db,
  organizationId: string,
  { id, version }: { id: string; version: number },
  state: 'active' | 'archived' = 'active',
) {
  const where = { organizationId, id }
  const { count } = await db.legalEntity.updateMany({
    where: { ...where, version, archivedAt: state === 'active' ? null : { not: null } },
    data: { version: { increment: 1 } },
  })
  const entity = await db.legalEntity.findFirst({ where, omit: { organizationId: true } })
  if (!entity) throw new UserError('notFound')
  if (count === 0) throw new UserError('staleVersion')
  return entity
}
