import fc from 'fast-check'
import { withOrganization } from '@/lib/core/db'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'
import { changeOrderStatusAction, placeOrderAction } from './actions'
import { entryStatuses, orderStatuses, type OrderStatus } from './schema'

const products = 3
const opening = 12

type Placed = { id: string; version: number; status: OrderStatus; wasShipped: boolean; units: number[] }

const step = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    status: fc.constantFrom(...entryStatuses),
    lines: fc.array(fc.record({ product: fc.nat(products - 1), quantity: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({ kind: fc.constant('move' as const), order: fc.nat(20), to: fc.constantFrom(...orderStatuses) }),
  fc.record({ kind: fc.constant('fold' as const) }),
)

const rank = (status: OrderStatus) => orderStatuses.indexOf(status)
const isOpen = (status: OrderStatus) => rank(status) < rank('shipped')

const days = `coalesce(sum(orders), 0)::int AS orders, coalesce(sum(pending), 0)::int AS pending, coalesce(sum(confirmed), 0)::int AS confirmed,
  coalesce(sum(processing), 0)::int AS processing, coalesce(sum(shipped), 0)::int AS shipped, coalesce(sum(delivered), 0)::int AS delivered,
  coalesce(sum(cancelled), 0)::int AS cancelled, coalesce(sum(units), 0)::int AS units, coalesce(sum(gross_cents), 0)::int AS gross,
  coalesce(sum(cancelled_cents), 0)::int AS cancelled_cents, coalesce(sum(revenue_with_cost_cents), 0)::int AS with_cost, coalesce(sum(cost), 0)::float AS cost`
const columns =
  'organization_id, orders, pending, confirmed, processing, shipped, delivered, cancelled, units, gross_cents, cancelled_cents, revenue_with_cost_cents, cost'
const rollUps = `SELECT ${days} FROM (SELECT ${columns} FROM sales_day UNION ALL SELECT ${columns} FROM sales_day_delta) d WHERE organization_id = $1`
const recomputed = `
  WITH o AS (SELECT *, status NOT IN ('pending', 'cancelled') AS valid FROM orders WHERE organization_id = $1),
  i AS (SELECT i.* FROM order_item i JOIN o ON o.id = i.order_id AND o.valid WHERE i.organization_id = $1)
  SELECT count(*)::int AS orders, count(*) FILTER (WHERE status = 'pending')::int AS pending, count(*) FILTER (WHERE status = 'confirmed')::int AS confirmed,
    count(*) FILTER (WHERE status = 'processing')::int AS processing, count(*) FILTER (WHERE status = 'shipped')::int AS shipped,
    count(*) FILTER (WHERE status = 'delivered')::int AS delivered, count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
    coalesce(sum(units) FILTER (WHERE valid), 0)::int AS units, coalesce(sum(revenue_cents) FILTER (WHERE valid), 0)::int AS gross,
    coalesce(sum(revenue_cents) FILTER (WHERE status = 'cancelled'), 0)::int AS cancelled_cents,
    (SELECT coalesce(sum(subtotal_cents) FILTER (WHERE unit_cost IS NOT NULL), 0)::int FROM i) AS with_cost,
    (SELECT coalesce(sum(unit_cost * quantity * product_quantity), 0)::float FROM i) AS cost
  FROM o`
const byProduct = (table: string) =>
  `SELECT organization_id, item_key, units, revenue_cents FROM ${table} WHERE organization_id = $1`
const productRollUps = `SELECT item_key AS id, sum(units)::int AS units, sum(revenue_cents)::int AS revenue
  FROM (${byProduct('product_day')} UNION ALL ${byProduct('product_day_delta')}) d GROUP BY 1 HAVING sum(units) <> 0 ORDER BY 1`
const productsRecomputed = `SELECT i.product_id AS id, sum(i.quantity)::int AS units, sum(i.subtotal_cents)::int AS revenue
  FROM order_item i JOIN orders o ON o.organization_id = i.organization_id AND o.id = i.order_id
  WHERE i.organization_id = $1 AND o.status NOT IN ('pending', 'cancelled') GROUP BY 1 ORDER BY 1`

test('after any run of saving, advancing, cancelling and folding, stock and roll-ups are what the orders say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const company = await createTestOrganization()
      const { organizationId } = company
      const ids: string[] = []
      for (let index = 0; index < products; index++) {
        const cost = index === 0 ? undefined : `${index}.5`
        ids.push(await addStockedProduct(company, { sku: `SKU-${index}`, onHand: opening, cost }))
      }
      const where = { organizationId }
      const channel = await withOrganization(company, (db) => db.channel.findFirstOrThrow({ where }))
      await signInAs(company.owner)
      const onHand = ids.map(() => opening)
      const reserved = ids.map(() => 0)
      const orders: Placed[] = []

      for (const one of steps) {
        if (one.kind === 'fold') {
          await asWorker(() => withOrganization(company, (db) => db.$queryRaw`SELECT fold_sales(3)`))
        } else if (one.kind === 'place') {
          const units = ids.map((_, index) =>
            one.lines.reduce((sum, { product, quantity }) => sum + (product === index ? quantity : 0), 0),
          )
          const result = await placeOrderAction(envelope(company), {
            channelId: channel.id,
            status: one.status,
            customerName: null,
            note: null,
            seenTotalCents: null,
            lines: one.lines.map(({ product, quantity }) => ({ productId: ids[product]!, quantity })),
          })
          const enough = units.every((wanted, index) => wanted === 0 || onHand[index]! - reserved[index]! >= wanted)
          expect(result.ok).toBe(enough)
          if (!result.ok) continue
          const wasShipped = one.status === 'shipped'
          units.forEach((taken, index) => {
            if (wasShipped) onHand[index]! -= taken
            else reserved[index]! += taken
          })
          orders.push({ id: result.data.id, version: 1, status: one.status, wasShipped, units })
        } else {
          const order = orders[one.order % Math.max(1, orders.length)]
          if (!order) continue
          const { id, version, status } = order
          const result = await changeOrderStatusAction(envelope(company), { id, version, to: one.to })
          expect(result.ok).toBe(rank(status) < rank('delivered') && rank(one.to) > rank(status))
          if (!result.ok) continue
          const leaves = isOpen(status) && (one.to === 'shipped' || one.to === 'delivered')
          const frees = isOpen(status) && (leaves || one.to === 'cancelled')
          order.units.forEach((taken, index) => {
            if (frees) reserved[index]! -= taken
            if (leaves) onHand[index]! -= taken
          })
          Object.assign(order, { version: version + 1, status: one.to, wasShipped: order.wasShipped || leaves })
        }
      }

      const levels = await inspect<{ on_hand: number; reserved: number }>(
        organizationId,
        `SELECT l.on_hand::int, l.reserved::int FROM stock_level l WHERE l.organization_id = $1 ORDER BY array_position($2::uuid[], l.product_id)`,
        [organizationId, ids],
      )
      expect(levels).toEqual(ids.map((_, index) => ({ on_hand: onHand[index], reserved: reserved[index] })))
      const ledger = await inspect(
        organizationId,
        `SELECT sum(on_hand_delta)::int AS on_hand, sum(reserved_delta)::int AS reserved FROM stock_movement
         WHERE organization_id = $1 GROUP BY product_id ORDER BY array_position($2::uuid[], product_id)`,
        [organizationId, ids],
      )
      expect(ledger).toEqual(levels)
      const [counted] = await inspect(organizationId, rollUps, [organizationId])
      const [expected] = await inspect(organizationId, recomputed, [organizationId])
      expect(counted).toEqual(expected)
      expect(await inspect(organizationId, productRollUps, [organizationId])).toEqual(
        await inspect(organizationId, productsRecomputed, [organizationId]),
      )
    }),
    drawsOf(6, 12),
  )
})
