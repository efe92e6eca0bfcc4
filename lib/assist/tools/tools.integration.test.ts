import { can, ROLES, seesTotals } from '@/lib/core/permissions'
import { getSalesSummary } from '@/lib/insight/dashboard/views'
import { readSalesFilters } from '@/lib/sales/sales-figures/filters'
import { addDays, localDay } from '@/lib/core/dates'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { readSection } from './analytics-section'
import { callTool } from './call'
import type { Tool, ToolName } from './contract'
import { findTool, tools } from './registry'

/** Their pages show company totals. */
const ofTotals: ToolName[] = [
  ...(['sales_summary', 'sales_by_shop', 'top_products', 'product_sales', 'cancellations_and_returns'] as const),
]
const march = { from: '2026-03-01', to: '2026-03-31' }

async function company() {
  const organization = await createTestOrganization()
  const shop = await addShop(organization, 'Loja Norte')
  const productId = await addProduct(organization, 'GAR-1')
  await addOrders(organization, shop, [
    { at: '2026-03-10T12:00:00Z', cents: 123_456n, charged: 20_000n, productId },
    { at: '2026-02-10T12:00:00Z', cents: 45_600n, charged: 7_000n, productId },
  ])
  return organization
}

test('the sales of a period are those of the dashboard, to the cent, with what they are compared with and their rows', async () => {
  const viewer = viewerOf(await company())
  const answer = await callTool(findTool('sales_summary'), viewer, { ...march, shop: 'loja norte' })
  const { current } = await getSalesSummary(
    viewer,
    readSalesFilters({ ...march }, localDay(new Date(), viewer.timeZone)),
  )
  const valueOf = (name: string) => answer.figures.find((figure) => figure.name === name)
  expect(valueOf('grossSales')).toMatchObject({ value: String(current.grossCents), unit: 'cents' })
  expect(valueOf('grossSales')!.value).toBe('123456')
  expect(valueOf('grossSales')!.href).toContain('from=2026-03-01&to=2026-03-31&shop=')
  expect(answer.asked).toMatchObject({ period: march, shop: 'Loja Norte' })
  expect(answer.compared!.period).toEqual({ from: '2026-01-29', to: '2026-02-28' })
  expect(answer.compared!.figures.find(({ name }) => name === 'grossSales')!.value).toBe('45600')
})

test('a tool answers nothing to a role whose pages do not show it, and nothing of money to who sees none', async () => {
  const organization = await company()
  const operator = viewerOf({ owner: await addMember(organization, 'operator') })
  await expect(callTool(findTool('sales_summary'), operator, march)).rejects.toMatchObject({ code: 'permissionDenied' })
  const viewer = viewerOf({ owner: await addMember(organization, 'viewer') })
  const { figures } = await callTool(findTool('sales_summary'), viewer, march)
  expect(figures.map(({ name }) => name)).not.toContain('netOfFees')
})

test('a tool is not run for a role without its right, whatever it reads by', async () => {
  const organization = await createTestOrganization()
  const run = vi.fn()
  const open: Tool = { ...findTool('low_stock')!, permission: 'money.read', run }
  const operator = viewerOf({ owner: await addMember(organization, 'operator') })
  await expect(callTool(open, operator, {})).rejects.toMatchObject({ code: 'permissionDenied' })
  expect(run).not.toHaveBeenCalled()
})

test('a series adds up to its figure, step by step, beside as many steps of what it is compared with', async () => {
  const viewer = viewerOf(await company())
  const quarter = { from: '2026-01-01', to: '2026-03-31' }
  const seriesOf = async (name: ToolName, input: object) => (await callTool(findTool(name), viewer, input)).series
  const add = (values: (string | null)[]) => String(values.reduce((sum, value) => sum + BigInt(value ?? 0), 0n))
  for (const by of ['day', 'week', 'month'] as const) {
    const result = (await seriesOf('sales_summary', { ...quarter, by }))!
    expect({ by: result.by, sum: add(result.points.map(({ value }) => value)) }).toEqual({ by, sum: '169056' })
    expect([result.points[0]!.from, result.points.at(-1)!.to]).toEqual([quarter.from, quarter.to])
    for (const [index, { from }] of result.points.entries())
      if (index > 0) expect(from).toBe(addDays(result.points[index - 1]!.to, 1))
    expect(result.compared!.points.at(-1)!.to).toBe('2025-12-31')
    if (by !== 'month') expect(result.compared!.points).toHaveLength(result.points.length)
  }
  const short = (await seriesOf('sales_summary', { from: '2026-03-09', to: '2026-03-11', series: 'orders' }))!
  expect(short.points.map(({ from, value }) => [from, value])).toEqual([
    ['2026-03-09', '0'],
    ['2026-03-10', '1'],
    ['2026-03-11', '0'],
  ])
  expect(short.compared!.points.map(({ from }) => from)).toEqual(['2026-03-06', '2026-03-07', '2026-03-08'])
  const sold = (await seriesOf('product_sales', { ...march, product: 'GAR-1' }))!
  expect(add(sold.points.map(({ value }) => value))).toBe('123456')
  const months = (await seriesOf('fees_paid', quarter))!
  expect(months.points.map(({ value }) => value)).toEqual(['0', '-7000', '-20000'])
  expect(await seriesOf('sales_summary', { from: '2026-03-10', to: '2026-03-10' })).toBeUndefined()
  expect(await seriesOf('sales_summary', { from: '2020-01-01', to: '2026-03-10', by: 'day' })).toBeUndefined()
})

