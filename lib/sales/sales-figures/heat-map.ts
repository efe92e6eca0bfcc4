import { addDays, daysBetween, type DayRange } from '@/lib/core/dates'
import type { HourFigure } from './analysis-filters'

/** Monday is 1, Sunday 7. */
export type HourFact = { weekday: number; hour: number; orders: bigint; units: bigint; grossCents: bigint }
export type HeatCell = { hour: number; value: bigint; orders: bigint; level: number }
export type HeatRow = { weekday: number; days: number; cells: HeatCell[]; total: bigint }
export type HeatMap = {
  rows: HeatRow[]
  byHour: bigint[]
  total: bigint
  highest: bigint
  busiest: (HeatCell & { weekday: number }) | null
}

export const heatLevels = 5
const hours = 24

const valueOf = (fact: HourFact, figure: HourFigure) =>
  figure === 'gross' ? fact.grossCents : figure === 'orders' ? fact.orders : fact.units

/** Every hour of every weekday, those without sales too. The level goes from 0 (nothing) to 5 (the most), by fifths of the most. */
export function shapeHeatMap(facts: readonly HourFact[], figure: HourFigure, period: DayRange): HeatMap {
  const byKey = new Map(facts.map((fact) => [fact.weekday * hours + fact.hour, fact]))
  const highest = facts.reduce((most, fact) => (valueOf(fact, figure) > most ? valueOf(fact, figure) : most), 0n)
  const levelOf = (value: bigint) =>
    value <= 0n || highest === 0n ? 0 : Number((value * BigInt(heatLevels) + highest - 1n) / highest)
  const days = countWeekdays(period)
  const rows = Array.from({ length: 7 }, (_, index): HeatRow => {
    const weekday = index + 1
    const cells = Array.from({ length: hours }, (_, hour): HeatCell => {
      const fact = byKey.get(weekday * hours + hour)
      const value = fact ? valueOf(fact, figure) : 0n
      return { hour, value, orders: fact?.orders ?? 0n, level: levelOf(value) }
    })
    return { weekday, days: days[index] ?? 0, cells, total: cells.reduce((sum, { value }) => sum + value, 0n) }
  })
  const byHour = Array.from({ length: hours }, (_, hour) =>
    rows.reduce((sum, { cells }) => sum + (cells[hour]?.value ?? 0n), 0n),
  )
  const all = rows.flatMap(({ weekday, cells }) => cells.map((cell) => ({ ...cell, weekday })))
  const busiest = highest > 0n ? (all.find(({ value }) => value === highest) ?? null) : null
  return { rows, byHour, total: rows.reduce((sum, { total }) => sum + total, 0n), highest, busiest }
}

/** How many Mondays, Tuesdays and so on the period has: a period rarely holds as many of each. */
export function countWeekdays({ from, to }: DayRange): number[] {
  const days = daysBetween(from, to) + 1
  const counts = Array.from({ length: 7 }, () => Math.floor(days / 7))
  for (let extra = 0; extra < days % 7; extra++) {
    const weekday = (new Date(`${addDays(from, extra)}T00:00:00Z`).getUTCDay() + 6) % 7
    counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  return counts
}
