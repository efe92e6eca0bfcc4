import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escrowDetail, releasedEscrow } from '@/lib/shopee/payment-schemas'
import { read } from '@/lib/shopee/reading'
import { reshapeEscrow, type ShopeeEscrow } from '@/lib/shopee/reshape-payment'
import { escrowMoney } from '@/lib/connect/sync/inbound/escrow-lines'
import { brazilianEscrows, escrowSample } from '@/lib/testing/samples/shopee-samples'
import { settle } from './settle'
import type { SettlementFacts } from './settlement-facts'
import { whereFound } from '@/lib/testing/harnesses/left-out'

const readEscrow = (payload: unknown): ShopeeEscrow => read('escrow', escrowDetail, payload, reshapeEscrow).data
const sum = (values: readonly bigint[]) => values.reduce((all, each) => all + each, 0n)
const linesOf = (escrow: ShopeeEscrow) => escrowMoney(escrow).lines.filter(({ kind }) => kind !== 'adjustment')

/** As reconciliation takes it where no rule is known: whatever the platform says it charged, and what it paid. */
function settled(escrow: ShopeeEscrow, paid: bigint) {
  const lines = escrowMoney(escrow).lines
  const refund = -sum(lines.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount))
  const facts: SettlementFacts = {
    code: escrow.orderSn,
    day: '2026-11-01',
    terms: null,
    rule: null,
    ruleConfirmed: false,
    otherRules: [],
    order: {
      status: 'delivered',
      platformStatus: 'COMPLETED',
      inReturn: false,
      shippedAt: null,
      cancelledOn: null,
      revenueCents: escrow.amounts.original_cost_of_goods_sold ?? 0n,
      deliveredOn: '2026-11-05',
      items: [],
      sellerVoucherCents: escrow.amounts.voucher_from_seller ?? 0n,
    },
    charged: lines.map(({ kind, key, amount, name }) => ({ kind, key, cents: amount, name, source: 'api' })),
    releases: [{ source: 'api', key: '', cents: paid, at: new Date('2026-11-12T12:00:00Z') }],
    wallet: [],
    returns:
      refund > 0n
        ? [
            {
              kind: 'with_return',
              state: 'received',
              platformStatus: 'ACCEPTED',
              refundCents: refund,
              receivedAt: null,
              compensationStatus: null,
              compensationCents: null,
              openedOn: '2026-11-06',
              missingCents: 0n,
              isWatched: false,
            },
          ]
        : [],
    isCovered: true,
    today: '2026-11-30',
    existing: null,
    closedMonth: false,
  }
  return settle(facts)!
}

const folder = join(process.cwd(), '..', 'shared', 'shopee-api', 'spec')
type Described = { api_name: string; response_sample?: { value: unknown }[] | null }
const samples = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.startsWith('v2.payment.'))
      .flatMap((file) => {
        const { api_name, response_sample } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Described
        return (response_sample ?? []).map(({ value }) => ({ api: api_name, value }))
      })
  : []

/** Every value under this name, however deep. */
function results(value: unknown, name: string): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((each) => results(each, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => [
    ...(key === name ? [value as Record<string, unknown>] : []),
    ...results(child, name),
  ])
}

/**
 * Samples that are filled in by field and not by order: 0.1 nearly everywhere. The formula's sum of their parts, beside
 * their own total; all parts are read nevertheless.
 */
const inconsistent: Record<string, { formula: bigint; escrow: bigint }> = {
  '220725D58XURJS': { formula: -2_264n, escrow: 10_000n },
}

