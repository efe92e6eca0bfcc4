import { escrowCents, orderIncome, rebateOffsets, serviceCents, shareByWeight, type OrderMoney } from './escrow'
import { defaultShopFees, sandboxFeeRuleOn, lineFees, type ShopFees } from './fee-table'

const order = (change: Partial<OrderMoney> & { unitCents: number; units?: number }): OrderMoney => ({
  day: '2026-08-10',
  lines: [
    {
      originalUnitCents: change.unitCents,
      unitCents: change.unitCents,
      units: change.units ?? 1,
      returnedUnits: 0,
      affiliateCents: 0,
    },
  ],
  sellerVoucherCents: 0,
  shopeeVoucherCents: 0,
  coinsCents: 0,
  pixDiscountCents: 0,
  buyerPaidShippingCents: 0,
  actualShippingCents: 0,
  shippingRebateCents: 0,
  reverseShippingCents: 0,
  productRebateCents: 0,
  completed: true,
  cancelled: false,
  ...change,
})

const fees = (change: Partial<ShopFees> = {}): ShopFees => ({ ...defaultShopFees, ...change })

describe('the published formula', () => {
  it('comes to 37719 for the official batch sample, a partial return', () => {
    const terms = {
      original_cost_of_goods_sold: 52600,
      original_shopee_discount: 0,
      seller_return_refund: -28900,
      buyer_paid_shipping_fee: 2000,
      shopee_shipping_rebate: 15000,
      seller_transaction_fee: 848,
      service_fee: 2133,
      commission_fee: 0,
    }
    expect(escrowCents(terms)).toBe(37719)
  })

  it.each([
    {
      orderSn: '260831SN9WNUGC',
      day: '2026-08-31',
      unitCents: 393_00,
      sellerVoucherCents: 1_97,
      shipping: [72_59, 112_59, 40_00] as const,
      shop: fees({ adsTopUp: 20_000 }),
      expected: { commission: 46_92, service: 33_82, ads: 7_82, protection: 49, escrow: 301_98 },
    },
    {
      orderSn: '260806K85EPVXY',
      day: '2026-08-06',
      unitCents: 49_90,
      sellerVoucherCents: 0,
      shipping: [6_30, 26_30, 20_00] as const,
      shop: fees({ protectionCents: 0 }),
      expected: { commission: 8_98, service: 5_00, ads: 0, protection: 0, escrow: 35_92 },
    },
  ])('closes the real order $orderSn to the cent', ({ shipping, shop, expected, ...real }) => {
    const [buyerPaidShippingCents, actualShippingCents, shippingRebateCents] = shipping
    const money = order({ ...real, buyerPaidShippingCents, actualShippingCents, shippingRebateCents })
    const income = orderIncome(money, shop)
    expect({
      commission: income.terms.commission_fee,
      service: income.terms.service_fee,
      ads: income.terms.ads_escrow_top_up_fee_or_technical_support_fee,
      protection: income.terms.shipping_seller_protection_fee_amount,
      escrow: income.escrowCents,
    }).toEqual(expected)
  })
})

describe('an order', () => {
  it('is an estimate without the protection fee until it is completed', () => {
    const running = orderIncome(order({ unitCents: 50_00, completed: false }), fees())
    const done = orderIncome(order({ unitCents: 50_00 }), fees())
    expect(running.escrowCents - done.escrowCents).toBe(49)
  })

  it('that is cancelled brings and costs nothing', () => {
    expect(orderIncome(order({ unitCents: 50_00, cancelled: true }), fees())).toMatchObject({
      escrowCents: 0,
      terms: {},
    })
  })

  it('that comes back whole leaves the seller with the freight alone', () => {
    const money = order({ unitCents: 50_00, sellerVoucherCents: 5_00, reverseShippingCents: 7_00 })
    money.lines[0]!.returnedUnits = 1
    const { terms, escrowCents: escrow } = orderIncome(money, fees())
    expect(terms).toMatchObject({
      seller_return_refund: -50_00,
      voucher_from_seller: 0,
      commission_fee: 0,
      service_fee: 0,
    })
    expect(escrow).toBe(-7_00)
  })

  it('that comes back in part is charged for what the buyer keeps', () => {
    const money = order({ unitCents: 50_00, units: 2 })
    money.lines[0]!.returnedUnits = 1
    const kept = orderIncome(order({ unitCents: 50_00 }), fees())
    expect(orderIncome(money, fees()).escrowCents).toBe(kept.escrowCents)
  })

  it('pays the affiliate and the service on his commission', () => {
    const money = order({ unitCents: 100_00 })
    money.lines[0]!.affiliateCents = 8_00
    const { terms, fees: parts } = orderIncome(money, fees())
    expect(terms.order_ams_commission_fee).toBe(8_00)
    expect(parts.affiliateServiceCents).toBe(1_12)
    expect(terms.service_fee).toBe(serviceCents(parts))
    expect(terms.service_fee).toBe(2_00 + 20_00 + 1_12)
  })
})

