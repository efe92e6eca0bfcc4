import {
  addCoverage,
  addDespite,
  addGaps,
  isMissing,
  type AdsCoverage,
  type AdsDespite,
  type AdsGap,
} from '@/lib/money/ads/coverage'
import type { MoneyBasis, MoneyKind } from '@/lib/generated/prisma/enums'
import type { Cents } from '@/lib/core/money'
import { allLineParts, isLinePart, type LinePart } from './line-parts'
import { shopMoneyLines, type ShopMoneyLine } from './shop-money'

/**
 * The lines of the result, in the order of "Profit of an order, line by line" (domain.md): what sales brought, what was
 * taken from it, what the goods cost, what moved for a shop as a whole, what the company spent. Each is signed from the seller's side.
 */
export const resultLines = [
  'revenue',
  'vouchers',
  'fees',
  'freight',
  'refunds',
  'withheld',
  'adjustments',
  'packaging',
  'tax',
  'cost',
  'ads',
  ...shopMoneyLines,
  'fixed',
  'variable',
  'otherTaxes',
] as const
export type ResultLine = (typeof resultLines)[number]

/** The lines before the product revenue: all sales, the cancelled ones, and the platform's other prices. */
export const openingLines = ['gross', 'cancelled', 'repriced'] as const
export type OpeningLine = (typeof openingLines)[number]

/** Sums after the last line that each takes in; that before ads leaves those out. */
export const resultSums = {
  netRevenue: 'adjustments',
  contribution: 'cost',
  contributionAfterAds: 'ads',
  profitBeforeAds: 'otherTaxes',
  profit: 'otherTaxes',
} as const
export type ResultSum = keyof typeof resultSums

/** Top-ups of the ads balance only move money: they are listed apart and are no cost. */
export const lineOfKind: Record<MoneyKind, ResultLine | 'adsTopUp'> = {
  product_revenue: 'revenue',
  seller_voucher: 'vouchers',
  coins: 'vouchers',
  commission: 'fees',
  service: 'fees',
  affiliate: 'fees',
  protection: 'fees',
  channel_fee: 'fees',
  other: 'fees',
  pix_discount: 'fees',
  pix_rebate: 'fees',
  ads: 'adsTopUp',
  freight_paid: 'freight',
  freight_charged: 'freight',
  freight_rebate: 'freight',
  reverse_freight: 'freight',
  refund: 'refunds',
  compensation: 'refunds',
  tax_withheld: 'withheld',
  adjustment: 'adjustments',
}

/** From the best known on. */
export const moneyBases = ['settled', 'charged', 'estimated', 'typed'] as const satisfies readonly MoneyBasis[]

export type MoneyFact = { kind: MoneyKind; basis: MoneyBasis; cents: Cents }
/** The facts of one column of the statement: a month, or a whole period. */
export type ResultFacts = {
  money: MoneyFact[]
  validOrders: bigint
  /** Those with an item that no source gives a price for: what they brought is unknown. */
  unpricedOrders: bigint
  /** Units of valid orders. */
  units: bigint
  grossCents: Cents
  cancelledCents: Cents
  /** The part of both on the company's own channels, as it was typed in. */
  grossTypedCents: Cents
  cancelledTypedCents: Cents
  /** Sales with known fees of the marketplace, charged or estimated by rule. */
  grossWithFeesCents: Cents
  revenueWithCostCents: Cents
  costCents: Cents
  packagingCents: Cents
  /** By the rates in force on the day of each sale. */
  taxCents: Cents
  /** Revenue of legal entities that have no rate for its day. */
  untaxedCents: Cents
  /** Spent on ads by the reports; of the other days of shops nothing is known. */
  adsCents: Cents
  ads: AdsCoverage
  adsGaps: readonly AdsGap[]
  adsDespite: readonly AdsDespite[]
  adsUnsaid: readonly string[]
  /** Expenses of kind tax of legal entities without a tax rate: a MEI's fixed amount. */
  expenses: { fixed: Cents; variable: Cents; tax: Cents }
  /** The other expenses of kind tax: their legal entity's rate has set them aside already. */
  taxPaidCents: Cents
  /** In the expenses of one entity: its part of what the company shares. Not in them: what the company does not share. */
  sharedCents: Cents
  sharedLeftCents: Cents
  /** Money without an order, by the day it moved; signed from the seller's side. */
  shopMoney: Record<ShopMoneyLine, Cents>
}

