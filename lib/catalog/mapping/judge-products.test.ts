import { judgeArticles, type Article, type CatalogueProduct, type Decision } from './judge-products'

const listing = (id: string, values: Partial<Article> = {}): Article => ({
  id,
  shopId: 'loja',
  itemId: `item-${id}`,
  modelId: '0',
  sku: id,
  title: `Produto ${id}`,
  variation: null,
  gtin: null,
  ...values,
})
const product = (id: string, values: Partial<CatalogueProduct> = {}): CatalogueProduct => ({
  id,
  sku: id,
  title: id,
  barcodes: [],
  archived: false,
  ...values,
})
const judge = (
  articles: Article[],
  known: CatalogueProduct[] = [],
  decisions: Record<string, Decision> = {},
  fillBlank = false,
  joinSame = false,
) => {
  const verdictsOf = (given: Article[]) =>
    [...judgeArticles(given, known, { decisions, fillBlank, joinSame })]
      .map(([id, verdict]) =>
        [
          id,
          verdict.outcome,
          verdict.outcome === 'mend' && verdict.problem,
          verdict.outcome === 'match' && verdict.product.id,
          verdict.outcome === 'make' && `${verdict.sku} ${verdict.gtin ?? '-'}`,
          verdict.outcome === 'join' && verdict.leader,
        ]
          .filter(Boolean)
          .join(' '),
      )
      .sort()
  expect(verdictsOf(articles.toReversed())).toEqual(verdictsOf(articles))
  return verdictsOf(articles)
}
const [ean, other] = ['07891234567895', '07896543210986']

test('each article becomes one product, and the same SKU in two shops is one article', () => {
  expect(judge([listing('a', { gtin: ean }), listing('b'), listing('c', { shopId: 'outra', sku: 'A' })])).toEqual([
    'a make a 07891234567895',
    'b make b -',
    'c join a',
  ])
})

test('a listing in the catalogue by SKU or by barcode, with any leading zeros, is matched instead', () => {
  const known = [
    product('p', { sku: 'A' }),
    product('q', { barcodes: ['7891234567895'] }),
    product('z', { archived: true }),
  ]
  const articles = [listing('a'), listing('b', { gtin: ean }), listing('c', { sku: null, gtin: ean }), listing('z')]
  expect(judge(articles, known)).toEqual(['a match p', 'b match q', 'c match q', 'z match z'])
})

test('a SKU that is blank, another article’s or of two articles is left to mend', () => {
  const known = [product('p', { sku: 'A', barcodes: ['7896543210986'] })]
  const articles = [
    listing('a', { gtin: ean }),
    listing('b', { sku: ' ' }),
    listing('c', { sku: 'x'.repeat(101) }),
    listing('v1', { sku: 'pai', itemId: '1', modelId: '1' }),
    listing('v2', { sku: 'PAI', itemId: '1', modelId: '2' }),
    listing('w1', { sku: 'w', title: 'Caneca' }),
    listing('w2', { sku: 'w', title: 'Prato' }),
    listing('x1', { sku: 'x', title: 'Copo' }),
    listing('x2', { sku: 'x', title: 'copo' }),
  ]
  expect(judge(articles, known)).toEqual([
    'a mend skuForeign',
    'b mend skuBlank',
    'c mend skuInvalid',
    'v1 mend skuTwice',
    'v2 mend skuTwice',
    'w1 mend skuTwice',
    'w2 mend skuTwice',
    'x1 make x -',
    'x2 join x1',
  ])
})

test('one barcode under two SKUs is asked, but for variations of one item it is none', () => {
  const articles = [
    listing('a', { gtin: ean }),
    listing('b', { gtin: ean }),
    listing('v1', { itemId: '1', gtin: other }),
    listing('v2', { itemId: '1', gtin: other }),
  ]
  expect(judge(articles)).toEqual(['a mend gtinTwice', 'b mend gtinTwice', 'v1 make v1 -', 'v2 make v2 -'])
  expect(judge(articles, [product('p', { barcodes: [ean] }), product('q', { barcodes: ['7891234567895'] })])).toContain(
    'a mend gtinTwice',
  )
})

