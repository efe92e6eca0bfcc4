import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { localDay } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { newId } from '@/lib/core/ids'
import { enqueueRuleCheck } from '@/lib/money/fees/confirm-rules'
import { markDays } from '@/lib/money/fees/mark-days'
import { countOrdersIn, listFeeRules } from '@/lib/money/fees/queries'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { enqueueEstimates } from '@/lib/money/fees/refresh-estimates'
import { rateText } from '@/lib/core/rounding'
import type { SaveFeeRuleInput } from '@/lib/money/fees/rule-schema'
import { ruleSpans } from '@/lib/money/fees/rule-spans'
import { corrected, mayBegin, readTerms, withVersion } from '@/lib/money/fees/rule-versions'
import type { CheapItems, FeeCertainty, FeeRule } from '@/lib/money/fees/schema'
import { insertRules, writeLines } from '@/lib/money/fees/write-rules'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'

type Saved = { id: string; version: number }

/**
 * Another version of a rule from a day on, or the rule itself where no order used it. Orders of its days are reconciled
 * again.
 */
export const saveFeeRule = (actor: Actor, input: SaveFeeRuleInput): Promise<Saved> =>
  writeOnce(actor, (db) => saveRule(db, actor, input))

export async function saveRule(
  db: Db,
  actor: Actor,
  input: SaveFeeRuleInput,
  certainty: FeeCertainty = 'open',
): Promise<Saved> {
  const { organizationId } = actor
  const base = await claimRule(db, organizationId, input)
  const rules = await listFeeRules(db, organizationId)
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const terms = readTerms(input, base, { source: '', readOn: localDay(new Date(), timeZone), certainty })
  const { fromDay } = input
  if (fromDay !== null && !mayBegin(base, fromDay))
    throw new UserError('invalidInput', { fields: { fromDay: ['fees.fields.fromDayOutside'] } })
  if (fromDay === null && (await isUsed(db, organizationId, base.id))) throw new UserError('feeRuleUsed')
  const saved: FeeRule =
    fromDay === null
      ? { ...base, ...terms, version: base.version + 1 }
      : { ...base, ...terms, fromDay, id: newId(), version: 1, confirmedBy: 0, published: null }
  const next = fromDay === null ? corrected(rules, saved) : withVersion(rules, base, saved)
  if (fromDay === null) await replaceTerms(db, organizationId, saved)
  else
    await addVersion(
      db,
      organizationId,
      saved,
      next.find(({ id }) => id === base.id)!,
    )
  await recordAudit(db, actor, {
    event: fromDay === null ? 'feeRule.corrected' : 'feeRule.versioned',
    subjectId: saved.id,
    before: traceOf(base),
    after: { ...traceOf(saved), ...(fromDay !== null && { replaces: base.id }) },
  })
  await followRules(db, organizationId, next, new Set([saved.id]))
  return { id: saved.id, version: saved.version }
}

/** The orders of the days of new or changed rules are calculated again, by the rules as they are then. */
export async function followRules(
  db: Db,
  organizationId: string,
  rules: readonly FeeRule[],
  changed: ReadonlySet<string>,
): Promise<void> {
  const spans = ruleSpans(rules, await listFeeShops(db, organizationId)).filter(({ ruleId }) => changed.has(ruleId))
  await markDays(db, organizationId, spans)
  await enqueueEstimates(db, organizationId, spans)
  await enqueueReconcile(db, organizationId)
  await enqueueRuleCheck(db, organizationId)
}

/** One change of a rule at a time, each from the version its form showed. */
async function claimRule(db: Db, organizationId: string, { id, version }: Pick<SaveFeeRuleInput, 'id' | 'version'>) {
  const { count } = await db.feeRule.updateMany({
    where: { organizationId, id, version },
    data: { version: { increment: 1 } },
  })
  const rule = (await listFeeRules(db, organizationId)).find((each) => each.id === id)
  if (!rule) throw new UserError('notFound')
  if (count === 0) throw new UserError('staleVersion')
  return { ...rule, version }
}

/** An order of its days, of a shop that it holds for. */
async function isUsed(db: Db, organizationId: string, ruleId: string): Promise<boolean> {
  const spans = ruleSpans(await listFeeRules(db, organizationId), await listFeeShops(db, organizationId))
  return (
    (await countOrdersIn(
      db,
      organizationId,
      spans.filter((span) => span.ruleId === ruleId),
    )) > 0n
  )
}

async function addVersion(db: Db, organizationId: string, saved: FeeRule, ended: FeeRule) {
  await db.feeRule.updateMany({
    where: { organizationId, id: ended.id },
    data: { toDay: ended.toDay && asDate(ended.toDay) },
  })
  await insertRules(db, organizationId, [saved])
}

async function replaceTerms(db: Db, organizationId: string, saved: FeeRule) {
  const { id, name, basis, rounding, capCents } = saved
  await db.feeRule.updateMany({ where: { organizationId, id }, data: { name, basis, rounding, capCents } })
  await db.feeBand.deleteMany({ where: { organizationId, ruleId: id } })
  await db.feePart.deleteMany({ where: { organizationId, ruleId: id } })
  await writeLines(db, organizationId, [saved])
}

const cheapTrace = (cheap: CheapItems | null) => ({ cheap: cheap && { ...cheap, rate: rateText(cheap.rate) } })
export const traceOf = ({ name, fromDay, toDay, basis, rounding, capCents, bands, parts }: FeeRule) => ({
  name,
  fromDay,
  toDay,
  basis,
  rounding,
  capCents,
  bands: bands.map(({ commission, service, cheap, origin: _, ...band }) => ({
    ...band,
    ...cheapTrace(cheap),
    commission: rateText(commission),
    service: rateText(service),
  })),
  parts: parts.map(({ rate, cheap, origin: _, ...part }) => ({ ...part, ...cheapTrace(cheap), rate: rateText(rate) })),
})
