import 'server-only'
import type { Db } from '@/lib/db'
import { asDate } from '@/lib/expenses/days'
import { rateText } from '@/lib/fees/rounding'
import type { CheapItems, FeeTerms, Provenance } from '@/lib/fees/schema'

type Ruled = Pick<FeeTerms, 'bands' | 'parts'> & { id: string }

/** The bands and parts of rules that have none yet. */
export async function writeLines(db: Db, organizationId: string, rules: readonly Ruled[]): Promise<void> {
  await db.feeBand.createMany({
    data: rules.flatMap(({ id: ruleId, bands }) =>
      bands.map(({ fromCents, toCents, commission, service, fixedCents, ...line }) => ({
        ...{ organizationId, ruleId, fromCents, toCents, fixedCents, ...asColumns(line) },
        ...{ commissionRate: rateText(commission), serviceRate: rateText(service) },
      })),
    ),
  })
  await db.feePart.createMany({
    data: rules.flatMap(({ id: ruleId, parts }) =>
      parts.map(({ kind, rate, fixedCents, basis, capCents, ...line }) => ({
        ...{ organizationId, ruleId, kind, fixedCents, basis, capCents, ...asColumns(line) },
        rate: rateText(rate),
      })),
    ),
  })
}

const asColumns = ({ cheap, origin }: { cheap: CheapItems | null; origin: Provenance }) => ({
  cheapBelowCents: cheap && cheap.belowCents,
  cheapRate: rateText(cheap?.rate ?? 0n),
  ...{
    source: origin.source,
    certainty: origin.certainty,
    readOn: origin.readOn === null ? null : asDate(origin.readOn),
  },
})
