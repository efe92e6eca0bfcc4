import { escrowMoney, isIncomplete } from './escrow-lines'

const escrow = (amounts: Record<string, bigint>, more: object = {}) =>
  ({ amounts, adjustments: [], items: [], rebate: null, netServiceRules: [], ...more }) as never
const sum = (lines: { amount: bigint }[]) => lines.reduce((total, { amount }) => total + amount, 0n)

// The first of the two real orders of the platform's facts.
const real = {
  original_cost_of_goods_sold: 39_300n,
  voucher_from_seller: 197n,
  commission_fee: 4692n,
  service_fee: 3382n,
  shipping_seller_protection_fee_amount: 49n,
  ads_escrow_top_up_fee_or_technical_support_fee: 782n,
  buyer_paid_shipping_fee: 7259n,
  actual_shipping_fee: 11_259n,
  shopee_shipping_rebate: 4000n,
}

test('the lines of a real order add up to its escrow, and the ads balance is no fee', () => {
  const { lines, charged, voucher, freight } = escrowMoney(escrow(real))
  expect(sum(lines)).toBe(30_198n)
  expect({ charged, voucher, freight }).toEqual({ charged: 4692n + 3382n + 49n, voucher: 197n, freight: 7259n })
  expect(lines.find(({ key }) => key === 'commission_fee')).toEqual({
    kind: 'commission',
    key: 'commission_fee',
    amount: -4692n,
    name: 'commission_fee',
  })
})

test('net fees count together with the rebate that was taken off them, never alone', () => {
  const { commission_fee: _, service_fee: __, ...rest } = real
  const net = { ...rest, net_commission_fee: 4000n, net_service_fee: 3000n }
  const rebate = { amountCents: 1074n, commissionOffsetCents: 692n, serviceOffsetCents: 382n }
  expect(sum(escrowMoney(escrow(net, { rebate })).lines)).toBe(30_198n)
  const both = escrowMoney(escrow({ ...real, net_commission_fee: 4000n, net_service_fee: 3000n }, { rebate }))
  expect(sum(both.lines)).toBe(30_198n)
})

test('a rebate listed as one amount counts whole: the rest of the fees and it are the gross fees', () => {
  const net = { original_cost_of_goods_sold: 20_000n, net_commission_fee: 1400n, net_service_fee: 2400n }
  const rebate = { amountCents: 1600n, commissionOffsetCents: null, serviceOffsetCents: null }
  const { lines, charged } = escrowMoney(escrow(net, { rebate }))
  expect([sum(lines), charged]).toEqual([14_600n, 5400n])
  expect(lines.map(({ kind }) => kind)).toEqual(['product_revenue', 'service', 'commission'])
})

test('the buyer’s saving by Pix is listed, and is neither a loss nor an income', () => {
  const { lines, charged } = escrowMoney(escrow({ ...real, pix_discount: 1600n }))
  expect(lines.filter(({ key }) => key.startsWith('pix_')).map(({ kind, key, amount }) => [kind, key, amount])).toEqual(
    [
      ['pix_discount', 'pix_discount', -1600n],
      ['pix_rebate', 'pix_rebate', 1600n],
    ],
  )
  expect([sum(lines), charged]).toEqual([30_198n, escrowMoney(escrow(real)).charged])
})

test('each adjustment is a line of its own, with its sign', () => {
  const at = new Date('2026-01-01T00:00:00Z')
  const adjustments = [
    { amountCents: -1000n, reason: 'logistic issue', at },
    { amountCents: 250n, reason: 'logistic issue', at },
  ]
  const { lines } = escrowMoney(escrow(real, { adjustments }))
  expect(sum(lines)).toBe(30_198n - 750n)
  expect(new Set(lines.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(lines.length)
})

test('a zero amount is no line, but the sold goods are one', () => {
  expect(escrowMoney(escrow({ original_cost_of_goods_sold: 0n, commission_fee: 0n })).lines).toEqual([
    expect.objectContaining({ kind: 'product_revenue', amount: 0n }),
  ])
})

test('the lines have their sold price where they add up, and say whether they are a bundle’s', () => {
  const item = { itemId: '7', modelId: '0', quantity: 3, originalCents: 7500n, discountedCents: 6399n }
  const soldOf = (activityType: string | null, original_cost_of_goods_sold: bigint) => {
    const { items, bundle } = escrowMoney(
      escrow({ original_cost_of_goods_sold }, { items: [{ ...item, activityType }] }),
    )
    return { items, bundle }
  }
  const items = [{ item: '7', model: '0', q: 3, subtotal: 6399n, saved: 1101n }]
  expect(soldOf('bundle_deal', 6399n)).toEqual({ items, bundle: true })
  expect(soldOf('bundle_deal', 6400n)).toEqual({ items: [], bundle: true })
  expect(soldOf('', 6399n)).toEqual({ items, bundle: false })
})

test('an undescribed amount in the seller’s favour lowers no fee; a charge is one', () => {
  const { charged } = escrowMoney(escrow(real))
  const of = (cents: bigint) =>
    escrowMoney(escrow(real, { undescribed: { new_thing: 500n }, escrowCents: 30_198n + cents }))
  expect(sum(of(500n).lines)).toBe(30_698n)
  expect(of(500n).charged).toBe(charged)
  expect(sum(of(-500n).lines)).toBe(29_698n)
  expect(of(-500n).charged).toBe(charged + 500n)
})

test('a settlement that lacks what each has is incomplete, unless it adds up without it', () => {
  const at = new Date('2026-01-01T00:00:00Z')
  const later = { adjustments: [{ amountCents: -1000n, reason: 'logistic issue', at }] }
  const { service_fee: service, ...without } = real
  expect(isIncomplete(escrow(without, { ...later, escrowCents: 30_198n }))).toBe(true)
  expect(isIncomplete(escrow(without, { ...later, escrowCents: 30_198n + service }))).toBe(false)
  expect(isIncomplete(escrow({}, { escrowCents: null }))).toBe(true)
  // Whether one that is whole adds up is for the reconciliation to tell.
  expect(isIncomplete(escrow(real, { escrowCents: 30_000n }))).toBe(false)
})
