import type { SampleOrder } from '../factories/order-export'
import type { SheetCell } from '../factories/sheets'
import { chanceFrom, dayAfter, reais } from './chance'
import { chargedFaults } from './charged-faults'
import { paidFaults } from './paid-faults'
import { escrowOf, type ReportedEscrow } from './reported-escrow'
import {
  adjustmentHead,
  advanceHead,
  incomeHead,
  incomeRow,
  noBill,
  returnHead,
  walletHead,
  walletRows,
} from './reported-sheets'
import {
  backOf,
  owedOf,
  together,
  totalOf,
  type Bill,
  type Entry,
  type Sale,
  type Scenario,
  type Tools,
} from './reported-order'
import { bandOf, bandsOn, feesOf, fixedOf, halfUp, MOST_ORDERS, type Item, type Seller } from './published-table'

/**
 * Ten months of a shop's orders as in its reports, with every fault that reconciliation names, and what is true of
 * each. Calculated apart from the product: whole cents, half up, from the published table, without the product's fees.
 */
export type Truth = {
  /** The paid and corrected amount of the order, in cents; null while there was none. */
  brought: number | null
  /** The causes that reconciliation has to name, in cents from the seller's side; no others. */
  causes: Record<string, number>
  /** The amount that the order's export expects. */
  owed: number
  /** The order's day; null for what no order here has. */
  day: string | null
  scenario: string
}
export type YearOfOrders = {
  orders: SampleOrder[]
  income: SheetCell[][]
  adjustments: SheetCell[][]
  /** Instead of both, of a shop whose money comes by the API. */
  escrows: ReportedEscrow[]
  wallet: SheetCell[][]
  returns: SheetCell[][]
  advances: SheetCell[][]
  truths: Map<string, Truth>
  /** Movements of the shop without an order. */
  shop: { advanceFees: number; fulfilment: number; shopAdjustments: number }
}

const everyScenario = [...chargedFaults, ...paidFaults]
/** The surcharge of an individual below this price is not published: none is sold for less here. */
const LEAST_OF_PERSON = 1200
const prices = [7999, 8000, 9999, 10_000, 19_999, 20_000]

function drawSale(
  tools: Tools,
  n: number,
  { minPrice = 500 }: Scenario,
  { isPlain, isTakingPart, isPerson, dated }: { isPlain: boolean; dated: Dated } & KindOfShop,
): Sale {
  const { between, pick, next } = tools
  const { day } = dated
  const hasMany = isPerson && dated.hasMany
  const least = Math.max(minPrice, isPerson ? LEAST_OF_PERSON : 500)
  const seller: Seller = { isInCampaigns: isTakingPart, isPerson }
  const item = (): Item => {
    const price = next() < 0.15 ? Math.max(least, pick(prices)) : between(least, 45_000)
    // Half of an odd price is a half cent: of a single unit alone it is clear what becomes of it.
    return price < 1000 ? { price, quantity: 1 } : { price, quantity: isPlain ? pick([1, 1, 1, 2, 3]) : 1 }
  }
  const items = isPlain && next() < 0.25 ? [item(), item()] : [item()]
  const whole = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const voucher = isPlain && items.length === 1 && whole > 3000 && next() < 0.2 ? between(50, 500) : 0
  const bands = bandsOn(day, seller, hasMany)
  const fees = feesOf(items, voucher, bands)
  const [paid, rebate] = [between(0, 2000), between(500, 3000)]
  const bill: Bill = {
    ...noBill,
    price: whole,
    voucher: 0 - voucher,
    commission: -fees.commission,
    service: -fees.service,
    paid,
    rebate,
    charged: -paid - rebate,
    ...(isTakingPart && { protection: -49, ads: 0 - halfUp(whole - voucher, TOP_UP) }),
  }
  const code = `${day.slice(2).replaceAll('-', '')}Q${String(n).padStart(7, '0')}`
  const fixed = items.reduce((sum, { price, quantity }) => sum + fixedOf(bandOf(bands, price), price) * quantity, 0)
  return { code, day, items, voucher, bill, fees, bands, fixed, seller, hasMany, goods: whole - voucher }
}

export type KindOfShop = { isTakingPart: boolean; isPerson: boolean; isByApi: boolean }
type Dated = { day: string; hasMany: boolean }

