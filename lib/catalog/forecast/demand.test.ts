import { planDays } from '@/lib/sandbox/history/calendar'
import { addDays, listDays, startOfMonth } from '@/lib/core/dates'
import { backTest, forecastThousandths, type MonthlyUnits } from './demand'
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
  [24, 0.8, 'a year and more of seasons'],
  // A product's own season is not known before the thirteenth month, and every fifth has one here.
  [12, 1.02, 'campaign days alone'],
])(
  'on %i months of the demonstration’s history the forecast misses at most %f times what "same as last month" misses: %s',
  (months, most) => {
    for (const seed of ['loja-a', 'loja-bb', 'loja-ccc']) {
      const { sold, products } = history(months, 40_000 * (months / 12), seed)
      const { error } = backTest(products, sold, { today: TODAY, baseMonths: 1 })
      const [ours, naive] = [share(error!.missed, error!.actual), share(error!.lastMonthMissed, error!.actual)]
      expect(error!.months).toBe(6)
      expect(ours).toBeLessThan(naive * most)
    }
  },
)

test.each([24, 13])('on %i months a product that sells a few units goes by what it sold before, too', (months) => {
  const { sold, products } = history(months, 200 * months, 'loja-pequena')
  const small = products.filter((_, at) => at % 5 !== 0)
  for (const baseMonths of [1, 2, 3]) {
    const { error } = backTest(small, sold, { today: TODAY, baseMonths })
    expect(share(error!.missed, error!.actual)).toBeLessThan(share(error!.lastMonthMissed, error!.actual) * 0.9)
  }
})

test('earlier sales count for five units at the most, and not at all for what the period did not sell', () => {
  const earlier = { sold: 60, index: 180_000 }
  const days = { base: 30_000, ahead: 30_000, earlier }
  // (20 + 5) units in (30 + 15) days.
  expect(forecastThousandths(20, days, null)).toBe(16_667)
  expect(forecastThousandths(0, days, null)).toBe(0)
  // Three units in half a year: all of them, and all of its days.
  expect(forecastThousandths(4, { ...days, earlier: { sold: 3, index: 180_000 } }, null)).toBe(1000)
  expect(forecastThousandths(20, { ...days, earlier: { sold: 0, index: 0 } }, null)).toBe(20_000)
})

test('a season that comes back each year is forecast from the year before, for small products too', () => {
  const days = listDays({ from: addDays(TODAY, -760), to: addDays(TODAY, -1) })
  const unitsOf = (day: string) =>
    Math.round(30 * (1 + 0.7 * Math.cos((2 * Math.PI * (Number(day.slice(5, 7)) - 1)) / 12)))
  const sold = days.map((day) => ({ day, units: unitsOf(day) }))
  const product = new Map<string, number>()
  for (const { day, units } of sold) product.set(startOfMonth(day), (product.get(startOfMonth(day)) ?? 0) + units)
  // One in sixty units: less than a product's own season takes.
  const small = new Map([...product].map(([month, units]) => [month, Math.round(units / 60)]))
  for (const products of [[product], [small]]) {
    const { error } = backTest(products, sold, { today: TODAY, baseMonths: 1 })
    expect(share(error!.missed, error!.actual)).toBeLessThan(share(error!.lastMonthMissed, error!.actual) / 2)
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
