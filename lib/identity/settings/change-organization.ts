import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { CostRule } from '@/lib/generated/prisma/enums'

type OrganizationFields = {
  name: string
  timeZone: string
  lowStockUnits: number
  backorders: boolean
  productivity: boolean
  secondFactorRequired: boolean
  costRule: CostRule
  salesDays: number
  coverDays: number
  leadDays: number
}

/** The one way the settings of an organization change: of this version, with what they were and became in the trail. */
export async function changeOrganization<K extends keyof OrganizationFields>(
  actor: Actor,
  version: number,
  decide: (db: Db, before: OrganizationFields) => Promise<Pick<OrganizationFields, K>> | Pick<OrganizationFields, K>,
): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const before = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: {
        name: true,
        timeZone: true,
        lowStockUnits: true,
        backorders: true,
        productivity: true,
        secondFactorRequired: true,
        costRule: true,
        salesDays: true,
        coverDays: true,
        leadDays: true,
      },
    })
    const data = await decide(db, before)
    const { count } = await db.organization.updateMany({
      where: { id: organizationId, version },
      data: { ...data, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    const were = Object.fromEntries(Object.keys(data).map((field) => [field, before[field as K]]))
    await recordAudit(db, actor, {
      event: 'organization.updated',
      subjectId: organizationId,
      before: were,
      after: data,
    })
    return { version: version + 1 }
  })
}
