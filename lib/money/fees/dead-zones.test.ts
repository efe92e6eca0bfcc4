import fc from 'fast-check'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { deadZones, paysAt, zoneOf, type DeadZone } from '@/lib/money/fees/dead-zones'
import type { FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms } from '@/lib/money/fees/terms'
import { plainBand } from '@/lib/testing/harnesses/plain-bands'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'

const rules: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...terms,
  id: `rule-${index}`,
  confirmedBy: 0,
  version: 1,
}))
const ruleCalled = (name: string) => rules.find((rule) => rule.name === name)!
const since2026 = ruleCalled('Shopee desde 23/04/2026 · CNPJ')
const span = { fromCents: 1_00n, toCents: 1_000_00n }

/** The definition of domain.md, price by price: nothing of the search is used. */
function bruteForce(rule: FeeRule, terms = defaultTerms): Pick<DeadZone, 'fromCents' | 'toCents'>[] {
  const pays = (price: bigint) => paysAt(rule, price, terms)
  const zones: Pick<DeadZone, 'fromCents' | 'toCents'>[] = []
  for (let edge = span.fromCents; edge <= span.toCents; edge++) {
    const isEdge = rule.bands.some(({ fromCents, cheap }) => fromCents === edge || cheap?.belowCents === edge)
    if (!isEdge) continue
    const before = pays(edge - 1n)
    let worst = before
    let price = edge
    while (price <= 3_000_00n && pays(price) < before) {
      if (pays(price) < worst) worst = pays(price)
      price++
    }
    if (before - worst >= 5n) zones.push({ fromCents: edge, toCents: price - 1n })
  }
  return zones
}

const shown = (zones: Pick<DeadZone, 'fromCents' | 'toCents'>[]) =>
  zones.map(({ fromCents, toCents }) => ({ fromCents, toCents }))

test('80.00, 100.00 and 200.00 pay less until 88.36, 104.64 and 206.97', () => {
  expect(deadZones(since2026)).toMatchObject([
    { fromCents: 80_00n, lastGoodCents: 79_99n, againCents: 88_36n, paysCents: 59_99n, dipCents: 7_19n },
    { fromCents: 100_00n, lastGoodCents: 99_99n, againCents: 104_64n, paysCents: 69_99n },
    { fromCents: 200_00n, lastGoodCents: 199_99n, againCents: 206_97n, paysCents: 151_99n },
  ])
})

test('every price from 1.00 to 1,000.00 says the same, one by one, under every schedule', () => {
  for (const rule of rules) {
    const zones = deadZones(rule, defaultTerms, span)
    expect(shown(zones)).toEqual(bruteForce(rule))
    const wrong: bigint[] = []
    for (let price = span.fromCents; price <= span.toCents; price++) {
      const zone = zoneOf(zones, price)
      if (zone && paysAt(rule, price) >= zone.paysCents) wrong.push(price)
    }
    expect(wrong).toEqual([])
  }
})

test('a campaign takes its share of every price: its zones are longer, as the prices themselves say', () => {
  const october = ruleCalled('Shopee desde 01/10/2026 · CNPJ')
  const campaign = { ...defaultTerms, campaign: true, protection: true }
  // 79.99 pays 79.99 − 14.88 − 1.12 − 2.80 − 4.50 − 0.49 = 56.20, 80.00 pays 80.00 − 10.08 − 1.12 − 2.80 − 16.00 − 0.49 = 49.51.
  expect(deadZones(october, campaign)[0]).toMatchObject({
    fromCents: 80_00n,
    paysCents: 56_20n,
    dipCents: 6_69n,
    againCents: 88_10n,
  })
  for (const rule of rules)
    for (const terms of [campaign, { ...defaultTerms, highVolume: true }])
      expect(shown(deadZones(rule, terms, span))).toEqual(bruteForce(rule, terms))
})

test('whatever the bands, the zones are those of the definition', () => {
  const rate = fc.constantFrom(0n, 20_000n, 120_000n, 180_000n, 350_000n)
  const band = fc.record({
    edge: fc.integer({ min: 200, max: 60_000 }),
    commission: rate,
    service: rate,
    fixed: fc.integer({ min: 0, max: 5_000 }),
  })
  const cap = fc.option(fc.bigInt({ min: 1_00n, max: 150_00n }), { nil: null })
  fc.assert(
    fc.property(
      fc.uniqueArray(band, { selector: ({ edge }) => edge, minLength: 1, maxLength: 5 }),
      cap,
      (drawn, capCents) => {
        const sorted = drawn.toSorted((a, b) => a.edge - b.edge)
        const bands = sorted.map(({ edge, commission, service, fixed }, index) =>
          plainBand({
            fromCents: index === 0 ? 0n : BigInt(edge),
            toCents: sorted[index + 1] ? BigInt(sorted[index + 1]!.edge) - 1n : null,
            commission,
            service,
            fixedCents: BigInt(fixed),
          }),
        )
        const rule = { ...since2026, bands, capCents }
        const zones = deadZones(rule, defaultTerms, span)
        const brute = bruteForce(rule)
        expect(shown(zones)).toEqual(brute.map((zone, i) => (zone.toCents === 3_000_00n ? shown(zones)[i] : zone)))
      },
    ),
    drawsOf(15, 60),
  )
})

// 104.63 pays 13.18 + 1.46 + 20.00: rounded apart the percentages come to a cent less than 14 % rounded once, which gives 104.64.
test('since October 80.00 to 87.77 pay less than 79.99, and the zones after 100.00 and 200.00 end at 104.63 and 206.97', () => {
  expect(deadZones(ruleCalled('Shopee desde 01/10/2026 · CNPJ'))).toMatchObject([
    { fromCents: 80_00n, toCents: 87_77n, lastGoodCents: 79_99n, againCents: 87_78n, paysCents: 59_49n },
    { fromCents: 100_00n, againCents: 104_63n, paysCents: 69_99n },
    { fromCents: 200_00n, againCents: 206_97n, paysCents: 151_99n },
  ])
})

test('a limit of cheap items that lies too low makes a zone of its own', () => {
  const [first, ...rest] = since2026.bands
  const rule = { ...since2026, bands: [{ ...first!, cheap: { belowCents: 5_00n, rate: 500_000n } }, ...rest] }
  // 4.99 pays 4.99 - 1.00 - 2.50 = 1.49, and 5.00 nothing; 6.86 pays 6.86 - 1.37 - 4.00.
  expect(deadZones(rule)[0]).toMatchObject({
    fromCents: 5_00n,
    lastGoodCents: 4_99n,
    paysCents: 1_49n,
    againCents: 6_86n,
  })
})

test('one band has no edge, and a dip of four cents is only rounding', () => {
  expect(deadZones(ruleCalled('Shopee até 28/02/2026 · CNPJ'))).toEqual([])
  const [first, ...rest] = since2026.bands
  const step = (fixedCents: bigint) => ({
    ...since2026,
    bands: [{ ...first!, toCents: 49_99n }, { ...first!, fromCents: 50_00n, fixedCents }, ...rest.slice(0, 0)],
  })
  expect(deadZones(step(4_04n))).toEqual([])
  expect(deadZones(step(4_06n))).toHaveLength(1)
})
