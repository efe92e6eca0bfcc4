import { ROLES, type Role } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel, settleStock } from '@/lib/testing/harnesses/parcel-harness'
import { addListing, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { getFailuresFor } from './failures'
import { countDispatchTabs } from './tab-counts'

async function addFailures(company: TestOrganization, name: string) {
  const { organizationId } = company
  const shopId = await addShop(company, name)
  const listingId = await addListing(company, shopId, `Anúncio de ${name}`)
  await withOrganization({ organizationId }, async (db) => {
    await db.$executeRaw`
      INSERT INTO sync_failure (organization_id, id, shop_id, operation, subject, error_code)
      VALUES (${organizationId}::uuid, ${newId()}::uuid, ${shopId}::uuid, 'order', ${`Pedido de ${name}`}, 'malformed')`
    await db.$executeRaw`
      INSERT INTO listing_update (organization_id, listing_id, kind, wanted, state)
      VALUES (${organizationId}::uuid, ${listingId}::uuid, 'stock', 3, 'failed')`
  })
  return shopId
}

async function shown(company: TestOrganization, query = {}) {
  const { sync, listingUpdates } = await getFailuresFor(company.owner, query)
  return [...sync, ...listingUpdates].map(({ shopName }) => shopName).sort()
}

test('failures are those of all shops, of the one that is asked for, and of no other company’s', async () => {
  const company = await createTestOrganization()
  const other = await createTestOrganization()
  const [north, theirs] = [await addFailures(company, 'Norte'), await addFailures(other, 'Alheia')]
  await addFailures(company, 'Sul')
  expect(await shown(company)).toEqual(['Norte', 'Norte', 'Sul', 'Sul'])
  expect(await shown(company, { shop: north })).toEqual(['Norte', 'Norte'])
  expect(await shown(company, { shop: theirs })).toEqual([])
  expect(await shown(company, { shop: 'no id' })).toEqual(['Norte', 'Norte', 'Sul', 'Sul'])
  const { shops } = await getFailuresFor(company.owner)
  expect(shops.map(({ name }) => name)).toEqual(['Norte', 'Sul'])
})

test('a refusal by the platform is shown from the first one on, not only when it is no longer retried', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Norte')
  const add = async (title: string, state: 'waiting' | 'failed' | 'sent', errorCode: string | null) => {
    const listingId = await addListing(company, shopId, title)
    await withOrganization(company, (db) =>
      db.listingUpdate.create({
        data: { organizationId, listingId, kind: 'stock', wanted: 3, state, attempts: errorCode ? 1 : 0, errorCode },
        select: { listingId: true },
      }),
    )
  }
  await add('Na fila', 'waiting', null)
  await add('Recusado', 'waiting', 'businessRefused')
  await add('Desistiu', 'failed', 'businessRefused')
  await add('Enviado', 'sent', null)
  const { listingUpdates } = await getFailuresFor(company.owner)
  expect(listingUpdates.map(({ title, isDead }) => ({ title, isDead }))).toEqual([
    { title: 'Desistiu', isDead: true },
    { title: 'Recusado', isDead: false },
  ])
  expect((await withOrganization(company, (db) => countDispatchTabs(db, organizationId, new Date()))).failures).toBe(2)
})

test('a role that works at dispatch sees failures; one that may sync repeats reads, and one that may push sends again', async () => {
  const company = await createTestOrganization()
  await addFailures(company, 'Norte')
  const seen = (role: Role) =>
    getFailuresFor({ ...company.owner, role }).then(
      ({ sync, listingUpdates, canRetry, canUpdateListings }) => [
        sync.length,
        listingUpdates.length,
        canRetry,
        canUpdateListings,
      ],
      (error: { code: string }) => error.code,
    )
  const answers = Object.fromEntries(await Promise.all(ROLES.map(async (role) => [role, await seen(role)] as const)))
  const whole = [1, 1, true, true]
  const refused = 'permissionDenied'
  expect(answers).toEqual({
    owner: whole,
    admin: whole,
    manager: whole,
    operator: [1, 1, true, false],
    finance: refused,
    viewer: refused,
    accountant: refused,
  })
})

test('failures that wait for a person come first, the newest before the older, and the shortest stock at the top', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Norte')
  const add = async (name: string, stands: 'waiting' | 'dead' | 'resolved', minutesAgo: number) => {
    const listingId = await addListing(company, shopId, name)
    const update = { waiting: 'waiting', dead: 'failed', resolved: 'sent' }[stands]
    await inspect(
      organizationId,
      `WITH failed AS (INSERT INTO sync_failure (organization_id, id, shop_id, operation, subject, error_code, state, last_at)
         VALUES ($1, $2, $3, 'order', $4, 'malformed', $5::"FailureState", now() - make_interval(mins => $6)))
       INSERT INTO listing_update (organization_id, listing_id, kind, wanted, state, error_code, queued_at)
       VALUES ($1, $7, 'stock', 3, $8::"ListingUpdateState", 'businessRefused', now() - make_interval(mins => $6))`,
      [organizationId, newId(), shopId, name, stands, minutesAgo, listingId, update],
    )
  }
  await add('waits long', 'waiting', 50)
  await add('dead long', 'dead', 40)
  await add('waits', 'waiting', 1)
  await add('dead', 'dead', 20)
  await add('is well', 'resolved', 0)
  for (const [of, sku, sold] of [
    [company, 'B', 2],
    [company, 'C', 7],
    [company, 'A', 2],
    [await createTestOrganization(), 'THEIRS', 9],
  ] as const) {
    const items = [{ productId: await addStockedProduct(of, { sku }), quantity: sold }]
    await settleStock(of, (await addParcel(of, { items, movesStock: true })).orderId)
  }
  await addStockedProduct(company, { sku: 'ENOUGH', onHand: 1 })
  const { sync, listingUpdates, oversold } = await getFailuresFor(company.owner)
  const order = ['dead', 'dead long', 'waits', 'waits long']
  expect(sync.map(({ subject }) => subject)).toEqual(order)
  expect(listingUpdates.map(({ title }) => title)).toEqual(order)
  expect(oversold.map(({ sku, short }) => [sku, short])).toEqual([
    ['C', 7n],
    ['A', 2n],
    ['B', 2n],
  ])
})
