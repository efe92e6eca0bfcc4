import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { TestOrganization } from '../factories/factories'
import { channelOf } from '../harnesses/order-harness'
import { addStockedProduct } from '../factories/stocked-product'

/** A manual order of one product, as its function makes it. */
async function placed(company: TestOrganization, status: 'pending' | 'shipped', quantity = 1) {
  const productId = await addStockedProduct(company, { sku: newId(), priceCents: 1_000n, onHand: 10, cost: '4' })
  const [id, channelId] = [newId(), await channelOf(company)]
  const sale = JSON.stringify({ id, code: id, channelId, status, lines: [{ productId, quantity }] })
  await withOrganization(company, (db) => db.$queryRaw`SELECT place_order(${sale}::jsonb)`)
  return { id, channelId, productId }
}

/** One that needs its buyer no more. */
export const sentOrder = async (company: TestOrganization): Promise<string> => (await placed(company, 'shipped')).id

export const orderSamples: Record<string, (company: TestOrganization) => Promise<object>> = {
  'buyer.erase': async (company) => ({ orderId: await sentOrder(company), onlyThis: false }),
  'order.cancelItems': async (company) => ({
    id: (await placed(company, 'pending', 2)).id,
    lines: [{ line: 1, quantity: 2, cancelled: 1 }],
  }),
  'order.edit': async (company) => {
    const { id, channelId, productId } = await placed(company, 'pending')
    const sale = { version: 1, day: '2026-11-21', customerName: null, discountCents: 0n }
    const lines = [
      { line: 1, productId, quantity: 2, unitPriceCents: 900n },
      { line: null, productId, quantity: 1, unitPriceCents: 900n },
    ]
    return { ...sale, id, channelId, lines }
  },
  'order.note': async (company) => ({ id: (await placed(company, 'pending')).id, noteVersion: 0, note: 'Sem pressa' }),
  // Sent, then cancelled: its goods are away.
  'order.receive': async (company) => {
    const { id, productId } = await placed(company, 'shipped')
    await withOrganization(company, (db) => db.$queryRaw`SELECT set_order_status(${id}::uuid, 1, 'cancelled', NULL)`)
    return { id, version: 2, lines: [{ productId, sellable: 1, damaged: 0, missing: 0 }] }
  },
}
