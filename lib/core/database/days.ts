import type { Day } from '@/lib/core/dates'

/** A day as the database's `date` travels: midnight UTC, in no time zone. */
export const asDate = (day: Day) => new Date(`${day}T00:00:00Z`)

export const asDay = (date: Date): Day => date.toISOString().slice(0, 10)
