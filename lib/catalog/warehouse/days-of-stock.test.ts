import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'

/** Days of stock are calculated in three ways, each for a question of its own. */
const waysOf = ({ analytics, warehouse, purchases, exports }: typeof pt) => [
  { name: analytics.columns.days, formula: analytics.cover.note, inFile: analytics.columns.days },
  { name: warehouse.value.cover, formula: warehouse.value.coverMeans, inFile: exports.columns.stockValue.cover },
  {
    name: purchases.suggestion.daysLeft,
    formula: purchases.suggestion.formulaDetail,
    inFile: exports.columns.purchaseSuggestion.daysLeft,
  },
]

test.each([
  ['Portuguese', pt],
  ['English', en as typeof pt],
])('each way of saying how long stock lasts has a name of its own with its formula, in %s', (_, messages) => {
  const ways = waysOf(messages)
  const bare = (name: string) => name.replace(/ \(.*/, '')
  expect(new Set(ways.map(({ name }) => bare(name))).size).toBe(ways.length)
  for (const { name, formula, inFile } of ways) {
    expect(formula).toMatch(new RegExp(`${bare(name)} = .*÷`))
    expect(bare(inFile)).toBe(bare(name))
  }
})
