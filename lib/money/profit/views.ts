import 'server-only'
import type { Query } from '@/lib/core/keyset'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day, type DayRange } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDay } from '@/lib/core/database/days'
import { readFetched } from '@/lib/sales/sales-figures/fetched'
import { readResultFilters, type ResultFilters } from './filters'
import { monthsOf } from './months'
import { listEntities, listResultFacts, type ResultScope } from './queries'
import { addResults, noFacts, resultOf, type Result } from './result-lines'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'>
type Named = { id: string; name: string }

export type AdsShop = Named & { version: number; noAdsFrom: Day | null }

export type ResultMonth = { month: Day; range: DayRange; result: Result }
export type ResultView = {
  filters: ResultFilters
  today: Day
  entities: Named[]
  shops: Named[]
  /** Each shop as its ads are asked about. */
  adsShops: AdsShop[]
  channels: Named[]
  /** Each month that the period touches, cut to the period. */
  months: ResultMonth[]
  total: Result
  /** Null while the first history of a shop has not come back as far. */
  previous: Result | null
}

/** The company's result over a period and the one before it, month by month; for roles that read settlement and cost. */
export async function getResultFor(viewer: Viewer, query: Query, now = new Date()): Promise<ResultView> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId } = viewer
  const today = localDay(now, viewer.timeZone)
  const filters = readResultFilters(query, today)
  const before = { from: filters.previousFrom, to: filters.previousTo }
  return withOrganization(viewer, async (db) => {
    const months = await listMonths(db, organizationId, filters, filters, today)
    const isHere = await readFetched(db, viewer, filters)
    const previous = isHere(before.from) ? await listMonths(db, organizationId, before, filters, today) : null
    const select = { id: true, name: true } as const
    const named = { where: { organizationId }, select, orderBy: { name: 'asc' } } as const
    const adsShops = await listAdsShops(db, organizationId)
    return {
      filters,
      today,
      entities: await listEntities(db, organizationId),
      shops: adsShops.map(({ id, name }) => ({ id, name })),
      adsShops,
      channels: await db.channel.findMany(named),
      months,
      total: addResults(months.map(({ result }) => result)),
      previous: previous && addResults(previous.map(({ result }) => result)),
    }
  })
}

const listAdsShops = async (db: Db, organizationId: string): Promise<AdsShop[]> => {
  const select = { id: true, name: true, version: true, noAdsFrom: true } as const
  const shops = await db.shop.findMany({ where: { organizationId }, select, orderBy: { name: 'asc' } })
  return shops.map(({ noAdsFrom, ...shop }) => ({ ...shop, noAdsFrom: noAdsFrom && asDay(noAdsFrom) }))
}

async function listMonths(
  db: Db,
  organizationId: string,
  range: DayRange,
  { shop, channel, entity }: ResultScope,
  today: Day,
): Promise<ResultMonth[]> {
  const facts = await listResultFacts(db, organizationId, range, { shop, channel, entity }, today)
  return monthsOf(range).map((month) => ({ ...month, result: resultOf(facts.get(month.month) ?? noFacts) }))
}
