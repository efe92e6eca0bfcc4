import { GET } from '@/app/api/analytics/route'
import { withOrganization } from '@/lib/core/db'
import { translatorOf } from '@/lib/core/i18n/translator'
import { newId } from '@/lib/core/ids'
import { moveSalesChannel } from '@/lib/identity/settings/move-sales-channel'
import { now, section, sell, viewer, year } from '@/lib/testing/harnesses/analytics-harness'
import { addMember, createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { sheetOf } from './sheet'
import { getAnalyticsFor, type AnalyticsSections } from './views'

describe('tenancy and roles', () => {
  test('nothing of another organization is counted', async () => {
    const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
    await sell(theirs)
    await foldSales(theirs)
    expect(await section(mine, 'abc')).toMatchObject({ items: 0, totalCents: 0n, rows: [] })
    for (const by of ['product', 'shop', 'state']) expect((await section(mine, 'profit', { by })).rows).toEqual([])
    expect((await section(mine, 'hours')).map.total).toBe(0n)
    expect((await section(mine, 'cohorts')).cohorts.buyers).toBe(0n)
    expect(await section(mine, 'cancellations')).toMatchObject({
      reasons: [],
      returns: [],
      salesChannels: [],
      items: [],
    })
    expect((await section(mine, 'cover')).rows).toEqual([])
    expect((await section(mine, 'price')).product).toBeNull()
  })

  test('an operator gets no total of the company, whatever the address asks for', async () => {
    const company = await createTestOrganization()
    await sell(company)
    for (const tab of ['abc', 'profit', 'hours', 'cohorts', 'cancellations', 'price']) {
      const view = await getAnalyticsFor(viewer(company, 'operator'), { ...year, tab }, { now })
      expect([view.tabs, view.section.tab]).toEqual([['cover'], 'cover'])
    }
  })

  test('a viewer gets sales, but neither cost nor what was taken nor profit', async () => {
    const company = await createTestOrganization()
    await sell(company)
    const none = { takenCents: 0n, coveredCents: 0n, costCents: 0n }
    for (const by of ['product', 'shop', 'state']) {
      const { rows, total } = await section(company, 'profit', { by }, 'viewer')
      expect(rows.length).toBeGreaterThan(1)
      for (const row of [...rows, total]) expect(row).toMatchObject(none)
      for (const { marginCents } of rows) expect(marginCents).toBeNull()
    }
    const abc = await section(company, 'abc', { measure: 'profit' }, 'viewer')
    for (const row of abc.rows) expect(row).toMatchObject({ ...none, valueCents: row.revenueCents })
  })

  test('an accountant of one entity gets its sales alone', async () => {
    const company = await createTestOrganization()
    const { organizationId } = company
    const other = newId()
    await withOrganization(company.owner, (db) =>
      db.legalEntity.create({ data: { organizationId, id: other, name: 'Outra' }, select: { id: true } }),
    )
    const product = await addProduct(company, 'A')
    const order = { at: '2026-05-05T12:00:00Z', productId: product, buyer: 'b' }
    await addOrders(company, await addShop(company, 'Nossa'), [{ ...order, cents: 700n }])
    await addOrders(company, await addShop({ ...company, legalEntityId: other }, 'Deles'), [{ ...order, cents: 23n }])
    for (const fold of [false, true]) {
      if (fold) await foldSales(company)
      const scoped = { ...viewer(company, 'accountant'), legalEntityIds: [other] }
      const view = await getAnalyticsFor(scoped, { ...year, tab: 'abc' }, { now })
      expect(view.section).toMatchObject({ totalCents: 23n })
      const cohorts = await getAnalyticsFor(scoped, { ...year, tab: 'cohorts' }, { now })
      if (fold) expect((cohorts.section as AnalyticsSections['cohorts']).cohorts.buyers).toBe(1n)
    }
  })

  test('a month in which a shop went to another legal entity is missing among who came back, not zero, and is named', async () => {
    const company = await createTestOrganization()
    const { organizationId, legalEntityId: before } = company
    const after = newId()
    await withOrganization(company.owner, (db) =>
      db.legalEntity.create({ data: { organizationId, id: after, name: 'Outra' }, select: { id: true } }),
    )
    const shop = await addShop(company, 'Loja')
    const sold = { cents: 700n, productId: await addProduct(company, 'A'), buyer: 'b' }
    const days = ['2026-04-05', '2026-05-05', '2026-05-25', '2026-06-05']
    await addOrders(
      company,
      shop,
      days.map((day) => ({ ...sold, at: `${day}T12:00:00Z` })),
    )
    await foldSales(company)
    await moveSalesChannel(company.owner, {
      kind: 'shop',
      id: shop,
      fromEntityId: before,
      toEntityId: after,
      fromDay: '2026-05-15',
    })
    const shown = async (legalEntityIds?: string[]) => {
      const scoped = { ...viewer(company, 'accountant'), ...(legalEntityIds && { legalEntityIds }) }
      const { section: read } = await getAnalyticsFor(scoped, { ...year, tab: 'cohorts' }, { now })
      const { leftOut, cohorts } = read as AnalyticsSections['cohorts']
      const april = cohorts.rows.find(({ firstMonth }) => firstMonth === '2026-04-01')!
      return { leftOut, buyers: april.cells.slice(0, 3).map((cell) => cell && cell.buyers) }
    }
    expect(await shown([before])).toEqual({ leftOut: ['2026-05-01'], buyers: [1n, null, 0n] })
    expect(await shown([after])).toMatchObject({ leftOut: ['2026-05-01'] })
    expect(await shown()).toEqual({ leftOut: [], buyers: [1n, 1n, 1n] })
    expect(await shown([before, after])).toEqual({ leftOut: [], buyers: [1n, 1n, 1n] })
  })
})

describe('the file of a section', () => {
  const download = async (query: Record<string, string>) => {
    const request = new Request(`http://localhost:3000/api/analytics?${new URLSearchParams(query).toString()}`)
    return GET(request, { params: Promise.resolve({}) })
  }

  test('has every row with numbers as numbers, in the language asked for', async () => {
    const company = await createTestOrganization()
    await sell(company)
    await signInAs(company.owner)
    for (const tab of ['profit', 'hours', 'cohorts', 'cancellations', 'price'] as const) {
      const response = await download({ ...year, tab, by: 'shop', format: 'csv', language: 'en' })
      expect([tab, response.status]).toEqual([tab, 200])
      const [head, ...lines] = (await response.text()).trim().split('\r\n')
      expect(head!.split(',').length).toBeGreaterThanOrEqual(4)
      const view = await getAnalyticsFor(viewer(company), { ...year, tab, by: 'shop' }, { now, isWhole: true })
      if (view.section.tab === 'profit') {
        expect(lines).toHaveLength(view.section.items)
        expect(lines[0]).toContain(`,${String(view.section.rows[0]!.revenueCents).replace(/(..)$/, '.$1')},`)
      }
    }
    const sheet = await download({ ...year, tab: 'hours', format: 'xlsx' })
    expect(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  test('is not for who may not export, and holds no cost for who may not read it', async () => {
    const company = await createTestOrganization()
    await sell(company)
    for (const role of ['viewer', 'operator'] as const) {
      await signInAs(await addMember(company, role))
      expect((await download({ ...year, tab: 'profit', by: 'shop' })).status).toBe(403)
    }
    const view = await getAnalyticsFor(viewer(company, 'viewer'), { ...year, tab: 'profit', by: 'shop' }, { now })
    expect(
      sheetOf(view, translatorOf('en'))
        .headings.map(({ title }) => title)
        .join(),
    ).not.toMatch(/Margin|Cost/)
  })
})
