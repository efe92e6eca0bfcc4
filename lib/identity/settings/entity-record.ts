import 'server-only'
import { broke } from '@/lib/core/database/database-errors'
import { isDay } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate, asDay } from '@/lib/core/database/days'
import type { CreateEntityInput } from './schema'

const documentKey = 'legal_entity_organization_id_document_key'

export const toRecord = ({ openedOn, ...fields }: CreateEntityInput) => ({
  ...fields,
  openedOn: openedOn !== null && isDay(openedOn) ? asDate(openedOn) : null,
})

type Traced = Omit<CreateEntityInput, 'document' | 'state'> & { state: string | null }

/** The audited fields: the document is left out, since an individual's is theirs alone. */
export const traceOf = ({ name, sellerType, stateRegistration, state, openedOn }: Traced) => ({
  name,
  sellerType,
  stateRegistration,
  state,
  openedOn,
})

/** A document names one entity of the organization, archived ones included. */
export async function refuseTakenDocument<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (!broke(error, documentKey)) throw error
    throw new UserError('documentTaken', { fields: { document: ['errors.documentTaken'] } })
  })
}

/** One change at a time of an entity and its parts, each from the version its form showed. */
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
  const entity = await db.legalEntity.findFirst({
    where,
    select: { name: true, sellerType: true, document: true, stateRegistration: true, state: true, openedOn: true },
  })
  if (!entity) throw new UserError('notFound')
  if (count === 0) throw new UserError('staleVersion')
  return { ...entity, openedOn: entity.openedOn && asDay(entity.openedOn) }
}
