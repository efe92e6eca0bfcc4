// Full form: fills tables with thousands of rows to read the plans of its lists. Default: lib/testing/properties/query-plans.integration.test.ts.
import { withOrganization, type Db } from '@/lib/core/db'
import { readOrderFilters } from '../orders/filters'
import { listOrders, sumOrders } from '../orders/queries'
import { listResultFacts } from '@/lib/money/profit/queries'
import { withOwner } from '@/lib/testing/harnesses/database'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'

const today = '2026-11-20'
const clock = { timeZone: 'America/Sao_Paulo', today, now: new Date(`${today}T12:00:00Z`) }
const orders = 8_000
const large = ['orders', 'order_list', 'order_item', 'sales_day', 'money_day']

let company: TestOrganization
let shop: string

/** Every order holds COMUM, every thousandth RARO and the product ITEM-1, the others ITEM-10, and those that are a year old ANTIGO. */
async function fill(each: TestOrganization) {
  const salesChannel = await addShop(each, 'Loja')
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [each.organizationId])
    // As refresh_order_list, which writes these rows.
    await owner.query(`set gin_pending_list_limit = '256kB'`)
    const insert = (sql: string) => owner.query(sql.replaceAll(':org', `'${each.organizationId}'::uuid`))
    await insert(`insert into orders (organization_id, id, code, platform, shop_id, outlet_id, status, placed_at, local_day, units, revenue_cents,
        total_cents)
      select :org, gen_random_uuid(), 'MSC-' || lpad(n::text, 6, '0'), 'shopee', '${salesChannel}', '${salesChannel}', 'delivered',
        '${today}'::timestamptz - n * interval '1 hour', ('${today}'::timestamptz - n * interval '1 hour')::date, 1, 1000, 1000
      from generate_series(1, ${orders}) n`)
    await insert(`insert into order_list (organization_id, order_id, outlet_id, placed_at, revenue_cents, margin_cents, unmapped, words)
      select :org, id, outlet_id, placed_at, revenue_cents, 500, false, search_text(code || ' COMUM'
        || case when right(code, 3) = '777' then ' RARO ITEM-1' else ' ITEM-10' end || case when code >= 'MSC-007990' then ' ANTIGO' else '' end)
      from orders where organization_id = :org`)
    await insert(
      `insert into product (organization_id, id, sku, title) select :org, gen_random_uuid(), sku, sku from (values ('ITEM-1'), ('ITEM-10')) p(sku)`,
    )
    await insert(`insert into order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, subtotal_cents)
      select :org, o.id, 1, p.id, p.sku, p.sku, 1, 1000, 1000 from orders o
      join product p on p.organization_id = :org and p.sku = case when right(o.code, 3) = '777' then 'ITEM-1' else 'ITEM-10' end
      where o.organization_id = :org`)
    await insert(`insert into sales_day (organization_id, day, outlet_id, platform, orders, units, gross_cents)
      select :org, '${today}'::date - n, '${salesChannel}', 'shopee', 1, 1, 1000 from generate_series(1, 3000) n`)
    await insert(`insert into money_day (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
      select :org, '${today}'::date - n, '${salesChannel}', 'commission', 'charged', 1, -100 from generate_series(1, 3000) n`)
  })
  return salesChannel
}

beforeAll(async () => {
  const companies = [await createTestOrganization(), await createTestOrganization(), await createTestOrganization()]
  company = companies[1]!
  for (const each of companies) {
    const salesChannel = await fill(each)
    if (each === company) shop = salesChannel
  }
  await withOwner((owner) => owner.query(`analyze ${large.join(', ')}`))
}, 300_000)

type Scans = { found: number; whole: string[]; byWords: boolean }

/**
 * The number of scans of each: a table from end to end, an index at all. Earlier scans of a connection count until they
 * are reported.
 */
const countScans = (db: Db) =>
  db.$queryRaw<{ name: string; scans: bigint }[]>`
    SELECT t.name, pg_stat_get_xact_numscans(t.name::regclass) AS scans FROM unnest(${[...large, 'order_list_words']}::text[]) t(name)`

/**
 * The result of `run`, the large tables that it read from end to end, in functions too, and whether it used the index
 * of words.
 */
const scansOf = (run: (db: Db) => Promise<number>, legalEntityIds: string[] | null = null): Promise<Scans> =>
  withOrganization({ organizationId: company.organizationId, legalEntityIds }, async (db) => {
    const before = await countScans(db)
    const result = await run(db)
    const scanned = (await countScans(db)).filter(({ scans }, index) => scans > before[index]!.scans)
    const names = scanned.map(({ name }) => name)
    return {
      found: result,
      whole: names.filter((name) => large.includes(name)),
      byWords: names.includes('order_list_words'),
    }
  })

const filtersOf = (query: Record<string, string>) =>
  readOrderFilters({ period: 'all', ...query }, today, { money: true, buyers: true })
const page = (query: Record<string, string>) => async (db: Db) =>
  (await listOrders(db, company.organizationId, filtersOf(query), clock, { size: 50 })).rows.length
const totals = (query: Record<string, string>, limit: number | null) => async (db: Db) =>
  Number((await sumOrders(db, company.organizationId, filtersOf(query), clock, limit)).orders)

test('tables that are read from end to end are seen', async () => {
  const whole = async (db: Db) => {
    await db.$executeRaw`SET LOCAL enable_indexscan = off`
    await db.$executeRaw`SET LOCAL enable_bitmapscan = off`
    await db.$executeRaw`SET LOCAL enable_indexonlyscan = off`
    return totals({ min: '5' }, null)(db)
  }
  expect((await scansOf(whole)).whole).toEqual(['orders', 'order_list'])
})

