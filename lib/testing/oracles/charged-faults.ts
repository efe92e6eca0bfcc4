import { bandOf, campaignOn, feesOf, fixedOf, formerBands, halfUp, SURCHARGE } from './published-table'
import { oddAmount, off, one, totalOf, withFees, type Scenario } from './reported-order'

/** Faults of a row of the report. */
export const chargedFaults: Scenario[] = [
  { name: 'clean', weight: 30, plan: () => ({ causes: {} }) },
  { name: 'a duplicate row', weight: 2, plan: () => ({ isTwice: true, causes: {} }) },
  {
    name: 'paid by Pix',
    touches: 'pix',
    weight: 4,
    minPrice: 8000,
    plan: ({ goods }) => ({ pix: Math.floor((goods * (goods >= 50_000 ? 8 : 5)) / 100), causes: {} }),
  },
  {
    name: 'another band',
    weight: 3,
    since: '2026-03-01',
    minPrice: 1000,
    plan: (sale, { pick }) => {
      const bands = sale.bands
      const own = bandOf(bands, one(sale).price)
      const fees = feesOf(sale.items, sale.voucher, bands, pick(bands.filter((band) => band !== own)))
      const bill = withFees(sale, fees)
      const cents = totalOf(bill) - totalOf(sale.bill)
      const former = feesOf(sale.items, sale.voucher, formerBands(sale.seller))
      // An amount that another version of the rule explains to the cent as well is no detectable fault.
      if (former.commission === fees.commission && former.service === fees.service) return { causes: {} }
      // Two bands may have one commission: then the fixed part is what differs.
      const cause = fees.commission === sale.fees.commission ? 'fixed_fee' : 'commission_band'
      return { bill, causes: cents === 0 ? {} : { [cause]: cents } }
    },
  },
  {
    name: 'the version before March',
    weight: 2,
    since: '2026-03-01',
    minPrice: 8000,
    plan: (sale) => {
      const bill = withFees(sale, feesOf(sale.items, sale.voucher, formerBands(sale.seller)))
      const cents = totalOf(bill) - totalOf(sale.bill)
      return { bill, causes: { commission_rate: cents } }
    },
  },
  { name: 'commission', touches: 'commission', weight: 2, plan: off('commission', 'commission_rate', oddAmount) },
  { name: 'service', touches: 'service', weight: 2, plan: off('service', 'service', oddAmount) },
  {
    name: 'a fixed part too many',
    touches: 'service',
    weight: 2,
    since: '2026-03-01',
    minPrice: 1000,
    plan: off('service', 'fixed_fee', (sale) => fixedOf(bandOf(sale.bands, one(sale).price), one(sale).price)),
  },
  {
    name: 'a campaign of a shop outside it, or none for a shop inside',
    weight: 2,
    plan: off('service', 'service', ({ day, bill, seller }) => {
      const share = halfUp(bill.price + bill.voucher, campaignOn(day))
      return seller.isInCampaigns ? -share : share
    }),
  },
  {
    name: 'the surcharge of many orders, or none where there are many',
    weight: 2,
    since: '2026-03-01',
    isOfPerson: true,
    plan: off('service', 'service', ({ items, hasMany }) => {
      const cents = SURCHARGE * items.reduce((units, { quantity }) => units + quantity, 0)
      return hasMany ? -cents : cents
    }),
  },
  {
    name: 'freight',
    touches: 'freight',
    weight: 3,
    plan: off('charged', 'freight', (_, { between }) => between(50, 2500)),
  },
  {
    name: 'the way back',
    touches: 'reverse',
    weight: 2,
    plan: off('reverse', 'reverse_freight', (_, { between }) => between(500, 2500)),
  },
  {
    name: 'affiliates',
    touches: 'affiliate',
    weight: 2,
    plan: off('affiliate', 'affiliate', (_, { between }) => between(50, 900)),
  },
  { name: 'protection', touches: 'protection', weight: 1, plan: off('protection', 'protection', () => 49) },
  {
    name: 'ads top-up',
    touches: 'ads',
    weight: 1,
    plan: off('ads', 'ads_top_up', (_, { between }) => between(20, 900)),
  },
  {
    name: 'transaction fee',
    touches: 'fee',
    weight: 1,
    plan: off('transaction', 'other_fee', (_, { between }) => between(20, 400)),
  },
  {
    name: 'a tax withheld',
    touches: 'tax',
    weight: 2,
    isOfApi: true,
    plan: off('tax', 'withheld', (_, { between }) => between(10, 900)),
  },
  {
    name: 'a lower price',
    weight: 2,
    minPrice: 12_000,
    plan: (sale, { between }) => {
      const item = { ...one(sale), price: one(sale).price - between(1, 9) * 100 }
      const bill = withFees(sale, feesOf([item], 0, sale.bands), { price: item.price * item.quantity })
      return { bill, causes: { price: totalOf(bill) - totalOf(sale.bill) } }
    },
  },
  {
    name: 'another voucher',
    weight: 2,
    minPrice: 3000,
    plan: (sale, { between }) => {
      const voucher = sale.voucher + between(1, 9) * 100
      const bill = withFees(sale, feesOf(sale.items, voucher, sale.bands), { voucher: -voucher })
      return { bill, causes: { vouchers: totalOf(bill) - totalOf(sale.bill) } }
    },
  },
]
