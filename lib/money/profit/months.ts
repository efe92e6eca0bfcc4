import { addMonths, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'

/** The months of a period, the first and the last cut to its days. */
export function monthsOf({ from, to }: DayRange): { month: Day; range: DayRange }[] {
  const months = []
  for (let month = startOfMonth(from); month <= to; month = addMonths(month, 1)) {
    const last = lastDayOf(month)
    months.push({ month, range: { from: month < from ? from : month, to: last > to ? to : last } })
  }
  return months
}

function lastDayOf(month: Day): Day {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
