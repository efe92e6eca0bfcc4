import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { changeOrganization } from './change-organization'
import type { UpdateOrganizationInput } from './schema'
import { isTimeZone } from './time-zones'

export function updateOrganization(actor: Actor, { version, name, timeZone }: UpdateOrganizationInput) {
  return changeOrganization(actor, version, async (db, before) => {
    if (timeZone !== before.timeZone && !(await isKnownEverywhere(db, timeZone)))
      throw new UserError('invalidInput', { fields: { timeZone: ['companyData.fields.timeZoneUnknown'] } })
    return { name, timeZone }
  })
}

/** Days are cut in the database as well as here: a zone that one of the two lacks would stop every new order. */
async function isKnownEverywhere(db: Db, timeZone: string): Promise<boolean> {
  if (!isTimeZone(timeZone)) return false
  const rows = await db.$queryRaw<unknown[]>`SELECT 1 FROM pg_timezone_names WHERE name = ${timeZone}`
  return rows.length > 0
}
