import { planDays } from '@/lib/sandbox/history/calendar'
import { addDays, listDays, startOfMonth } from '@/lib/core/dates'
import { backTest, type MonthlyUnits } from './demand'
import { buildSalesCalendar, numberOf } from './sales-calendar'

const DAY = 86_400
const TODAY = '2026-11-20'

/** A repeatable chance in [0, 1). */
function chanceOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** The demonstration's own days, drawn for `months`: products of unlike sizes, some of them with a season of their own. */
function history(months: number, orders: number, seed: string) {
  const toTime = Date.UTC(2026, 10, 20, 3) / 1000 - 1
  const days = planDays({ seed, fromTime: toTime - months * 30.4 * DAY, toTime, orders })
  const chance = chanceOf(seed.length * 7919 + months)
  const weights = Array.from({ length: 60 }, (_, at) => 1 / (at + 2))
  const seasonal = (at: number, day: string) =>
    at % 5 === 0 ? 1 + 0.8 * Math.cos((2 * Math.PI * (Number(day.slice(5, 7)) - 1)) / 12) : 1
  const products = weights.map(() => new Map<string, number>())
  const sold = days.map(({ day, orders: ofDay }) => {
    const shares = weights.map((weight, at) => weight * seasonal(at, day))
    const whole = shares.reduce((a, b) => a + b, 0)
    for (let n = 0; n < ofDay; n++) {
      let left = chance() * whole
      let at = shares.findIndex((share) => (left -= share) < 0)
      if (at < 0) at = shares.length - 1
      const month = startOfMonth(day)
      products[at]!.set(month, (products[at]!.get(month) ?? 0) + 1)
    }
    return { day, units: ofDay }
  })
  return { sold, products: products as MonthlyUnits[] }
}

const share = (part: number, actual: number) => part / (actual * 1000)

test.each([
  [24, 'a year and more of seasons'],
  [12, 'campaign days alone'],
])('on %i months of the demonstration’s history the forecast misses less than "same as last month": %s', (months) => {
  for (const seed of ['loja-a', 'loja-bb', 'loja-ccc']) {
    const { sold, products } = history(months, 40_000 * (months / 12), seed)
    const { error } = backTest(products, sold, { today: TODAY, baseMonths: 1 })
    const [ours, naive] = [share(error!.missed, error!.actual), share(error!.lastMonthMissed, error!.actual)]
    expect(error!.months).toBe(6)
    // A year that is over makes the difference; without one only campaign days do.
    expect(ours).toBeLessThan(naive * (months > 13 ? 0.85 : 1))
  }
})

test('a shop without a past has no calendar and no error', () => {
  expect(backTest([], [], { today: TODAY, baseMonths: 1 })).toEqual({ error: null, ranges: [] })
  const calendar = buildSalesCalendar([], numberOf(TODAY), 30)
  expect(calendar.knows).toEqual({ weekdays: false, campaigns: false, season: false })
  expect(listDays({ from: TODAY, to: addDays(TODAY, 400) }).map((day) => calendar.indexAt(numberOf(day)))).toEqual(
    Array(401).fill(1000),
  )
})