/** The days come first where the number of orders decides on the fees. Whether a cancelled one counts is published nowhere: here all do. */
function datedOf(given: Scenario[], { between }: Tools): Dated[] {
  const days: string[] = []
  for (const { since = '2026-02-01', until = '2026-11-30', isBeside } of given) {
    const own = dayAfter(since, between(0, Math.round((Date.parse(until) - Date.parse(since)) / 86_400_000)))
    const before = days.at(-1)
    days.push(isBeside && before !== undefined && before >= since && before <= until ? before : own)
  }
  const all = days.toSorted()
  return days.map((day) => {
    const first = dayAfter(day, -89)
    return { day, hasMany: all.filter((each) => each >= first && each <= day).length > MOST_ORDERS }
  })
}

/** Every third order that may have several faults gets one or two more, each on something else. */
function drawBeside(
  all: readonly Scenario[],
  { touches }: Scenario,
  { day, bill, items }: Sale,
  tools: Tools,
): Scenario[] {
  if (!touches || tools.next() > 0.35) return []
  const touched = new Set([touches])
  const price = items[0]!.price
  return tools
    .shuffle(all)
    .filter((other) => {
      const fits = (other.since ?? '') <= day && (other.until ?? '9') >= day && (other.minPrice ?? 0) <= price
      if (!other.touches || touched.has(other.touches) || !fits || bill.price === 0) return false
      touched.add(other.touches)
      return true
    })
    .slice(0, tools.between(1, 2))
}

