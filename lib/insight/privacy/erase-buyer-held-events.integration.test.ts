import { withOrganization } from '@/lib/core/db'
import { traces } from '@/lib/testing/harnesses/buyer-traces'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { eraseBuyerAction } from './actions'

/** A sheet may call a buyer like another company's order. */
const USERNAME = '261126HOLDER1'
/** Whether the marketplace granted it or not. */
async function writeDownShop(company: TestOrganization, shopNumber: number, status: 'pending' | 'active') {
  const shopId = await addShop(company, 'Loja')
  await inspect(company.organizationId, 'UPDATE shop SET external_shop_id = $2, status = $3 WHERE id = $1', [
    shopId,
    String(shopNumber),
    status,
  ])
  return shopId
}
const claim = (company: TestOrganization, shopId: string) =>
  inspect(company.organizationId, 'SELECT claim_shop($1)', [shopId])
const release = (company: TestOrganization, shopId: string) =>
  inspect(company.organizationId, 'SELECT release_shop($1)', [shopId])

async function sellTo(company: TestOrganization, shopId: string) {
  const { organizationId } = company
  const productId = await addProduct(company, 'CANECA')
  const [orderId] = await addOrders(company, shopId, [{ at: '2026-11-01T12:00:00Z', productId, buyer: 'zuleica' }])
  const purgeAfter = new Date(Date.now() + 86_400_000)
  await withOrganization({ organizationId }, (db) =>
    db.orderBuyer.create({
      data: { organizationId, orderId: orderId!, username: USERNAME, purgeAfter },
      select: { username: true },
    }),
  )
  return orderId!
}
const receiveEvent = (company: TestOrganization, shopId: string, shopNumber: number, what: string) =>
  traces['an unprocessed webhook event']!({ company, shopId, orderId: '', shopNumber }, what)
const heldCodes = async (shopNumber: number) => {
  const sql = `SELECT body->>'orderSn' AS code FROM webhook_inbox WHERE external_shop_id = $1 ORDER BY id`
  const { rows } = await withOwner((owner) => owner.query<{ code: string }>(sql, [String(shopNumber)]))
  return rows.map(({ code }) => code)
}

const erase = async (company: TestOrganization, orderId: string) => {
  await signInAs(company.owner)
  expect(dataOf(await eraseBuyerAction(envelope(company), { orderId, onlyThis: false }))).toEqual({ orders: 1 })
}

/** More than an erasure changes by a name of the buyer's choosing, which are counted, and fewer, which go. */
const MANY = 25
let shopNumber = 880_000
beforeEach(() => void shopNumber++)

test.each([
  ['once held the shop', 0],
  ['once held the shop', MANY],
  ['wrote its number down', 0],
  ['wrote its number down', MANY],
])('a company that %s takes no webhook event of its holder, and counts none (%d more)', async (how, more) => {
  const [mine, holder] = [await createTestOrganization(), await createTestOrganization()]
  const own = await writeDownShop(mine, shopNumber, 'pending')
  if (how === 'once held the shop') {
    await claim(mine, own)
    await release(mine, own)
  }
  const theirs = await writeDownShop(holder, shopNumber, 'active')
  await claim(holder, theirs)
  const codes = [USERNAME, ...Array.from({ length: more }, (_, nth) => `${USERNAME} ${nth}`), '261126HOLDER2']
  for (const code of codes) await receiveEvent(holder, theirs, shopNumber, code)
  await erase(mine, await sellTo(mine, own))
  expect(await heldCodes(shopNumber)).toEqual(codes)
})

test('all webhook events of a shop’s holder are searched, processed or not', async () => {
  const company = await createTestOrganization()
  const shopId = await writeDownShop(company, shopNumber, 'active')
  // Before it was connected again, too.
  await receiveEvent(company, shopId, shopNumber, `${USERNAME} 1`)
  await claim(company, shopId)
  for (const code of [`${USERNAME} 2`, '261126HOLDER2']) await receiveEvent(company, shopId, shopNumber, code)
  await withOwner((owner) =>
    owner.query(`UPDATE webhook_inbox SET state = 'done' WHERE external_shop_id = $1 AND body->>'orderSn' = $2`, [
      String(shopNumber),
      `${USERNAME} 1`,
    ]),
  )
  await erase(company, await sellTo(company, shopId))
  expect(await heldCodes(shopNumber)).toEqual(['261126HOLDER2'])
})
