import { item, model } from '@/lib/shopee/product-schemas'
import { reshapeItem, reshapeModel } from '@/lib/shopee/reshape-product'
import { listingRows } from './listing-rows'

const box = { package_length: 20, package_width: '15', package_height: 10.5 }
const reported = { item_id: 1, item_name: 'Caneca', weight: '0.35', dimension: box, gtin_code: '7891234567895' }
const rowOf = (given: object) => listingRows(reshapeItem(item.parse({ ...reported, ...given })), [])[0]!

test('a listing is written with its barcode in fourteen digits, grams and millimetres', () => {
  expect(rowOf({})).toMatchObject({ gtin: '07891234567895', grams: 350, length: 200, width: 150, height: 105 })
})

test.each([
  ['no barcode', { gtin_code: '00' }, { gtin: null }],
  ['words for a barcode', { gtin_code: 'SEM GTIN' }, { gtin: null }],
  ['nothing at all', { weight: '', dimension: null, gtin_code: null }, { grams: null, length: null, gtin: null }],
  [
    'zero and what no parcel weighs',
    { weight: '0', dimension: { package_length: 10_001 } },
    { grams: null, length: null },
  ],
])('%s is missing', (_, given, row) => expect(rowOf(given)).toMatchObject(row))

test('a variation has its own barcode and weight, and its item’s where it tells none', () => {
  const variations = [{ model_id: 7, weight: 0.5, gtin_code: '7891234567888' }, { model_id: 8 }]
  const rows = listingRows(
    reshapeItem(item.parse({ ...reported, has_model: true })),
    variations.map((one) => reshapeModel([])(model.parse(one))),
  )
  expect(rows).toMatchObject([
    { model: '7', gtin: '07891234567888', grams: 500, length: 200 },
    { model: '8', gtin: null, grams: 350, length: 200 },
  ])
})
