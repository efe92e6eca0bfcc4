import { whereFound } from '../harnesses/left-out'
import { listSpecProblems, reduceFullSpec, specFolder } from './shopee-spec'
import reduced from './shopee-spec.json'

const listed = (order: Record<string, unknown>) => ({
  error: '',
  message: '',
  request_id: 'b937c04e554847789cbf3fe33a0ad5f1',
  response: { more: false, next_cursor: '', order_list: [order] },
})

it('the copy of the descriptions in the repository is what the platform published', whereFound(specFolder), () => {
  expect(reduceFullSpec()).toEqual(reduced)
})

it('an answer as described has no problem, 64-bit numbers included', () => {
  expect(listSpecProblems('order.get_order_list', listed({ order_sn: '201218V2Y6E59M' }))).toEqual([])
  const item = { promotion_id: 18446744073709551615n, product_location_id: ['BR1'] }
  const withPromotion = { error: '', response: { order_list: [{ item_list: [item] }] } }
  expect(listSpecProblems('order.get_order_detail', withPromotion)).toEqual([])
})

it.each([
  ['an undescribed name', { order_id: 1 }, 'response.order_list[].order_id is not described'],
  ['a number for a text', { order_sn: 1 }, 'response.order_list[].order_sn should be string, is 1'],
  ['null where none is described', { order_sn: null }, 'response.order_list[].order_sn should be string, is null'],
])('%s is reported with its path', (_, order, problem) => {
  expect(listSpecProblems('order.get_order_list', listed(order))).toEqual([problem])
})

it('a flat answer, a wrong kind of list and a number that is too large are reported', () => {
  const flat = { error: '', message: '', request_id: 'x', order_list: [] }
  expect(listSpecProblems('order.get_order_list', flat)).toEqual(['order_list is not described'])
  const notAList = { ...flat, order_list: undefined, response: { order_list: {} } }
  expect(listSpecProblems('order.get_order_list', JSON.parse(JSON.stringify(notAList)))).toEqual([
    'response.order_list should be object[], is {}',
  ])
  expect(listSpecProblems('order.get_order_detail', listed({ days_to_ship: 2 ** 40 }))).toEqual([
    'response.more is not described',
    'response.next_cursor is not described',
    'response.order_list[].days_to_ship should be int32, is 1099511627776',
  ])
})
