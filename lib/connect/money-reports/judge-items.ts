import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { storedJson } from '@/lib/core/stored-json'
import { judgeWallet } from '@/lib/money/wallet/write-wallet'
import { judgeAdvances } from './advances'
import { judgeEntries } from './bank-entries'
import { judgeFees } from './fee-details'
import { judgeListings } from './listings'
import { judgeListingStats } from './listing-stats'
import { judgeStats } from './shop-stats'
import { followReturn, type ReportedReturn } from './return-words'
import type { ListingChange, MoneyFileType, MoneyOutcome } from './schema'
import { isOfOrder, judgeShopAdjustments } from './shop-adjustments'
import type { Place, StoredOf } from './stored-items'

type Judged = {
  outcome: MoneyOutcome
  isUnknown: boolean
  changes?: ListingChange[]
  /** Another statement has an entry of the day and amount of this one. */
  like?: { end: string; isOnce: boolean }
}
/** `orderUnknown`: what hangs on an order cannot be kept without it. */
export type Verdict = Judged | { outcome: 'failed'; problem: 'orderUnknown' }

type Judges = { [T in MoneyFileType]: (db: Db, place: Place, rows: StoredOf<T>[]) => Promise<Verdict[]> }
const known = (outcome: MoneyOutcome): Verdict => ({ outcome, isUnknown: false })

/** Rows of an income report tell what was paid, or what the fees are made of. */
export const withoutFees = (all: readonly StoredOf<'income'>[]) => ({
  fees: all.flatMap((row) => ('fees' in row ? [row] : [])),
  rows: all.flatMap((row) => ('fees' in row ? [] : [row])),
})

/** The effect of writing each kind of row. */
export const judges: Judges = {
  income: async (db, place, all) => {
    const { fees, rows } = withoutFees(all)
    const ofFees = await judges.affiliates(db, place, fees)
    const named = rows.filter(isOfOrder)
    const judged = await db.$queryRaw<Judged[]>`
      SELECT outcome, order_id IS NULL AS "isUnknown" FROM judge_income(${place.ownerId}::uuid, ${numbered(named)}::jsonb) ORDER BY n`
    const own = await judgeShopAdjustments(
      db,
      place,
      rows.filter((row) => !isOfOrder(row)),
    )
    return all.map((row) => {
      if ('fees' in row) return ofFees.shift()!
      return isOfOrder(row) ? judged.shift()! : known(own.shift()!)
    })
  },
  affiliates: async (db, place, rows) => {
    const outcomes = await judgeFees(db, place, rows)
    const here = await listOrders(
      db,
      place,
      rows.map(({ code }) => code),
    )
    return rows.map(({ code }, i) => ({ outcome: outcomes[i]!, isUnknown: !here.has(code) }))
  },
  wallet: async (db, place, rows) => {
    const outcomes = await judgeWallet(db, place.ownerId, rows)
    const here = await listOrders(
      db,
      place,
      rows.flatMap(({ code }) => code ?? []),
    )
    return rows.map(({ code }, i) => ({ outcome: outcomes[i]!, isUnknown: code !== null && !here.has(code) }))
  },
  returns: async (db, place, rows) => {
    const reported = await listReportedReturns(db, place, rows)
    const here = await listOrders(
      db,
      place,
      rows.map(({ code }) => code),
    )
    return rows.map((row) => {
      const before = reported.get(row.number)
      if (before !== undefined) return known(before && followReturn(before, row) ? 'changed' : 'same')
      return here.has(row.code) ? known('new') : { outcome: 'failed', problem: 'orderUnknown' }
    })
  },
  listings: async (db, place, rows) =>
    (await judgeListings(db, place, rows)).map((judged) => ({ ...judged, isUnknown: false })),
  stats: async (db, place, rows) => (await judgeStats(db, place, rows)).map(known),
  listingStats: async (db, place, rows) => (await judgeListingStats(db, place, rows)).map(known),
  advances: async (db, place, rows) => {
    const outcomes = await judgeAdvances(db, place, rows)
    const here = await listOrders(
      db,
      place,
      rows.map(({ code }) => code),
    )
    return rows.map(({ code }, i) => ({ outcome: outcomes[i]!, isUnknown: !here.has(code) }))
  },
  ads: async (db, { organizationId, ownerId }, rows) => {
    const verdicts: Verdict[] = []
    for (const { day, days, from, report = 'general', isEarlier, rows: items } of rows) {
      const reported = await db.adsSpend.findMany({
        where: { organizationId, shopId: ownerId, day: new Date(day), report },
        orderBy: { itemId: 'asc' },
        omit: { organizationId: true, shopId: true, day: true, report: true },
      })
      // The later of two reports of as many days has the day, in whatever order they come.
      const isKnown = reported.some(({ reportDays, reportFrom }) => {
        if (reportDays !== days) return reportDays < days
        const [was, is] = [reportFrom?.getTime(), from === undefined ? undefined : Date.parse(from)]
        return was !== undefined && is !== undefined && was !== is ? was > is : isEarlier === true
      })
      if (isKnown) verdicts.push(known('same'))
      else
        verdicts.push(
          known(reported.length === 0 ? 'new' : isSame(reported, items, { days, from }) ? 'same' : 'changed'),
        )
    }
    return verdicts
  },
  bank: judgeEntries,
}

