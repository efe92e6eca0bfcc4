import { GET } from '@/app/api/palette/route'
import { withOrganization } from '@/lib/core/db'
import { withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { addMember, createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import type { PaletteEntry, PaletteResults } from './schema'
import { findOrdersByCode } from './find'

async function call<T>(query: Record<string, string>): Promise<T> {
  const request = new Request(`http://localhost:3000/api/palette?${new URLSearchParams(query).toString()}`)
  const response = await GET(request, { params: Promise.resolve({}) })
  const body = (await response.json()) as { ok: boolean; data: T; error?: string }
  expect(body).toMatchObject({ ok: true })
  return body.data
}

test('orders are found by the beginning of either code, the newest first, products by their words, buyers by who sees them', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const cup = await addProduct(company, 'CANECA-AZUL')
  await addOrders(company, shop, [
    { at: '2026-11-19T12:00:00Z', productId: cup },
    { at: '2026-11-20T12:00:00Z', productId: cup },
  ])
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query(
      `update orders set code = 'MSC-2026-00000' || row_number, external_code = '2611XY' || row_number from (
         select id as own, row_number() over (order by placed_at) from orders where organization_id = $1) n where n.own = orders.id`,
      [company.organizationId],
    )
  })
  await signInAs(company.owner)
  const codes = async (q: string) => (await call<PaletteResults>({ q })).orders.map(({ externalCode }) => externalCode)
  expect(await codes('msc-2026')).toEqual(['2611XY2', '2611XY1'])
  expect(await codes('2611xy1')).toEqual(['2611XY1'])
  expect(await codes('611XY')).toEqual(['2611XY2', '2611XY1'])
  expect(await codes('2')).toEqual([])
  expect(await codes('MSC_2026%')).toEqual([])
  const { products } = await call<PaletteResults>({ q: 'azul caneca' })
  expect(products).toEqual([{ id: cup, sku: 'CANECA-AZUL', title: 'Produto CANECA-AZUL', isArchived: false }])

  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query(
      `update orders set tracking_number = 'BR77', customer_name = 'Zulmira' where external_code = '2611XY1'`,
    )
  })
  expect(await codes('br77')).toEqual(['2611XY1'])
  expect(await codes('zulmira')).toEqual(['2611XY1'])
  await signInAs(await addMember(company, 'operator'))
  expect(await codes('zulmira')).toEqual([])

  await signInAs((await createTestOrganization()).owner)
  expect(await call<PaletteResults>({ q: 'msc-2026' })).toEqual({ orders: [], products: [] })
})

test('a role is offered what it may open and do, in its language, and no more', async () => {
  const company = await createTestOrganization()
  const offered = async (role: 'owner' | 'viewer' | 'operator', language = 'pt') => {
    await signInAs(role === 'owner' ? company.owner : await addMember(company, role))
    return call<PaletteEntry[]>({ language })
  }
  const keys = (entries: PaletteEntry[]) => entries.map(({ key }) => key)
  expect(keys(await offered('owner'))).toEqual(
    expect.arrayContaining(['action:newOrder', 'action:connectShop', 'companyPanel', 'settingsPeople']),
  )
  const viewer = keys(await offered('viewer'))
  expect(viewer.filter((key) => key.startsWith('action:'))).toEqual([
    'action:editProfile',
    'action:changePassword',
    'action:chooseAlerts',
    'action:scheme',
    'action:language',
    'action:shortcuts',
  ])
  expect(viewer).not.toContain('companyPanel')
  expect(keys(await offered('operator'))).not.toContain('expenses')
  const english = (await offered('owner', 'en')).find(({ key }) => key === 'expenses')!
  expect(english.label).toBe('Expenses')
  expect(english.words).toEqual(expect.arrayContaining(['Despesas']))
})

test('an order is found from the indexes of codes, however many begin so', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(
      `insert into orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at, local_day, units, revenue_cents, total_cents)
       select $1, gen_random_uuid(), 'MSC-2026-' || lpad(n::text, 6, '0'), 'shopee', $2, $2, '26' || lpad(n::text, 12, '0'), 'delivered', now(), now(), 1, 100, 100
       from generate_series(1, 20000) n`,
      [organizationId, shop],
    )
    await owner.query('analyze orders')
  })
  const plan = await explain(organizationId, (db) => findOrdersByCode(db, organizationId, 'msc-2026'), {
    isMeasured: true,
  })
  expect(plan).toMatch(/Index Scan Backward using orders_code_prefix[^]*orders_external_code_prefix/)
  expect(plan).not.toMatch(/Seq Scan on orders|rows=[12]\d{4}/)
  const orders = await withOrganization({ organizationId }, (db) => findOrdersByCode(db, organizationId, 'msc-2026'))
  expect(orders[0]!.code).toMatch(/MSC-2026-0(20000|19)/)
})
