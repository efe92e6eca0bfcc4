import { addDays, localTime } from '@/lib/dates'
import { expectedFees } from '@/lib/fees/calculate'
import { ruleOn } from '@/lib/fees/rule-on'
import type { FeeRule } from '@/lib/fees/schema'
import type { OrderStatus } from '@/lib/generated/prisma/enums'
import { newId } from '@/lib/ids'
import type { Random } from './random'

const ZONE = 'America/Sao_Paulo'
const CODE_LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const WEEKDAY_PULL = [0.8, 1.15, 1.1, 1.05, 1, 0.95, 0.75]

export type DemoProduct = { id: string; sku: string; title: string; price: number; cost: string | null; weight: number }
export type DemoShop = { id: string; pull: number }
type Scope = { organizationId: string; today: string; days: number; random: Random; rules: FeeRule[] }

/** Marketplace orders of the last `days` days, in the states that orders of their age have. */
export function demoHistory(
  { organizationId, today, days, random, rules }: Scope,
  products: DemoProduct[],
  shops: DemoShop[],
) {
  const orders = []
  const codes = new Set<string>()
  for (let ago = days; ago >= 0; ago--) {
    const day = addDays(today, -ago)
    const pull = WEEKDAY_PULL[new Date(`${day}T12:00:00Z`).getUTCDay()]! * (1 + (days - ago) / (days * 3))
    for (const shop of shops) {
      const count = Math.round(shop.pull * pull * (0.7 + random.next() * 0.6) * (ago === 0 ? 0.45 : 1))
      for (let n = 0; n < count; n++) orders.push(demoOrder(day, ago, shop.id))
    }
  }
  return orders

  function demoOrder(day: string, ago: number, shopId: string) {
    const id = newId()
    const status = statusAt(ago)
    const placedAt = placedOn(day)
    const wanted = Array.from({ length: random.next() < 0.18 ? 2 : 1 }, () => random.weighted(products))
    const lines = [...new Set(wanted)].map((product, i) => ({
      organizationId,
      orderId: id,
      line: i + 1,
      productId: product.id,
      sku: product.sku,
      title: product.title,
      quantity: random.next() < 0.12 ? 2 : 1,
      unitPriceCents: BigInt(product.price),
      unitCost: product.cost,
    }))
    const items = lines.map((line) => ({ ...line, subtotalCents: line.unitPriceCents * BigInt(line.quantity) }))
    const revenueCents = items.reduce((sum, { subtotalCents }) => sum + subtotalCents, 0n)
    const freightPaidCents = BigInt(random.pick([0, 0, 790, 1290, 1690]))
    const rule = ruleOn(rules, { platform: 'shopee', sellerType: 'cnpj', programme: 'freeShipping', day })
    const fees = rule && status !== 'cancelled' ? expectedFees(lines, 0n, rule) : null
    const charged = fees && ago > 9
    return {
      order: {
        organizationId,
        id,
        code: codeOf(day),
        platform: 'shopee' as const,
        shopId,
        outletId: shopId,
        status,
        placedAt,
        localDay: new Date(`${day}T00:00:00Z`),
        paidAt: status === 'pending' ? null : placedAt,
        shipBy: status === 'pending' ? null : localTime(addDays(day, 2), '18:00:00', ZONE),
        shippedAt: status === 'shipped' || status === 'delivered' ? localTime(addDays(day, 1), '15:00:00', ZONE) : null,
        deliveredAt: status === 'delivered' ? localTime(addDays(day, 6), '11:00:00', ZONE) : null,
        cancelledAt: status === 'cancelled' ? placedAt : null,
        units: items.reduce((sum, { quantity }) => sum + quantity, 0),
        revenueCents,
        freightPaidCents,
        totalCents: revenueCents + freightPaidCents,
        feesChargedCents: charged ? fees.totalCents : null,
        feesEstimatedCents: fees && !charged ? fees.totalCents : null,
        movesStock: status === 'confirmed' || status === 'processing',
      },
      items,
      lines: fees
        ? (['commission', 'service'] as const).map((kind) => ({
            organizationId,
            orderId: id,
            kind,
            source: charged ? ('export' as const) : ('rule' as const),
            amountCents: -(kind === 'commission' ? fees.commissionCents : fees.serviceCents),
            ruleId: charged ? null : fees.ruleId,
            asOf: placedAt,
          }))
        : [],
    }
  }

  function statusAt(ago: number): OrderStatus {
    const luck = random.next()
    if (luck < 0.04) return 'cancelled'
    if (ago === 0) return luck < 0.15 ? 'pending' : 'confirmed'
    if (ago === 1) return luck < 0.5 ? 'processing' : 'confirmed'
    if (ago === 2) return luck < 0.06 ? 'confirmed' : 'shipped'
    if (ago <= 5 && luck > 0.95) return 'confirmed'
    return ago <= 7 ? 'shipped' : 'delivered'
  }

  function placedOn(day: string) {
    const hour = Math.min(23, Math.floor(7 + random.next() * 9 + random.next() * 8))
    const two = (n: number) => String(n).padStart(2, '0')
    return localTime(
      day,
      `${two(day === today ? Math.min(hour, 5) : hour)}:${two(random.below(60))}:${two(random.below(60))}`,
      ZONE,
    )
  }

  function codeOf(day: string): string {
    const code =
      day.slice(2).replaceAll('-', '') + Array.from({ length: 8 }, () => random.pick([...CODE_LETTERS])).join('')
    if (codes.has(code)) return codeOf(day)
    codes.add(code)
    return code
  }
}
