import { withOrganization, type Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
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

test('among thousands of products that share a listing’s words only those of its rare words are compared', async () => {
  const { organizationId } = await createTestOrganization()
  await inspect(
    organizationId,
    `insert into product (organization_id, id, sku, title)
     select $1, gen_random_uuid(), 'S-' || n, (array['Garrafa', 'Caneca'])[1 + n % 2] || ' ' || (array['azul', 'verde', 'preta'])[1 + n % 3] || ' ' || md5(n::text)
     from generate_series(1, 2000) n`,
    [organizationId],
  )
  const named = await inspect<{ sku: string; title: string }>(
    organizationId,
    'select sku, title from product order by title limit 50',
  )
  const listings = named.map(({ title }) => ({
    id: newId(),
    sku: null,
    variation: null,
    priceCents: null,
    gtin: null,
    title: `${title} com garantia`,
    productId: null,
  }))
  const suggest = (db: Db) => listSuggestions(db, organizationId, listings)
  const suggestions = await withOrganization({ organizationId }, suggest)
  expect(listings.map(({ id }) => suggestions.get(id)?.sku)).toEqual(named.map(({ sku }) => sku))
  // The scan of all products for the rare words has six words of each; after it each listing has its one product.
  const plan = await explain(organizationId, suggest, { isMeasured: true })
  const rows = [...plan.matchAll(/\(actual rows=(\d+)/g)].map(([, each]) => Number(each))
  expect(rows.filter((each) => each > 12_000)).toEqual([])
  expect(Number(/CTE Scan on candidate c \(actual rows=(\d+)/.exec(plan)![1])).toBe(50)
})
