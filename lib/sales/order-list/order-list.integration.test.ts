import type { Role } from '@/lib/core/permissions'
import { saveViewAction, changeStatusesAction } from './actions'
import { getPapersFor } from './papers'
import { getMember } from '@/lib/identity/auth/member'
import { getExportOverviewFor } from '@/lib/insight/exports/views'
import { newId } from '@/lib/core/ids'
import { placeOrderAction } from '@/lib/sales/orders/actions'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { getOrderFor, getOrderListFor, getOrderTotalsFor } from '@/lib/sales/orders/views'
import { findForPalette } from '@/lib/insight/palette/find'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { requestTestExport, exportRows, runTask } from '@/lib/testing/factories/exports'
import {
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
  viewerOf,
} from '@/lib/testing/factories/factories'
import { dataOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'

const codesFor = async (company: TestOrganization, query: Record<string, string>, role: Role = 'owner') =>
  (await getOrderListFor(viewerOf(company.owner, role), query)).page.rows.map(({ code }) => code)

async function companyWithBuyer() {
  const { company, product } = await stockedCompany()
  const input = await orderOf(company, [[product, 1]], { status: 'shipped', customerName: 'Íris Mendonça' })
  const { id } = dataOf(await placeOrderAction(envelope(company), input))
  const [row] = await inspect<{ code: string; sku: string }>(
    company.organizationId,
    `SELECT o.code, i.sku FROM orders o JOIN order_item i ON i.organization_id = o.organization_id AND i.order_id = o.id WHERE o.id = $1`,
    [id],
  )
  return { company, product, id, ...row! }
}

describe('search', () => {
  test('finds an order by any part of its code, its SKU and its tracking number, whatever the case', async () => {
    const { company, id, code, sku } = await companyWithBuyer()
    await inspect(company.organizationId, `UPDATE orders SET tracking_number = 'BR123456789XY' WHERE id = $1`, [id])
    for (const q of [code, code.slice(0, 6).toLowerCase(), code.slice(4), sku.toLowerCase(), '4567', 'br123456789xy'])
      expect({ q, codes: await codesFor(company, { q }) }).toEqual({ q, codes: [code] })
    expect(await codesFor(company, { q: 'nada-disso' })).toEqual([])
    expect(await codesFor(company, { q: '%' })).toEqual([])
  })

  test('finds a buyer, without accents, only for who may always see buyers whole', async () => {
    const { company, code } = await companyWithBuyer()
    for (const role of ['owner', 'admin', 'manager'] as const)
      expect(await codesFor(company, { q: 'iris mendonca' }, role)).toEqual([code])
    for (const role of ['operator', 'finance', 'viewer', 'accountant'] as const)
      expect({ role, codes: await codesFor(company, { q: 'mendonca' }, role) }).toEqual({ role, codes: [] })
  })

  test('a buyer whose data are removed is found no more', async () => {
    const company = await createTestOrganization()
    const shop = await addShop(company, 'Loja')
    await addOrders(company, shop, [
      { at: '2026-11-20T12:00:00Z', listingId: await addListing(company, shop, 'Anúncio') },
    ])
    const [order] = await inspect<{ id: string; code: string }>(company.organizationId, 'SELECT id, code FROM orders')
    await inspect(
      company.organizationId,
      `INSERT INTO order_buyer (organization_id, order_id, name, username, purge_after)
       VALUES (current_organization(), $1, 'Zuleica Prado', 'zuzu', now())`,
      [order!.id],
    )
    await inspect(company.organizationId, `SELECT refresh_order_list(ARRAY[$1::uuid])::text`, [order!.id])
    expect(await codesFor(company, { q: 'zuleica' })).toEqual([order!.code])
    await inspect(company.organizationId, 'DELETE FROM order_buyer WHERE order_id = $1', [order!.id])
    expect(await codesFor(company, { q: 'zuleica' })).toEqual([])
  })

  test("never finds another organization's orders", async () => {
    const [mine, theirs] = [await companyWithBuyer(), await companyWithBuyer()]
    await signInAs(mine.company.owner)
    expect(await codesFor(mine.company, { q: 'mendonca' })).toEqual([mine.code])
    const [{ found }] = (await inspect<{ found: string[] }>(
      mine.company.organizationId,
      `SELECT ARRAY(SELECT search_orders(ARRAY['%mendonca%'], true, NULL, NULL, NULL, NULL, false, 10))::text[] AS found`,
    )) as [{ found: string[] }]
    expect(found).toEqual([mine.id])
    expect(theirs.id).not.toBe(mine.id)
  })

  test('a reader of one entity finds its orders behind any number of another entity’s', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const theirs = await addEntity(company, { name: 'Outra empresa' })
    const shops = [
      await addShop(company, 'Loja A'),
      await addShop({ ...company, legalEntityId: theirs }, 'Loja B'),
    ] as const
    const sell = async (shop: string, month: number, count: number) => {
      const at = `2026-${month}-01T12:00:00Z`
      const listingId = await addListing(company, shop, 'Anúncio')
      return addOrders(
        company,
        shop,
        Array.from({ length: count }, () => ({ at, listingId })),
      )
    }
    await sell(shops[0], 10, 3)
    await sell(shops[1], 11, 8)
    await inspect(company.organizationId, `UPDATE orders SET tracking_number = 'BRENTIDADE'`)
    const accountant = { ...viewerOf(company.owner, 'accountant'), legalEntityIds: [company.legalEntityId] }
    const { page } = await getOrderListFor(accountant, { q: 'brentidade' }, 2)
    expect(page.rows.map(({ outletName }) => outletName)).toEqual(['Loja A', 'Loja A'])
    const next = await getOrderListFor(accountant, { q: 'brentidade', after: page.next! }, 2)
    expect(next.page.rows).toHaveLength(1)
    const palette = await findForPalette(accountant, 'brentidade')
    expect(palette.orders).toHaveLength(3)
  })

  test('pages of a search follow one another both ways', async () => {
    const company = await createTestOrganization()
    const shop = await addShop(company, 'Loja')
    const listingId = await addListing(company, shop, 'Anúncio')
    await addOrders(
      company,
      shop,
      Array.from({ length: 7 }, (_, n) => ({ at: `2026-11-0${n + 1}T12:00:00Z`, listingId })),
    )
    await inspect(company.organizationId, `UPDATE orders SET tracking_number = 'BRPAGINA' || to_char(placed_at, 'DD')`)
    const listed = (query: Record<string, string>) => getOrderListFor(viewerOf(company.owner), query, 3)
    const first = await listed({ q: 'brpagina' })
    const second = await listed({ q: 'brpagina', after: first.page.next! })
    const back = await listed({ q: 'brpagina', before: second.page.previous! })
    const days = ({ page }: typeof first) => page.rows.map(({ placedAt }) => placedAt.getUTCDate())
    expect([days(first), days(second), days(back)]).toEqual([
      [7, 6, 5],
      [4, 3, 2],
      [7, 6, 5],
    ])
  })
})

