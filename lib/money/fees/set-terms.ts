import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { addDays, type Day } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { enqueueRuleCheck } from '@/lib/money/fees/confirm-rules'
import { markDays } from '@/lib/money/fees/mark-days'
import { listShopTerms } from '@/lib/money/fees/shop-terms'
import { enqueueEstimates } from '@/lib/money/fees/refresh-estimates'
import { rateText } from '@/lib/core/rounding'
import type { RemoveShopTermsInput, SetShopTermsInput } from '@/lib/money/fees/rule-schema'
import { lastDay } from '@/lib/money/fees/rule-spans'
import { isSameTerms, type ShopTerms, type TermsOfDay } from '@/lib/money/fees/terms'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'

/** A shop's programmes from a day on. Orders from that day until the next are reconciled again. */
export const setShopTerms = (actor: Actor, { shopId, fromDay, seen, ...terms }: SetShopTermsInput) =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const stood = await claimTerms(db, organizationId, shopId, fromDay, seen)
    await writeTerms(db, { organizationId, shopId, fromDay }, terms)
    await recordAudit(db, actor, {
      event: 'shopTerms.set',
      subjectId: shopId,
      ...(seen && { before: { fromDay, ...traceOf(seen) } }),
      after: { fromDay, ...traceOf(terms) },
    })
    return follow(db, organizationId, { shopId, fromDay, stood })
  })

export const removeShopTerms = (actor: Actor, { shopId, fromDay, seen }: RemoveShopTermsInput) =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const stood = await claimTerms(db, organizationId, shopId, fromDay, seen)
    await db.shopTerms.deleteMany({ where: { organizationId, shopId, fromDay: asDate(fromDay) } })
    await recordAudit(db, actor, {
      event: 'shopTerms.removed',
      subjectId: shopId,
      before: { fromDay, ...traceOf(seen) },
    })
    return follow(db, organizationId, { shopId, fromDay, stood })
  })

export const traceOf = ({ adsTopUpRate, ...terms }: TermsOfDay) => ({ ...terms, adsTopUpRate: rateText(adsTopUpRate) })
const asColumns = ({ denied = [], ...terms }: TermsOfDay) => ({ ...traceOf(terms), denied: [...denied] })

/** As they hold from that day on, whether something was said of it before or not. */
export async function writeTerms(
  db: Db,
  { organizationId, shopId, fromDay }: { organizationId: string; shopId: string; fromDay: Day },
  terms: TermsOfDay,
): Promise<void> {
  const key = { organizationId, shopId, fromDay: asDate(fromDay) }
  const data = asColumns(terms)
  await db.shopTerms.upsert({
    where: { organizationId_shopId_fromDay: key },
    create: { ...key, ...data },
    update: data,
    select: { fromDay: true },
  })
}

/** One change of a shop's terms at a time; answers what was said of it. */
export async function claimShop(db: Db, organizationId: string, shopId: string): Promise<ShopTerms[]> {
  const [shop] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM shop WHERE organization_id = ${organizationId}::uuid AND id = ${shopId}::uuid AND platform = 'shopee' FOR UPDATE`
  if (!shop) throw new UserError('notFound')
  return (await listShopTerms(db, organizationId)).get(shopId) ?? []
}

/** Terms have no version: what the form showed of that day stands for it, one change of a shop at a time. */
async function claimTerms(db: Db, organizationId: string, shopId: string, fromDay: Day, seen: TermsOfDay | null) {
  const terms = await claimShop(db, organizationId, shopId)
  const stands = terms.find((each) => each.fromDay === fromDay) ?? null
  if (!isSameTerms(stands, seen)) throw new UserError('staleVersion')
  return terms
}

type Changed = { shopId: string; fromDay: Day; stood: ShopTerms[] }

export async function follow(db: Db, organizationId: string, { shopId, fromDay, stood }: Changed) {
  const next = stood.map((each) => each.fromDay).filter((day) => day > fromDay)
  const to = next[0] ? addDays(next[0], -1) : lastDay
  const span = { shopId, from: fromDay, to }
  await markDays(db, organizationId, [span])
  await enqueueEstimates(db, organizationId, [span])
  await enqueueReconcile(db, organizationId)
  await enqueueRuleCheck(db, organizationId)
  return { fromDay }
}
