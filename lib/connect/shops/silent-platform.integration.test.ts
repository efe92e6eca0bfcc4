import { withShopToken } from './tokens'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import {
  begin,
  changeToken,
  comeBack,
  confirm,
  connectShop,
  failureOf,
  openShopHarness,
  saveShop,
  shopRow,
  tokenRow,
} from '@/lib/testing/harnesses/shop-harness'
import { inFullForm } from '@/lib/testing/harnesses/left-out'
import { openWire } from '@/lib/testing/harnesses/wire'
import { getShopInfo } from '@/lib/shopee/shops'
import { testShopAction } from './actions'
import { claimRefresh, findConnection } from './token-record'

const { platform } = openShopHarness()

let wire: Awaited<ReturnType<typeof openWire>>
let mine: TestOrganization
beforeAll(async () => {
  wire = await openWire(Number(new URL(platform().url).port))
  process.env.SHOPEE_API_URL = `http://127.0.0.1:${wire.port}`
})
afterAll(() => wire.close())
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

const expire = (id: string) => changeToken(mine, id, `access_expires_at = now() - interval '1 second'`)
const ofPlatform = async (text: string, given: unknown[]) => (await platform().platform.pool.query(text, given)).rows
/** A silent platform gets the requests when it is back, though their callers are gone. */
const whileSilent = async <T>(run: () => Promise<T>): Promise<T> => {
  await wire.cut('silent')
  try {
    return await run()
  } finally {
    await wire.heal()
  }
}

test('a platform that is silent when a token ends costs the shop nothing: the token is renewed, once, when it answers', async () => {
  const shop = await connectShop(mine)
  await expire(shop.id)
  const call = () => withShopToken(mine, shop.id, getShopInfo)
  await whileSilent(() => expect(call()).rejects.toMatchObject({ kind: 'transient', remedy: 'waitAndRetry' }))
  await expect(call()).resolves.toBeDefined()
  expect([(await shopRow(mine, shop.id)).status, (await tokenRow(mine, shop.id))!.generation]).toEqual(['active', 2])
  expect(await ofPlatform('SELECT used_at IS NULL AS unspent FROM refresh_token WHERE subject_id = $1', [shop.number])) //
    .toHaveLength(2)
})

// Waits for another's death by the clock: of the full form. In lib/connect/shops/tokens.integration.test.ts who waits outlives it as well.
test(
  'a person is answered while another process is at the token still; a job waits until it has died of it',
  inFullForm('waits for a death by the clock; tokens.integration.test.ts outlives it as well'),
  async () => {
    const shop = await connectShop(mine)
    await expire(shop.id)
    const owner = { organizationId: mine.organizationId, shopId: shop.id }
    expect(await claimRefresh(owner, (await findConnection(mine, shop.id))!.token!)).toBe(true)
    const job = withShopToken(mine, shop.id, getShopInfo)
    expect(await testShopAction(envelope(mine), { id: shop.id })).toMatchObject({ error: 'shopPlatformAway' })
    expect(await tokenRow(mine, shop.id)).toMatchObject({ generation: 1, refreshing_since: expect.any(Date) })
    await changeToken(mine, shop.id, `refreshing_since = refreshing_since - interval '15 seconds'`)
    await expect(job).resolves.toBeDefined()
    expect((await tokenRow(mine, shop.id))!.generation).toBe(2)
  },
)

test('a user who comes back from the platform’s page to a silent platform is asked to authorize again; no code is lost by it', async () => {
  const shop = await saveShop(mine)
  const back = await confirm(await begin(mine, shop.id), shop.number)
  await whileSilent(async () => expect(await failureOf(back)).toBe('shopAuthorizationUnanswered'))
  expect((await shopRow(mine, shop.id)).status).toBe('pending')
  const again = await comeBack(await confirm(await begin(mine, shop.id), shop.number))
  expect(again.searchParams.get('connected')).toBe(shop.id)
  const code = back.searchParams.get('code')
  expect(await ofPlatform('SELECT used_at FROM authorization_code WHERE code = $1', [code])).toEqual([
    { used_at: null },
  ])
  expect(await inspect(mine.organizationId, `SELECT 1 FROM audit_event WHERE event = 'shop.connected'`)).toHaveLength(1)
})
