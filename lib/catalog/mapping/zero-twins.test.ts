import { withOtherZeros } from '../products/lost-zeros'
import { judgeLines } from './sheet'

test('a number is looked for with other leading zeros, and nothing else is', () => {
  expect(withOtherZeros('0123').slice(0, 3)).toEqual(['123', '00123', '000123'])
  expect([withOtherZeros('A-01'), withOtherZeros('000'), withOtherZeros('')]).toEqual([[], [], []])
})

test('a row of a mapping sheet whose SKU lost its zeros names the product, and maps nothing', () => {
  const listing = { id: 'l', shopName: 'Loja', itemId: '1', modelId: '0', productId: null, productQuantity: 1 }
  const line = { row: 2, itemId: '1', modelId: '0', shop: '', sku: '123', quantity: '' }
  expect(judgeLines([line], [listing], [], new Map([['123', '00123']]))).toEqual([
    { line, problem: { row: 2, reason: 'productUnknown', value: '123 (00123?)' } },
  ])
})
