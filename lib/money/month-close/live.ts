import 'server-only'
import type { AdsGap } from '../ads/coverage'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { heldBy } from '@/lib/identity/settings/held-by'
import { listReceived } from '../payouts/received'
import { listResultFacts } from '../profit/queries'
import { noFacts, resultOf } from '../profit/result-lines'
import type { Month } from './calendar'
import { figuresOf, type Figures, type MonthMoney } from './figures'

export type Books = { organizationId: string; timeZone: string; entity: string }

export type LiveMonths = {
  figures: (month: Month) => Figures
  /** The shops and days without a report of ads. */
  adsGaps: (month: Month) => readonly AdsGap[]
  /** The shops whose ads count as zero, although no member said that they do not advertise. */
  adsUnsaid: (month: Month) => readonly string[]
}

/** The figures of each month as they are now: those of the result (lib/money/profit) and of the settlements, with as many statements whatever the orders. Until `today` ads are asked for, as the panel does. */
export async function readLiveFigures(db: Db, books: Books, range: DayRange, today?: Day): Promise<LiveMonths> {
  const { organizationId, entity } = books
  const facts = await listResultFacts(db, organizationId, range, { shop: null, channel: null, entity }, today)
  const settled = await listSettled(db, books, range)
  const cash = await listCash(db, books, range)
  const factsOf = (month: Month) => facts.get(month) ?? noFacts
  const figures = (month: Month) => {
    const { money, ...rest } = factsOf(month)
    // Where nothing of the marketplace is known of a month, or no payout of it or later, that nothing came is not known either.
    const isKnown = cash !== null && settled.has(month) && month <= cash.knownUntil
    const came = cash?.months.get(month) ?? (isKnown ? 0n : null)
    const paid: MonthMoney = { settled: settled.get(month) ?? null, cash: came }
    return figuresOf(resultOf({ money, ...rest }), money, paid)
  }
  return { figures, adsGaps: (month) => factsOf(month).adsGaps, adsUnsaid: (month) => factsOf(month).adsUnsaid }
}

type SettledRow = NonNullable<MonthMoney['settled']> & { month: Month }

async function listSettled(db: Db, { organizationId, entity }: Books, { from, to }: DayRange) {
  const rows = await db.$queryRaw<SettledRow[]>`
    SELECT to_char(date_trunc('month', d.day), 'YYYY-MM-DD') AS month, sum(d.orders)::bigint AS orders, sum(d.expected_cents)::bigint AS expected,
      sum(d.released_cents + d.adjusted_cents)::bigint AS paid, sum(d.difference_cents)::bigint AS difference,
      sum(d.unexplained_cents)::bigint AS unexplained
    FROM settlement_day d WHERE d.organization_id = ${organizationId}::uuid AND d.day BETWEEN ${from}::date AND ${to}::date
      AND ${heldBy(entity, { outlet: Prisma.sql`d.shop_id`, day: Prisma.sql`d.day` })}
    GROUP BY 1 HAVING sum(d.orders) > 0`
  return new Map(rows.map(({ month, ...sums }) => [month, sums]))
}

type Cash = { months: Map<Month, bigint>; knownUntil: Day }

/** The payouts by the day they arrived, and the last known one; null where the entity has no shop of the marketplace. */
async function listCash(db: Db, books: Books, range: DayRange): Promise<Cash | null> {
  const { days, shops, knownUntil } = await listReceived(db, books, range, { entity: books.entity })
  if (shops === 0) return null
  const months = new Map<Month, bigint>()
  for (const { day, cents } of days) {
    const month = `${day.slice(0, 7)}-01`
    months.set(month, (months.get(month) ?? 0n) + cents)
  }
  return { months, knownUntil: knownUntil ?? '' }
}

/**
 * The first day of a sale; null where the entity never sold. An import marked as history needs no close: with it, the
 * first of the others.
 */
export async function findFirstSale(db: Db, { organizationId, entity }: Books): Promise<Day | null> {
  const org = Prisma.sql`organization_id = ${organizationId}::uuid`
  const own = (day: Prisma.Sql) => heldBy(entity, { outlet: Prisma.sql`outlet_id`, day })
  const [row] = await db.$queryRaw<[{ day: Day | null }]>`
    SELECT CASE WHEN EXISTS (
      SELECT 1 FROM import WHERE ${org} AND kind = 'orders' AND options @> '{"isHistory": true}'
    ) THEN (SELECT min(local_day) FROM orders WHERE ${org} AND ${own(Prisma.sql`local_day`)} AND NOT is_history)
    ELSE least((SELECT min(day) FROM sales_day WHERE ${org} AND ${own(Prisma.sql`day`)}),
      (SELECT min(day) FROM sales_day_delta WHERE ${org} AND ${own(Prisma.sql`day`)})) END::text AS day`
  return row.day
}
