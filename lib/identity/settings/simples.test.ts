import { estimateSimples, simplesBands } from './simples'

const reais = (amount: number) => BigInt(Math.round(amount * 100))
const estimate = (amount: number) => {
  const simples = estimateSimples(reais(amount))
  return simples && [simples.number, Number(simples.effective) / 10_000]
}

test.each([
  [0, [1, 4]],
  [1, [1, 4]],
  [180_000, [1, 4]],
  [180_000.01, [2, 4]],
  [360_000, [2, 5.65]],
  [360_000.01, [3, 5.65]],
  [720_000, [3, 7.575]],
  [720_000.01, [4, 7.575]],
  [1_800_000, [4, 9.45]],
  [1_800_000.01, [5, 9.45]],
  [3_600_000, [5, 11.875]],
  [3_600_000.01, [6, 8.5]],
  [4_800_000, [6, 11.125]],
])('revenue of %d in twelve months pays in band and percent %j', (amount, expected) =>
  expect(estimate(amount)).toEqual(expected),
)

test('above the last band there is no Simples', () => {
  expect(estimate(4_800_000.01)).toBeNull()
})

test('the example of the formula: 600,000 pays 7.19 %', () => {
  expect(estimate(600_000)).toEqual([3, 7.19])
})

test('the rate grows with the revenue within each band', () => {
  for (const [index, { upToCents }] of simplesBands.entries()) {
    const from = index === 0 ? 1n : simplesBands[index - 1]!.upToCents + 1n
    const steps = [0n, 1n, 2n, 3n].map((step) => estimateSimples(from + ((upToCents - from) * step) / 3n)!.effective)
    expect(steps).toEqual(steps.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  }
})
