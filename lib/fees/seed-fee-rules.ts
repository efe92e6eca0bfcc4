import 'server-only'
import type { Db } from '@/lib/db'
import { brazilFeeHistory } from '@/lib/fees/brazil'
import { writeLines } from '@/lib/fees/write-lines'
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
  await writeLines(db, organizationId, rules)
}
