import { withOrganization, type Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { asWorker, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { channelOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'

const large = ['orders', 'order_item', 'order_list', 'money_line', 'product', 'stock_level', 'stock_movement']
const size = 6000

let company: TestOrganization
let channel: string
let shop: string
let products: string[]

beforeAll(async () => {
  await createTestOrganization()
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  channel = await channelOf(company)
  products = await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    const insert = (sql: string) => owner.query(sql.replaceAll(':org', `'${company.organizationId}'::uuid`))
    await insert(`insert into product (organization_id, id, sku, title, price_cents, created_at)
      select :org, gen_random_uuid(), 'P-' || n, 'Produto ' || n, 1000, now() from generate_series(1, ${size}) n`)
    await insert(`insert into stock_level (organization_id, product_id, location_id, on_hand)
      select :org, p.id, l.id, 0 from product p, stock_location l where p.organization_id = :org and l.organization_id = :org and l.kind = 'own'`)
    await insert(`insert into orders (organization_id, id, code, platform, shop_id, outlet_id, status, placed_at, local_day, units, revenue_cents,
        total_cents, moves_stock)
      select :org, gen_random_uuid(), 'MSC-' || n, 'shopee', '${shop}', '${shop}', 'delivered', now() - n * interval '1 hour',
        (now() - n * interval '1 hour')::date, 1, 1000, 1000, true from generate_series(1, ${size}) n`)
    await insert(`insert into order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents,
        subtotal_cents)
      select :org, id, 1, (select id from product where organization_id = :org and sku = 'P-9'), 'P-9', 'Produto', 1, 1000, 1000 from orders where organization_id = :org`)
    await owner.query(`analyze ${large.join(', ')}`)
    const { rows } = await owner.query<{ id: string }>(`select id from product where organization_id = $1 limit 2`, [
      company.organizationId,
    ])
    for (const { id } of rows)
      await owner.query(
        `select book_stock('purchase', gen_random_uuid(), null, null, jsonb_build_array(jsonb_build_object('line', 0, 'product', $1::uuid,
           'location', (select id from stock_location where organization_id = $2 and kind = 'own'), 'kind', 'purchase', 'onHand', 5)))`,
        [id, company.organizationId],
      )
    return rows.map(({ id }) => id)
  })
}, 120_000)

const rowsRead = async (db: Db): Promise<Map<string, bigint>> => {
  const rows = await db.$queryRaw<{ name: string; read: bigint }[]>`
    SELECT t.name, pg_stat_get_xact_tuples_returned(t.name::regclass) AS read FROM unnest(${large}::text[]) t(name)`
  return new Map(rows.map(({ name, read }) => [name, read]))
}

/** The rows of each large table that were read from end to end and not by an index. */
const readWhole = (run: (db: Db) => Promise<unknown>) =>
  withOrganization({ organizationId: company.organizationId }, async (db) => {
    const before = await rowsRead(db)
    await run(db)
    const after = await rowsRead(db)
    return large.filter((name) => after.get(name)! - before.get(name)! >= size)
  })

const place = (id: string) => (db: Db) => {
  const lines = products.map((productId) => ({ productId, quantity: 1 }))
  const order = { id, code: `MAN-${id}`, channelId: channel, status: 'pending', lines }
  return db.$queryRaw`SELECT place_order(${JSON.stringify(order)}::jsonb)`
}

test('saving an order reads what it is made of, never a table from end to end', async () => {
  expect(await readWhole(place(newId()))).toEqual([])
})

test('nor do shipping and cancelling it', async () => {
  const id = newId()
  await withOrganization({ organizationId: company.organizationId }, place(id))
  expect(
    await readWhole(async (db) => {
      await db.$executeRaw`UPDATE orders SET status = 'shipped', shipped_at = now() WHERE organization_id = ${company.organizationId}::uuid AND id = ${id}::uuid`
      await db.$executeRaw`SELECT reserve_order_stock(ARRAY[${id}::uuid], NULL, false)`
    }),
  ).toEqual([])
})

test('nor does a batch of an import, which finds the products of its SKUs by their index', async () => {
  const item = (sku: string) => ({ k: sku, s: sku, t: 'Produto', v: null, q: 1, p: 1000, d: 0, m: 1000 })
  const at = '2026-03-01T12:00:00Z'
  const order = {
    status: 'delivered',
    stage: 4,
    platformStatus: 'COMPLETED',
    day: '2026-03-01',
    placedAt: at,
    asOf: at,
    purgeAfter: at,
    fulfilled: false,
    units: 2,
    revenue: 2000,
    discount: 0,
    voucher: 0,
    freight: 0,
    total: 2000,
    charged: 300,
    money: [],
    buyer: null,
    items: [item('P-7'), item('p-8')],
  }
  expect(
    await asWorker(() =>
      readWhole(
        (db) => db.$queryRaw`
          SELECT write_marketplace_orders(${shop}::uuid, 'export',
            ARRAY[ROW(1, '260301BYINDEX', 'hash'::bytea, ${JSON.stringify(order)}::jsonb)::staged_order], '{}', false, NULL, ${company.owner.userId}::uuid)::text`,
      ),
    ),
  ).toEqual([])
  const mapped = await withOrganization({ organizationId: company.organizationId }, (db) =>
    db.orderItem.findMany({
      where: { organizationId: company.organizationId, order: { externalCode: '260301BYINDEX' } },
      select: { sku: true, product: { select: { sku: true } } },
      orderBy: { line: 'asc' },
    }),
  )
  expect(mapped).toEqual([
    { sku: 'P-7', product: { sku: 'P-7' } },
    { sku: 'p-8', product: { sku: 'P-8' } },
  ])
})