test('a series of net sales is refused to a role that sees no money', async () => {
  const organization = await company()
  const viewer = viewerOf({ owner: await addMember(organization, 'viewer') })
  const { series } = await callTool(findTool('sales_summary'), viewer, { ...march, series: 'netOfFees' })
  expect(series).toBeUndefined()
})

test('an unknown input of a tool is refused by name', async () => {
  const viewer = viewerOf(await company())
  await expect(callTool(findTool('sales_summary'), viewer, { shop: 'Nenhuma' })).rejects.toMatchObject({
    code: 'shopUnknown',
  })
  await expect(callTool(findTool('sales_summary'), viewer, { organizationId: 'x' })).rejects.toMatchObject({
    code: 'invalidInput',
  })
  await expect(callTool(findTool('nothing'), viewer, {})).rejects.toMatchObject({ code: 'toolUnknown' })
})

test('a last day without a first is refused by every tool that takes days, whatever else is asked', async () => {
  const viewer = viewerOf(await company())
  for (const tool of tools.filter(({ schema }) => 'to' in schema.shape)) {
    const input = { to: '2026-03-31', ...(tool.name === 'find_orders' && { waiting: 'late' }) }
    await expect(callTool(tool, viewer, input)).rejects.toMatchObject({
      code: 'invalidInput',
      // The days ahead begin today: a last day that is over is refused at its own place.
      fields: { [tool.name === 'cash_ahead' ? 'to' : 'from']: [expect.any(String)] },
    })
  }
  const { asked: criteria } = await callTool(findTool('find_orders'), viewer, { from: '2026-03-10' })
  expect(criteria.period).toEqual({ from: '2026-03-10', to: localDay(new Date(), viewer.timeZone) })
})

test('how many there are in all is said where it is known, and never taken from what is shown', async () => {
  const organization = await company()
  const owner = viewerOf(organization)
  const operator = viewerOf({ owner: await addMember(organization, 'operator') })
  const both = { from: '2026-02-01', to: '2026-03-31' }
  const totalOf = async (viewer: typeof owner, name: ToolName, limit: number) =>
    (await callTool(findTool(name), viewer, { ...both, limit })).table!.total
  expect([await totalOf(owner, 'find_orders', 1), await totalOf(owner, 'find_orders', 5)]).toEqual([2, 2])
  expect([await totalOf(operator, 'find_orders', 1), await totalOf(operator, 'find_orders', 5)]).toEqual([null, 2])
  expect([await totalOf(owner, 'top_products', 1), await totalOf(owner, 'top_products', 5)]).toEqual([null, 1])
})

test('an exact SKU is one product, however many others have its letters; its cover is that of the list of all', async () => {
  const organization = await company()
  const viewer = viewerOf(organization)
  for (let n = 0; n < 25; n += 1) await addProduct(organization, `AAA-GAR-1-${n}`)
  const shop = await addShop(organization, 'Loja Sul')
  const parts = await addProduct(organization, 'PECA')
  await addOrders(organization, shop, [{ at: new Date().toISOString(), productId: parts }])
  const { asked: criteria, figures } = await callTool(findTool('product_stock'), viewer, { product: 'peca' })
  expect(criteria.product).not.toBeNull()
  const to = localDay(new Date(), viewer.timeZone)
  const { section } = await readSection(viewer, 'cover', { from: addDays(to, -29), to, shop: null })
  const days = section.rows.find(({ id }) => id === parts)!.days
  expect(figures.find(({ name }) => name === 'daysOfStock')!.value).toBe(String(days))
  const named = await callTool(findTool('product_stock'), viewer, { product: 'gar-1' })
  expect(named.figures.map(({ name }) => name)).toContain('available')
})

test('each tool says in English what it is for, and takes nothing but what its schema names', () => {
  for (const { description, schema } of tools) {
    expect(description).toMatch(/^[A-Z].+\.$/)
    expect(schema.strict().safeParse({ organizationId: 'x' }).success).toBe(false)
  }
})

test('each tool answers without any input, with figures and rows that lead somewhere', async () => {
  const viewer = viewerOf(await company())
  for (const tool of tools) {
    const { figures, compared, table, href } = await callTool(tool, viewer, {})
    const linked = [...figures, ...(compared?.figures ?? []), { href }]
    for (const { href: at } of linked) expect(at).toMatch(/^\/dashboard/)
    for (const { cells } of table?.rows ?? []) expect(cells).toHaveLength(table!.columns.length)
    expect(compared?.figures.map(({ name }) => name) ?? []).toEqual(compared ? figures.map(({ name }) => name) : [])
  }
})

test('a tool answers each role as much as its pages show, or refuses by name', async () => {
  const organization = await company()
  for (const role of ROLES) {
    const viewer = viewerOf({ owner: await addMember(organization, role) })
    for (const tool of tools) {
      const answered = await callTool(tool, viewer, {}).then(
        ({ figures }) => figures.map(({ name }) => name),
        (error: { code?: string }) => error.code,
      )
      const may = can(role, tool.permission) && (!ofTotals.includes(tool.name) || seesTotals(viewer))
      expect(typeof answered === 'string' ? answered : 'answered').toBe(may ? 'answered' : 'permissionDenied')
      if (!can(role, 'money.read')) expect(answered).not.toContain('stockValue')
    }
  }
})