export const numbered = (rows: readonly object[]) => storedJson(rows.map((row, n) => ({ ...row, n })))

type ItemAds = {
  itemId: string
  title: string
  spendCents: bigint
  salesCents: bigint | null
  clicks: number | null
  impressions: number | null
}
function isSame(
  existing: (ItemAds & { reportDays: number; reportFrom: Date | null })[],
  items: StoredOf<'ads'>['rows'],
  { days, from }: { days: number; from: Day | undefined },
): boolean {
  if (from && existing.some(({ reportFrom }) => reportFrom && reportFrom.getTime() !== Date.parse(from))) return false
  const line = (one: object) => JSON.stringify(one)
  const ours = existing.map((one) =>
    line([
      one.itemId,
      one.title,
      Number(one.spendCents),
      one.salesCents === null ? null : Number(one.salesCents),
      one.clicks,
      one.impressions,
      one.reportDays,
    ]),
  )
  const theirs = items.map((one) =>
    line([one.item, one.title, one.spendCents, one.salesCents, one.clicks, one.impressions, days]),
  )
  return ours.toSorted().join() === theirs.toSorted().join()
}

async function listOrders(db: Db, { organizationId, ownerId }: Place, codes: string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ code: string }[]>`
    SELECT o.external_code AS code FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee'
      AND o.shop_id = ${ownerId}::uuid AND o.external_code = ANY (${codes}::text[])`
  return new Set(rows.map(({ code }) => code))
}

/** The stored state of these returns: null for one from the platform itself. */
export async function listReportedReturns(db: Db, { organizationId, ownerId }: Place, rows: StoredOf<'returns'>[]) {
  const orderReturns = await db.orderReturn.findMany({
    where: { organizationId, shopId: ownerId, number: { in: rows.map(({ number }) => number) } },
    select: {
      number: true,
      kind: true,
      state: true,
      platformStatus: true,
      reason: true,
      buyerText: true,
      refundCents: true,
      refundStatus: true,
      compensationCents: true,
      dueAt: true,
      fromFile: true,
    },
  })
  return new Map(
    orderReturns.map(({ fromFile, buyerText, platformStatus, refundCents, compensationCents, dueAt, ...one }) => [
      one.number,
      fromFile
        ? ({
            ...one,
            text: buyerText,
            platformStatus: platformStatus ?? 'REQUESTED',
            refund: refundCents === null ? null : Number(refundCents),
            compensationCents: compensationCents === null ? null : Number(compensationCents),
            due: dueAt?.toISOString() ?? null,
          } satisfies ReportedReturn)
        : null,
    ]),
  )
}
