import { switchOrganizationAction } from '@/lib/identity/auth/actions'
import { withOrganization } from '@/lib/core/db'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  signOut,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { cookies } from '@/lib/testing/fakes/next-headers'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
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
  stateOf,
  tokenRow,
} from '@/lib/testing/harnesses/shop-harness'
import { authorizeShopAction, disconnectShopAction, testShopAction } from './actions'
import { withShopToken } from './tokens'
import { watchGrants } from './watch-grants'

const { platform } = openShopHarness()
const callback = 'http://localhost:3000/api/shopee/callback'

let mine: TestOrganization
let session: { cookie: { name: string; value: string } }
beforeEach(async () => {
  mine = await createTestOrganization()
  session = await signInAs(mine.owner)
})
const resume = async () => (await cookies()).set(session.cookie.name, session.cookie.value)

const isUntouched = async (company: TestOrganization, id: string) => {
  expect(await shopRow(company, id)).toMatchObject({ status: 'pending', connected_at: null, version: 1 })
  expect(await tokenRow(company, id)).toBeUndefined()
  expect(await listAuditEvents(company, 'shop.connected')).toEqual([])
}

describe('an authorization', () => {
  test('connects the shop: tokens encrypted, grant dated, first sync asked for, trail written', async () => {
    const { id, number } = await saveShop(mine)
    const address = await begin(mine, id)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ auth_type: 'seller', redirect_uri: callback })
    expect(stateOf(address)).not.toContain(mine.organizationId)
    expect(await listAuditEvents(mine, 'shop.connectAsked')).toHaveLength(1)
    const back = await comeBack(await confirm(address, number, 90))
    expect([back.pathname, back.search]).toEqual(['/dashboard/shops', `?connected=${id}`])
    const shop = await shopRow(mine, id)
    expect(shop).toMatchObject({ status: 'active', problem: null, version: 2 })
    expect(Math.round((shop.grant_ends_at!.getTime() - Date.now()) / 86_400_000)).toBe(90)
    const token = await tokenRow(mine, id)
    expect(token!.generation).toBe(1)
    for (const encrypted of [token!.access_token, token!.refresh_token])
      expect(encrypted).toMatch(/^[0-9a-f]{8}\.[\w-]{60,}$/)
    expect(await listAuditEvents(mine, 'shop.connected')).toMatchObject([
      { before: { status: 'pending' }, after: { status: 'active' } },
    ])
    expect(JSON.stringify(await listAuditEvents(mine, 'shop.connected'))).not.toMatch(/token/i)
    expect(await inspect(mine.organizationId, 'SELECT stream FROM sync_state WHERE shop_id = $1', [id])).not.toEqual([])
  })

  test('leads back to the page on which it began, whatever the address says', async () => {
    const { id, number } = await saveShop(mine)
    const denied = await begin(mine, id, 'company')
    const back = await comeBack(
      `${callback}?error=access_denied&page=shops&state=${encodeURIComponent(stateOf(denied))}`,
    )
    expect([back.pathname, back.search]).toEqual(['/dashboard/minha-empresa/lojas', '?failed=shopDenied'])
    const done = await comeBack(
      `${(await confirm(await begin(mine, id, 'company'), number)).toString()}&page=//evil.example`,
    )
    expect([done.pathname, done.search]).toEqual(['/dashboard/minha-empresa/lojas', `?connected=${id}`])
  })

  test('is refused without a state, with one made up, changed, or of another installation', async () => {
    const { id, number } = await saveShop(mine)
    const good = await confirm(await begin(mine, id), number)
    const without = new URL(good)
    without.searchParams.delete('state')
    const changed = new URL(good)
    changed.searchParams.set('state', stateOf(good).slice(0, -3) + 'abc')
    const madeUp = new URL(good)
    madeUp.searchParams.set('state', 'x')
    for (const wrong of [without, changed, madeUp, callback]) expect(await failureOf(wrong)).toBe('shopStateMissing')
    await isUntouched(mine, id)
  })

  test('counts once: the same way back again is refused and changes nothing', async () => {
    const { id, number } = await saveShop(mine)
    const back = await confirm(await begin(mine, id), number)
    expect(await failureOf(back)).toBeNull()
    const [shop, token] = [await shopRow(mine, id), await tokenRow(mine, id)]
    expect(await failureOf(back)).toBe('shopStateReused')
    expect([await shopRow(mine, id), await tokenRow(mine, id)]).toEqual([shop, token])
  })

  test('counts once even when the way back is followed twice at the same time', async () => {
    const { id, number } = await saveShop(mine)
    const back = await confirm(await begin(mine, id), number)
    const outcomes = await Promise.all([failureOf(back), failureOf(back)])
    expect(outcomes.toSorted()).toEqual([null, 'shopStateReused'].toSorted())
    expect((await tokenRow(mine, id))!.generation).toBe(1)
  })

  test('is of the person, the session and the company that began it', async () => {
    const { id, number } = await saveShop(mine)
    const back = await confirm(await begin(mine, id), number)
    await signInAs(await addMember(mine, 'admin'))
    expect(await failureOf(back)).toBe('shopStateForeign')
    await signInAs(mine.owner)
    expect(await failureOf(back)).toBe('shopStateForeign')
    await resume()
    const third = await confirm(await begin(mine, id), number)
    const other = await createTestOrganization()
    await withOrganization(other, (db) =>
      db.membership.create({
        data: { organizationId: other.organizationId, userId: mine.owner.userId!, role: 'owner' },
        select: { userId: true },
      }),
    )
    await switchOrganizationAction({ organizationId: other.organizationId })
    expect(await failureOf(third)).toBe('shopStateOrganization')
    await isUntouched(mine, id)
  })

  test('dies after ten minutes', async () => {
    const { id, number } = await saveShop(mine)
    const back = await confirm(await begin(mine, id), number)
    const [kept] = await inspect<{ minutes: number }>(
      mine.organizationId,
      'SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM shop_authorization',
    )
    expect(kept!.minutes).toBe(10)
    await inspect(mine.organizationId, `UPDATE shop_authorization SET expires_at = now() - interval '1 second'`)
    expect(await failureOf(back)).toBe('shopStateExpired')
    await isUntouched(mine, id)
  })

  test('is for the shop that was saved, not for another one that the seller chose, nor a whole account', async () => {
    const { id } = await saveShop(mine)
    const other = await platform().admin<{ shopId: number }>('shop', {})
    expect(await failureOf(await confirm(await begin(mine, id), other.shopId))).toBe('shopOther')
    const account = new URL(await confirm(await begin(mine, id), other.shopId))
    account.searchParams.delete('shop_id')
    account.searchParams.set('main_account_id', '7')
    expect(await failureOf(account)).toBe('shopMainAccount')
    await isUntouched(mine, id)
  })

  test('denied, with a code made up or already redeemed, or with the platform away leaves the shop as it was', async () => {
    const { id, number } = await saveShop(mine)
    const denied = `${callback}?error=access_denied&state=${encodeURIComponent(stateOf(await begin(mine, id)))}`
    expect(await failureOf(denied)).toBe('shopDenied')
    const madeUp = await confirm(await begin(mine, id), number)
    madeUp.searchParams.set('code', 'a'.repeat(32))
    expect(await failureOf(madeUp)).toBe('shopCodeRefused')
    await platform().admin('fault', { kind: 'server_error', pathPattern: 'token/get', count: 1 })
    expect(await failureOf(await confirm(await begin(mine, id), number))).toBe('shopAuthorizationUnanswered')
    await isUntouched(mine, id)
  })

  test('is for who may connect shops; a visitor signs in first', async () => {
    const { id, number } = await saveShop(mine)
    const back = await confirm(await begin(mine, id), number)
    await signInAs(await addMember(mine, 'manager'))
    expect(await failureOf(back)).toBe('shopPermissionDenied')
    signOut()
    expect((await comeBack(back)).pathname).toBe('/auth')
    await isUntouched(mine, id)
  })

  test('for a shop that is connected is not begun, nor finished', async () => {
    const { id, number } = await saveShop(mine)
    const [first, second] = [await begin(mine, id), await begin(mine, id)]
    expect(await failureOf(await confirm(first, number))).toBeNull()
    expect(await authorizeShopAction(envelope(mine), { id })).toMatchObject({
      ok: false,
      error: 'shopAlreadyConnected',
    })
    const token = await tokenRow(mine, id)
    expect(await failureOf(await confirm(second, number))).toBe('shopAlreadyConnected')
    expect(await tokenRow(mine, id)).toEqual(token)
    expect(await testShopAction(envelope(mine), { id })).toMatchObject({ ok: true })
  })
})

