import { withOrganization } from '@/lib/core/db'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { getProductFor, getProductListFor } from '../products/views'

const timeZone = 'America/Sao_Paulo'

const compose = ({ organizationId }: TestOrganization, kitId: string, parts: [string, number][]) =>
  withOrganization({ organizationId }, (db) =>
    db.kitComponent.createMany({
      data: parts.map(([componentId, quantity]) => ({ organizationId, kitId, componentId, quantity })),
    }),
  )

test('a kit costs what its components cost, and has no cost only while one of them has none', async () => {
  const company = await createTestOrganization()
  const viewer = { ...company.owner, timeZone, role: 'owner' as const }
  const kit = await addStockedProduct(company, { sku: 'KIT-1' })
  const bottle = await addStockedProduct(company, { sku: 'GAR-500', cost: '12.50' })
  const cup = await addStockedProduct(company, { sku: 'CAN-1' })
  await compose(company, kit, [
    [bottle, 1],
    [cup, 2],
  ])
  const costShown = async () => (await getProductFor(viewer, kit))!.kit!.cost
  const withoutCost = async () =>
    (await getProductListFor(viewer, { cost: 'missing' })).page.rows.map(({ sku }) => sku).sort()
  expect(await costShown()).toEqual({ cost: null, missing: ['Produto CAN-1'] })
  expect(await withoutCost()).toEqual(['CAN-1', 'KIT-1'])
  await withOrganization(company, (db) =>
    db.productCost.create({
      data: {
        organizationId: company.organizationId,
        productId: cup,
        source: 'hand',
        fromDay: new Date('2020-01-01'),
        cost: '4.25',
      },
      select: { productId: true },
    }),
  )
  expect(await costShown()).toEqual({ cost: '21.000000', missing: [] })
  expect(await withoutCost()).toEqual([])
  const operator = { ...(await addMember(company, 'operator')), timeZone, role: 'operator' as const }
  expect((await getProductFor(operator, kit))!.kit).not.toHaveProperty('cost')
})
