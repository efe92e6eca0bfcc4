import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day, type DayRange } from '@/lib/core/dates'
import { withOrganization, type Reader, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Page, Query } from '@/lib/core/keyset'
import { RELEASED_WITHIN_DAYS } from '../reconciliation/due-day'
import { readLags } from '../reconciliation/expected-day'
import { listBalances } from '../wallet/queries'
import { findShortage, projectCash, type CashDay, type Shortage } from './cash'
import { listDueExpenses, type DueExpenses } from './due-expenses'
import { horizonOf, readPayoutFilters, type PayoutFilters } from './filters'
import { readPayoutForecast } from './forecast-queries'
import type { PayoutForecast } from './payout-forecast'
import { listReceived, type ReceivedDay } from './received'
import { listToCome, sumListed, sumToCome, type ToCome, type ToComeRow, type ToComeSum } from './to-come'

const ROWS_SHOWN = 20

export type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

export type Cash = {
  /** The known balances of the wallets, and the seller's entry for money elsewhere; null where neither is known. */
  startCents: bigint | null
  /** Shops with an unknown balance. */
  unknown: string[]
  days: CashDay[]
  shortage: Shortage | null
  toCome: ToCome
  overdue: DueExpenses['overdue']
}

type CashQuery = { shop: string | null; range: DayRange; elsewhereCents: bigint }

/** Balance, income and payments, day by day. */
export async function getCash(
  db: Reader,
  organizationId: string,
  { shop, range, elsewhereCents }: CashQuery,
): Promise<Cash> {
  const shops = (await listShops(db, organizationId)).filter(({ id }) => !shop || id === shop)
  const balances = new Map(
    (await listBalances(db, organizationId)).map(({ shopId, balanceCents }) => [shopId, balanceCents]),
  )
  const known = shops.flatMap(({ id }) => balances.get(id) ?? [])
  const startCents =
    known.length > 0 || elsewhereCents > 0n ? known.reduce((sum, cents) => sum + cents, elsewhereCents) : null
  const toCome = await sumToCome(db, organizationId, shop, range)
  const due = await listDueExpenses(db, organizationId, range, shop)
  const days = projectCash(startCents, range, toCome.days, due.days)
  return {
    startCents,
    unknown: shops.filter(({ id }) => (balances.get(id) ?? null) === null).map(({ name }) => name),
    days,
    shortage: findShortage(days),
    toCome,
    overdue: due.overdue,
  }
}

export type PayoutsView = {
  filters: PayoutFilters
  today: Day
  range: DayRange
  shops: { id: string; name: string }[]
  cash: Cash
  received: { days: ReceivedDay[]; withoutWallet: string[] }
  page: Page<ToComeRow>
  /** Shops whose own payouts show the days from the delivery; the others go by the platform's rule. */
  measured: { name: string; releaseDays: number }[]
  /** Between how many days after the delivery four of five of their payouts came. */
  spreads: { name: string; earlyDays: number; lateDays: number }[]
  /** The weeks ahead, with sales to come; null while too little is known. */
  forecast: PayoutForecast | null
  /** For all pages of the list. */
  listed: ToComeSum
}

export async function getPayoutsFor(
  viewer: Viewer,
  query: Query,
  { now = new Date(), size = ROWS_SHOWN } = {},
): Promise<PayoutsView> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
  const today = localDay(now, timeZone)
  const filters = readPayoutFilters(query, today)
  const { shop, due } = filters
  const range = horizonOf(filters, today)
  return withOrganization(viewer, async (db) => {
    const list = (place: Pick<PayoutFilters, 'after' | 'before'>) =>
      listToCome(db, organizationId, { shop, due, range, ...place }, size)
    const result = await list(filters)
    const gone = result.rows.length === 0 && (filters.after ?? filters.before) !== null
    const cash = await getCash(db, organizationId, { shop, range, elsewhereCents: filters.elsewhereCents })
    const shops = await listShops(db, organizationId)
    const shown = shops.filter(({ id }) => !shop || id === shop)
    const lags = await readLags(db, { organizationId, timeZone, today, shopIds: shown.map(({ id }) => id) })
    return {
      filters,
      today,
      range,
      cash,
      shops,
      listed: sumListed(cash.toCome, due),
      measured: shown.flatMap(({ id, name }) => {
        const releaseDays = lags.get(id)?.releaseDays ?? null
        return releaseDays === null ? [] : [{ name, releaseDays: Math.min(releaseDays, RELEASED_WITHIN_DAYS) }]
      }),
      spreads: shown.flatMap(({ id, name }) => {
        const { earlyDays = null, lateDays = null } = lags.get(id) ?? {}
        return earlyDays === null || lateDays === null ? [] : [{ name, earlyDays, lateDays }]
      }),
      received: await listReceived(db, viewer, filters.received, { shop }),
      forecast: await readPayoutForecast(db, {
        organizationId,
        timeZone,
        today,
        shop,
        weeks: Math.floor(filters.days / 7),
      }),
      page: gone ? await list({ after: null, before: null }) : result,
    }
  })
}

export const listShops = (db: Reader, organizationId: string) =>
  db.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name::text AS name FROM shop WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee' ORDER BY name`
