import { getSalesSummary } from '../dashboard/views'
import { readSalesFilters } from '../dashboard/filters'
import { localDay } from '../dates'
import { addMember, createTestOrganization } from '../testing/factories'
import { viewerOf } from '../testing/assistant-samples'
import { addOrders, addProduct, addShop } from '../testing/sales'
import { callTool } from './call'
import type { Tool } from './contract'
import { findTool, tools } from './registry'

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
  const run = jest.fn()
  const open: Tool = { ...findTool('low_stock')!, permission: 'money.read', run }
  const operator = viewerOf({ owner: await addMember(organization, 'operator') })
  await expect(callTool(open, operator, {})).rejects.toMatchObject({ code: 'permissionDenied' })
  expect(run).not.toHaveBeenCalled()
})

test('what a tool does not know is refused by name', async () => {
  const viewer = viewerOf(await company())
  await expect(callTool(findTool('sales_summary'), viewer, { shop: 'Nenhuma' })).rejects.toMatchObject({
    code: 'shopUnknown',
  })
  await expect(callTool(findTool('sales_summary'), viewer, { organizationId: 'x' })).rejects.toMatchObject({
    code: 'invalidInput',
  })
  await expect(callTool(findTool('nothing'), viewer, {})).rejects.toMatchObject({ code: 'toolUnknown' })
})

test('each tool says in English what it is for, and takes nothing but what its schema names', () => {
  for (const { description, schema } of tools) {
    expect(description).toMatch(/^[A-Z].+\.$/)
    expect(schema.strict().safeParse({ organizationId: 'x' }).success).toBe(false)
  }
})