describe('a shop of another company', () => {
  test('is not taken over while that one is connected, and its tokens go on working', async () => {
    const theirs = await createTestOrganization()
    const { id, number } = await saveShop(mine)
    const begun = await begin(mine, id)
    await signInAs(theirs.owner)
    const held = await saveShop(theirs, number)
    expect(await failureOf(await confirm(await begin(theirs, held.id), number))).toBeNull()
    await resume()
    expect(await failureOf(await confirm(begun, number))).toBe('shopConnectFailed')
    await isUntouched(mine, id)
    await signInAs(theirs.owner)
    expect(await testShopAction(envelope(theirs), { id: held.id })).toMatchObject({ ok: true })
  })

  test('is not seen: neither begun, tested, disconnected nor called', async () => {
    const { id } = await connectShop(mine)
    const theirs = await createTestOrganization()
    await signInAs(theirs.owner)
    for (const refused of [
      await authorizeShopAction(envelope(theirs), { id }),
      await testShopAction(envelope(theirs), { id }),
      await disconnectShopAction(envelope(theirs), { id, version: 2 }),
    ])
      expect(refused).toMatchObject({ ok: false, error: 'notFound' })
    await expect(withShopToken(theirs, id, async () => 'called')).rejects.toMatchObject({ code: 'shopNotConnected' })
    expect(await inspect(theirs.organizationId, 'SELECT 1 FROM shop_token')).toEqual([])
    expect(await inspect(theirs.organizationId, 'SELECT 1 FROM shop_authorization')).toEqual([])
  })

  test('cannot be opened with what was encrypted for this one', async () => {
    const { id } = await connectShop(mine)
    const second = await connectShop(mine)
    const token = (await tokenRow(mine, id))!
    await changeToken(mine, second.id, `access_token = '${token.access_token}'`)
    await expect(withShopToken(mine, second.id, async () => 'called')).rejects.toThrow(/authenticate/)
  })
})