export type Result = {
  lines: Record<ResultLine, Cents>
  sums: Record<ResultSum, Cents>
  /** Each amount by how well it is known. */
  byBasis: Record<ResultLine | OpeningLine | LinePart, Record<MoneyBasis, Cents>>
  adsTopUpCents: Cents
  /** Taxes paid as expenses that the rate has set aside already. */
  taxPaidCents: Cents
  sharedCents: Cents
  sharedLeftCents: Cents
  validOrders: bigint
  unpricedOrders: bigint
  units: bigint
  grossCents: Cents
  cancelledCents: Cents
  grossWithFeesCents: Cents
  revenueWithCostCents: Cents
  untaxedCents: Cents
  ads: AdsCoverage
  /** The shops and days without a report of ads. */
  adsGaps: readonly AdsGap[]
  /** Spending of shops that are set not to advertise; it is counted. */
  adsDespite: readonly AdsDespite[]
  /** Shops that sold without a word or a sign of their ads, which count as zero. */
  adsUnsaid: readonly string[]
}

/**
 * Taxes enter once: what a rate has set aside and is later paid as an expense is not taken again; where no rate does, the expense
 * is the tax. The facts say which, legal entity by legal entity: their results add up to the company's.
 */
export function resultOf(facts: ResultFacts): Result {
  const lines = Object.fromEntries(resultLines.map((line) => [line, 0n])) as Record<ResultLine, Cents>
  const byBasis = Object.fromEntries(linesByBasis.map((line) => [line, noBasis()])) as Result['byBasis']
  let adsTopUpCents = 0n
  for (const { kind, basis, cents } of facts.money) {
    const line = lineOfKind[kind]
    if (line === 'adsTopUp') adsTopUpCents += cents
    else {
      lines[line] += cents
      byBasis[line][basis] += cents
      if (isLinePart(kind)) byBasis[kind][basis] += cents
    }
  }
  lines.packaging = -facts.packagingCents
  lines.tax = -facts.taxCents
  lines.cost = -facts.costCents
  lines.ads = -facts.adsCents
  lines.fixed = -facts.expenses.fixed
  lines.variable = -facts.expenses.variable
  lines.otherTaxes = -facts.expenses.tax
  for (const line of ['packaging', 'cost', 'fixed', 'variable', 'otherTaxes'] as const)
    byBasis[line].typed = lines[line]
  for (const line of shopMoneyLines) byBasis[line].settled = lines[line] = facts.shopMoney[line]
  byBasis.tax.estimated = lines.tax
  byBasis.ads.charged = lines.ads
  const { grossCents, cancelledCents, grossTypedCents, cancelledTypedCents } = facts
  const typed = grossTypedCents + cancelledTypedCents
  byBasis.gross = { ...noBasis(), charged: grossCents + cancelledCents - typed, typed }
  byBasis.cancelled = { ...noBasis(), charged: cancelledTypedCents - cancelledCents, typed: -cancelledTypedCents }
  byBasis.repriced[byBasis.revenue.settled === 0n ? 'charged' : 'settled'] = lines.revenue - grossCents
  return {
    lines,
    sums: sumsOf(lines),
    byBasis,
    adsTopUpCents,
    taxPaidCents: facts.taxPaidCents,
    sharedCents: facts.sharedCents,
    sharedLeftCents: facts.sharedLeftCents,
    validOrders: facts.validOrders,
    unpricedOrders: facts.unpricedOrders,
    units: facts.units,
    grossCents: facts.grossCents,
    cancelledCents: facts.cancelledCents,
    grossWithFeesCents: facts.grossWithFeesCents,
    revenueWithCostCents: facts.revenueWithCostCents,
    untaxedCents: facts.untaxedCents,
    ads: facts.ads,
    adsGaps: facts.adsGaps,
    adsDespite: facts.adsDespite,
    adsUnsaid: facts.adsUnsaid,
  }
}

const linesByBasis = [...openingLines, ...resultLines, ...allLineParts]
const noBasis = (): Record<MoneyBasis, Cents> => ({ settled: 0n, charged: 0n, estimated: 0n, typed: 0n })

/** All that was sold, cancelled or not, less what was cancelled, at the platform's price: the product revenue. */
export const openingOf = ({ lines, grossCents, cancelledCents }: Result): Record<OpeningLine, Cents> => ({
  gross: grossCents + cancelledCents,
  cancelled: -cancelledCents,
  repriced: lines.revenue - grossCents,
})

function sumsOf(lines: Record<ResultLine, Cents>): Record<ResultSum, Cents> {
  const until = (last: ResultLine) =>
    resultLines.slice(0, resultLines.indexOf(last) + 1).reduce((sum, line) => sum + lines[line], 0n)
  return {
    netRevenue: until(resultSums.netRevenue),
    contribution: until(resultSums.contribution),
    contributionAfterAds: until(resultSums.contributionAfterAds),
    profitBeforeAds: until(resultSums.profitBeforeAds) - lines.ads,
    profit: until(resultSums.profit),
  }
}

