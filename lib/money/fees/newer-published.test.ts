import fc from 'fast-check'
import { addDays } from '@/lib/core/dates'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { publishedCalled } from '@/lib/testing/factories/published-fees'
import { newerPublished, takePublished } from '@/lib/money/fees/newer-published'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { FeeRule } from '@/lib/money/fees/schema'

const all: FeeRule[] = brazilFeeHistory.map((terms, index) => ({
  ...terms,
  id: `rule-${index}`,
  confirmedBy: 0,
  version: 1,
}))
const called = (key: string) => all.find(({ published }) => published === key)!
/** As somebody edited it before the tables of April and October came. */
const edited: FeeRule = { ...called('shopee-2026-03-cnpj'), id: 'mine', published: null, toDay: null, name: 'Minha' }
const former = [...all.filter(({ programme, sellerType }) => programme !== 'all' && sellerType === 'cnpj'), edited]
const keysOf = (rules: FeeRule[]) => newerPublished(rules, ['cnpj']).map(({ published }) => published)
const on = (rules: readonly FeeRule[], day: string) =>
  feeRuleOn(rules, { platform: 'shopee', sellerType: 'cnpj', programme: 'standard', day })?.name

test('an editor of the rule of March is informed of the later ones, and no one else of any', () => {
  expect(keysOf(all)).toEqual([])
  expect(keysOf(former)).toEqual(['shopee-2026-04-cnpj', 'shopee-2026-10-cnpj'])
  expect(newerPublished(former, [])).toEqual([])
})

test('a version of one’s own from the day on, or later, is the answer to a table', () => {
  const mine = (fromDay: string) => [
    ...former.slice(0, -1),
    { ...edited, toDay: addDays(fromDay, -1) },
    { ...edited, id: 'own', fromDay },
  ]
  expect(keysOf(mine('2026-10-01'))).toEqual(['shopee-2026-04-cnpj'])
  expect(keysOf(mine('2026-10-05'))).toEqual(['shopee-2026-04-cnpj', 'shopee-2026-10-cnpj'])
})

test('a table that is taken holds on its days, and what was edited on all others', () => {
  let count = 0
  const take = (rules: readonly FeeRule[], key: string) => {
    const { changed, added } = takePublished(rules, publishedCalled(key), () => `new-${count++}`)
    return [...rules.map((rule) => changed.find(({ id }) => id === rule.id) ?? rule), ...added]
  }
  const april = take(former, 'shopee-2026-04-cnpj')
  expect(['2026-04-22', '2026-04-23', '2026-09-30', '2026-10-01', '2030-01-01'].map((day) => on(april, day))).toEqual([
    'Minha',
    'Shopee desde 23/04/2026 · CNPJ',
    'Shopee desde 23/04/2026 · CNPJ',
    'Minha',
    'Minha',
  ])
  const both = take(april, 'shopee-2026-10-cnpj')
  expect(on(both, '2026-10-01')).toBe('Shopee desde 01/10/2026 · CNPJ')
  expect(keysOf(both)).toEqual([])
})

test('whatever rules there are, every day has the table’s on its days and its own on all others', () => {
  const day = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2026-01-01', days))
  fc.assert(
    fc.property(
      fc.uniqueArray(day, { maxLength: 4 }),
      fc.constantFrom(...all.slice(2, 5)),
      day,
      (starts, table, at) => {
        const days = ['2000-01-01', ...starts.toSorted()]
        const rules = days.map((fromDay, index) => ({
          ...edited,
          id: `own-${index}`,
          name: `own-${index}`,
          fromDay,
          toDay: days[index + 1] ? addDays(days[index + 1]!, -1) : null,
        }))
        const { changed, added } = takePublished(rules, table, () => 'new')
        const next = [...rules.map((rule) => changed.find(({ id }) => id === rule.id) ?? rule), ...added]
        const isTable = table.fromDay <= at && (table.toDay === null || at <= table.toDay)
        expect(on(next, at)).toBe(isTable ? table.name : on(rules, at))
      },
    ),
  )
})

test('an own rule keeps the day after the table’s last, where it has one', () => {
  const table = { ...brazilFeeHistory[2]!, fromDay: '2026-05-01', toDay: '2026-05-31' }
  const own = { ...called('shopee-2026-03-cnpj'), ...table, id: 'own', programme: table.programme }
  const taken = (fromDay: string, toDay: string | null) => {
    const { changed, added } = takePublished([{ ...own, fromDay, toDay }], table, () => 'new')
    return [...changed, ...added.slice(1)].map((rule) => `${rule.fromDay}/${rule.toDay}`)
  }
  expect(taken('2026-04-01', '2026-05-31')).toEqual(['2026-04-01/2026-04-30'])
  expect(taken('2026-04-01', '2026-06-01')).toEqual(['2026-04-01/2026-04-30', '2026-06-01/2026-06-01'])
  expect(taken('2026-04-01', null)).toEqual(['2026-04-01/2026-04-30', '2026-06-01/null'])
  expect(taken('2026-05-10', '2026-05-31')).toEqual(['2026-05-10/2026-05-09'])
  expect(taken('2026-05-10', '2026-06-01')).toEqual(['2026-06-01/2026-06-01'])
})

test('a table of one programme or kind of seller leaves the rules of the others as they are', () => {
  const rules = all.filter(({ fromDay }) => fromDay === '2000-01-01')
  const taken = takePublished(rules, publishedCalled('shopee-2025-cnpj-freeShipping'), () => 'new')
  expect(taken.changed.map(({ published }) => published)).toEqual(['shopee-2025-cnpj-freeShipping'])
})
