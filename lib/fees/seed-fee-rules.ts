import 'server-only'
import type { Db } from '@/lib/db'
import { brazilFeeHistory } from '@/lib/fees/brazil'
import { rateText } from '@/lib/fees/rounding'
import { newId } from '@/lib/ids'

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)

/** What a new company starts from: Brazil's history, unconfirmed. Runs in the transaction that makes the company. */
export async function seedFeeRules(db: Db, organizationId: string): Promise<void> {
  const rules = brazilFeeHistory.map((terms) => ({ ...terms, id: newId() }))
  await db.feeRule.createMany({
    data: rules.map(({ bands: _bands, parts: _parts, ...rule }) => ({
      ...rule,
      organizationId,
      fromDay: asDate(rule.fromDay),
      toDay: rule.toDay === null ? null : asDate(rule.toDay),
    })),
  })
  await db.feeBand.createMany({
    data: rules.flatMap((rule) =>
      rule.bands.map((band) => ({
        organizationId,
        ruleId: rule.id,
        fromCents: band.fromCents,
        toCents: band.toCents,
        commissionRate: rateText(band.commission),
        serviceRate: rateText(band.service),
        fixedCents: band.fixedCents,
      })),
    ),
  })
  await db.feePart.createMany({
    data: rules.flatMap((rule) =>
      rule.parts.map(({ rate, ...part }) => ({ organizationId, ruleId: rule.id, ...part, rate: rateText(rate) })),
    ),
  })
}
