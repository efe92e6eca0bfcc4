import fc from 'fast-check'
import { withOrganization } from '@/lib/core/db'
import type { OrderStatus } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addProduct, addShop } from '@/lib/testing/factories/sales'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'

type Line = { product: string | null; quantity: number }
type Taken = { product: string; on_hand: number; reserved: number }

async function shopWithProducts(count: number) {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const listingId = await addListing(company, shopId, 'Anúncio')
  const products: string[] = []
  for (let index = 0; index < count; index += 1) products.push(await addProduct(company, `SKU-${index}`))
  return { company, shopId, listingId, products }
}

/** A marketplace order that moves stock, whose lines and status are then set as an export or a mapping would. */
async function marketplaceOrder(shop: Awaited<ReturnType<typeof shopWithProducts>>, lines: Line[]) {
  const { organizationId } = shop.company
  const id = newId()
  const day = new Date('2026-01-01T00:00:00Z')
  await withOrganization({ organizationId }, (db) =>
    db.order.create({
      data: {
        organizationId,
        id,
        code: id,
        platform: 'shopee',
        shopId: shop.shopId,
        outletId: shop.shopId,
        externalCode: id,
        status: 'confirmed',
        placedAt: day,
        localDay: day,
        units: 1,
        revenueCents: 0n,
        totalCents: 0n,
        movesStock: true,
        items: {
          create: lines.map(({ product, quantity }, index) => ({
            line: index + 1,
            listingId: shop.listingId,
            productId: product,
            title: 'Item',
            quantity,
            unitPriceCents: 0n,
            subtotalCents: 0n,
            packagingCents: 0n,
          })),
        },
      },
      select: { id: true },
    }),
  )
  const setLine = (line: number, { product, quantity }: Line) =>
    withOrganization({ organizationId }, (db) =>
      db.orderItem.update({
        where: { organizationId_orderId_line: { organizationId, orderId: id, line } },
        data: { productId: product, quantity },
        select: { line: true },
      }),
    )
  const setOrder = (data: { status?: OrderStatus; movesStock?: boolean; shippedAt?: Date }) =>
    withOrganization({ organizationId }, (db) =>
      db.order.update({ where: { organizationId_id: { organizationId, id } }, data, select: { id: true } }),
    )
  return { id, setLine, setOrder }
}

const settle = ({ organizationId }: TestOrganization, ...orders: string[]) =>
  withOrganization({ organizationId }, async (db) => {
    const [row] = await db.$queryRaw<[{ booked: number }]>`
      SELECT reserve_order_stock(${orders}::uuid[], NULL, true) AS booked`
    return row.booked
  })

const takenBy = ({ organizationId }: TestOrganization, order: string) =>
  inspect<Taken>(
    organizationId,
    `SELECT product_id AS product, sum(on_hand_delta)::int AS on_hand, sum(reserved_delta)::int AS reserved FROM stock_movement
     WHERE source_kind = 'order' AND source_id = $1 GROUP BY 1
     HAVING sum(on_hand_delta) <> 0 OR sum(reserved_delta) <> 0 ORDER BY 1`,
    [order],
  )

test('units that become the same product later are reserved too, and all leave when the order is sent', async () => {
  const shop = await shopWithProducts(1)
  const { company } = shop
  const [product] = shop.products as [string]
  const { id, setLine, setOrder } = await marketplaceOrder(shop, [
    { product, quantity: 1 },
    { product: null, quantity: 3 },
  ])
  await settle(company, id)
  expect(await takenBy(company, id)).toEqual([{ product, on_hand: 0, reserved: 1 }])
  await setLine(2, { product, quantity: 3 })
  await settle(company, id)
  expect(await takenBy(company, id)).toEqual([{ product, on_hand: 0, reserved: 4 }])
  await setOrder({ status: 'shipped' })
  expect(await settle(company, id)).toBe(1)
  expect(await takenBy(company, id)).toEqual([{ product, on_hand: -4, reserved: 0 }])
  expect(await settle(company, id)).toBe(0)
})

test('a line that moves to another product takes its reservation along', async () => {
  const shop = await shopWithProducts(2)
  const [from, to] = shop.products as [string, string]
  const { id, setLine } = await marketplaceOrder(shop, [{ product: from, quantity: 2 }])
  await settle(shop.company, id)
  await setLine(1, { product: to, quantity: 2 })
  await settle(shop.company, id)
  expect(await takenBy(shop.company, id)).toEqual([{ product: to, on_hand: 0, reserved: 2 }])
})

