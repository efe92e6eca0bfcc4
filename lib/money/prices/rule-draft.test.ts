import fc from 'fast-check'
import { deskHref, readDeskFilters, type DeskFilters } from './desk-filters'
import type { PriceRule } from './price-rule'
import { draftOf, readRuleDraft } from './rule-draft'

const share = fc.bigInt({ min: 0n, max: 900_000n })
const common = {
  ending: fc.constantFrom('none' as const, 'ninety' as const),
  leastMargin: fc.option(share, { nil: null }),
}
const anyRule: fc.Arbitrary<PriceRule> = fc.oneof(
  fc.record({ kind: fc.constant('margin' as const), margin: share, ...common }),
  fc.record({
    kind: fc.constant('percent' as const),
    basisPoints: fc.bigInt({ min: -9_999n, max: 100_000n }).filter((points) => points !== 0n),
    ...common,
  }),
  fc.record({ kind: fc.constantFrom('lower' as const, 'raise' as const, 'keep' as const), ...common }),
  fc.record({ kind: fc.constant('set' as const), cents: fc.bigInt({ min: 1n, max: 999_999_99n }), ...common }),
)

test('a rule comes back from its fields, and from the address, as it was, in both languages', () => {
  fc.assert(
    fc.property(anyRule, fc.constantFrom('pt' as const, 'en' as const), (rule, language) => {
      expect(readRuleDraft(draftOf(rule, language), language)).toEqual({ ok: true, rule })
      const filters: DeskFilters = {
        day: '2027-01-15',
        rule,
        show: 'kept',
        shop: null,
        q: 'caneca azul',
        sort: 'margin',
        direction: 'asc',
        earlier: true,
        after: null,
        before: null,
      }
      const query = Object.fromEntries(new URL(deskHref(filters), 'http://x').searchParams)
      expect(readDeskFilters(query)).toEqual(filters)
    }),
    {
      endOnFailure: true,
      examples: [[{ kind: 'percent', basisPoints: 100_000n, ending: 'none', leastMargin: null }, 'pt']],
    },
  )
})

test.each([
  ['margin', '', 'value', 'marginInvalid'],
  ['margin', '90,1', 'value', 'marginInvalid'],
  ['percent', '0', 'value', 'percentInvalid'],
  ['percent', '-100', 'value', 'percentInvalid'],
  ['set', '0,00', 'value', 'priceInvalid'],
  ['lower', '', 'lock', 'marginInvalid'],
] as const)('%s with %j is refused at its field', (kind, value, field, error) => {
  const lock = field === 'lock' ? 'x' : ''
  expect(readRuleDraft({ kind, value, lock, isEnded: false }, 'pt')).toEqual({
    ok: false,
    fields: { [field]: [error] },
  })
})

test('an address that names no rule shows none of its outcome, and a value out of reach no rule at all', () => {
  expect(readDeskFilters({ show: 'changes' })).toMatchObject({ rule: null, show: null })
  for (const query of [
    { rule: 'margin', value: '900001' },
    { rule: 'percent', value: '0' },
    { rule: 'set', value: '1e9' },
  ])
    expect(readDeskFilters(query).rule).toBeNull()
})
