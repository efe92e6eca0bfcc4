import { sheetUploadInput } from '../catalogue-sheets/schema'
import { uploadInput } from '../order-imports/schema'
import { moneyUploadInput } from './schema'

test.each([
  ['money', moneyUploadInput, { shopId: null }],
  ['orders', uploadInput, { shopId: null, shopName: 'Loja' }],
  ['products', sheetUploadInput, { kind: 'catalogue', channel: null }],
])('a file of %s has a name that can be kept', (_, input, rest) => {
  expect(input.safeParse({ fileName: 'a.csv', ...rest }).success).toBe(true)
  for (const fileName of ['a\u0000b.csv', 'a\ud800.csv', '', ' '])
    expect([fileName, input.safeParse({ fileName, ...rest }).success]).toEqual([fileName, false])
})
