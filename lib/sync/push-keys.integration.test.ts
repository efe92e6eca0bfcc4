import { createHmac } from 'node:crypto'
import { env } from '../env'
import { receivePush } from './receive-push'

const before = { ...env() }
const withKeys = (SHOPEE_PARTNER_KEY: string, ...PREVIOUS_SHOPEE_PARTNER_KEYS: string[]) =>
  void Object.assign(env(), { SHOPEE_PARTNER_KEY, PREVIOUS_SHOPEE_PARTNER_KEYS })
afterAll(() => void Object.assign(env(), before))

let count = 0
function push(key: string) {
  const body = Buffer.from(JSON.stringify({ shop_id: 1, code: 3, timestamp: 1_790_000_000 + (count += 1), data: {} }))
  const mac = createHmac('sha256', key).update('http://localhost:3000/api/shopee/webhook|').update(body)
  return receivePush(body, mac.digest('hex'))
}

test('while the partner key is being changed a push signed with either counts, and afterwards with the new one alone', async () => {
  withKeys('new', 'old')
  expect([await push('new'), await push('old'), await push('other'), await push('')]).toEqual([
    'kept',
    'kept',
    'forged',
    'forged',
  ])
  withKeys('new')
  expect([await push('new'), await push('old')]).toEqual(['kept', 'forged'])
})
