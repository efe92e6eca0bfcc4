import { newId } from '@/lib/core/ids'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'
import { changeAsOwner, withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { findListing } from './find-listing'
import { inFullForm } from '@/lib/testing/harnesses/left-out'

const MANY = 100_000

let company: TestOrganization
let shop: string

async function list(
  sku: string | null,
  title: string,
  more: { of?: TestOrganization; shopId?: string; gone?: boolean } = {},
) {
  const { of = company, shopId = shop, gone = false } = more
  const id = newId()
  await changeAsOwner(
    of.organizationId,
    `INSERT INTO listing (organization_id, id, shop_id, external_key, sku, title, gone_at) VALUES ($1::uuid, $2::uuid, $3::uuid, ($2::uuid)::text, $4, $5, CASE WHEN $6::boolean THEN now() END)`,
    [of.organizationId, id, shopId, sku, title, gone],
  )
  return id
}
const find = (named: string) => findListing(viewerOf(company), named).then(({ id }) => id, (error: { code: string }) => error.code) // prettier-ignore

beforeAll(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja Norte')
})

test('all of a SKU names its listing, in any case, however many others have these letters', async () => {
  const mug = await list('CAN-01', 'Caneca')
  for (const sku of ['CAN-011', 'XCAN-01', null]) await list(sku, 'Caneca CAN-01 azul')
  await list('CAN-01', 'Caneca de antes', { gone: true })
  const other = await createTestOrganization()
  await list('CAN-01', 'Caneca de outra empresa', { of: other, shopId: await addShop(other, 'Loja') })
  expect([await find('CAN-01'), await find('can-01'), await find(mug)]).toEqual([mug, mug, mug])
})

test('a SKU of two listings names neither, and an unassigned one is unknown', async () => {
  await list('DUP-1', 'Prato')
  await list('dup-1', 'Prato fundo')
  expect([await find('DUP-1'), await find('NADA-99')]).toEqual(['listingAmbiguous', 'listingUnknown'])
})

// Full form: the volume takes seconds.
test('among 100,000 listings a SKU reads its own rows alone', inFullForm('100,000 rows take seconds'), async () => {
  await withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query(
      `INSERT INTO listing (organization_id, id, shop_id, external_key, sku, title)
       SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'many' || n, 'MANY-' || n, 'Anúncio ' || n FROM generate_series(1, ${MANY}) n`,
      [company.organizationId, shop],
    )
    await owner.query('ANALYZE listing')
  })
  const plan = await explain(company.organizationId, () => find('many-77777'), { isMeasured: true })
  const most = Math.max(...[...plan.matchAll(/actual rows=(\d+)/g)].map(([, rows]) => Number(rows)))
  expect({ most, plan: /Rows Removed by Filter: \d{3,}/.test(plan) }).toEqual({ most: 1, plan: false })
  expect(plan).toContain('listing_sku_key')
})
