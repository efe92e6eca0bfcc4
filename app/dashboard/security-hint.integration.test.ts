// Loads pages: vitest.config.mts
import { isValidElement, type ReactNode } from 'react'
import { TwoFactorNotice } from '@/components/identity/settings/security/two-factor-notice'
import { createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import Dashboard from './page'

/** Whether the element stands in what a page gives, before its own components are rendered. */
const holds = (node: ReactNode, type: unknown): boolean => {
  if (Array.isArray(node)) return node.some((one: ReactNode) => holds(one, type))
  if (!isValidElement<{ children?: ReactNode }>(node)) return false
  return node.type === type || holds(node.props.children, type)
}

const isHinted = async () =>
  holds(await Dashboard({ params: Promise.resolve({}), searchParams: Promise.resolve({}) }), TwoFactorNotice)

test('the dashboard suggests the second step only once there is a first result to protect', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  expect(await isHinted()).toBe(false)
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  const placed = new Date(Date.now() - 9 * 86_400_000).toISOString()
  await addOrders(company, shop, [{ at: placed, cents: 900n, listingId }])
  await plantSettlements(company, [{ shop, code: 'A', expected: 700, state: 'released', released: 700 }])
  expect(await isHinted()).toBe(false)
  await addStockedProduct(company, { sku: 'CUP', onHand: 1, cost: '4' })
  expect(await isHinted()).toBe(true)
})