/** Thousandths of a sale that go to the balance for ads, of a shop that takes part in all there is. */
export const TOP_UP = 30
/** So many orders, drawn the same for the same seed. Each fault comes at least once from about a hundred orders on. */
export function drawYear(count: number, kind: KindOfShop, seed = 20_261_128): YearOfOrders {
  const { isPerson, isByApi } = kind
  const tools = chanceFrom(seed)
  const scenarios = everyScenario.filter(
    ({ isOfPerson, isOfApi }) => (isPerson || !isOfPerson) && (isByApi || !isOfApi),
  )
  const bag = scenarios.flatMap((scenario) => Array.from({ length: scenario.weight }, () => scenario))
  const income: SheetCell[][] = []
  const adjustments: SheetCell[][] = []
  const escrows: ReportedEscrow[] = []
  const returns: SheetCell[][] = []
  const advances: SheetCell[][] = []
  const entries: Entry[] = []
  const orders: SampleOrder[] = []
  const truths = new Map<string, Truth>()
  const shop = { advanceFees: 0, fulfilment: 0, shopAdjustments: 0 }
  const waves = Array.from({ length: Math.ceil(count / bag.length) }, () => tools.shuffle(bag)).flat()
  const given = [...scenarios, ...waves].slice(0, count)
  const dated = datedOf(given, chanceFrom(seed + 1))
  for (const [n, scenario] of given.entries()) {
    const isPlain = ['clean', 'a duplicate row', 'a correction in the wallet', 'freight', 'advanced'].includes(
      scenario.name,
    )
    const sale = drawSale(tools, n, scenario, { ...kind, isPlain, dated: dated[n]! })
    const { code, day, items, voucher, fees } = sale
    const beside = drawBeside(scenarios, scenario, sale, tools)
    const plans = [scenario, ...beside].map(({ plan }) => plan(sale, tools))
    const reported = plans.length === 1 ? plans[0]! : together(sale, plans)
    const bill = reported.bill === undefined ? sale.bill : reported.bill
    const delivered = dayAfter(day, 5)
    const released = dayAfter(day, 12 + tools.between(0, 4))
    const isSilent = bill === null
    orders.push({
      code,
      placed: `${day} 10:15`,
      paid: `${day} 10:15`,
      shipBy: `${dayAfter(day, 2)} 23:59`,
      ...(reported.isCancelled
        ? { status: 'Cancelado', cancelled: `${dayAfter(day, 1)} 11:00` }
        : {
            status: 'Concluído',
            shipped: `${dayAfter(day, 1)} 14:00`,
            delivered: `${delivered} 16:00`,
            completed: `${released} 16:00`,
          }),
      items: items.map(({ price, quantity }, at) => ({
        sku: `SKU-${price}-${at}`,
        title: `Produto ${price}`,
        quantity,
        priceCents: price,
      })),
      voucherCents: voucher,
      freightCents: isSilent ? 0 : sale.bill.paid,
      ...(!reported.isCancelled && {
        commissionCents: fees.commission,
        serviceCents: fees.service,
        ...backOf(reported.pix ?? 0, fees.commission, sale.fixed),
      }),
    })
    if (bill) {
      const rebate = { pix: reported.pix ?? 0, back: backOf(reported.pix ?? 0, -bill.commission, sale.fixed) }
      const row = incomeRow(code, released, bill, reported.isOnlyRow ? `6006${n}` : '-', rebate)
      income.push(row, ...(reported.isTwice ? [row] : []))
      const on = dayAfter(day, 25)
      const corrections = [
        ...(reported.refundRow === undefined
          ? []
          : [{ day: on, cents: reported.refundRow, reason: 'Return Refund deduction' }]),
        ...(reported.inReport === undefined
          ? []
          : [{ day: on, cents: reported.inReport, reason: 'logistic issue deduction' }]),
      ]
      const escrow = escrowOf(code, released, bill, { ...rebate, corrections, listed: reported.listed })
      escrows.push(escrow, ...(reported.isTwice ? [escrow] : []))
      const pays =
        reported.walletPays ?? (tools.next() < 0.8 ? [totalOf(bill)] : reported.entries ? [totalOf(bill)] : [])
      for (const cents of pays)
        entries.push({ day: released, type: 'Renda do pedido', about: `Renda do pedido #${code}`, cents, code })
    }
    if (reported.refundRow !== undefined)
      income.push(incomeRow(code, dayAfter(day, 25), { ...noBill, refund: reported.refundRow }, `6005${n}`))
    if (reported.inReport !== undefined)
      adjustments.push([code, dayAfter(day, 25), 'Ajuste logístico', reais(reported.inReport)])
    entries.push(...(reported.entries ?? []))
    if (reported.back)
      returns.push([
        `6004${n}`,
        code,
        'Produto',
        `SKU-${items[0]!.price}-0`,
        `${dayAfter(day, 8)} 10:00`,
        'Reembolso concluído',
        reported.back.kind,
        1,
        reported.back.kind,
        'Produto com defeito',
        `R$${reais(reported.back.refund).replace('.', ',')}`,
      ])
    if (reported.isAdvanced) {
      const whole = owedOf(sale)
      const fee = halfUp(whole, 20)
      const on = dayAfter(day, 3)
      advances.push([
        `${on} 10:00`,
        `2193${String(n).padStart(8, '0')}`,
        code,
        reais(whole),
        reais(fee),
        reais(whole - fee),
        '0.00',
        '0.00',
        'Antecipação paga',
        dayAfter(day, 20),
      ])
      entries.push({ day: on, type: 'Shopee Acelera', about: 'Resgate rápido', cents: whole - fee, code: null })
      shop.advanceFees -= fee
    }
    const brought = reported.brought === undefined ? bill && totalOf(bill) : reported.brought
    const causes = Object.fromEntries(Object.entries(reported.causes).filter(([, cents]) => cents !== 0))
    truths.set(code, {
      brought,
      causes,
      day,
      owed: sale.goods - fees.commission - fees.service,
      scenario: [scenario, ...beside].map(({ name }) => name).join(' + '),
    })
  }
  // Paid, and not among the orders.
  const stray = '260615ZZZZ0001'
  const bill = { ...noBill, price: 5000, commission: -900, service: -500 }
  income.push(incomeRow(stray, '2026-06-27', bill))
  escrows.push(escrowOf(stray, '2026-06-27', bill))
  truths.set(stray, { brought: 3600, owed: 0, causes: { unknown_here: 3600 }, day: null, scenario: 'not here' })
  // Movements of the shop alone: in the wallet, in both, in the report.
  entries.push({ day: '2026-05-12', type: 'Ajuste', about: 'Cobrança relacionada ao Full', cents: -4321, code: null })
  entries.push({ day: '2026-06-12', type: 'Ajuste', about: 'Recolhimento de DIFAL', cents: -789, code: null })
  // Amounts that only a report would list come from the wallet.
  if (isByApi)
    entries.push({ day: '2026-07-11', type: 'Ajuste', about: 'Recolhimento de DIFAL', cents: -456, code: null })
  adjustments.push(['-', '2026-06-11', 'DIFAL', reais(-789)], ['-', '2026-07-11', 'DIFAL', reais(-456)])
  shop.fulfilment -= 4321
  shop.shopAdjustments -= 789 + 456
  return {
    orders,
    escrows,
    truths,
    shop,
    income: [incomeHead, ...tools.shuffle(income)],
    adjustments: [adjustmentHead, ...tools.shuffle(adjustments)],
    wallet: [walletHead, ...walletRows(entries)],
    returns: [returnHead, ...tools.shuffle(returns)],
    advances: [advanceHead, ...tools.shuffle(advances)],
  }
}