test('a person’s decision stands: another SKU, the same article, another one, not now', () => {
  const known = [product('p', { sku: 'A', barcodes: [other] })]
  const articles = [
    listing('a', { gtin: ean }),
    listing('v1', { sku: 'pai', itemId: '1', modelId: '1' }),
    listing('v2', { sku: 'pai', itemId: '1', modelId: '2' }),
    listing('y1', { gtin: '00000012345670' }),
    listing('y2', { gtin: '00000012345670' }),
    listing('z', { sku: null, itemId: '7', modelId: '8' }),
  ]
  expect(
    judge(articles, known, { a: { as: 'join' }, v2: { sku: 'v2' }, y1: { as: 'apart' }, z: { as: 'skip' } }),
  ).toEqual(['a match p', 'v1 make pai -', 'v2 make v2 -', 'y1 make y1 -', 'y2 make y2 00000012345670', 'z skip'])
  const joined = {
    v1: { as: 'join' as const },
    v2: { as: 'join' as const },
    y1: { as: 'join' as const },
    y2: { as: 'join' as const },
  }
  expect(judge(articles, [], joined, true)).toEqual([
    'a make a 07891234567895',
    'v1 make pai -',
    'v2 join v1',
    'y1 make y1 00000012345670',
    'y2 join y1',
    'z make 7-8 -',
  ])
})

test('all listings of one SKU are one product in one step, but for variations of an item and two barcodes', () => {
  const articles = [
    listing('a', { sku: 'X' }),
    listing('b', { sku: 'x' }),
    listing('c', { sku: 'Y' }),
    listing('d', { sku: 'Y' }),
    listing('v1', { sku: 'pai', itemId: '1', modelId: '1' }),
    listing('v2', { sku: 'pai', itemId: '1', modelId: '2' }),
    listing('e', { sku: 'Z', gtin: ean }),
    listing('f', { sku: 'Z', gtin: other }),
  ]
  const apart = ['e mend skuTwice', 'f mend skuTwice', 'v1 mend skuTwice', 'v2 mend skuTwice']
  expect(judge(articles)).toEqual([...['a', 'b', 'c', 'd'].map((id) => `${id} mend skuTwice`), ...apart])
  expect(judge(articles, [], {}, false, true)).toEqual(['a make X -', 'b join a', 'c make Y -', 'd join c', ...apart])
})

test.each([
  ['the number of its listing', { sku: '23494512345', itemId: '23494512345' }],
  ['a short number of its listing', { sku: '4711', itemId: '4711' }],
  ['the number of its variation', { sku: '98012345678', itemId: '1', modelId: '98012345678' }],
  ['both numbers', { sku: '23494512345-98012345678', itemId: '23494512345', modelId: '98012345678' }],
  ['a record of another program', { sku: '16094567321' }],
  ['a UUID', { sku: '0b9f0a4e-6b1c-4f58-9c57-0d6a3b2f7a11' }],
  ['a UUID without hyphens', { sku: '0B9F0A4E6B1C4F589C570D6A3B2F7A11' }],
  ['a listing of another marketplace', { sku: 'MLB1234567890' }],
  ['digits of a barcode’s length that are none', { sku: '7891234567890' }],
])('a SKU that is %s is asked about before a product is made of it', (_, values) => {
  const article = listing('a', values)
  expect(judge([article])).toEqual(['a mend skuId'])
  expect(judge([article], [], { a: { sku: values.sku } })).toEqual([`a make ${values.sku} -`])
  expect([...judgeArticles([article], [], { decisions: {}, fillBlank: false, keepIds: true }).values()]).toMatchObject([
    { outcome: 'make', sku: values.sku },
  ])
  // A product that is there has been decided about.
  expect(judge([article], [product('p', { sku: values.sku })])).toEqual(['a match p'])
})

test.each(['CAN-AZ', '10234', '123456789', '7891234567895', 'KIT-2026113000001', 'decade-of-cafe-feedbeef'])(
  'a SKU of the seller’s own, %s, is taken without a question',
  (sku) => expect(judge([listing('a', { sku })])).toEqual([`a make ${sku} -`]),
)

test('the barcode of an archived product matches nothing', () => {
  expect(judge([listing('a', { gtin: ean })], [product('q', { barcodes: ['7891234567895'], archived: true })])).toEqual(
    ['a make a 07891234567895'],
  )
})

test('a filled SKU of a listing without variations is the number of its item alone', () => {
  expect(judge([listing('a', { sku: null })], [], {}, true)).toEqual(['a make item-a -'])
})
