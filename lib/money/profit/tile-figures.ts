import type { Cents } from '@/lib/core/money'
import type { MoneyBasis } from '@/lib/generated/prisma/enums'
import {
  headlineOf,
  isAdsMissing,
  isCostMissing,
  isRevenueMissing,
  moneyBases,
  resultLines,
  type Result,
  type ResultLine,
} from './result-lines'
import { shareOfSales } from './shares'

/**
 * How well a figure is known: as the statement says it, `presumed` where no sign speaks against zero and no member said so,
 * `partial` where a part of it is missing, `unknown` where all of it is.
 */
export type FigureStatus = MoneyBasis | 'presumed' | 'partial' | 'unknown'
export type TileFigureKey = 'sales' | 'units' | 'fees' | 'ads' | 'cost' | 'rest'
/** `value` is null where nothing is known; `standing` where there is nothing to know. */
export type TileFigure = { key: TileFigureKey; value: bigint | null; status: FigureStatus | null }
export type TileHeadline = {
  sum: 'profit' | 'profitBeforeAds'
  cents: Cents | null
  /** Share of the product revenue, from 0 to 1. */
  margin: number | null
  status: FigureStatus | null
}
export type Tile = {
  headline: TileHeadline
  /** Sales to ads and cost, and the rest: without units they add up to the headline. */
  figures: TileFigure[]
  /** Sales without a known cost, fee or tax rate. */
  lacks: { cost: Cents; fees: Cents; tax: Cents }
  /** Orders whose sales are unknown. */
  unpriced: bigint
  /** The number of shops whose ads count as zero without a word of it. */
  adsUnsaid: number
}

/** The company's own entries are certain: beside a platform's data they do not reduce the certainty of a figure. */
const worst: readonly FigureStatus[] = ['typed', 'settled', 'charged', 'estimated', 'presumed', 'partial', 'unknown']
const worstOf = (all: readonly (FigureStatus | null)[]): FigureStatus | null =>
  worst.findLast((status) => all.includes(status)) ?? null

/** The least known basis of what these lines hold; null where they hold nothing. */
const basisOf = ({ byBasis }: Result, lines: readonly ResultLine[]): MoneyBasis | null => {
  const held = moneyBases.filter((basis) => lines.some((line) => byBasis[line][basis] !== 0n))
  return worstOf(held) as MoneyBasis | null
}

const apart: readonly ResultLine[] = ['revenue', 'fees', 'ads', 'cost']
const restLines = resultLines.filter((line) => !apart.includes(line))

/** The figures of a period for the first screen, worked out of its result: the panel says the same, line by line. */
export function tileOf(result: Result): Tile {
  const { lines, sums, grossCents, grossWithFeesCents, revenueWithCostCents, ads, untaxedCents, units } = result
  const lacks = {
    cost: atLeastZero(grossCents - revenueWithCostCents),
    fees: atLeastZero(grossCents - grossWithFeesCents),
    tax: atLeastZero(untaxedCents),
  }
  const sales = salesStatus(result)
  const fees = lackingOf(lacks.fees, grossCents, basisOf(result, ['fees']) ?? (grossCents === 0n ? null : 'charged'))
  const cost = isCostMissing(result) ? 'unknown' : lackingOf(lacks.cost, grossCents, basisOf(result, ['cost']))
  const spent: FigureStatus | null = isAdsMissing(result)
    ? 'unknown'
    : ads.missingDays > 0
      ? 'partial'
      : result.adsUnsaid.length > 0
        ? 'presumed'
        : basisOf(result, ['ads'])
  const rest: FigureStatus | null = lacks.tax > 0n ? 'partial' : basisOf(result, restLines)
  const { sum, cents } = headlineOf(result)
  const known = [sales, fees, cost, rest, sum === 'profit' ? spent : null]
  const status = cents === null ? 'unknown' : lessenedOf(worstOf(known))
  return {
    headline: { sum, cents, margin: cents === null ? null : shareOfSales(result, cents), status },
    figures: [
      { key: 'sales', value: sales === 'unknown' ? null : grossCents, status: sales },
      { key: 'units', value: units, status: unitsStatus(result) },
      { key: 'fees', value: fees === 'unknown' ? null : lines.fees, status: fees },
      { key: 'ads', value: spent === 'unknown' ? null : lines.ads, status: spent },
      { key: 'cost', value: cost === 'unknown' ? null : lines.cost, status: cost },
      { key: 'rest', value: sums.profit - grossCents - lines.fees - lines.ads - lines.cost, status: rest },
    ],
    lacks,
    unpriced: result.unpricedOrders,
    adsUnsaid: result.adsUnsaid.length,
  }
}

/** Units are known of every order. */
const unitsStatus = (result: Result): FigureStatus | null =>
  result.units === 0n ? null : (basisOf(result, ['revenue']) ?? 'charged')

function salesStatus(result: Result): FigureStatus | null {
  if (isRevenueMissing(result)) return 'unknown'
  if (result.unpricedOrders > 0n) return 'partial'
  return result.grossCents === 0n ? null : unitsStatus(result)
}

const atLeastZero = (cents: Cents) => (cents > 0n ? cents : 0n)

const lackingOf = (lacks: Cents, whole: Cents, basis: FigureStatus | null): FigureStatus | null =>
  lacks === 0n ? basis : lacks >= whole ? 'unknown' : 'partial'

/** A sum that takes in something unknown, and is shown all the same, lacks a part. */
const lessenedOf = (status: FigureStatus | null): FigureStatus | null => (status === 'unknown' ? 'partial' : status)
