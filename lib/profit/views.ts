import 'server-only'
import type { Member } from '@/lib/auth/member'
import { can } from '@/lib/auth/permissions'
import { addMonths, localDay, startOfMonth, type Day, type DayRange } from '@/lib/dates'
import { withOrganization, type Db } from '@/lib/db'
import { UserError } from '@/lib/errors'
import { readResultFilters, type ResultFilters } from './filters'
import { listEntities, listResultFacts, type ResultScope } from './queries'
import { addResults, noFacts, resultOf, type Result } from './result-lines'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'>
type Query = Record<string, string | string[] | undefined>
type Named = { id: string; name: string }

export type ResultMonth = { month: Day; range: DayRange; result: Result }
export type ResultView = {
  filters: ResultFilters
  today: Day
  entities: Named[]
  shops: Named[]
  channels: Named[]
  /** Each month that the period touches, cut to the period. */
  months: ResultMonth[]
  total: Result
  previous: Result
}

/** The company's result over a period and the one before it, month by month; for roles that read settlement and cost. */
export async function getResultFor(viewer: Viewer, query: Query, now = new Date()): Promise<ResultView> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId } = viewer
  const today = localDay(now, viewer.timeZone)
  const filters = readResultFilters(query, today)
  const before = { from: filters.previousFrom, to: filters.previousTo }
  return withOrganization(viewer, async (db) => {
    const months = await listMonths(db, organizationId, filters, filters)
    const previous = await listMonths(db, organizationId, before, filters)
    const select = { id: true, name: true } as const
    const named = { where: { organizationId }, select, orderBy: { name: 'asc' } } as const
    return {
      filters,
      today,
      entities: await listEntities(db, organizationId),
      shops: await db.shop.findMany(named),
      channels: await db.channel.findMany(named),
      months,
      total: addResults(months.map(({ result }) => result)),
      previous: addResults(previous.map(({ result }) => result)),
    }
  })
}

async function listMonths(
  db: Db,
  organizationId: string,
  range: DayRange,
  { shop, channel, entity }: ResultScope,
): Promise<ResultMonth[]> {
  const facts = await listResultFacts(db, organizationId, range, { shop, channel, entity })
  return monthsOf(range).map((month) => ({ ...month, result: resultOf(facts.get(month.month) ?? noFacts) }))
}

/** The months of a period, the first and the last cut to its days. */
export function monthsOf({ from, to }: DayRange): { month: Day; range: DayRange }[] {
  const months = []
  for (let month = startOfMonth(from); month <= to; month = addMonths(month, 1)) {
    const last = lastDayOf(month)
    months.push({ month, range: { from: month < from ? from : month, to: last > to ? to : last } })
  }
  return months
}

function lastDayOf(month: Day): Day {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
