import fc from 'fast-check'
import { addDays } from '@/lib/core/dates'
import { countOrders, volumeOn, volumeTurns, withVolume } from '@/lib/money/fees/high-volume'
import { defaultTerms, termsOn } from '@/lib/money/fees/terms'

const first = { day: '2026-01-01', orders: 1 }

test('450 orders in 90 days are not many, 451 are; before 90 days are known only a high count counts', () => {
  const turns = (orders: number) => volumeTurns([first, { day: '2026-06-01', orders }])
  expect(volumeOn(turns(450), '2026-06-01')).toBe(false)
  expect(volumeOn(turns(451), '2026-06-01')).toBe(true)
  expect(volumeOn(turns(451), '2026-05-31')).toBe(false)
  expect(volumeOn(turns(451), '2026-08-29')).toBe(true)
  expect(volumeOn(turns(451), '2026-08-30')).toBe(false)
  expect(volumeOn(volumeTurns([first]), '2026-03-30')).toBeNull()
  expect(volumeOn(volumeTurns([first]), '2026-03-31')).toBe(false)
  expect(volumeOn(volumeTurns([{ day: '2026-06-01', orders: 451 }]), '2026-06-01')).toBe(true)
  expect(volumeTurns([])).toEqual([])
})

test('on every day the turns say what counting the 90 days says', () => {
  const anyDays = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: 250 }).map((days) => addDays('2026-01-01', days)),
      orders: fc.integer({ min: 1, max: 460 }),
    }),
    { selector: ({ day }) => day, minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(anyDays, fc.integer({ min: 0, max: 400 }), (days, after) => {
      const on = addDays('2026-01-01', after)
      const firstDay = days.map(({ day }) => day).toSorted()[0]!
      const isMany = countOrders(days, on) > 450
      const isKnown = on >= addDays(firstDay, 89)
      expect(volumeOn(volumeTurns(days), on)).toBe(isMany ? true : isKnown ? false : null)
    }),
  )
})

test('a person’s setting takes precedence over the count', () => {
  const turns = volumeTurns([first, { day: '2026-06-01', orders: 451 }])
  const said = [{ ...defaultTerms, fromDay: '2026-06-10', highVolume: false, campaign: true }]
  const terms = withVolume(said, turns)
  expect(termsOn(terms, '2026-06-05')).toMatchObject({ highVolume: true, campaign: false })
  expect(termsOn(terms, '2026-06-10')).toMatchObject({ highVolume: false, campaign: true })
  expect(termsOn(withVolume([], turns), '2026-06-05').highVolume).toBe(true)
  expect(withVolume(said, [])).toEqual(said)
})

test('a sale counts for 90 days with its own, and of 451 in that window none may be missed', () => {
  const days = (orders: number) => [
    { day: '2026-01-01', orders: 1 },
    { day: '2026-03-31', orders: orders - 1 },
  ]
  expect(countOrders(days(451), '2026-03-31')).toBe(451)
  expect(countOrders(days(451), '2026-04-01')).toBe(450)
  expect(countOrders(days(451), '2026-03-30')).toBe(1)
  expect(volumeOn(volumeTurns(days(450)), '2026-03-31')).toBe(false)
  expect(volumeOn(volumeTurns(days(451)), '2026-03-31')).toBe(true)
  expect(volumeOn(volumeTurns(days(451)), '2026-04-01')).toBe(false)
})
