import { readWebhookEvent } from './webhook-event'

const read = (body: object) => readWebhookEvent(Buffer.from(JSON.stringify(body)))
const about = { ordersn: '261101AAAA0001', status: 'READY_TO_SHIP', update_time: 1_790_000_000 }
const frame = { code: 3, shop_id: 600_000, timestamp: 1_790_000_001 }

test.each([
  ['an object', { ...frame, data: about }],
  ['text', { ...frame, data: JSON.stringify(about) }],
  ['a list of one', { ...frame, data: [about] }],
  ['missing, its fields beside the code', { ...frame, ...about }],
  ['an object, with numbers as text', { code: '3', shop_id: '600000', timestamp: '1790000001', data: about }],
])('the order of an event is known where its data is %s', (_, body) => {
  expect(read(body)).toMatchObject({
    kind: 'orderStatus',
    shopIds: ['600000'],
    orderSn: about.ordersn,
    status: about.status,
    happenedAt: new Date(1_790_000_000_000),
  })
})

test('a list of several names no order', () => {
  expect(read({ ...frame, data: [about, { ...about, ordersn: '261101AAAA0002' }] })).toMatchObject({ orderSn: null })
})

test('an event of a return happened when the last of its fields changed, in whatever order they are named', () => {
  const changes = [1_790_000_009, 1_790_000_000, 'x'].map((update_time) => ({ update_field: 'status', update_time }))
  for (const updated_values of [changes, changes.toReversed()])
    expect(read({ ...frame, code: 29, data: { return_sn: 2_611_050_001, updated_values } })).toMatchObject({
      returnSn: '2611050001',
      happenedAt: new Date(1_790_000_009_000),
    })
})

test('numbers of 64 bits keep every digit', () => {
  const body = `{"code":8,"shop_id":9223372036854775807,"data":{"item_id":9007199254740993,"variation_id":"18446744073709551615"}}`
  expect(readWebhookEvent(Buffer.from(body))).toMatchObject({
    shopIds: ['9223372036854775807'],
    itemId: '9007199254740993',
    modelId: '18446744073709551615',
  })
})
