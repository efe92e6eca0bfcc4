import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { newId } from '@/lib/core/ids'
import { newerPublished, takePublished } from '@/lib/money/fees/newer-published'
import { listFeeRules } from '@/lib/money/fees/queries'
import { followRules, traceOf } from '@/lib/money/fees/save-rule'
import type { TakePublishedInput } from '@/lib/money/fees/rule-schema'
import type { FeeRule } from '@/lib/money/fees/schema'
import { insertRules } from '@/lib/money/fees/write-rules'

/** A published table takes the place of what a company edited, on the table's days. */
export const takePublishedRule = (actor: Actor, { key }: TakePublishedInput) =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    await db.$queryRaw`SELECT 1 FROM fee_rule WHERE organization_id = ${organizationId}::uuid ORDER BY id FOR UPDATE`
    const rules = await listFeeRules(db, organizationId)
    const table = newerPublished(rules, ['cnpj', 'cpf']).find(({ published }) => published === key)
    // Taken by somebody else meanwhile, or answered by a version.
    if (!table) throw new UserError('staleVersion')
    const { changed, added } = takePublished(rules, table, newId)
    for (const rule of changed) await move(db, organizationId, rule)
    await insertRules(db, organizationId, added)
    const [taken] = added
    await recordAudit(db, actor, {
      event: 'feeRule.versioned',
      subjectId: taken!.id,
      after: { ...traceOf(taken!), replaces: changed.map(({ id }) => id) },
    })
    const next = [...rules.map((rule) => changed.find(({ id }) => id === rule.id) ?? rule), ...added]
    await followRules(db, organizationId, next, new Set(added.map(({ id }) => id)))
    return { id: taken!.id }
  })

const move = (db: Db, organizationId: string, { id, fromDay, toDay }: FeeRule) =>
  db.feeRule.updateMany({
    where: { organizationId, id },
    data: { fromDay: asDate(fromDay), toDay: toDay && asDate(toDay), version: { increment: 1 } },
  })
