import fc from 'fast-check'
import { isFurtherFee } from './fee-rows'

const fee = (state: string | null, amount = 500) => ({ amount, state })

test('a charge follows the further state: none, to be charged, charged, called off; never back, whatever the amount', () => {
  const states = [null, 'A deduzir', 'Deduzido', 'Cancelado']
  for (const [at, before] of states.entries())
    for (const [place, now] of states.entries())
      if (at !== place) expect(isFurtherFee(fee(before), fee(now, 900))).toBe(place > at)
})

test('in one state the greater amount stands, and of two readings always the same one', () => {
  expect(isFurtherFee(fee('Deduzido', 500), fee('Deduzido', 900))).toBe(true)
  expect(isFurtherFee(fee('Deduzido', -900), fee('Deduzido', 500))).toBe(false)
  const one = fc.record({
    amount: fc.integer({ min: -2, max: 2 }),
    state: fc.constantFrom(null, 'Retido', 'A deduzir', 'Pendente', 'Deduzido', 'Cancelado'),
  })
  fc.assert(
    fc.property(one, one, (a, b) => {
      const isSame = a.amount === b.amount && (a.state ?? '') === (b.state ?? '')
      expect([isFurtherFee(a, b), isFurtherFee(b, a)].filter(Boolean)).toHaveLength(isSame ? 0 : 1)
    }),
  )
})
