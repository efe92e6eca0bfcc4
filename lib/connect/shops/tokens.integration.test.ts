import { withOrganization } from '@/lib/core/db'
import { getShopInfo } from '@/lib/shopee/shops'
import type { ShopCaller } from '@/lib/shopee/app'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { inspect } from '@/lib/testing/harnesses/database'
import { changeToken, connectShop, openShopHarness, shopRow, tokenRow } from '@/lib/testing/harnesses/shop-harness'
import { endGrant } from './end-grant'
import {
  claimRefresh,
  findConnection,
  keepFirstPair,
  keepNextPair,
  openAccessToken,
  spendRefreshToken,
} from './token-record'
import { withShopToken } from './tokens'

const { platform } = openShopHarness()

let mine: TestOrganization
let shop: { id: string; number: number }
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
  shop = await connectShop(mine)
})
afterEach(() => platform().admin('faults-clear'))

const call = () => withShopToken(mine, shop.id, getShopInfo, { retries: 0 })
const many = (callers: number) => Promise.allSettled(Array.from({ length: callers }, call))
/** The platform's own count: how many pairs it has handed out, and how many of them are not yet spent. */
const pairs = async () => {
  const { rows } = await platform().platform.pool.query<{ made: number; unspent: number }>(
    'SELECT count(*)::int AS made, count(*) FILTER (WHERE used_at IS NULL)::int AS unspent FROM refresh_token WHERE subject_id = $1',
    [shop.number],
  )
  return rows[0]!
}
const age = (minutesLeft: number) =>
  changeToken(
    mine,
    shop.id,
    `access_expires_at = now() + interval '${minutesLeft} minutes', updated_at = now() - interval '4 hours' + interval '${minutesLeft} minutes'`,
  )
const accessToken = async () =>
  openAccessToken(
    { organizationId: mine.organizationId, shopId: shop.id },
    (await tokenRow(mine, shop.id))!.access_token,
  )
const fault = (kind: string, pathPattern: string, more: object = {}) =>
  platform().admin('fault', { kind, pathPattern, ...more })

test('a token that is far from its end is used as it is', async () => {
  await many(5)
  expect([await pairs(), (await tokenRow(mine, shop.id))!.generation]).toEqual([{ made: 1, unspent: 1 }, 1])
})

test('days later on the platform are kept up with: calls are stamped by its clock', async () => {
  await platform().admin('clock-forward', { days: 2 })
  await age(-1)
  try {
    await expect(withShopToken(mine, shop.id, getShopInfo)).resolves.toBeDefined()
  } finally {
    await platform().platform.changeSettings({ clockOffsetSeconds: 0 })
  }
})

test('a token near its end is renewed ahead of time, once, and encrypted', async () => {
  await age(14)
  expect((await many(30)).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await pairs()).toEqual({ made: 2, unspent: 1 })
  const token = (await tokenRow(mine, shop.id))!
  expect(token).toMatchObject({ generation: 2, refreshing_since: null })
  expect(token.access_expires_at.getTime() - Date.now()).toBeGreaterThan(3.9 * 3_600_000)
  expect(token.refresh_token).toMatch(/^[0-9a-f]{8}\./)
  const [{ text } = { text: '' }] = await inspect<{ text: string }>(
    mine.organizationId,
    'SELECT string_agg(t::text, $1) AS text FROM shop_token t',
    [' '],
  )
  expect(text).not.toContain(await accessToken())
})

test('a token that the platform refuses before its time is renewed once, and the call made again', async () => {
  await platform().admin('token-kill', { shopId: shop.number })
  expect((await many(20)).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await pairs()).toEqual({ made: 2, unspent: 1 })
})

test('while the platform does not renew, the token at hand serves until its end, and is not asked for at every call', async () => {
  await age(10)
  await fault('server_error', 'access_token/get')
  const callers: ShopCaller[] = []
  for (let time = 0; time < 5; time += 1)
    await withShopToken(mine, shop.id, async (caller) => void callers.push(caller))
  expect(new Set(callers.map((caller) => caller.accessToken)).size).toBe(1)
  expect((await shopRow(mine, shop.id)).status).toBe('active')
  expect(await pairs()).toEqual({ made: 1, unspent: 1 })
})

