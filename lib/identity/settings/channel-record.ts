import 'server-only'
import { broke } from '@/lib/core/database/database-errors'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

const nameKey = 'channel_organization_id_name_key'

/** Archived ones keep their name, since their orders show it. */
export async function refuseTakenName<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (!broke(error, nameKey)) throw error
    throw new UserError('channelNameTaken', { fields: { name: ['errors.channelNameTaken'] } })
  })
}

/** Locked until the end of the transaction, so that it is not archived meanwhile. */
export async function holdOpenEntity(db: Db, organizationId: string, id: string): Promise<void> {
  const [entity] = await db.$queryRaw<{ archived: boolean }[]>`
    SELECT archived_at IS NOT NULL AS archived FROM legal_entity
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR SHARE`
  if (!entity) throw new UserError('notFound')
  if (entity.archived) throw new UserError('entityArchived')
}
