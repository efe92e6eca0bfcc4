import 'server-only'
import type { Db } from '@/lib/core/db'
import type { OrderStatus } from '@/lib/generated/prisma/enums'
import { orderProfit, type CostedItem, type OrderMoneyLine, type OrderProfit } from './order-profit'
import { getOrderTax } from './tax'

/** Line by line, as the one function that says which source counts tells it. */
const listOrderMoney = (db: Db, organizationId: string, orderId: string) => db.$queryRaw<OrderMoneyLine[]>`
  SELECT m.kind, m.basis, m.amount_cents AS cents, m.source, m.source IS NULL AND m.key = 'paid' AS "isPaidBeside",
    m.platform_name AS "platformName", r.name AS "ruleName", m.as_of AS "asOf"
  FROM order_money(ARRAY[${orderId}::uuid]) m
  LEFT JOIN fee_rule r ON r.organization_id = ${organizationId}::uuid AND r.id = m.rule_id
  ORDER BY m.kind, m.key`

type Order = { id: string; status: OrderStatus; revenueCents: bigint }

export async function getOrderProfit(
  db: Db,
  organizationId: string,
  order: Order,
  items: CostedItem[],
): Promise<OrderProfit> {
  const money = await listOrderMoney(db, organizationId, order.id)
  return orderProfit(order, items, money, await getOrderTax(db, organizationId, order.id))
}
