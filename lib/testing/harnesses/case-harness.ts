import { addDays, localDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { DiscrepancyCause, SettlementState } from '@/lib/generated/prisma/enums'
import { writeFound } from './money-harness'
import type { TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'

export const companyToday = () => localDay(new Date(), 'America/Sao_Paulo')

type PlantedCause = {
  cause: DiscrepancyCause
  amount: number
  unconfirmed?: boolean
  facts?: Record<string, string>
}
export type PlantedSettlement = {
  shop: string
  code: string
  day?: Day
  state?: SettlementState
  dueOn?: Day | null
  releasedAt?: string | null
  expected: number | null
  released: number | null
  adjusted?: number
  causes?: PlantedCause[]
  confirmed?: boolean
}

/**
 * The findings of reconciliation, as its job writes them; a repeated code replaces the earlier row. Answers the ids by
 * code.
 */
export async function plantSettlements(company: TestOrganization, planted: PlantedSettlement[]) {
  const { organizationId } = company
  const found = planted.map(({ day = addDays(companyToday(), -20), adjusted = 0, causes = [], ...one }) => {
    const difference = one.expected === null ? sumOf(causes) : (one.released ?? 0) + adjusted - one.expected
    return {
      ...one,
      day,
      adjusted,
      difference,
      causes,
      state: one.state ?? (difference === 0 ? 'reconciled' : 'underpaid'),
      dueOn: one.dueOn ?? addDays(day, 10),
      releasedAt: one.released === null ? null : (one.releasedAt ?? `${addDays(day, 8)}T15:00:00Z`),
    }
  })
  await writeFound(company, found)
  const codes = planted.map(({ code }) => code)
  const settlements = await withOrganization(company, (db) =>
    db.settlement.findMany({
      where: { organizationId, externalCode: { in: codes } },
      select: { id: true, externalCode: true },
    }),
  )
  return Object.fromEntries(settlements.map(({ id, externalCode }) => [externalCode, id])) as Record<string, string>
}

const sumOf = (causes: PlantedCause[]) => causes.reduce((sum, { amount }) => sum + amount, 0)

/** An order of a shop of its own, whose freight was charged too much. */
export async function plantDifference(company: TestOrganization, shop?: string) {
  const code = newId().slice(-14).toUpperCase()
  const place = shop ?? (await addShop(company, newId()))
  const causes = [{ cause: 'freight', amount: -1240 }] as const
  const ids = await plantSettlements(company, [
    { shop: place, code, expected: 30_198, released: 28_958, causes: [...causes] },
  ])
  return { settlementId: ids[code]!, cause: 'freight' as const, code, shop: place }
}
