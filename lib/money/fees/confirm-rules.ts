import 'server-only'
import { withOrganization, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { checkRule } from '@/lib/money/fees/check-rule'
import { listChargedOrders } from '@/lib/money/fees/charged-orders'
import { markDays } from '@/lib/money/fees/mark-days'
import { observeRule } from '@/lib/money/fees/observe-rule'
import { writeObserved, type Observed } from '@/lib/money/fees/observed'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listFeeShops, type KnownShop } from '@/lib/money/fees/shop-terms'
import { isReplaced } from '@/lib/money/fees/rule-versions'
import { lastDay, ruleSpans, type RuleSpan } from '@/lib/money/fees/rule-spans'
import { enqueueEstimates } from '@/lib/money/fees/refresh-estimates'
import type { FeeRule } from '@/lib/money/fees/schema'
import {
  readParticipation,
  shopsWithFewCharged,
  seenParticipation,
  withParticipation,
  writeParticipation,
  type SeenParticipation,
} from '@/lib/money/fees/seen-participation'
import { enqueueJob } from '@/lib/core/queue/task'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'

export const confirmRulesTask = 'confirm-fee-rules'
/** One waits for each company, however many reasons there are. */
export const enqueueRuleCheck = (db: Db, organizationId: string) =>
  enqueueJob(db, confirmRulesTask, {}, `${confirmRulesTask}:${organizationId}`)

const readMs = 60_000

/**
 * Compares the charged orders of each shop with the rules of their days, and records the confirmed rules and other
 * observations. Orders whose rule became confirmed, or is so no more, are reconciled again.
 */
export async function confirmRules(organizationId: string): Promise<{ checked: number; turned: number }> {
  const { rules, shops } = await withOrganization({ organizationId }, async (db) => ({
    rules: (await listFeeRules(db, organizationId)).filter((rule) => rule.platform === 'shopee' && !isReplaced(rule)),
    shops: await listFeeShops(db, organizationId),
  }))
  let [checked, turned] = [0, 0]
  const fewBefore = await listFewCharged(organizationId)
  for (const shop of shops)
    for (const rule of rules) {
      const spans = ruleSpans(rules, [shop]).filter(({ ruleId }) => ruleId === rule.id)
      if (spans.length === 0) continue
      const inView = await checkIn(organizationId, rule, shop, spans)
      if (inView) checked++
      if (inView?.turned) turned++
    }
  const fewNow = await listFewCharged(organizationId)
  for (const { id } of shops)
    if (fewBefore.has(id) !== fewNow.has(id)) {
      await withOrganization({ organizationId }, (db) => markProtected(db, organizationId, id))
      turned++
    }
  await withOrganization({ organizationId }, async (db) => {
    await countConfirmed(db, organizationId)
    if (turned > 0) await enqueueReconcile(db, organizationId)
  })
  return { checked, turned }
}

async function checkIn(organizationId: string, rule: FeeRule, shop: KnownShop, spans: RuleSpan[]) {
  return withOrganization(
    { organizationId },
    async (db) => {
      const orders = []
      for (const span of spans) orders.push(...(await listChargedOrders(db, organizationId, span, shop.counted)))
      const where = { organizationId_ruleId_shopId: { organizationId, ruleId: rule.id, shopId: shop.id } }
      const before = await db.feeRuleCheck.findUnique({ where, select: { isConfirmed: true, programmes: true } })
      if (orders.length === 0 && !before) return null
      const programmes = seenParticipation(orders, rule)
      const asIf = orders.map((order) => ({ ...order, terms: withParticipation(order.terms, programmes, order.day) }))
      const check = checkRule(asIf, rule, before?.isConfirmed)
      const days = orders.map(({ day }) => day).toSorted()
      const seen = check.isConfirmed ? null : observeRule(asIf, rule)
      const observed: Observed | null = seen && { ...seen, fromDay: days[0]!, toDay: days.at(-1)! }
      const data = {
        ...check,
        programmes: writeParticipation(programmes),
        observed: observed ? writeObserved(observed) : Prisma.DbNull,
        checkedAt: new Date(),
      }
      await db.feeRuleCheck.upsert({
        where,
        create: { organizationId, ruleId: rule.id, shopId: shop.id, ...data },
        update: data,
      })
      const participation = readParticipation(before?.programmes)
      const isSameText = textOf(participation) === textOf(programmes)
      const hasTurned = (before?.isConfirmed ?? false) !== check.isConfirmed
      if (hasTurned) await markRule(db, organizationId, rule.id, shop.id)
      // A participation is taken for granted from its first day on, under the rules after this one too.
      const [from] = [...participation, ...programmes].map(({ since }) => since).toSorted()
      const span = from && { shopId: shop.id, from, to: lastDay }
      if (!isSameText && span) {
        await markDays(db, organizationId, [span])
        await enqueueEstimates(db, organizationId, [span])
      }
      return { turned: hasTurned || !isSameText }
    },
    readMs,
  )
}

/** From which day on which participations are taken for granted. */
const textOf = (programmes: readonly SeenParticipation[]) =>
  programmes.map(({ kind, since, rate }) => `${kind} ${since} ${rate}`).join()

const listFewCharged = async (organizationId: string) =>
  shopsWithFewCharged(
    await withOrganization({ organizationId }, (db) =>
      db.feeRuleCheck.findMany({
        where: { organizationId },
        select: { shopId: true, matched: true, differing: true },
      }),
    ),
  )

/** The fee for easy returns is taken for granted on a shop's first orders alone. */
const markProtected = (db: Db, organizationId: string, shopId: string) => db.$executeRaw`
  INSERT INTO reconcile_due (organization_id, shop_id, external_code)
  SELECT s.organization_id, s.shop_id, s.external_code FROM settlement s
  WHERE s.organization_id = ${organizationId}::uuid AND s.shop_id = ${shopId}::uuid AND EXISTS (
    SELECT FROM money_line l WHERE l.organization_id = ${organizationId}::uuid AND l.order_id = s.order_id AND l.kind = 'protection')
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`

/** Settlements say whether their rule is confirmed. */
const markRule = (db: Db, organizationId: string, ruleId: string, shopId: string) => db.$executeRaw`
  INSERT INTO reconcile_due (organization_id, shop_id, external_code)
  SELECT s.organization_id, s.shop_id, s.external_code FROM settlement s
  WHERE s.organization_id = ${organizationId}::uuid AND s.rule_id = ${ruleId}::uuid AND s.shop_id = ${shopId}::uuid
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`

const countConfirmed = (db: Db, organizationId: string) => db.$executeRaw`
  UPDATE fee_rule r SET confirmed_by = c.orders FROM (
    SELECT f.id, coalesce(sum(k.matched) FILTER (WHERE k.is_confirmed), 0)::int AS orders FROM fee_rule f
    LEFT JOIN fee_rule_check k ON k.organization_id = ${organizationId}::uuid AND k.rule_id = f.id
    WHERE f.organization_id = ${organizationId}::uuid GROUP BY 1
  ) c
  WHERE r.organization_id = ${organizationId}::uuid AND r.id = c.id AND r.confirmed_by <> c.orders`