/** Columns added up: a total is the sum of the months beside it, to the cent. */
export function addResults(results: readonly Result[]): Result {
  const add = <Key extends string>(records: Record<Key, Cents>[]) =>
    records.reduce(
      (sums, record) => {
        for (const key of Object.keys(record) as Key[]) sums[key] = (sums[key] ?? 0n) + record[key]
        return sums
      },
      {} as Record<Key, Cents>,
    )
  const empty = resultOf(noFacts)
  const all = [empty, ...results]
  const sum = (read: (result: Result) => Cents) => all.reduce((total, result) => total + read(result), 0n)
  return {
    lines: add(all.map(({ lines }) => lines)),
    sums: add(all.map(({ sums }) => sums)),
    byBasis: Object.fromEntries(
      linesByBasis.map((line) => [line, add(all.map(({ byBasis }) => byBasis[line]))]),
    ) as Result['byBasis'],
    adsTopUpCents: sum((result) => result.adsTopUpCents),
    taxPaidCents: sum((result) => result.taxPaidCents),
    sharedCents: sum((result) => result.sharedCents),
    sharedLeftCents: sum((result) => result.sharedLeftCents),
    validOrders: sum((result) => result.validOrders),
    unpricedOrders: sum((result) => result.unpricedOrders),
    units: sum((result) => result.units),
    grossCents: sum((result) => result.grossCents),
    cancelledCents: sum((result) => result.cancelledCents),
    grossWithFeesCents: sum((result) => result.grossWithFeesCents),
    revenueWithCostCents: sum((result) => result.revenueWithCostCents),
    untaxedCents: sum((result) => result.untaxedCents),
    ads: addCoverage(all.map(({ ads }) => ads)),
    adsGaps: addGaps(all.map(({ adsGaps }) => adsGaps)),
    adsDespite: addDespite(all.map(({ adsDespite }) => adsDespite)),
    adsUnsaid: [...new Set(all.flatMap(({ adsUnsaid }) => adsUnsaid))],
  }
}

export const noFacts: ResultFacts = {
  money: [],
  validOrders: 0n,
  unpricedOrders: 0n,
  units: 0n,
  grossCents: 0n,
  cancelledCents: 0n,
  grossTypedCents: 0n,
  cancelledTypedCents: 0n,
  grossWithFeesCents: 0n,
  revenueWithCostCents: 0n,
  costCents: 0n,
  packagingCents: 0n,
  taxCents: 0n,
  untaxedCents: 0n,
  adsCents: 0n,
  ads: { expectedDays: 0, missingDays: 0 },
  adsGaps: [],
  adsDespite: [],
  adsUnsaid: [],
  expenses: { fixed: 0n, variable: 0n, tax: 0n },
  taxPaidCents: 0n,
  sharedCents: 0n,
  sharedLeftCents: 0n,
  shopMoney: { advanceFees: 0n, advanceDeducts: 0n, fulfilment: 0n, shopAdjustments: 0n },
}

/** Nothing was sold, cancelled, taken or spent. */
export const isNothing = ({ validOrders, grossCents, cancelledCents, lines }: Result): boolean =>
  validOrders === 0n && [grossCents, cancelledCents, ...Object.values(lines)].every((cents) => cents === 0n)

/** No report tells what was spent on ads, and nothing of what follows from it alone is known. */
export const isAdsMissing = ({ ads, lines }: Result): boolean => isMissing(ads) && lines.ads === 0n

/** Something was sold and no price of it is known: the revenue is missing, not zero. */
export const isRevenueMissing = ({ unpricedOrders, grossCents, lines }: Result): boolean =>
  unpricedOrders > 0n && grossCents === 0n && lines.revenue === 0n

/** Something was sold and nothing of it has a cost: the cost is missing, not zero. */
export const isCostMissing = ({ grossCents, revenueWithCostCents }: Result): boolean =>
  grossCents > 0n && revenueWithCostCents === 0n

/**
 * Nothing is known of a line, or of a line that a sum takes in: it is shown as missing. Where a part is known the sum is of that
 * part, and the coverage beside it says how much that is.
 */
export function isUnknown(result: Result, key: OpeningLine | ResultLine | ResultSum): boolean {
  const missing: (OpeningLine | ResultLine)[] = [
    ...(isRevenueMissing(result) ? (['gross', 'revenue'] as const) : []),
    ...(isCostMissing(result) ? ['cost' as const] : []),
    ...(isAdsMissing(result) && key !== 'profitBeforeAds' ? ['ads' as const] : []),
  ]
  const last = key in resultSums ? resultSums[key as ResultSum] : null
  if (last === null) return (missing as string[]).includes(key)
  return missing.some((line) => resultLines.indexOf(line as ResultLine) <= resultLines.indexOf(last))
}

/** A sum of the statement; null where something that it takes in is missing. */
export const knownSum = (result: Result, sum: ResultSum): Cents | null =>
  isUnknown(result, sum) ? null : result.sums[sum]

/** The figure shown as the profit: where ads are unknown, the profit before them; null where that is unknown too. */
export function headlineOf(result: Result): { sum: 'profit' | 'profitBeforeAds'; cents: Cents | null } {
  const sum = isAdsMissing(result) ? 'profitBeforeAds' : 'profit'
  return { sum, cents: knownSum(result, sum) }
}
