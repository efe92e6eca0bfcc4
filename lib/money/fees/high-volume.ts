import { addDays, type Day } from '@/lib/core/dates'
import { defaultTerms, termsOn, type ShopTerms } from '@/lib/money/fees/terms'

/** An individual with more orders than this in the last 90 days pays more for each item: 450 do not, 451 do. */
export const mostOrdersWithout = 450
const windowDays = 90

export type SalesDay = { day: Day; orders: number }
/** From that day on; null where the orders that are here do not say. */
export type VolumeTurn = { fromDay: Day; highVolume: boolean | null }

/** When a shop turned to high volume and back, counted over the 90 days that end with each day. */
export function volumeTurns(days: readonly SalesDay[]): VolumeTurn[] {
  const sorted = days.filter(({ orders }) => orders > 0).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const first = sorted[0]?.day
  if (!first) return []
  const covered = addDays(first, windowDays - 1)
  // The count changes on a day with orders, and on the day on which those leave the window.
  const changes = new Set(sorted.flatMap(({ day }) => [day, addDays(day, windowDays)])).add(covered)
  const turns: VolumeTurn[] = []
  for (const { day, count } of runningCounts(sorted, [...changes].toSorted())) {
    const highVolume = count > mostOrdersWithout ? true : day < covered ? null : false
    if (turns.at(-1)?.highVolume !== highVolume) turns.push({ fromDay: day, highVolume })
  }
  return turns
}

function runningCounts(sorted: readonly SalesDay[], days: readonly Day[]) {
  let [entered, left, count] = [0, 0, 0]
  return days.map((day) => {
    for (; entered < sorted.length && sorted[entered]!.day <= day; entered++) count += sorted[entered]!.orders
    const oldest = addDays(day, 1 - windowDays)
    for (; left < entered && sorted[left]!.day < oldest; left++) count -= sorted[left]!.orders
    return { day, count }
  })
}

/** A person's setting of the volume stands; else the orders decide. */
export function withVolume(said: readonly ShopTerms[], turns: readonly VolumeTurn[]): ShopTerms[] {
  if (turns.length === 0) return [...said]
  const days = [...new Set([...said, ...turns].map(({ fromDay }) => fromDay))].toSorted()
  return days.map((fromDay) => {
    const terms = termsOn(said, fromDay)
    return { ...defaultTerms, ...terms, fromDay, highVolume: terms.highVolume ?? volumeOn(turns, fromDay) }
  })
}

export const volumeOn = (turns: readonly VolumeTurn[], day: Day): boolean | null =>
  turns.findLast(({ fromDay }) => fromDay <= day)?.highVolume ?? null

/** In the 90 days that end with that day. */
export const countOrders = (days: readonly SalesDay[], until: Day): number =>
  days.reduce((sum, { day, orders }) => (day <= until && day > addDays(until, -windowDays) ? sum + orders : sum), 0)
