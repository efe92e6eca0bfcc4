import 'server-only'
import { getLocale } from 'next-intl/server'
import type { Member } from '../auth/member'
import { can } from '@/lib/core/permissions'
import { addMonths, localDay, startOfMonth, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { CostRule } from '@/lib/generated/prisma/enums'
import { listEntities, listFirstDays, type StoredRate } from './queries'
import { rateState, type RateState } from './rate-state'
import { listTimeZones, nameZone, type ZoneChoices } from './time-zones'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'legalEntityIds'>

const monthsBefore = 12

export type OrganizationProfile = {
  name: string
  timeZone: string
  timeZoneName: string
  productivity: boolean
  secondFactorRequired: boolean
  version: number
  /** Left out for who may not change it. */
  zones?: ZoneChoices
}

export async function getOrganizationProfileFor(viewer: Viewer): Promise<OrganizationProfile> {
  const language = await getLocale()
  const organization = await withOrganization(viewer, (db) =>
    db.organization.findUniqueOrThrow({
      where: { id: viewer.organizationId },
      select: { name: true, timeZone: true, productivity: true, secondFactorRequired: true, version: true },
    }),
  )
  const zones = can(viewer.role, 'organization.edit') && { zones: listTimeZones(language) }
  return { ...organization, timeZoneName: nameZone(organization.timeZone, language), ...zones }
}

export type StockRules = {
  lowStockUnits: number
  backorders: boolean
  costRule: CostRule
  salesDays: number
  coverDays: number
  leadDays: number
  version: number
}

export async function getStockRulesFor(viewer: Viewer): Promise<StockRules> {
  if (!can(viewer.role, 'organization.edit')) throw new UserError('permissionDenied')
  return withOrganization(viewer, (db) =>
    db.organization.findUniqueOrThrow({
      where: { id: viewer.organizationId },
      select: {
        lowStockUnits: true,
        backorders: true,
        costRule: true,
        salesDays: true,
        coverDays: true,
        leadDays: true,
        version: true,
      },
    }),
  )
}

type StoredEntity = Awaited<ReturnType<typeof listEntities>>[number]
export type RevenueMonth = {
  month: Day
  revenueCents: bigint | null
  /** Orders of that month stand here already. */ hasOrders: boolean
}
export type EntityView = Omit<StoredEntity, 'taxRates' | 'openingRevenues'> & {
  taxRates: (StoredRate & RateState)[]
  months: RevenueMonth[]
}
export type RateView = EntityView['taxRates'][number]
export type EntitiesView = { entities: EntityView[]; today: Day; canEdit: boolean }

export async function getEntitiesFor(viewer: Viewer, now = new Date()): Promise<EntitiesView> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'feeRule.write')) throw new UserError('permissionDenied')
  const today = localDay(now, timeZone)
  const [stored, firstDays] = await withOrganization(viewer, async (db) => [
    await listEntities(db, organizationId),
    await listFirstDays(db, organizationId),
  ])
  const entities = stored.map(({ taxRates, openingRevenues, ...entity }) => ({
    ...entity,
    taxRates: taxRates.map((rate) => ({ ...rate, ...rateState(rate, taxRates, today) })),
    months: listMonths(openingRevenues, firstDays.get(entity.id) ?? null, today),
  }))
  return { entities, today, canEdit: can(role, 'organization.edit') }
}

/** The twelve months before the first order, or before this month; and whatever was kept of others. */
export function listMonths(
  kept: { month: Day; revenueCents: bigint }[],
  firstDay: Day | null,
  today: Day,
): RevenueMonth[] {
  const first = startOfMonth(firstDay ?? today)
  const shown = Array.from({ length: monthsBefore }, (_, index) => addMonths(first, index - monthsBefore))
  const amounts = new Map(kept.map(({ month, revenueCents }) => [month, revenueCents]))
  return [...new Set([...shown, ...amounts.keys()])].toSorted().map((month) => ({
    month,
    revenueCents: amounts.get(month) ?? null,
    hasOrders: firstDay !== null && month >= startOfMonth(firstDay),
  }))
}
