import { addDays, defaultTimeZone, localDay, startOfLocalDay, type Day } from '@/lib/core/dates'

const DAY_SECONDS = 86_400

export const asDate = (day: Day) => new Date(`${day}T00:00:00Z`)

/** Time in the demonstration company, counted back from the moment it is made: nothing of it is ahead of that moment. */
export function clockOf(now: Date) {
  const today = localDay(now, defaultTimeZone)
  const dayAgo = (ago: number): Day => addDays(today, -ago)
  const starts = new Map<number, number>()
  const startOf = (ago: number): number => {
    const start = starts.get(ago) ?? startOfLocalDay(dayAgo(ago), defaultTimeZone).getTime()
    starts.set(ago, start)
    return start
  }
  const goneMs = now.getTime() - startOf(0)
  return {
    now,
    today,
    dayAgo,
    /** So many days ago, at a second of the day. Today has had only some of its seconds: they stand for all of them. */
    at(ago: number, second: number): Date {
      const of = Math.min(Math.max(second, 0), DAY_SECONDS - 1)
      return new Date(ago > 0 ? startOf(ago) + of * 1000 : startOf(0) + Math.floor((goneMs * of) / DAY_SECONDS))
    },
    /** The same, of a day that may be ahead: until when something has time. */
    until: (ago: number, second: number) => new Date(startOf(ago) + second * 1000),
    /** How much of today has gone by, from 0 to 1. */
    gone: Math.min(1, goneMs / (DAY_SECONDS * 1000)),
  }
}
export type DemoClock = ReturnType<typeof clockOf>
