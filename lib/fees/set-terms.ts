import 'server-only'
import { recordAudit } from '@/lib/audit/record'
import { addDays, type Day } from '@/lib/dates'
import { writeOnce, type Actor, type Db } from '@/lib/db'
import { UserError } from '@/lib/errors'
import { asDate } from '@/lib/expenses/days'
import { askForCheck } from '@/lib/fees/confirm-rules'
import { markDays } from '@/lib/fees/mark-days'
import { listShopTerms } from '@/lib/fees/shop-terms'
import { askForEstimates } from '@/lib/fees/refresh-estimates'
import { rateText } from '@/lib/fees/rounding'
import type { RemoveShopTermsInput, SetShopTermsInput } from '@/lib/fees/rule-schema'
import { lastDay } from '@/lib/fees/rule-spans'
import { isSameTerms, type ShopTerms, type TermsOfDay } from '@/lib/fees/terms'
import { enqueueReconcile } from '@/lib/reconciliation/mark'

/** What a shop takes part in from a day on. Orders from that day until the next are reconciled anew. */
export const setShopTerms = (actor: Actor, { shopId, fromDay, seen, ...terms }: SetShopTermsInput) =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const stood = await claimTerms(db, organizationId, shopId, fromDay, seen)
    const where = { organizationId, shopId, fromDay: asDate(fromDay) }
    const data = asColumns(terms)
    if (seen) await db.shopTerms.updateMany({ where, data })
    else await db.shopTerms.create({ data: { ...where, ...data }, select: { fromDay: true } })
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

const traceOf = ({ adsTopUpRate, ...terms }: TermsOfDay) => ({ ...terms, adsTopUpRate: rateText(adsTopUpRate) })
/** The build of before reads whether there is a share at all. */
const asColumns = (terms: TermsOfDay) => ({ ...traceOf(terms), adsTopUp: terms.adsTopUpRate > 0n })

/** Terms have no version: what the form showed of that day stands for it, one change of a shop at a time. */
async function claimTerms(db: Db, organizationId: string, shopId: string, fromDay: Day, seen: TermsOfDay | null) {
  const [shop] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM shop WHERE organization_id = ${organizationId}::uuid AND id = ${shopId}::uuid AND platform = 'shopee' FOR UPDATE`
  if (!shop) throw new UserError('notFound')
  const terms = (await listShopTerms(db, organizationId)).get(shopId) ?? []
  const stands = terms.find((each) => each.fromDay === fromDay) ?? null
  if (!isSameTerms(stands, seen)) throw new UserError('staleVersion')
  return terms
}

type Changed = { shopId: string; fromDay: Day; stood: ShopTerms[] }

async function follow(db: Db, organizationId: string, { shopId, fromDay, stood }: Changed) {
  const next = stood.map((each) => each.fromDay).filter((day) => day > fromDay)
  const to = next[0] ? addDays(next[0], -1) : lastDay
  const span = { shopId, from: fromDay, to }
  await markDays(db, organizationId, [span])
  await askForEstimates(db, organizationId, [span])
  await enqueueReconcile(db, organizationId)
  await askForCheck(db, organizationId)
  return { fromDay }
}