test('an answer that was lost, or its reader killed, leaves the old token its five minutes and then an expired shop', async () => {
  await age(10)
  const before = await accessToken()
  await fault('cut_answer', 'access_token/get', { count: 1 })
  await expect(call()).resolves.toBeDefined()
  expect(await pairs()).toEqual({ made: 2, unspent: 1 })
  expect((await tokenRow(mine, shop.id))!.refreshing_since).not.toBeNull()
  await changeToken(mine, shop.id, `refreshing_since = now() - interval '20 seconds'`)
  // The next caller finds the intent, tries once, is refused, and goes on with what works.
  const now = Date.now.bind(Date)
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
  await expect(call()).resolves.toBeDefined()
  later.mockRestore()
  const spent = (await tokenRow(mine, shop.id))!
  expect([await accessToken(), spent.refresh_expires_at.getTime()]).toEqual([before, 0])
  expect(spent.access_expires_at.getTime() - Date.now()).toBeLessThan(5 * 60_000)
  await expect(call()).resolves.toBeDefined()
  expect(await pairs()).toEqual({ made: 2, unspent: 1 })
  await changeToken(mine, shop.id, `access_expires_at = now() - interval '1 second'`)
  for (let time = 0; time < 3; time += 1) await expect(call()).rejects.toMatchObject({ code: 'shopGrantExpired' })
  expect(await shopRow(mine, shop.id)).toMatchObject({ status: 'expired', problem: 'shopGrantExpired' })
  expect(await inspect(mine.organizationId, `SELECT 1 FROM notification WHERE kind = 'shopGrant'`)).toHaveLength(1)
})

test('a refresh whose fate is not known is tried again, and taken where the platform had not done it', async () => {
  await age(-1)
  await changeToken(mine, shop.id, `refreshing_since = now() - interval '20 seconds'`)
  await expect(call()).resolves.toBeDefined()
  expect(await tokenRow(mine, shop.id)).toMatchObject({ generation: 2, refreshing_since: null })
})

test('a process that waits for another’s refresh takes its outcome, and outlives its death', async () => {
  await age(-1)
  const begun = Date.now()
  await changeToken(mine, shop.id, `refreshing_since = now() - interval '12 seconds'`)
  expect((await many(10)).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(Date.now() - begun).toBeGreaterThan(2000)
  expect(await pairs()).toEqual({ made: 2, unspent: 1 })
})

test('a process that read a pair before it was spent does not send it to the platform again', async () => {
  const owner = { organizationId: mine.organizationId, shopId: shop.id }
  const { token } = (await findConnection(mine, shop.id))!
  expect(await claimRefresh(owner, token!)).toBe(true)
  await spendRefreshToken(owner, token!)
  expect(await claimRefresh(owner, token!)).toBe(false)
})

test('a refresh that comes back after a new authorization does not overwrite it, nor end it', async () => {
  const owner = { organizationId: mine.organizationId, shopId: shop.id }
  const { token } = (await findConnection(mine, shop.id))!
  expect(await claimRefresh(owner, token!)).toBe(true)
  expect(await claimRefresh(owner, token!)).toBe(false)
  const pair = (name: string) => ({
    accessToken: `access-${name}`,
    refreshToken: `refresh-${name}`,
    expiresInSeconds: 14_400,
  })
  await withOrganization(mine, (db) => keepFirstPair(db, owner, pair('new')))
  await keepNextPair(owner, token!, pair('late'))
  await spendRefreshToken(owner, token!)
  await endGrant(owner, token!)
  expect([await accessToken(), (await shopRow(mine, shop.id)).status]).toEqual(['access-new', 'active'])
  expect((await tokenRow(mine, shop.id))!.refresh_expires_at.getTime()).toBeGreaterThan(Date.now())
})

test.each(['shop_access_expired', 'shop_no_linked'])(
  'a grant that the platform has ended by %s ends here, once',
  async (code) => {
    await platform().admin(code === 'shop_no_linked' ? 'grant-cancel' : 'grant-expire', { shopId: shop.number })
    const outcomes = await many(10)
    expect(
      outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code),
    ).toEqual(Array.from({ length: 10 }, () => 'shopGrantExpired'))
    expect((await shopRow(mine, shop.id)).status).toBe('expired')
    expect(
      await inspect(mine.organizationId, `SELECT 1 FROM audit_event WHERE event = 'shop.grantEnded'`),
    ).toHaveLength(1)
  },
)
