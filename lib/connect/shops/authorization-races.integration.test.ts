import { getMember } from '@/lib/identity/auth/member'
import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  createTestOrganization,
  envelope,
  signInAs,
  unique,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { untilBlocked, whileOpen } from '@/lib/testing/harnesses/interleaved'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import {
  begin,
  confirm,
  failureOf,
  openShopHarness,
  saveShop,
  shopRow,
  tokenRow,
} from '@/lib/testing/harnesses/shop-harness'
import { updateShopAction } from './actions'
import { finishAuthorization } from './finish-authorization'

const { platform } = openShopHarness()

let mine: TestOrganization
let theirs: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  theirs = await createTestOrganization()
  await signInAs(mine.owner)
})

const isUnconnected = async (id: string) => {
  expect(await shopRow(mine, id)).toMatchObject({ status: 'pending', connected_at: null })
  expect(await tokenRow(mine, id)).toBeUndefined()
}

describe('a shop whose number is changed while it is pending', () => {
  test('is not connected by what was begun for the old one', async () => {
    const { id } = await saveShop(mine)
    const other = await platform().admin<{ shopId: number }>('shop', {})
    const begun = await begin(mine, id)
    const changed = { id, version: 1, name: unique('Loja'), externalShopId: String(other.shopId) }
    dataOf(await updateShopAction(envelope(mine), changed))
    expect(await failureOf(await confirm(begun, other.shopId))).toBe('shopStateMissing')
    await isUnconnected(id)
  })

  test('is not connected by what the platform granted for the old one at that moment', async () => {
    const { id, number } = await saveShop(mine)
    const back = await confirm(await begin(mine, id), number)
    const outcome = await whileOpen(mine.organizationId, async (db) => {
      await db.query(`UPDATE shop SET external_shop_id = '999000111', version = version + 1 WHERE id = $1`, [id])
      const begun = failureOf(back)
      await untilBlocked()
      return { begun }
    })
    expect(outcome).toBe('shopChanged')
    await isUnconnected(id)
  })
})

describe('a shop that two companies authorize at the same moment', () => {
  test('is claimed by the second one only after the first one’s outcome is seen', async () => {
    const first = await saveShop(mine)
    await signInAs(theirs.owner)
    const second = await saveShop(theirs, first.number)
    const taken = await whileOpen(mine.organizationId, async (db) => {
      await db.query('SELECT claim_shop($1)', [first.id])
      await db.query(`UPDATE shop SET status = 'active', connected_at = now() WHERE id = $1`, [first.id])
      const begun = withOrganization(
        theirs,
        (tenant) => tenant.$queryRaw<{ held: boolean }[]>`SELECT claim_shop(${second.id}::uuid) AS held`,
      )
      await untilBlocked()
      return { begun }
    })
    expect(taken).toEqual([{ held: false }])
  })

  test('is connected to one of them, and the other one is informed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { shopId: number } = await platform().admin<{ shopId: number }>('shop', {})
      const [one, other] = [await arrive(mine, number), await arrive(theirs, number)]
      const outcomes = await Promise.allSettled([one.finish(), other.finish()])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'shopConnectFailed' },
      })
      const rows = [...(await activeOf(mine, number)), ...(await activeOf(theirs, number))]
      expect(rows).toHaveLength(1)
    }
  })

  /** Up to the way back from the platform's page. */
  async function arrive(company: TestOrganization, number: number) {
    await signInAs(company.owner)
    const { id } = await saveShop(company, number)
    const back = await confirm(await begin(company, id), number)
    const member = (await getMember())!
    return { finish: () => finishAuthorization(member, Object.fromEntries(back.searchParams)) }
  }

  const activeOf = ({ organizationId }: TestOrganization, number: number) =>
    inspect(organizationId, `SELECT 1 FROM shop WHERE external_shop_id = $1 AND status = 'active'`, [String(number)])
})
