import type { Cents } from '@/lib/core/money'

export const abcClasses = ['A', 'B', 'C'] as const
export type AbcClass = (typeof abcClasses)[number]

export type AbcSummary = { class: AbcClass; items: number; units: bigint; valueCents: Cents }
export type CurvePoint = { place: number; uptoCents: Cents }

/** The three classes in order, those without items too. */
export const completeClasses = (results: readonly AbcSummary[]): AbcSummary[] =>
  abcClasses.map(
    (name) => results.find((one) => one.class === name) ?? { class: name, items: 0, units: 0n, valueCents: 0n },
  )

/** Where the curve stands, in percent: of the items along, of the value up. It begins at nothing. */
export function layOutCurve(points: readonly CurvePoint[], items: number, totalCents: Cents) {
  if (items === 0 || totalCents <= 0n) return []
  const at = points.map(({ place, uptoCents }) => ({
    itemsShare: (place / items) * 100,
    valueShare: Number((uptoCents * 10_000n) / totalCents) / 100,
  }))
  return [{ itemsShare: 0, valueShare: 0 }, ...at]
}