describe('the Brazilian fees', () => {
  const charged = (unitCents: number, day: string, shop = fees()) => {
    const line = lineFees({ unitCents, units: 1, baseCents: unitCents }, shop, sandboxFeeRuleOn(shop, day))
    return line.commissionCents + line.transactionCents + line.additionalCents + line.fixedCents
  }

  it.each([
    [79_99, 79_99 - 59_99],
    [80_00, 80_00 - 52_80],
    [99_99, 14_00 + 16_00],
    [100_00, 14_00 + 20_00],
    [199_99, 28_00 + 20_00],
    [200_00, 28_00 + 26_00],
  ])('take by the band of %d cents from March 2026', (unitCents, expected) => {
    expect(charged(unitCents, '2026-03-01')).toBe(expected)
  })

  it('took 20 % and R$4 until February 2026, at most R$100 of percentage', () => {
    expect(charged(100_00, '2026-02-28')).toBe(24_00)
    expect(charged(100_00, '2026-02-28', fees({ freeShippingProgramme: false }))).toBe(18_00)
    expect(charged(900_00, '2026-02-28')).toBe(104_00)
  })

  it('take R$3 more of an individual with many orders, and the campaign rate of a shop that takes part', () => {
    const more = (shop: Partial<ShopFees>, cents = 50_00) =>
      charged(cents, '2026-08-01', fees(shop)) - charged(cents, '2026-08-01')
    expect(more({ sellerType: 'cpf' })).toBe(0)
    expect(more({ sellerType: 'cpf', highVolume: true })).toBe(3_00)
    expect(more({ sellerType: 'cpf', highVolume: true }, 10_00)).toBe(2_50)
    expect(charged(50_00, '2026-02-01', fees({ sellerType: 'cpf' })) - charged(50_00, '2026-02-01')).toBe(3_00)
    expect(charged(50_00, '2026-08-01', fees({ additionalService: 35_000 })) - charged(50_00, '2026-08-01')).toBe(1_75)
  })

  it('charge the order of 8 October 2026 as it was charged, and cheap items half their price', () => {
    const of = (unitCents: number, day: string) =>
      lineFees({ unitCents, units: 1, baseCents: unitCents }, fees({ adsTopUp: 20_000 }), sandboxFeeRuleOn(fees(), day))
    expect(of(27_49, '2026-10-08')).toMatchObject({
      commissionCents: 5_11,
      transactionCents: 38,
      fixedCents: 4_50,
      adsCents: 55,
    })
    expect(of(5_00, '2026-10-08')).toMatchObject({ fixedCents: 2_50 })
    expect([
      of(8_98, '2026-09-30').fixedCents,
      of(8_98, '2026-10-01').fixedCents,
      of(9_00, '2026-10-01').fixedCents,
    ]).toEqual([4_00, 4_49, 4_50])
  })

  it('round half up', () => {
    // 18 % of 0.25 and of 0.75 are 4.5 and 13.5 cents.
    expect(
      lineFees({ unitCents: 25, units: 1, baseCents: 25 }, fees(), sandboxFeeRuleOn(fees(), '2026-03-01'))
        .commissionCents,
    ).toBe(5)
    expect(
      lineFees({ unitCents: 75, units: 1, baseCents: 75 }, fees(), sandboxFeeRuleOn(fees(), '2026-03-01'))
        .commissionCents,
    ).toBe(14)
  })
})

it('a commercial action lowers commission and the fixed part in proportion, and neither below nothing', () => {
  const parts = {
    commissionCents: 63_00,
    fixedCents: 26_00,
    transactionCents: 7_00,
    additionalCents: 0,
    affiliateServiceCents: 0,
  }
  expect(rebateOffsets(parts, 40_00)).toEqual({ commission: 28_31, fixed: 11_69 })
  expect(rebateOffsets(parts, 0)).toEqual({ commission: 0, fixed: 0 })
  expect(rebateOffsets(parts, 500_00)).toEqual({ commission: 63_00, fixed: 26_00 })
})

test.each([
  [5, [1, 1], [3, 2]],
  [100, [1, 1, 1], [33, 33, 34]],
  [6, Array<number>(10).fill(1), [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]],
  [7, [3, 0, 0], [7, 0, 0]],
])('%i by the weights %j are shared half up, and no cent is lost or made', (total, weights, shares) => {
  expect(shareByWeight(total, weights)).toEqual(shares)
})
