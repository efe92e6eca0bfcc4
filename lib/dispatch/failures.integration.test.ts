import { withOrganization } from '../db'
import { newId } from '../ids'
import { createTestOrganization, type TestOrganization } from '../testing/factories'
import { addListing, addShop } from '../testing/sales'
import { getFailuresFor } from './failures'
import { countRooms } from './room-counts'

async function addFailures(company: TestOrganization, name: string) {
  const { organizationId } = company
  const shopId = await addShop(company, name)
  const listingId = await addListing(company, shopId, `Anúncio de ${name}`)
  await withOrganization({ organizationId }, async (db) => {
    await db.$executeRaw`
      INSERT INTO sync_failure (organization_id, id, shop_id, operation, subject, error_code)
      VALUES (${organizationId}::uuid, ${newId()}::uuid, ${shopId}::uuid, 'order', ${`Pedido de ${name}`}, 'malformed')`
    await db.$executeRaw`
      INSERT INTO listing_push (organization_id, listing_id, kind, wanted, state)
      VALUES (${organizationId}::uuid, ${listingId}::uuid, 'stock', 3, 'failed')`
  })
  return shopId
}

async function shown(company: TestOrganization, query = {}) {
  const { sync, pushes } = await getFailuresFor(company.owner, query)
  return [...sync, ...pushes].map(({ shopName }) => shopName).sort()
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

test('what the platform refused is told from its first refusal on, not only when nothing tries it again', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Norte')
  const add = async (title: string, state: 'waiting' | 'failed' | 'sent', errorCode: string | null) => {
    const listingId = await addListing(company, shopId, title)
    await withOrganization(company, (db) =>
      db.listingPush.create({
        data: { organizationId, listingId, kind: 'stock', wanted: 3, state, attempts: errorCode ? 1 : 0, errorCode },
        select: { listingId: true },
      }),
    )
  }
  await add('Na fila', 'waiting', null)
  await add('Recusado', 'waiting', 'businessRefused')
  await add('Desistiu', 'failed', 'businessRefused')
  await add('Enviado', 'sent', null)
  const { pushes } = await getFailuresFor(company.owner)
  expect(pushes.map(({ title, isDead }) => ({ title, isDead }))).toEqual([
    { title: 'Desistiu', isDead: true },
    { title: 'Recusado', isDead: false },
  ])
  expect((await withOrganization(company, (db) => countRooms(db, organizationId))).failures).toBe(2)
})
