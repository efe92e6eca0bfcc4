import { expectedFees } from '@/lib/money/fees/calculate'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { FeeRule } from '@/lib/money/fees/schema'
import type { MoneyKind } from '@/lib/generated/prisma/enums'
import type { DemoClock } from './clock'
import { moved } from './movements'
import { billed, drawnFrom, sumOf, type DemoPayout } from './payouts'

const DAY_MS = 86_400_000

type Fault = { fits?: (payout: DemoPayout) => boolean; make: (payout: DemoPayout) => Partial<DemoPayout> }

const rebill = (payout: DemoPayout, kind: MoneyKind, change: bigint): Partial<DemoPayout> => {
  const has = payout.bill.some((line) => line.kind === kind)
  const bill = has
    ? payout.bill.map((line) => (line.kind === kind ? { ...line, amount: line.amount + change } : line))
    : [...payout.bill, billed(kind, change)]
  return { bill, paidCents: sumOf(bill) }
}
const price = ({ order }: DemoPayout) => order.items[0]!.unitPriceCents
/** Charged to an order that brings several times as much. */
const overcharged = (kind: MoneyKind, cents: bigint): Fault => ({
  fits: ({ paidCents }) => paidCents > cents * 3n,
  make: (payout) => rebill(payout, kind, -cents),
})

/** Orders delivered long enough ago to be due, without any payout. */
const late: Fault = {
  make: () => ({ at: null, isReported: false, paidCents: 0n }),
}

const ruleOf = (rules: FeeRule[], { order }: DemoPayout) =>
  feeRuleOn(rules, { platform: 'shopee', sellerType: 'cnpj', programme: 'freeShipping', day: order.day })!

/** The fixed part of a unit twice; the cheapest units, of which it is a share, are left out. */
const fixedTwice = (rules: FeeRule[]): Fault => ({
  fits: (payout) => price(payout) >= 1_000n && price(payout) < 8_000n,
  make: (payout) => rebill(payout, 'service', -ruleOf(rules, payout).bands[0]!.fixedCents),
})

/** Charged as if the price lay in the band above its own. */
const wrongBand = (rules: FeeRule[]): Fault => ({
  fits: (payout) => price(payout) > 5_000n && price(payout) < 8_000n,
  make: (payout) => {
    const { order } = payout
    const rule = ruleOf(rules, payout)
    const band = rule.bands.find(({ fromCents }) => fromCents === 8_000n) ?? rule.bands[0]!
    const bands = [{ ...band, fromCents: 0n, toCents: null }]
    const fees = expectedFees(order.items, order.voucherCents, { ...rule, bands })
    const bill = payout.bill.map((line) => {
      if (line.kind === 'commission') return { ...line, amount: -fees.commissionCents }
      return line.kind === 'service' ? { ...line, amount: -fees.serviceCents } : line
    })
    return { bill, paidCents: sumOf(bill) }
  },
})

const corrected: Fault = {
  make: ({ order, at }) => ({
    more: [
      moved('adjustment', new Date(at!.getTime() + 2 * DAY_MS), -630n, {
        orderCode: order.code,
        description: `Ajuste de peso do pedido #${order.code}`,
      }),
    ],
  }),
}

/** Most of it a day after delivery, for a fee, and the rest when it was due. */
const early: Fault = {
  make: ({ order, at, paidCents }) => {
    const advance = (paidCents * 8n) / 10n
    const soon = new Date(order.deliveredAt.getTime() + DAY_MS)
    const of = (description: string) => ({ orderCode: order.code, description: `${description} #${order.code}` })
    return {
      paidCents: 0n,
      more: [
        moved('early_payout', soon, advance, of('Antecipação do pedido')),
        moved('early_payout_fee', soon, -advance / 50n, of('Taxa da antecipação do pedido')),
        moved('early_payout_rest', at!, paidCents - advance, of('Valor restante do pedido')),
      ],
    }
  },
}

const listOf = (rules: FeeRule[]): Fault[] => [
  overcharged('freight_charged', 2_390n),
  overcharged('freight_charged', 1_240n),
  overcharged('freight_charged', 860n),
  overcharged('freight_charged', 590n),
  wrongBand(rules),
  wrongBand(rules),
  wrongBand(rules),
  fixedTwice(rules),
  { fits: ({ paidCents }) => paidCents > 5_000n, make: ({ paidCents }) => ({ paidCents: paidCents - 1_746n }) },
  corrected,
  corrected,
  overcharged('affiliate', 410n),
  { make: (payout) => rebill(payout, 'other', 248n) },
  overcharged('refund', 1_990n),
  early,
  early,
]

/** Most orders were paid as they should be; of the last weeks some were not, each for a reason of its own. */
export function injectFaults(payouts: DemoPayout[], rules: FeeRule[], clock: DemoClock): DemoPayout[] {
  const daysSince = (at: Date) => (clock.now.getTime() - at.getTime()) / DAY_MS
  const isPlain = ({ order }: DemoPayout) =>
    !order.isReturned && order.items.length === 1 && order.items[0]!.quantity === 1
  const recent = payouts
    .filter((payout) => isPlain(payout) && payout.isReported && daysSince(payout.at!) > 3 && daysSince(payout.at!) < 17)
    .toSorted((a, b) => drawnFrom(a.order.code, 1e9) - drawnFrom(b.order.code, 1e9))
  const changed = new Map<DemoPayout, Partial<DemoPayout>>()
  const inject = (fault: Fault, from: readonly DemoPayout[]) => {
    const payout = from.find((one) => !changed.has(one) && (fault.fits?.(one) ?? true))
    if (payout) changed.set(payout, fault.make(payout))
  }
  for (const fault of listOf(rules)) inject(fault, recent)
  const overdue = recent.filter(({ order }) => daysSince(order.deliveredAt) > 11 && daysSince(order.deliveredAt) < 19)
  for (let count = 0; count < 3; count++) inject(late, overdue)
  return payouts.map((payout) => ({ ...payout, ...changed.get(payout) }))
}