describe('the published samples', whereFound(folder), () => {
  const incomes = samples.flatMap(({ api, value }) =>
    results(value, 'order_income').map((payload) => ({ api, payload })),
  )
  const escrows = incomes.map(({ payload }) => readEscrow(payload))

  test('hold escrows of both descriptions, and each is looked at', () => {
    expect(incomes.map(({ api }) => api).sort()).toEqual([
      'v2.payment.get_escrow_detail',
      'v2.payment.get_escrow_detail_batch',
    ])
  })

  test('parts add up to escrow_amount under the formula, or the sample is named as one whose parts do not', () => {
    const off = escrows.filter(({ formulaCents, escrowCents }) => formulaCents !== escrowCents)
    expect(
      Object.fromEntries(off.map((one) => [one.orderSn, { formula: one.formulaCents, escrow: one.escrowCents }])),
    ).toEqual(inconsistent)
  })

  test('each becomes lines that are the formula’s sum to the cent, adjustments beside it', () => {
    for (const escrow of escrows) {
      expect(sum(linesOf(escrow).map(({ amount }) => amount))).toBe(escrow.formulaCents)
      const adjusted = sum(escrow.adjustments.map(({ amountCents }) => amountCents ?? 0n))
      expect(adjusted).toBe(escrow.amounts.total_adjustment_amount ?? 0n)
      expect(escrow.afterAdjustmentCents).toBe((escrow.escrowCents ?? 0n) + adjusted)
    }
  })

  test('paid as the parts say nothing is released less or more; what it says otherwise is found to the cent', () => {
    for (const escrow of escrows) {
      const exact = settled(escrow, escrow.formulaCents)
      expect(exact.causes.filter(({ cause }) => cause === 'released_less' || cause === 'released_more')).toEqual([])
      const short = settled(escrow, escrow.formulaCents - 1234n)
      expect(short.differenceCents - exact.differenceCents).toBe(-1234n)
      expect(short.causes).toContainEqual(expect.objectContaining({ cause: 'released_less', amountCents: -1234n }))
      expect(short.explainedCents + short.unexplainedCents).toBe(short.differenceCents)
    }
  })

  test('every row of the list of releases and of a payout’s orders is read with its amount', () => {
    const rows = samples.flatMap(({ value }) => results(value, 'payout_amount')).filter((row) => 'order_sn' in row)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const { payout_amount, escrow_release_time } = read('release', releasedEscrow, row, (each) => each).data
      expect(payout_amount).toBe(BigInt(row.payout_amount as number) * 100n)
      expect(escrow_release_time?.getTime()).toBe(Number(row.escrow_release_time) * 1000)
    }
  })
})

describe('for every payload here', () => {
  const paid = brazilianEscrows.map(([payload, cents]) => ({ escrow: readEscrow(payload), cents }))

  test.each(paid)('a real order’s parts are what was paid, to the cent: $cents', ({ escrow, cents }) => {
    expect([escrow.formulaCents, escrow.escrowCents]).toEqual([cents, cents])
    expect(sum(linesOf(escrow).map(({ amount }) => amount))).toBe(cents)
    expect(settled(escrow, cents).causes.some(({ cause }) => /released/.test(cause))).toBe(false)
  })

  test('a partial return closes under the formula', () => {
    const escrow = readEscrow(escrowSample)
    expect(escrow.formulaCents).toBe(3_771_900n)
    expect(escrow.escrowCents).toBe(3_771_900n)
    expect(settled(escrow, 3_771_900n).causes).not.toContainEqual(
      expect.objectContaining({ cause: 'refund_without_return' }),
    )
  })

  test('gross commission + gross service = net commission + net service + rebate; in either form the payout is the same', () => {
    const cases = [
      [8.98, 5, 7.98, 4.5],
      [46.92, 33.82, 40, 33.82],
      [46.92, 33.82, 0, 0],
    ] as const
    for (const [commission, service, netCommission, netService] of cases) {
      const offset = { commission: commission - netCommission, service: service - netService }
      const cents = (value: number) => BigInt(Math.round(value * 100))
      const shared = {
        original_cost_of_goods_sold: 393,
        net_commission_fee: netCommission,
        net_service_fee: netService,
        seller_product_rebate: {
          amount: Number((offset.commission + offset.service).toFixed(2)),
          commission_fee_offset: Number(offset.commission.toFixed(2)),
          service_fee_offset: Number(offset.service.toFixed(2)),
        },
      }
      const gross = readEscrow({
        order_sn: 'X',
        order_income: { ...shared, commission_fee: commission, service_fee: service },
      })
      const net = readEscrow({ order_sn: 'X', order_income: shared })
      const { amounts, rebate } = gross
      expect(amounts.commission_fee! + amounts.service_fee!).toBe(
        amounts.net_commission_fee! + amounts.net_service_fee! + rebate!.amountCents!,
      )
      const of = (escrow: ShopeeEscrow, kind: string) =>
        sum(
          linesOf(escrow)
            .filter((line) => line.kind === kind)
            .map(({ amount }) => amount),
        )
      expect([of(gross, 'commission'), of(gross, 'service')]).toEqual([-cents(commission), -cents(service)])
      expect([of(net, 'commission'), of(net, 'service')]).toEqual([of(gross, 'commission'), of(gross, 'service')])
    }
  })
})
