import 'server-only'
import type { Query } from '@/lib/core/keyset'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day, type DayRange } from '@/lib/core/dates'
import { readerOf, type Reader } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { recostingOf, type Recosting } from '@/lib/catalog/costs/recosting'
import { readFetched } from '@/lib/sales/sales-figures/fetched'
import { readResultFilters, type ResultFilters } from './filters'
import { monthsOf } from './months'
import { Prisma } from '@/lib/generated/prisma/client'
import { listFactsOfPeriods, type ResultScope } from './queries'
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
  /** Costs that orders take on in the background: the figures are on their way. */
  recosting: Recosting | null
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
  const db = readerOf(viewer)
  const isHere = await readFetched(db, viewer, filters)
  const periods = isHere(before.from) ? [filters, before] : [filters]
  const [months, previous] = await listMonths(db, organizationId, periods, filters, today)
  const { adsShops, ...named } = await readFrame(db, organizationId)
  return {
    filters,
    today,
    ...named,
    shops: adsShops.map(({ id, name }) => ({ id, name })),
    adsShops,
    months: months!,
    total: addResults(months!.map(({ result }) => result)),
    previous: previous ? addResults(previous.map(({ result }) => result)) : null,
  }
}

type Frame = Pick<ResultView, 'adsShops' | 'channels' | 'entities' | 'recosting'>

async function readFrame(db: Reader, organizationId: string): Promise<Frame> {
  const ours = Prisma.sql`organization_id = ${organizationId}::uuid`
  const [frame] = await db.$queryRaw<[Frame]>`
    SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'version', version, 'noAdsFrom', no_ads_from) ORDER BY name), '[]')
        FROM shop WHERE ${ours}) AS "adsShops",
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY name), '[]') FROM channel WHERE ${ours}) AS channels,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id), '[]') FROM legal_entity WHERE ${ours}) AS entities,
      ${recostingOf(organizationId)} AS recosting`
  return frame
}

/** The months of each period. */
async function listMonths(
  db: Reader,
  organizationId: string,
  periods: readonly DayRange[],
  { shop, channel, entity }: ResultScope,
  today: Day,
): Promise<ResultMonth[][]> {
  const facts = await listFactsOfPeriods(db, organizationId, periods, { shop, channel, entity }, today)
  return periods.map((period, at) =>
    monthsOf(period).map((month) => ({ ...month, result: resultOf(facts[at]!.get(month.month) ?? noFacts) })),
  )
}
