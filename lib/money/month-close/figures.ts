import { lineParts } from '../profit/line-parts'
import { shopMoneyLines } from '../profit/shop-money'
import { isUnknown, openingOf, type MoneyFact, type Result } from '../profit/result-lines'

/** The kinds of the marketplace's fees, which are one line of the statement. */
export const feeKinds = lineParts.fees
type FeeKind = (typeof feeKinds)[number]

/** The statement, line by line and with its sums, as it is read from above. */
export const statementLines = [
  ...(['gross', 'cancelled', 'repriced', 'revenue', 'vouchers', 'fees'] as const),
  ...feeKinds.map((kind) => `fees.${kind}` as const),
  ...([
    'freight',
    'refunds',
    'withheld',
    'adjustments',
    'netRevenue',
    'packaging',
    'tax',
    'cost',
    'contribution',
  ] as const),
  ...(['ads', 'contributionAfterAds', ...shopMoneyLines, 'fixed', 'variable', 'otherTaxes', 'profit'] as const),
] as const
/**
 * How much is behind the statement: what has a known cost, what no tax rate holds for, money that is no part of it, what its expenses
 * hold of the company's, and what of the company's no entity bears.
 */
export const coverageLines = ['revenueWithCost', 'untaxed', 'taxPaid', 'adsTopUp', 'sharedSplit', 'sharedLeft'] as const
/** The marketplace's money: of the month's orders, whenever it came (competence), and what came in the month, whatever for (cash). */
export const moneyLines = ['payoutExpected', 'payoutCompetence', 'payoutCash', 'difference', 'unexplained'] as const

export const figureLines = [...statementLines, ...coverageLines, ...moneyLines] as const
export type FigureLine = (typeof figureLines)[number]
/** Cents by line. A line that nothing is known of is not there: never zero. */
export type Figures = Partial<Record<FigureLine, bigint>>

export const sumLines: readonly FigureLine[] = [
  'revenue',
  'netRevenue',
  'contribution',
  'contributionAfterAds',
  'profit',
]
/** Parts of a line above them, and what stands beside the statement. */
export const isPart = (line: FigureLine) => line.startsWith('fees.')

/** The marketplace's money of a month; null where nothing is known of it. */
export type MonthMoney = {
  settled: { orders: bigint; expected: bigint; paid: bigint; difference: bigint; unexplained: bigint } | null
  cash: bigint | null
}

/** The figures that a closing freezes: those of the company's result (lib/money/profit), and the marketplace's money. */
export function figuresOf(result: Result, money: readonly MoneyFact[], { settled, cash }: MonthMoney): Figures {
  const { profitBeforeAds: _, ...sums } = result.sums
  const figures: Figures = { ...openingOf(result), ...result.lines, ...sums }
  for (const kind of feeKinds) {
    const cents = sumOf(money, kind)
    if (cents !== 0n) figures[`fees.${kind}`] = cents
  }
  figures.revenueWithCost = result.revenueWithCostCents
  if (result.untaxedCents !== 0n) figures.untaxed = result.untaxedCents
  if (result.taxPaidCents !== 0n) figures.taxPaid = -result.taxPaidCents
  if (result.adsTopUpCents !== 0n) figures.adsTopUp = result.adsTopUpCents
  if (result.sharedCents !== 0n) figures.sharedSplit = -result.sharedCents
  if (result.sharedLeftCents !== 0n) figures.sharedLeft = -result.sharedLeftCents
  for (const line of unknowable) if (isUnknown(result, line)) delete figures[line]
  if (settled) {
    figures.payoutExpected = settled.expected
    figures.payoutCompetence = settled.paid
    figures.difference = settled.difference
    figures.unexplained = settled.unexplained
  }
  if (cash !== null) figures.payoutCash = cash
  return figures
}

/** Lines that always exist once they are known: a missing one is unknown. */
const unknowable = [
  'gross',
  'revenue',
  'cost',
  'ads',
  'netRevenue',
  'contribution',
  'contributionAfterAds',
  'profit',
] as const
export const mayBeUnknown: ReadonlySet<FigureLine> = new Set(unknowable)

const sumOf = (money: readonly MoneyFact[], kind: FeeKind) =>
  money.reduce((sum, fact) => (fact.kind === kind ? sum + fact.cents : sum), 0n)

/** Every line with different amounts: `a` less `b`. A value unknown in `a` is no change. */
export function subtract(a: Figures, b: Figures): Figures {
  const changed = figureLines.flatMap((line) => {
    // No part of the entity's own figures.
    if (line === 'sharedLeft') return []
    if (a[line] === undefined && mayBeUnknown.has(line)) return []
    const cents = (a[line] ?? 0n) - (b[line] ?? 0n)
    return cents === 0n ? [] : [[line, cents] as const]
  })
  return Object.fromEntries(changed)
}

export function add(a: Figures, b: Figures): Figures {
  const sums: Figures = { ...a }
  for (const line of figureLines) if (b[line] !== undefined) sums[line] = (a[line] ?? 0n) + b[line]
  return sums
}

const afterAds = [...shopMoneyLines, 'fixed', 'variable', 'otherTaxes'] as const

/**
 * The profit before ads of a month with unknown ads, from its own lines: a closed month has it too. Null where
 * the profit itself is known, or the contribution is not.
 */
export function profitBeforeAdsOf(figures: Figures): bigint | null {
  if (figures.profit !== undefined || figures.contribution === undefined) return null
  return afterAds.reduce((sum, line) => sum + (figures[line] ?? 0n), figures.contribution)
}

/** How much of the sales has a known cost, from 0 to 1; none without sales. */
export function coverageOf({ gross = 0n, cancelled = 0n, revenueWithCost = 0n }: Figures): number | null {
  const sold = gross + cancelled
  return sold > 0n ? Number((revenueWithCost * 10_000n) / sold) / 10_000 : null
}

export const isEmpty = (figures: Figures) => Object.keys(figures).length === 0
