import { withOrganization } from '@/lib/core/db'
import type { ActionResult } from '@/lib/core/errors'
import type { placeOrderInput } from '@/lib/sales/orders/schema'
import type { z } from 'zod'
import { inspect } from './database'
import { createTestOrganization, signInAs, type TestOrganization } from '../factories/factories'
import { addStockedProduct } from '../factories/stocked-product'

export type OrderInput = z.input<typeof placeOrderInput>
type Level = { on_hand: number; reserved: number }

export const channelOf = async ({ organizationId }: { organizationId: string }) =>
  withOrganization({ organizationId }, async (db) => {
    const where = { organizationId }
    return (await db.channel.findFirstOrThrow({ where, select: { id: true } })).id
  })

export async function orderOf(
  company: TestOrganization,
  lines: [productId: string, quantity: number][],
  more: Partial<OrderInput> = {},
): Promise<OrderInput> {
  return {
    channelId: await channelOf(company),
    status: 'pending',
    customerName: null,
    note: null,
    seenTotalCents: null,
    lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
    ...more,
  }
}

export function dataOf<T>(result: ActionResult<T>): T {
  if (!result.ok) throw new Error(`${result.error} ${JSON.stringify(result.values ?? result.fields ?? {})}`)
  return result.data
}

export const levelOf = async ({ organizationId }: { organizationId: string }, productId: string): Promise<Level> =>
  (
    await inspect<Level>(
      organizationId,
      'SELECT on_hand::int, reserved::int FROM stock_level WHERE organization_id = $1 AND product_id = $2',
      [organizationId, productId],
    )
  )[0]!

export const ledgerOf = async ({ organizationId }: { organizationId: string }, productId: string): Promise<Level> =>
  (
    await inspect<Level>(
      organizationId,
      'SELECT sum(on_hand_delta)::int AS on_hand, sum(reserved_delta)::int AS reserved FROM stock_movement WHERE organization_id = $1 AND product_id = $2',
      [organizationId, productId],
    )
  )[0]!

export const countOrders = async ({ organizationId }: { organizationId: string }) =>
  (await inspect<{ n: number }>(organizationId, 'SELECT count(*)::int AS n FROM orders'))[0]!.n

const written = ['orders', 'order_item', 'stock_movement', 'sales_day_delta', 'audit_event', 'idempotency']

// The owner's own policies show some of these tables across organizations, so each count names its own.
export const countWrites = async ({ organizationId }: { organizationId: string }) => {
  const counts = written.map((table) => `(SELECT count(*) FROM ${table} WHERE organization_id = $1)`)
  return (await inspect<{ n: number }>(organizationId, `SELECT ${counts.join(' + ')} AS n`, [organizationId]))[0]!.n
}

export async function stockedCompany(onHand = 10) {
  const company = await createTestOrganization()
  const product = await addStockedProduct(company, { sku: 'GAR-1L', priceCents: 6_490n, onHand, cost: '12.345678' })
  await signInAs(company.owner)
  return { company, product }
}