describe('filters and sorts', () => {
  async function company3() {
    const company = await createTestOrganization()
    const shop = await addShop(company, 'Loja')
    const listing = await addListing(company, shop, 'Anúncio')
    const at = (day: number) => `2026-11-0${day}T12:00:00Z`
    await addOrders(company, shop, [
      { at: at(1), cents: 5_000n, charged: 500n, unitCost: '20', listingId: listing },
      { at: at(2), cents: 1_000n, charged: 100n, unitCost: '12', listingId: listing },
      { at: at(3), cents: 9_000n, charged: 900n, listingId: listing },
      { at: at(4), cents: 3_000n, charged: 300n, unitCost: '10', listingId: listing, status: 'cancelled' },
    ])
    const valuesFor = async (query: Record<string, string>, role: Role = 'owner') =>
      (await getOrderListFor(viewerOf(company.owner, role), query)).page.rows.map(({ revenueCents }) =>
        Number(revenueCents),
      )
    return { company, valuesFor }
  }

  test('each sort gives its order, and its pages follow one another both ways', async () => {
    const { company, valuesFor } = await company3()
    expect(await valuesFor({ sort: 'oldest' })).toEqual([5_000, 1_000, 9_000, 3_000])
    expect(await valuesFor({ sort: 'value' })).toEqual([9_000, 5_000, 3_000, 1_000])
    expect(await valuesFor({ sort: 'margin' })).toEqual([1_000, 5_000])
    const paged = (query: Record<string, string>) => getOrderListFor(viewerOf(company.owner), query, 1)
    for (const sort of ['newest', 'oldest', 'value', 'margin'] as const) {
      const all = await valuesFor({ sort })
      const first = await paged({ sort })
      const second = await paged({ sort, after: first.page.next! })
      const back = await paged({ sort, before: second.page.previous! })
      const value = ({ page }: typeof first) => Number(page.rows[0]?.revenueCents)
      expect({ sort, pages: [value(first), value(second), value(back)] }).toEqual({
        sort,
        pages: [all[0], all[1], all[0]],
      })
    }
  })

  test('a margin is what the order itself says before taxes; with an unknown cost it is unknown, never negative', async () => {
    const { company, valuesFor } = await company3()
    const { page } = await getOrderListFor(viewerOf(company.owner), { sort: 'oldest' })
    expect(page.rows.map(({ marginCents }) => marginCents)).toEqual([2_500n, -300n, null, null])
    for (const { id, marginCents } of page.rows) {
      const profit = (await getOrderFor(viewerOf(company.owner), id))?.profit
      const { contributionCents, tax } = profit!
      expect(marginCents).toBe(contributionCents === null ? null : contributionCents + tax.taxCents)
    }
    expect(await valuesFor({ negative: '1' })).toEqual([1_000])
  })

  test('a role that may not read money can neither filter nor sort by margin, nor see it', async () => {
    const { company, valuesFor } = await company3()
    expect(await valuesFor({ negative: '1' }, 'operator')).toHaveLength(4)
    expect(await valuesFor({ sort: 'margin' }, 'viewer')).toEqual([3_000, 9_000, 1_000, 5_000])
    const [row] = (await getOrderListFor(viewerOf(company.owner, 'operator'), {})).page.rows
    expect(row).not.toHaveProperty('marginCents')
  })

  test('value range and unmapped items narrow the list and its totals alike', async () => {
    const { company, valuesFor } = await company3()
    expect(await valuesFor({ min: '30', max: '60.50' })).toEqual([3_000, 5_000])
    expect(await valuesFor({ unmapped: '1' })).toHaveLength(4)
    const filters = readOrderFilters({ min: '30', max: '60.50' }, '2026-11-21')
    expect(await getOrderTotalsFor(viewerOf(company.owner), filters)).toMatchObject({ orders: 2n, grossCents: 5_000n })
  })
})

