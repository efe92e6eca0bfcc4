import { z } from 'zod'
import { fromJson, toJson } from './json'
import { int64, list } from './parameters'

test.each([
  ['joined by commas', '34001,34002'],
  ['repeated', ['34001', '34002']],
  ['in brackets', '[34001,34002]'],
  ['in brackets with quotes', '["34001","34002"]'],
  ['repeated and joined', ['34001', ' 34002']],
])('a list of ids %s is read', (_name, given) => {
  expect(list(int64).parse(given)).toEqual([34001n, 34002n])
})

test('a list that is left out stays left out', () => {
  expect(z.object({ ids: list(int64).optional() }).parse({})).toEqual({})
})

test('ids keep all of their digits, in and out', () => {
  const text = '{"promotion_id":18446744073709551615,"item_id":18614185187,"price":19.9}'
  const value = fromJson(text)
  expect(value).toEqual({ promotion_id: 18446744073709551615n, item_id: 18614185187, price: 19.9 })
  expect(toJson(value)).toBe(text)
})
