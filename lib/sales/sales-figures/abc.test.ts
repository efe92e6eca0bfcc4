import { completeClasses, layOutCurve } from './abc'

test('a class without items is there with nothing', () => {
  const results = [{ class: 'B' as const, items: 2, units: 3n, valueCents: 50n }]
  expect(completeClasses(results).map((one) => [one.class, one.items])).toEqual([
    ['A', 0],
    ['B', 2],
    ['C', 0],
  ])
})

test('the curve begins at nothing and ends at everything', () => {
  const points = [
    { place: 1, uptoCents: 750n },
    { place: 4, uptoCents: 1000n },
  ]
  expect(layOutCurve(points, 4, 1000n)).toEqual([
    { itemsShare: 0, valueShare: 0 },
    { itemsShare: 25, valueShare: 75 },
    { itemsShare: 100, valueShare: 100 },
  ])
  expect(layOutCurve([], 0, 0n)).toEqual([])
})