describe('many at once', () => {
  test('every order has its own answer: one follows the platform, one is gone, the others change', async () => {
    const { company, product } = await stockedCompany()
    const place = async () => dataOf(await placeOrderAction(envelope(company), await orderOf(company, [[product, 1]])))
    const [first, second] = [await place(), await place()]
    const shop = await addShop(company, 'Loja')
    const listingId = await addListing(company, shop, 'Anúncio')
    await addOrders(company, shop, [{ at: '2026-11-20T12:00:00Z', status: 'confirmed', listingId }])
    const [theirs] = await inspect<{ id: string }>(
      company.organizationId,
      `SELECT id FROM orders WHERE platform = 'shopee'`,
    )
    const ids = [first.id, theirs!.id, newId(), second.id]
    const sent = { orders: ids.map((id) => ({ id, version: 1 })), to: 'confirmed' } as const
    const key = { ...envelope(company), idempotencyKey: crypto.randomUUID() }
    const { results } = dataOf(await changeStatusesAction(key, sent))
    expect(results.map(({ error }) => error)).toEqual([null, 'orderNotManual', 'notFound', null])
    // The same call again gives the same answers, and changes nothing a second time.
    expect(dataOf(await changeStatusesAction(key, sent)).results[0]).toEqual({ id: first.id, error: null })
    const [row] = await inspect<{ version: number }>(
      company.organizationId,
      'SELECT version FROM orders WHERE id = $1',
      [first.id],
    )
    expect(row).toEqual({ version: 2 })
  })

  test('a picking list and slips of picked orders show a buyer as the role does', async () => {
    const { company, id, sku } = await companyWithBuyer()
    const slips = async (role: Role) => (await getPapersFor(viewerOf(company.owner, role), { ids: id })).slips[0]
    expect(await slips('manager')).toMatchObject({ customerName: 'Íris Mendonça', items: [{ sku, units: 1 }] })
    expect((await slips('operator'))?.customerName).toBe('Í••• M•••')
    const { picking } = await getPapersFor(viewerOf(company.owner), { ids: id, paper: 'picking' })
    expect(picking).toMatchObject({ orders: 1, units: 1, lines: [{ sku }] })
  })
})