test('units removed from a shipped order are an adjustment, and a cancellation leaves shipped units away', async () => {
  const shop = await shopWithProducts(1)
  const { company } = shop
  const [product] = shop.products as [string]
  const { id, setLine, setOrder } = await marketplaceOrder(shop, [{ product, quantity: 5 }])
  await setOrder({ status: 'shipped' })
  await settle(company, id)
  await setLine(1, { product, quantity: 3 })
  await settle(company, id)
  expect(
    await inspect(
      company.organizationId,
      'SELECT kind, on_hand_delta::int AS n FROM stock_movement WHERE source_id = $1 ORDER BY id',
      [id],
    ),
  ).toEqual([
    { kind: 'ship', n: -5 },
    { kind: 'adjustment', n: 2 },
  ])
  await setOrder({ status: 'cancelled' })
  expect(await settle(company, id)).toBe(0)
  expect(await takenBy(company, id)).toEqual([{ product, on_hand: -3, reserved: 0 }])
})

test('an order that was sent and cancelled before anybody here saw it on its way has left the house', async () => {
  const shop = await shopWithProducts(1)
  const product = shop.products[0]!
  const order = await marketplaceOrder(shop, [{ product, quantity: 2 }])
  await settle(shop.company, order.id)
  await order.setOrder({ status: 'cancelled', shippedAt: new Date() })
  await settle(shop.company, order.id)
  expect(await takenBy(shop.company, order.id)).toEqual([{ product, on_hand: -2, reserved: 0 }])
  expect(await settle(shop.company, order.id)).toBe(0)
})

test('two batches that take the same products in opposite order do not stop each other', async () => {
  const shop = await shopWithProducts(2)
  const [first, second] = shop.products as [string, string]
  const batch = async (products: string[]) => {
    const ids: string[] = []
    for (const product of products) ids.push((await marketplaceOrder(shop, [{ product, quantity: 1 }])).id)
    return ids
  }
  for (let round = 0; round < 6; round += 1) {
    const forward = await batch([first, first, second])
    const backward = await batch([second, second, first])
    await Promise.all([forward, backward, backward].map((ids) => settle(shop.company, ...ids)))
  }
  expect(await inspect(shop.company.organizationId, 'SELECT on_hand::int, reserved::int FROM stock_level')).toEqual(
    [first, second].map(() => ({ on_hand: 0, reserved: 18 })),
  )
})

const statuses = ['confirmed', 'processing', 'shipped', 'delivered', 'cancelled'] as const
const step = fc.oneof(
  fc.record({ kind: fc.constant('map' as const), line: fc.nat(2), to: fc.option(fc.nat(2)) }),
  fc.record({ kind: fc.constant('count' as const), line: fc.nat(2), quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('status' as const), to: fc.constantFrom(...statuses) }),
  fc.record({ kind: fc.constant('moves' as const), to: fc.boolean() }),
)

test('after any run of mapping, counting, sending and cancelling, the ledger holds what the order takes', async () => {
  const shop = await shopWithProducts(3)
  const { company, products } = shop
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const lines: Line[] = [products[0]!, products[0]!, null].map((product) => ({ product, quantity: 2 }))
      const { id, setLine, setOrder } = await marketplaceOrder(shop, lines)
      let status: OrderStatus = 'confirmed'
      let moves = true
      let expected = new Map<string, { on_hand: number; reserved: number }>()
      for (const one of steps) {
        if (one.kind === 'status') await setOrder({ status: (status = one.to) })
        else if (one.kind === 'moves') await setOrder({ movesStock: (moves = one.to) })
        else {
          const line = lines[one.line]!
          if (one.kind === 'map') line.product = one.to === null ? null : products[one.to]!
          else line.quantity = one.quantity
          await setLine(one.line + 1, line)
        }
        const before = expected
        expected = new Map()
        for (const product of products) {
          const units = lines.reduce((sum, line) => sum + (line.product === product ? line.quantity : 0), 0)
          const away = before.get(product)?.on_hand ?? 0
          if (!moves) continue
          if (status === 'cancelled') expected.set(product, { on_hand: away, reserved: 0 })
          else if (status === 'shipped' || status === 'delivered')
            expected.set(product, { on_hand: -units, reserved: 0 })
          else expected.set(product, { on_hand: 0, reserved: units })
        }
        await settle(company, id)
        const rows = [...expected].map(([product, sums]) => ({
          product,
          on_hand: sums.on_hand + 0,
          reserved: sums.reserved,
        }))
        const some = rows.filter(({ on_hand, reserved }) => on_hand !== 0 || reserved !== 0)
        expect(await takenBy(company, id)).toEqual(some.sort((a, b) => (a.product < b.product ? -1 : 1)))
      }
      expect(await settle(company, id)).toBe(0)
    }),
    drawsOf(5, 15),
  )
  expect(
    await inspect(
      company.organizationId,
      `SELECT product_id FROM stock_level l FULL JOIN (
         SELECT product_id, sum(on_hand_delta) AS on_hand, sum(reserved_delta) AS reserved FROM stock_movement GROUP BY 1) m USING (product_id)
       WHERE (l.on_hand, l.reserved) IS DISTINCT FROM (coalesce(m.on_hand, 0), coalesce(m.reserved, 0))`,
    ),
  ).toEqual([])
})
