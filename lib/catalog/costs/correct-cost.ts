import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { tryOut, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { countRecost } from './cost-queries'
import { recostSold } from './costs-effect'
import type { CorrectCostInput, PreviewCostInput } from './schema'
import { writeCost } from './write-cost'

export type CorrectedCost = { orders: number; isRunning: boolean }

/**
 * Sets what a unit cost from a day on, until the day from which another cost is known. Orders of these days take it on where
 * that was asked for: a few at once, many in the worker.
 */
export async function correctCost(actor: Actor, input: CorrectCostInput): Promise<CorrectedCost> {
  const { organizationId } = actor
  const { productId, fromDay, recost } = input
  return writeOnce(actor, async (db) => {
    const before = await requireProduct(db, organizationId, input)
    const cost = await writeCost(db, actor, input)
    const result = recost
      ? await recostSold(db, actor, [{ productId, taken: null }], fromDay)
      : { orders: 0, isRunning: false }
    await recordAudit(db, actor, {
      event: 'product.costCorrected',
      subjectId: productId,
      before: { cost: before },
      after: { cost, fromDay, orders: result.orders },
    })
    return result
  })
}

/** The effect of a correction, measured by making it and undoing it. */
export const previewCost = (actor: Actor, input: PreviewCostInput): Promise<{ orders: number; changeCents: string }> =>
  tryOut(actor, async (db) => {
    await requireProduct(db, actor.organizationId, input)
    await writeCost(db, actor, input)
    const { orders, changeCents } = await countRecost(db, input.productId, input.fromDay)
    return { orders, changeCents: changeCents.toString() }
  })

async function requireProduct(db: Db, organizationId: string, { productId, fromDay }: PreviewCostInput) {
  const product = await db.product.findUnique({
    where: { organizationId_id: { organizationId, id: productId } },
    select: { components: { take: 1, select: { componentId: true } } },
  })
  if (!product) throw new UserError('notFound')
  if (fromDay > (await getLocalToday(db, organizationId)))
    throw new UserError('invalidInput', { fields: { fromDay: ['purchases.fields.dayAhead'] } })
  const held = await db.productCost.findFirst({
    where: { organizationId, productId, fromDay: { lte: asDate(fromDay) } },
    select: { cost: true },
    orderBy: { fromDay: 'desc' },
  })
  return held?.cost.toFixed(6) ?? null
}