test('disconnecting forgets tokens and claim, keeps the shop, and says where the platform takes the grant back', async () => {
  const { id, number } = await connectShop(mine)
  expect(await disconnectShopAction(envelope(mine), { id, version: 1 })).toMatchObject({ error: 'staleVersion' })
  const { url } = dataOf(await disconnectShopAction(envelope(mine), { id, version: 2 }))
  expect(new URL(url!).pathname).toBe('/cancel_auth')
  expect(await shopRow(mine, id)).toMatchObject({ status: 'pending', grant_ends_at: null })
  expect(await tokenRow(mine, id)).toBeUndefined()
  await expect(withShopToken(mine, id, async () => 'called')).rejects.toMatchObject({ code: 'shopNotConnected' })
  expect(await listAuditEvents(mine, 'shop.disconnected')).toHaveLength(1)
  const theirs = await createTestOrganization()
  await signInAs(theirs.owner)
  const taken = await saveShop(theirs, number)
  expect(await failureOf(await confirm(await begin(theirs, taken.id), number))).toBeNull()
})

describe('the end of a grant', () => {
  const noticesOf = ({ organizationId }: TestOrganization) =>
    inspect<{ days: number }>(
      organizationId,
      `SELECT (data->>'days')::int AS days FROM notification WHERE kind = 'shopGrant' ORDER BY created_at, id`,
    )
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const watchAt = (days: number) => asWorker(() => watchGrants(inDays(days)))

  test('is reported at 30, 7 and 1 days, each once, to those who may renew it', async () => {
    const operator = await addMember(mine, 'operator')
    await connectShop(mine, 60)
    for (const day of [0, 20, 29.5, 30.5, 31, 52, 53.5, 54, 58, 59.5, 59.6]) await watchAt(day)
    expect((await noticesOf(mine)).map(({ days }) => days)).toEqual([30, 7, 1])
    const readers = await inspect(mine.organizationId, 'SELECT DISTINCT user_id FROM notification')
    expect(readers).toEqual([{ user_id: mine.owner.userId }])
    expect(readers).not.toContainEqual({ user_id: operator.userId })
  })

  test('that the platform speaks of ends the connection, tells it once, and lets it be authorized again', async () => {
    const { id, number } = await connectShop(mine)
    await platform().admin('grant-cancel', { shopId: number })
    for (let time = 0; time < 3; time += 1)
      expect(await testShopAction(envelope(mine), { id })).toMatchObject({ ok: false, error: 'shopGrantExpired' })
    expect(await shopRow(mine, id)).toMatchObject({ status: 'expired', problem: 'shopGrantExpired' })
    expect(await tokenRow(mine, id)).toBeUndefined()
    expect(await noticesOf(mine)).toEqual([{ days: 0 }])
    expect(await listAuditEvents(mine, 'shop.grantEnded')).toHaveLength(1)
    expect(await failureOf(await confirm(await begin(mine, id), number))).toBeNull()
    expect(await shopRow(mine, id)).toMatchObject({ status: 'active', problem: null })
    expect(await testShopAction(envelope(mine), { id })).toMatchObject({ ok: true })
  })
})
