import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { listSuggestions } from './suggestions'

test('among thousands of products that share its words, the one that a listing names is found by its rare word, or by having all', async () => {
  const { organizationId } = await createTestOrganization()
  const add = (title: string, count: number) =>
    inspect(
      organizationId,
      `insert into product (organization_id, id, sku, title) select $1, gen_random_uuid(), md5($2 || n), $2 || ' ' || md5('x' || n)
       from generate_series(1, $3::int) n`,
      [organizationId, title, count],
    )
  await add('Caneca redonda', 1200)
  await add('Prato azul', 1300)
  for (const [sku, title] of [
    ['CAN-AZUL', 'Caneca azul'],
    ['CAN-GIRASSOL', 'Caneca girassol'],
  ])
    await inspect(
      organizationId,
      'insert into product (organization_id, id, sku, title) values ($1, gen_random_uuid(), $2, $3)',
      [organizationId, sku, title],
    )
  const listing = (title: string) => ({
    id: newId(),
    sku: null,
    variation: null,
    priceCents: null,
    gtin: null,
    title,
    productId: null,
  })
  const listings = [listing('Caneca azul'), listing('Caneca azul girassol')]
  const suggestions = await withOrganization({ organizationId }, (db) => listSuggestions(db, organizationId, listings))
  expect(listings.map(({ id }) => suggestions.get(id)?.sku)).toEqual(['CAN-AZUL', 'CAN-GIRASSOL'])
})