test('picked orders that are gone, or another entity’s, are counted on paper and in an export', async () => {
  const { company, id } = await companyWithBuyer()
  const ids = [id, newId(), newId()].join(',')
  expect(await getPapersFor(viewerOf(company.owner), { ids })).toMatchObject({ missing: 2 })
  expect(await getPapersFor(viewerOf(company.owner), { ids, paper: 'picking' })).toMatchObject({ missing: 2 })
  expect(await getPapersFor(viewerOf(company.owner), { ids: id })).toMatchObject({ missing: 0 })
  const exportId = await requestTestExport(company.owner, { query: `ids=${ids}` })
  await runTask('export-list', company.owner, exportId)
  const { exports } = await getExportOverviewFor((await getMember())!)
  expect(exports).toMatchObject([{ total: 1, missing: 2 }])
})

describe('a legal entity', () => {
  test('narrows the list, its totals, a search, a saved view and an export to what its outlets sold', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const entity = await addEntity(company, { name: 'Outra empresa' })
    for (const [legalEntityId, month] of [
      [company.legalEntityId, 11],
      [entity, 10],
    ] as const) {
      const shop = await addShop({ ...company, legalEntityId }, `Loja ${month}`)
      const listingId = await addListing(company, shop, 'Anúncio')
      await addOrders(company, shop, [{ at: `2026-${month}-01T12:00:00Z`, listingId }])
    }
    await inspect(company.organizationId, `UPDATE orders SET tracking_number = 'BRENTIDADE'`)
    const salesChannelsOf = async (query: Record<string, string>) =>
      (await getOrderListFor(viewerOf(company.owner), query)).page.rows.map(({ outletName }) => outletName)
    expect(await salesChannelsOf({ entity })).toEqual(['Loja 10'])
    expect(await salesChannelsOf({ entity, q: 'brentidade' })).toEqual(['Loja 10'])
    expect(await salesChannelsOf({ entity, sort: 'value' })).toEqual(['Loja 10'])
    for (const query of [{ entity }, { entity, q: 'brentidade' }]) {
      const filters = readOrderFilters(query, '2026-11-21')
      expect(await getOrderTotalsFor(viewerOf(company.owner), filters)).toMatchObject({ orders: 1n })
      expect(await getOrderTotalsFor(viewerOf(company.owner), { ...filters, exact: true })).toMatchObject({
        orders: 1n,
      })
    }
    const { href } = dataOf(
      await saveViewAction(envelope(company), { name: 'Outra', query: `entity=${entity}`, shared: false }),
    )
    expect(href).toContain(`entity=${entity}`)
    const rows = await exportRows(company.owner, { query: `entity=${entity}&q=brentidade` })
    expect(rows).toHaveLength(2)
  })
})
