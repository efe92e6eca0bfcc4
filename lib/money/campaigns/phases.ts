import 'server-only'
import { addDays, daysBetween, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { listFeeRules } from '@/lib/money/fees/queries'
import { ruleSpans } from '@/lib/money/fees/rule-spans'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { readShopListings, type PricedListing } from '@/lib/money/prices/desk-rows'

/** Days of a campaign with one fee rule, and the shop's listings by it; null where no rule holds. */
export type Phase = { from: Day; days: number; listings: PricedListing[] | null }

/** A campaign's days cut where another rule begins. */
export async function readPhases(
  db: Db,
  organizationId: string,
  { shopId, fromDay, toDay }: { shopId: string; fromDay: Day; toDay: Day },
  today: Day,
): Promise<Phase[]> {
  const shops = (await listFeeShops(db, organizationId)).filter(({ id }) => id === shopId)
  const turns = ruleSpans(await listFeeRules(db, organizationId), shops)
    .flatMap(({ from }) => (from > fromDay && from <= toDay ? [from] : []))
    .toSorted()
  const starts = [fromDay, ...turns]
  const phases: Phase[] = []
  for (const [at, from] of starts.entries()) {
    const days = daysBetween(from, starts[at + 1] ?? addDays(toDay, 1))
    phases.push({
      from,
      days,
      listings: await readShopListings(db, organizationId, { shop: shopId, day: from, today }),
    })
  }
  return phases
}
