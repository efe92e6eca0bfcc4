import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import type { Day } from '@/lib/core/dates'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { newId } from '@/lib/core/ids'
import { enqueueJob } from '@/lib/core/queue/task'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { costFromCents } from '../products/cost'
import { countRecost, type Recost } from './cost-queries'
import { recostTask } from './recost'
import type { CorrectCostInput, PreviewCostInput } from './schema'

/** More orders than this take the worker some while. */
const ORDERS_IN_PLACE = 200

export type CorrectedCost = { orders: number; runId: string | null }

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
    const { orders } = recost ? await countRecost(db, productId, fromDay) : { orders: 0 }
    await recordAudit(db, actor, {
      event: 'product.costCorrected',
      subjectId: productId,
      before: { cost: before },
      after: { cost, fromDay, orders },
    })
    if (orders === 0) return { orders, runId: null }
    if (orders > ORDERS_IN_PLACE) return { orders, runId: await planRecost(db, actor, { productId, fromDay, orders }) }
    await db.$queryRaw`SELECT recost_orders(${productId}::uuid, ${fromDay}::date, ${ORDERS_IN_PLACE})`
    return { orders, runId: null }
  })
}

class RollBack extends Error {}

/** The effect of a correction, measured by making it and rolling back. */
export async function previewCost(
  actor: Actor,
  input: PreviewCostInput,
): Promise<{ orders: number; changeCents: string }> {
  let recost: Recost = { orders: 0, changeCents: 0n }
  await withOrganization(actor, async (db) => {
    await requireProduct(db, actor.organizationId, input)
    await writeCost(db, actor, input)
    recost = await countRecost(db, input.productId, input.fromDay)
    throw new RollBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error
  })
  return { orders: recost.orders, changeCents: recost.changeCents.toString() }
}

async function writeCost(db: Db, { organizationId, userId }: Actor, input: PreviewCostInput): Promise<string> {
  const cost = costFromCents(input.costCents)
  const key = { organizationId, productId: input.productId, fromDay: asDate(input.fromDay) }
  const row = { cost, source: 'typed', receiptId: null, createdBy: userId }
  await db.productCost.upsert({
    where: { organizationId_productId_fromDay: key },
    create: { ...key, ...row },
    update: row,
    select: { fromDay: true },
  })
  return cost
}

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

async function planRecost(db: Db, actor: Actor, run: { productId: string; fromDay: Day; orders: number }) {
  const { organizationId, userId } = actor
  const { productId, fromDay, orders } = run
  const id = newId()
  await db.recostRun.create({
    data: { organizationId, id, productId, fromDay: asDate(fromDay), total: orders, createdBy: userId },
    select: { id: true },
  })
  await enqueueJob(db, recostTask, { runId: id, userId }, `recost:${id}`)
  return id
}
