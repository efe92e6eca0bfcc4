import 'server-only'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import type { Day } from '@/lib/core/dates'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { BEGINNING } from './cost'
import { recostSold } from './costs-effect'
import { writeCost } from './write-cost'

/**
 * Sets what a unit of a product costs: a first cost from the beginning, so that its sold orders take it on, any other from today on. It takes the
 * place of one that was typed today; without an amount that one is taken back, and a cost that held before cannot become unknown. Answers the
 * day from which the cost holds.
 */
export async function setCost(db: Db, actor: Actor, productId: string, costCents: bigint | null): Promise<Day | null> {
  const { organizationId } = actor
  const today = await getLocalToday(db, organizationId)
  const taken = await takeCostsOfToday(db, organizationId, productId, today)
  const isFirst = (await db.productCost.count({ where: { organizationId, productId } })) === 0
  if (costCents === null) {
    if (!isFirst) throw new UserError('invalidInput', { fields: { costCents: ['products.fields.costHeld'] } })
    if (taken !== null) await recostSold(db, actor, [{ productId, taken }], BEGINNING)
    return null
  }
  const from = isFirst ? BEGINNING : today
  await writeCost(db, actor, { productId, fromDay: from, costCents })
  if (isFirst) await recostSold(db, actor, [{ productId, taken }], BEGINNING)
  return from
}

/** Deletes what was typed today; answers the cost from the beginning that was among it. */
async function takeCostsOfToday(db: Db, organizationId: string, productId: string, today: Day): Promise<string | null> {
  const taken = await db.$queryRaw<{ isFirst: boolean; cost: string }[]>`
    DELETE FROM product_cost c USING replaceable_costs(ARRAY[${productId}::uuid], ${today}::date) t
    WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = t.product_id AND c.from_day = t.from_day
    RETURNING c.from_day = ${BEGINNING}::date AS "isFirst", c.cost::text AS cost`
  return taken.find(({ isFirst }) => isFirst)?.cost ?? null
}
