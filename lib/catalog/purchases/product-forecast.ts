import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId } from '@/lib/core/keyset'
import { can, seesTotals } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { lastsDays, rangeOf, type ForecastError, type Range } from '../forecast/demand'
import { testForecasts } from '../forecast/queries'
import { baseMonthsOf } from '../forecast/tested'
import { getSuggestion, type Suggestion } from './suggestion-queries'
import { getBuyingRules } from './views'

type Viewer = Pick<Member, 'timeZone' | 'role'> & Scope

export type ProductForecast = {
  today: Day
  /** The period that it goes by. */
  salesDays: number
  row: Suggestion
  /** The last day with stock; null where it lasts longer than a year, or nothing sells. */
  runsOutOn: Day | null
  /** If it sells as fast, and as slowly, as a tenth of the forecasts were off; null where that is not known. */
  earliestOn: Day | null
  latestOn: Day | null
  /** When to order at the latest so that it arrives in time; null where it lasts longer. */
  orderBy: Day | null
  error: ForecastError | null
}

/** Fewer months of a product's own show no error. */
const ENOUGH_MONTHS = 3

/** How long the stock of a product lasts by the forecast; null for a kit, for what is archived and for roles that see no totals. */
export async function getProductForecastFor(
  viewer: Viewer,
  id: unknown,
  now = new Date(),
): Promise<ProductForecast | null> {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  const productId = asId(id)
  if (!productId || !seesTotals(viewer)) return null
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => {
    const rules = await getBuyingRules(db, viewer, { now })
    const row = await getSuggestion(db, organizationId, productId, rules)
    if (!row) return null
    const { today, calendar } = rules
    const baseMonths = baseMonthsOf(rules.salesDays)
    const tested = (await testForecasts(db, organizationId, { today, baseMonths }))[0]!
    const own = (await testForecasts(db, organizationId, { today, baseMonths, productId }))[0]!
    const dayWith = (factor: number) => {
      if (row.pace === null) return null
      const perIndex = (row.pace * factor) / 1000
      const days = lastsDays(calendar, { today, available: Math.max(0, row.available), perIndex })
      return days === null ? null : addDays(today, days)
    }
    const range: Range | null = rangeOf(tested, row.expected)
    const runsOutOn = dayWith(1000)
    return {
      today,
      salesDays: rules.salesDays,
      row,
      runsOutOn,
      earliestOn: range && dayWith(range.high),
      latestOn: range && dayWith(range.low),
      orderBy: runsOutOn && addDays(runsOutOn, -row.leadDays),
      error: own.error && own.error.months >= ENOUGH_MONTHS ? own.error : null,
    }
  })
}