test.each<[string, (db: Db) => Promise<number>, { found: number; byWords: boolean }]>([
  ['a common word, among the newest', page({ q: 'comum' }), { found: 50, byWords: false }],
  ['a rare word, from the index of words', page({ q: 'raro' }), { found: 8, byWords: true }],
  ['a word that was common long ago', page({ q: 'antigo' }), { found: 11, byWords: true }],
  ['an unknown word', page({ q: 'nada-disso' }), { found: 0, byWords: true }],
  ['the words of one shop', (db) => page({ q: 'raro', shop })(db), { found: 8, byWords: true }],
  [
    'the whole SKU of a product that few hold, and of no longer one',
    page({ q: 'item-1' }),
    { found: 8, byWords: false },
  ],
  ['the whole SKU of a product that many hold', page({ q: 'item-10' }), { found: 50, byWords: false }],
  ['words and a range of values', page({ q: 'raro', min: '5' }), { found: 8, byWords: true }],
  ['totals of a rare word', totals({ q: 'raro' }, 10_000), { found: 8, byWords: true }],
  ['exact totals of a rare word', totals({ q: 'raro' }, null), { found: 8, byWords: true }],
  [
    'totals of a month',
    totals({ from: '2026-10-01', to: '2026-10-31', min: '5' }, 10_000),
    { found: 744, byWords: false },
  ],
])('%s: without reading a large table to its end', async (_, run, expected) => {
  expect(await scansOf(run)).toEqual({ ...expected, whole: [] })
})

test("an accountant's search asks the same indexes", async () => {
  expect(await scansOf(page({ q: 'raro' }), [company.legalEntityId])).toEqual({ found: 8, byWords: true, whole: [] })
})

test('the result of a month is read from its days', async () => {
  const range = { from: '2026-10-01', to: '2026-10-31' }
  const facts = async (db: Db) =>
    (await listResultFacts(db, company.organizationId, range, { shop: null, channel: null, entity: null }, today)).size
  expect(await scansOf(facts)).toEqual({ found: 1, byWords: false, whole: [] })
})

/** Entries of the indexes of orders that were read. */
const countRead = (db: Db) =>
  db.$queryRaw<[{ read: bigint }]>`
    SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid))::bigint AS read FROM pg_index WHERE indrelid = 'orders'::regclass`

describe('an entity that sold but the hundred oldest', () => {
  let entity: string
  let branch: string

  beforeAll(async () => {
    await signInAs(company.owner)
    entity = await addEntity(company, { name: 'Filial' })
    const salesChannels = [
      await addShop({ ...company, legalEntityId: entity }, 'Filial A'),
      await addShop({ ...company, legalEntityId: entity }, 'Filial B'),
    ]
    branch = salesChannels[0]!
    await withOwner(async (owner) => {
      await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
      for (const [index, salesChannel] of salesChannels.entries())
        for (const table of ['orders', 'order_list'])
          await owner.query(
            `update ${table} set outlet_id = $1 ${table === 'orders' ? ', shop_id = $1' : ''}
             where ${table === 'orders' ? 'id' : 'order_id'} in (select id from orders where organization_id = $2
               and code > 'MSC-007900' and right(code, 1)::int % 2 = $3)`,
            [salesChannel, company.organizationId, index],
          )
      await owner.query('analyze orders')
    })
  })

  const pagesOf = (query: Record<string, string>, legalEntityIds: string[] | null = null) =>
    withOrganization({ organizationId: company.organizationId, legalEntityIds }, async (db) => {
      const [before] = await countRead(db)
      const list = (place: Record<string, string>) =>
        listOrders(db, company.organizationId, filtersOf({ ...query, ...place }), clock, { size: 40 })
      const first = await list({})
      const second = await list({ after: first.next! })
      const back = await list({ before: second.previous! })
      const codesOf = ({ rows }: typeof first) => rows.map(({ code }) => code)
      const [after] = await countRead(db)
      return {
        first: codesOf(first),
        second: codesOf(second),
        back: codesOf(back),
        read: Number(after.read - before.read),
      }
    })
  const codes = (from: number, count: number, step: 1 | -1) =>
    Array.from({ length: count }, (_, n) => `MSC-00${from + n * step}`)

  test.each<[string, Record<string, string>, boolean]>([
    ['asked for', {}, false],
    ['asked for, of a time', { from: '2025-01-01' }, false],
    ['all that the reader may see', {}, true],
  ])('%s: is read from its outlets, either way, without walking over the others', async (_, query, scoped) => {
    const run = (sort: string) => (scoped ? pagesOf({ ...query, sort }, [entity]) : pagesOf({ ...query, sort, entity }))
    const newest = await run('newest')
    expect(newest.first).toEqual(codes(7901, 40, 1))
    expect(newest.second).toEqual(codes(7941, 40, 1))
    expect(newest.back).toEqual(newest.first)
    expect(newest.read).toBeLessThan(400)
    const oldest = await run('oldest')
    expect(oldest.first).toEqual(codes(8000, 40, -1))
    expect(oldest.second).toEqual(codes(7960, 40, -1))
    expect(oldest.back).toEqual(oldest.first)
    expect(oldest.read).toBeLessThan(400)
  })

  test('the common words of one shop are found behind however many newer orders of another', async () => {
    const orders = await withOrganization({ organizationId: company.organizationId }, (db) =>
      listOrders(db, company.organizationId, filtersOf({ q: 'comum', shop: branch }), clock, { size: 30 }),
    )
    expect(orders.rows.map(({ code }) => code)).toEqual(Array.from({ length: 30 }, (_, n) => `MSC-00${7902 + n * 2}`))
    expect(orders.next).not.toBeNull()
  })
})
