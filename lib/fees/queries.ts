import 'server-only'
import type { Db } from '@/lib/db'
import { rateFromText } from '@/lib/fees/rounding'
import { feeProgrammes, type FeeRule } from '@/lib/fees/schema'

const asDay = (date: Date) => date.toISOString().slice(0, 10)

/** Every rule of the company with its bands, oldest first: few rows, so ruleOn picks from all of them. */
export async function listFeeRules(db: Db, organizationId: string): Promise<FeeRule[]> {
  const rules = await db.feeRule.findMany({
    where: { organizationId },
    select: {
      id: true,
      platform: true,
      name: true,
      fromDay: true,
      toDay: true,
      sellerType: true,
      programme: true,
      basis: true,
      capCents: true,
      confirmedBy: true,
      version: true,
      bands: {
        select: { fromCents: true, toCents: true, commissionRate: true, serviceRate: true, fixedCents: true },
        orderBy: { fromCents: 'asc' },
      },
    },
    orderBy: [{ fromDay: 'asc' }, { id: 'asc' }],
  })
  return rules.map(({ bands, ...rule }) => ({
    ...rule,
    fromDay: asDay(rule.fromDay),
    toDay: rule.toDay && asDay(rule.toDay),
    programme: feeProgrammes.find((programme) => programme === rule.programme) ?? 'standard',
    bands: bands.map((band) => ({
      fromCents: band.fromCents,
      toCents: band.toCents,
      commission: rateFromText(band.commissionRate.toFixed(6)),
      service: rateFromText(band.serviceRate.toFixed(6)),
      fixedCents: band.fixedCents,
    })),
  }))
}
