import { dayOf, numberOf } from '@/lib/catalog/forecast/sales-calendar'
import { addDays } from '@/lib/core/dates'
import { planDays } from '@/lib/sandbox/history/calendar'
import { forecastPayouts, type LagCount, type PaidDay, type PayoutFacts } from './payout-forecast'

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

/** The demonstration's days: each order is paid 8 to 21 days after its sale, on a bank day, one in twelve never. */
function facts(months: number, orders: number, seed: string): PayoutFacts {
  const toTime = Date.UTC(2026, 10, 20, 3) / 1000 - 1
  const days = planDays({ seed, fromTime: toTime - months * 30.4 * DAY, toTime, orders })
  const chance = chanceOf(seed.length * 31 + months)
  const paid = new Map<number, bigint>()
  const lags: LagCount[] = []
  const last = numberOf(TODAY)
  const sales = days.map(({ day, orders: ofDay }) => {
    let cents = 0n
    const [sale, ofLag] = [numberOf(day), Array.from({ length: 40 }, () => 0)]
    for (let n = 0; n < ofDay; n++) {
      const price = BigInt(2_000 + Math.floor(chance() * 8_000))
      cents += price
      if (chance() < 0.083) continue
      let on = sale + 8 + Math.floor(chance() * 6) + Math.floor(chance() * 6)
      // Saturdays and Sundays.
      while ([2, 3].includes(on % 7)) on += 1
      if (on >= last) continue
      paid.set(on, (paid.get(on) ?? 0n) + (price * 80n) / 100n)
      ofLag[on - sale]! += 1
    }
    for (const [lag, orders] of ofLag.entries()) if (orders > 0) lags.push({ day, lag, orders })
    return { day, orders: ofDay, cents }
  })
  const paidDays: PaidDay[] = [...paid]
    .map(([day, cents]) => ({ day: dayOf(day), cents }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return { sales, paid: paidDays, lags }
}

const percent = (part: bigint, whole: bigint) => Number((part * 1000n) / whole) / 10

test.each([24, 12])(
  'on %i months of the demonstration’s days weeks of payouts are missed by less than "same as last month"',
  (months) => {
    for (const seed of ['loja-a', 'loja-bb']) {
      const { error, weeks } = forecastPayouts(facts(months, 1_500 * months, seed), TODAY, 4)!
      const [ours, naive] = [error!.missedCents, error!.lastMonthMissedCents].map((cents) =>
        percent(cents, error!.paidCents),
      )
      expect(ours).toBeLessThan(naive! / 1.4)
      expect(weeks.map(({ from }) => from)).toEqual([0, 7, 14, 21].map((days) => addDays(TODAY, days)))
      for (const { cents, lowCents, highCents } of weeks) expect(lowCents! < highCents! && cents > 0n).toBe(true)
    }
  },
)

test('a steady shop is forecast to the cent: as much is paid as was sold, that many days later', () => {
  const days = Array.from({ length: 300 }, (_, at) => addDays(TODAY, at - 300))
  const steady: PayoutFacts = {
    sales: days.map((day) => ({ day, orders: 2, cents: 10_000n })),
    paid: days.slice(10).map((day) => ({ day, cents: 7_000n })),
    lags: days.map((day) => ({ day, lag: 10, orders: 2 })),
  }
  const { weeks, usualLag, error } = forecastPayouts(steady, TODAY, 4)!
  expect(usualLag).toBe(10)
  expect(error).toMatchObject({ missedCents: 0n, lastMonthMissedCents: 0n })
  for (const week of weeks) expect(week).toMatchObject({ cents: 49_000n, lowCents: 49_000n, highCents: 49_000n })
})

test('a forecast goes by what was known on its day alone', () => {
  const all = facts(12, 9_000, 'loja')
  const origin = addDays(TODAY, -28)
  const then = {
    sales: all.sales.filter(({ day }) => day < origin),
    paid: all.paid.filter(({ day }) => day < origin),
    lags: all.lags,
  }
  const forecast = forecastPayouts(then, origin, 4)!
  const changed = {
    ...all,
    sales: all.sales.map((each) => (each.day < origin ? each : { ...each, cents: each.cents * 9n })),
  }
  expect(forecastPayouts(changed, origin, 4)!.weeks.map(({ cents }) => cents)).toEqual(
    forecast.weeks.map(({ cents }) => cents),
  )
})

test('too little history has no forecast', () => {
  expect(forecastPayouts({ sales: [], paid: [], lags: [] }, TODAY, 4)).toBeNull()
  const young = facts(2, 2_000, 'loja')
  expect(forecastPayouts(young, TODAY, 4)).toBeNull()
})
