import { readWebhookEvent } from '@/lib/shopee/webhook-event'
import { withOwner } from '@/lib/testing/harnesses/database'
import { storeWebhookEvent } from './receive-webhook-event'

const body = (orderSn: string) =>
  Buffer.from(JSON.stringify({ code: 3, shop_id: 99, timestamp: 1_795_000_000, data: { ordersn: orderSn } }))
const keep = (orderSn: string) => storeWebhookEvent(readWebhookEvent(body(orderSn))!, body(orderSn))

test('a push is kept once by the hash of its bytes, however often and however many at a time it comes', async () => {
  expect(await keep('260101AAAAAAAA')).toBe(true)
  expect(await keep('260101AAAAAAAA')).toBe(false)
  const together = await Promise.all(Array.from({ length: 8 }, () => keep('260101BBBBBBBB')))
  expect(together.filter(Boolean)).toHaveLength(1)
  const { rows } = await withOwner((owner) =>
    owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM webhook_inbox WHERE external_shop_id = '99'`),
  )
  expect(rows).toEqual([{ n: 2 }])
})
