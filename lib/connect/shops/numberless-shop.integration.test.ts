import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  createTestOrganization,
  envelope,
  signInAs,
  unique,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import {
  begin,
  comeBack,
  confirm,
  connectShop,
  failureOf,
  openShopHarness,
  saveShop,
  shopRow,
  tokenRow,
} from '@/lib/testing/harnesses/shop-harness'
import { createShopAction } from './actions'

const { platform } = openShopHarness()

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

const isUntouched = async (company: TestOrganization, id: string) => {
  expect(await shopRow(company, id)).toMatchObject({ status: 'pending', connected_at: null, version: 1 })
  expect(await tokenRow(company, id)).toBeUndefined()
}

describe('an authorization of a shop without a number', () => {
  const saveUnnumbered = async (company: TestOrganization) => {
    const fields = { name: unique('Loja'), platform: 'shopee', legalEntityId: company.legalEntityId } as const
    return dataOf(await createShopAction(envelope(company), { ...fields, externalShopId: null })).id
  }
  const numberOf = async (company: TestOrganization, id: string) =>
    (
      await inspect<{ number: string | null }>(
        company.organizationId,
        'SELECT external_shop_id AS number FROM shop WHERE id = $1',
        [id],
      )
    )[0]!.number

  test('gives it that of the shop which the seller chose there', async () => {
    const { shopId } = await platform().admin<{ shopId: number }>('shop', {})
    const id = await saveUnnumbered(mine)
    const back = await comeBack(await confirm(await begin(mine, id), shopId))
    expect(back.search).toBe(`?connected=${id}`)
    expect(await numberOf(mine, id)).toBe(String(shopId))
    expect(await listAuditEvents(mine, 'shop.connected')).toMatchObject([{ after: { externalShopId: String(shopId) } }])
  })

  test('is refused, with the code unspent, where that shop is here already or the shop is unknown', async () => {
    const { number } = await saveShop(mine)
    const id = await saveUnnumbered(mine)
    const callback = await confirm(await begin(mine, id), number)
    expect(await failureOf(callback)).toBe('shopIdTaken')
    for (const shopId of ['12a', '']) {
      const other = await confirm(await begin(mine, id), number)
      other.searchParams.set('shop_id', shopId)
      expect(await failureOf(other)).toBe('shopOther')
    }
    expect(await numberOf(mine, id)).toBeNull()
    await isUntouched(mine, id)
  })

  test('is refused where another company holds that shop, and never says whose it is', async () => {
    const { number } = await connectShop(mine)
    const theirs = await createTestOrganization()
    await signInAs(theirs.owner)
    const id = await saveUnnumbered(theirs)
    expect(await failureOf(await confirm(await begin(theirs, id), number))).toBe('shopConnectFailed')
    expect(await numberOf(theirs, id)).toBeNull()
    await isUntouched(theirs, id)
  })
})
