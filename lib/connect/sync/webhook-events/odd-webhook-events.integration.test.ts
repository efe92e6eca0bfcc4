import { createHmac } from 'node:crypto'
import { POST } from '@/app/api/shopee/webhook/route'
import { withOwner } from '@/lib/testing/harnesses/database'
import { PARTNER_KEY } from '@/lib/testing/fakes/sandbox'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, inWorker } from '@/lib/testing/harnesses/sync-harness'
import { fetchLostWebhookEvents } from './fetch-lost-webhook-events'

const address = 'http://localhost:3000/api/shopee/webhook'
const { platform } = openShopHarness({ webhookUrl: address, settings: { pushesEnabled: false } })

const deliver = async (body: string) => {
  const authorization = createHmac('sha256', PARTNER_KEY).update(`${address}|${body}`).digest('hex')
  return (await POST(new Request(address, { method: 'POST', body, headers: { authorization } }))).status
}
const bodyOf = (more: object) =>
  JSON.stringify({ code: 3, shop_id: 600_001, timestamp: 1_790_000_000, data: { ordersn: '2411AAAAAAAAAA' }, ...more })
const kept = () => withOwner(async (owner) => (await owner.query('SELECT body FROM webhook_inbox ORDER BY id')).rows)
beforeEach(() => withOwner((owner) => owner.query('DELETE FROM webhook_inbox')))

test.each([
  ['U+0000', 'A\0B', 'AB'],
  ['its notation written out', 'A\\u0000B', 'A\\u0000B'],
  ['a lone half of a pair', 'A\ud83dB', 'A\ufffdB'],
])('a genuine push is kept whatever its texts hold: %s', async (_name, text, stands) => {
  expect(await deliver(bodyOf({ data: { ordersn: '2411AAAAAAAAAA', status: text } }))).toBe(200)
  expect(await kept()).toMatchObject([{ body: { status: stands } }])
})

test('a push of a kind that has no number, or of shops that have none, is no reason to be sent again', async () => {
  expect(await deliver(bodyOf({ code: 99_999_999_999 }))).toBe(200)
  expect(await kept()).toEqual([])
  expect(await deliver(bodyOf({ code: 12, shop_id: undefined, data: { shop_id_list: ['A\0'] } }))).toBe(200)
  expect(await kept()).toMatchObject([{ body: { shopIds: [] } }])
})

test('a lost push that cannot be kept does not hold up those behind it', async () => {
  await connectSyncShop(platform(), 0)
  await withOwner((owner) => owner.query(`ALTER TABLE webhook_inbox ADD CONSTRAINT odd CHECK (code <> 77)`))
  const { pool, clock } = platform().platform
  for (const code of [77, 3])
    await pool.query(
      `INSERT INTO push (partner_id, code, body, created_at, due_at, attempts, status, lost_at)
       SELECT partner_id, $1, $2, $3, now(), 4, 'lost', $3 FROM app LIMIT 1`,
      [code, bodyOf({ code }), clock.now()],
    )
  expect(await inWorker(fetchLostWebhookEvents)).toBe(1)
  expect((await pool.query(`SELECT FROM push WHERE status = 'lost'`)).rowCount).toBe(0)
  await withOwner((owner) => owner.query('ALTER TABLE webhook_inbox DROP CONSTRAINT odd'))
})
