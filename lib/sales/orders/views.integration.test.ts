import type { Role } from '@/lib/core/permissions'
import { envelope } from '@/lib/testing/factories/factories'
import { dataOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { placeOrderAction } from './actions'
import { searchProductsFor } from './search-products'
import { getOrderFor, getOrderListFor, getOrderTotalsFor } from './views'

const timeZone = 'America/Sao_Paulo'

async function companyWithOrder(status: 'confirmed' | 'shipped' = 'confirmed') {
  const { company, product } = await stockedCompany()
  const input = await orderOf(company, [[product, 2]], { status, customerName: 'Ana Prado' })
  const order = dataOf(await placeOrderAction(envelope(company), input))
  const as = (role: Role) => ({ organizationId: company.organizationId, userId: company.owner.userId!, timeZone, role })
  return { company, product, order, as }
}

test('cost and settlement do not leave the server for roles without money', async () => {
  const { order, as } = await companyWithOrder()
  for (const role of ['operator', 'viewer'] as const) {
    const view = await getOrderFor(as(role), order.id)
    expect(view).not.toHaveProperty('profit')
    expect(view).not.toHaveProperty('settlement')
    expect(view?.order.items[0]).not.toHaveProperty('packagingCents')
    expect(view?.order.items[0]).not.toHaveProperty('unitCost')
    expect((await getOrderListFor(as(role), {})).page.rows[0]).not.toHaveProperty('netCents')
  }
  const profit = (await getOrderFor(as('owner'), order.id))?.profit
  expect(profit).toMatchObject({ contributionCents: 12_980n - 2_469n, payoutCents: 12_980n, isEstimated: false })
})

test('a customer is shown whole, as a shadow or not at all, by role and shipment', async () => {
  const [open, shipped] = [await companyWithOrder(), await companyWithOrder('shipped')]
  const nameFor = async ({ as, order }: typeof open, role: Role) => {
    const listed = (await getOrderListFor(as(role), {})).page.rows[0]?.customerName
    expect((await getOrderFor(as(role), order.id))?.order.customerName).toBe(listed)
    return listed
  }
  expect(await nameFor(open, 'operator')).toBe('Ana Prado')
  expect(await nameFor(shipped, 'operator')).toBe('A••• P•••')
  expect(await nameFor(shipped, 'manager')).toBe('Ana Prado')
  expect(await nameFor(open, 'finance')).toBeNull()
})

test('a note about a customer goes only to roles that see the customer whole', async () => {
  const noteFor = async (status: 'confirmed' | 'shipped', role: Role) => {
    const { company, product } = await stockedCompany()
    const input = await orderOf(company, [[product, 1]], { status, note: 'Ana Prado, 11 99999-0000' })
    const order = dataOf(await placeOrderAction(envelope(company), input))
    const viewer = { organizationId: company.organizationId, userId: company.owner.userId!, timeZone, role }
    return (await getOrderFor(viewer, order.id))?.order.note
  }
  expect(await noteFor('confirmed', 'finance')).toBeNull()
  expect(await noteFor('shipped', 'operator')).toBeNull()
  expect(await noteFor('confirmed', 'operator')).toBe('Ana Prado, 11 99999-0000')
})

test("another organization's order, list and products are not there", async () => {
  const [theirs, ours] = [await companyWithOrder(), await companyWithOrder()]
  expect(await getOrderFor(ours.as('owner'), theirs.order.id)).toBeNull()
  expect(await getOrderFor(ours.as('owner'), 'x')).toBeNull()
  const { page } = await getOrderListFor(ours.as('owner'), {})
  expect(page.rows.map(({ id }) => id)).toEqual([ours.order.id])
  const search = (query: Record<string, string>) =>
    searchProductsFor(ours.as('owner'), new URLSearchParams({ organization: ours.company.organizationId, ...query }))
  const queries: Record<string, string>[] = [
    { code: 'gar-1l' },
    { q: 'produto' },
    { ids: `${ours.product},${theirs.product}` },
  ]
  for (const query of queries) expect((await search(query)).map(({ id }) => id)).toEqual([ours.product])
  await expect(search({ organization: theirs.company.organizationId })).rejects.toMatchObject({
    code: 'organizationChanged',
  })
})

test('company totals are refused to who may not see them, and the look-up to who may not sell', async () => {
  const { company, as } = await companyWithOrder()
  const { filters } = await getOrderListFor(as('operator'), {})
  await expect(getOrderTotalsFor(as('operator'), filters)).rejects.toMatchObject({ code: 'permissionDenied' })
  expect(await getOrderTotalsFor(as('viewer'), filters)).not.toHaveProperty('feesCents')
  const query = new URLSearchParams({ organization: company.organizationId, q: 'gar' })
  await expect(searchProductsFor(as('viewer'), query)).rejects.toMatchObject({ code: 'permissionDenied' })
})

test('an order is found by its code or the beginning of it, in any case', async () => {
  const { order, as } = await companyWithOrder()
  const find = async (q: string) => (await getOrderListFor(as('owner'), { q })).page.rows.length
  expect([await find(order.code), await find('man-'), await find('MAN_'), await find('%')]).toEqual([1, 1, 0, 0])
})
