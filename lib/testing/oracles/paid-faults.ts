import { correction, owedOf, totalOf, withFees, type Sale, type Scenario } from './reported-order'

const lost = (sale: Sale) => ({
  bill: null,
  isCancelled: true,
  back: { refund: sale.goods, kind: 'Pacote extraviado' },
})

/** Faults after the payout: returned or missing money. */
export const paidFaults: Scenario[] = [
  {
    name: 'a correction in the wallet',
    touches: 'after',
    weight: 4,
    plan: (sale, { between }) => {
      const cents = -between(50, 2000)
      return { entries: [correction(sale, cents)], brought: totalOf(sale.bill) + cents, causes: { adjustment: cents } }
    },
  },
  {
    name: 'a credit in the wallet',
    touches: 'after',
    weight: 2,
    plan: (sale, { between }) => {
      const cents = between(50, 2000)
      const entries = [correction(sale, cents, 'Compensação')]
      return { entries, brought: totalOf(sale.bill) + cents, causes: { adjustment: cents } }
    },
  },
  {
    name: 'a correction that wallet and report tell',
    touches: 'after',
    weight: 2,
    plan: (sale, { between }) => {
      const cents = -between(50, 2000)
      return {
        inReport: cents,
        entries: [correction(sale, cents)],
        brought: totalOf(sale.bill) + cents,
        causes: { adjustment: cents },
      }
    },
  },
  {
    name: 'a correction that the report alone tells',
    weight: 2,
    plan: (sale, { between }) => {
      const cents = -between(50, 2000)
      return { inReport: cents, walletPays: [], brought: totalOf(sale.bill) + cents, causes: { adjustment: cents } }
    },
  },
  {
    name: 'affiliates taken in the wallet',
    touches: 'affiliate',
    weight: 1,
    plan: (sale, { between }) => {
      const cents = -between(50, 900)
      return {
        entries: [correction(sale, cents, 'Comissão de afiliados')],
        brought: totalOf(sale.bill) + cents,
        causes: { affiliate: cents },
      }
    },
  },
  {
    name: 'a refund in a row of its own',
    weight: 2,
    plan: (sale) => {
      const cents = -Math.floor(sale.goods / 2)
      return {
        refundRow: cents,
        walletPays: [],
        brought: totalOf(sale.bill) + cents,
        causes: { refund_without_return: cents },
      }
    },
  },
  {
    name: 'a refund that row and wallet tell',
    weight: 2,
    plan: (sale) => {
      const cents = -Math.floor(sale.goods / 2)
      const entries = [correction(sale, cents, 'Ajuste por devolução')]
      return {
        refundRow: cents,
        entries,
        brought: totalOf(sale.bill) + cents,
        causes: { refund_without_return: cents },
      }
    },
  },
  {
    name: 'a return that is paid for later',
    weight: 2,
    plan: (sale) => {
      const cents = -sale.goods
      const entries = [correction(sale, cents, 'Ajuste por devolução após liberação')]
      return {
        entries,
        back: { refund: sale.goods, kind: 'Devolução e reembolso' },
        brought: totalOf(sale.bill) + cents,
        causes: {},
      }
    },
  },
  {
    name: 'all came back, and nothing was charged',
    weight: 2,
    plan: (sale) => {
      const bill = { ...withFees(sale, { commission: 0, service: 0 }), refund: -sale.goods }
      return { bill, back: { refund: sale.goods, kind: 'Devolução e reembolso' }, causes: {} }
    },
  },
  {
    name: 'all came back, and the fees were kept',
    weight: 2,
    plan: (sale) => {
      const bill = { ...sale.bill, refund: -sale.goods }
      const { commission, service } = sale.fees
      return {
        bill,
        back: { refund: sale.goods, kind: 'Devolução e reembolso' },
        causes: { fees_kept: -commission - service },
      }
    },
  },
  {
    name: 'all came back, fees kept, and the one row names the refund',
    weight: 1,
    plan: (sale) => {
      const bill = { ...sale.bill, refund: -sale.goods }
      const { commission, service } = sale.fees
      return {
        bill,
        isOnlyRow: true,
        back: { refund: sale.goods, kind: 'Devolução e reembolso' },
        causes: { fees_kept: -commission - service },
      }
    },
  },
  {
    name: 'cancelled',
    weight: 3,
    plan: () => ({ bill: null, isCancelled: true, brought: null, causes: {} }),
  },
  {
    name: 'cancelled and charged',
    weight: 1,
    plan: (sale) => {
      const bill = { ...sale.bill, price: 0, voucher: 0, paid: 0, charged: 0, rebate: 0 }
      return { bill, isCancelled: true, causes: { fee_on_cancelled: totalOf(bill) } }
    },
  },
  {
    name: 'cancelled and paid',
    weight: 1,
    plan: (sale) => ({ isCancelled: true, causes: { released_more: totalOf(sale.bill) } }),
  },
  {
    name: 'the wallet has another amount',
    touches: 'wallet',
    weight: 2,
    plan: (sale, { between }) => {
      const cents = between(10, 900)
      return {
        walletPays: [totalOf(sale.bill) - cents],
        brought: totalOf(sale.bill) - cents,
        causes: { wallet: -cents },
      }
    },
  },
  {
    name: 'listed with less than it brings',
    touches: 'wallet',
    weight: 2,
    isOfApi: true,
    plan: (sale, { between }) => {
      const cents = between(10, 900)
      const listed = totalOf(sale.bill) - cents
      return { listed, walletPays: [listed], brought: listed, causes: { released_less: -cents } }
    },
  },
  {
    name: 'lost, and made good',
    weight: 1,
    plan: (sale) => ({
      ...lost(sale),
      entries: [correction(sale, sale.goods, 'Compensação por pacote perdido')],
      brought: sale.goods,
      causes: {},
    }),
  },
  {
    name: 'lost, and made good with less',
    weight: 1,
    plan: (sale, { between }) => {
      const paid = sale.goods - between(50, 400)
      return {
        ...lost(sale),
        entries: [correction(sale, paid, 'Compensação por pacote perdido')],
        brought: paid,
        causes: { compensation_missing: paid - sale.goods },
      }
    },
  },
  {
    name: 'lost, and never made good',
    weight: 1,
    plan: (sale) => ({ ...lost(sale), brought: null, causes: { compensation_missing: -sale.goods } }),
  },
  {
    name: 'paid twice',
    weight: 1,
    plan: (sale) => {
      const total = totalOf(sale.bill)
      return { walletPays: [total, total], brought: total * 2, causes: { released_twice: total } }
    },
  },
  {
    name: 'never paid',
    weight: 2,
    until: '2026-09-30',
    isBeside: true,
    plan: (sale) => ({ bill: null, brought: null, causes: { late: -owedOf(sale) } }),
  },
  {
    name: 'advanced',
    weight: 4,
    plan: (sale) => ({
      bill: null,
      isAdvanced: true,
      brought: owedOf(sale),
      causes: {},
    }),
  },
]
