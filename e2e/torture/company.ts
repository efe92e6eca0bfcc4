import { newId } from '../../lib/core/ids'
import { inspect } from '../../lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  signInAs,
  type TestOrganization,
} from '../../lib/testing/factories/factories'
import { channelOf } from '../../lib/testing/harnesses/order-harness'
import { addStockedProduct } from '../../lib/testing/factories/stocked-product'
import type { Call, Seller } from './call-action'

export type CompanyHarness = {
  company: TestOrganization
  id: string
  name: string
  channelId: string
  sellers: Seller[]
}

/** A company with so many people at work: what one person may call in a minute is limited. */
export async function openCompanyHarness(name: string, people: number): Promise<CompanyHarness> {
  const company = await createTestOrganization(name)
  const sellers: Seller[] = []
  for (let person = 0; person < people; person += 1) sellers.push(await signIn(company))
  return { company, id: company.organizationId, name, channelId: await channelOf(company), sellers }
}

async function signIn(company: TestOrganization): Promise<Seller> {
  const actor = await addMember(company, 'manager')
  const { cookie } = await signInAs(actor)
  return { ...company, userId: actor.userId!, cookie: `${cookie.name}=${cookie.value}; language=pt` }
}

export async function addProducts(company: CompanyHarness, count: number, onHand: number): Promise<string[]> {
  const products: string[] = []
  for (let number = 1; number <= count; number += 1)
    products.push(await addStockedProduct(company.company, { sku: `SKU-${number}`, onHand, cost: '4.5' }))
  return products
}

export type Line = { productId: string; quantity: number }

/** The call of the order screen, under a key of its own. */
export const orderCall = ({ channelId }: CompanyHarness, lines: Line[]): Call => ({
  name: 'placeOrderAction',
  key: newId(),
  input: { channelId, status: 'pending', customerName: null, note: null, seenTotalCents: null, lines },
})

export type Level = { product: string; onHand: number; reserved: number; ledgerOnHand: number; ledgerReserved: number }

/** Every product's own stock, as kept and as its ledger adds up. */
export const listLevels = (organizationId: string) =>
  inspect<Level>(
    organizationId,
    `SELECT l.product_id AS product, l.on_hand::int AS "onHand", l.reserved::int AS reserved,
       m.on_hand::int AS "ledgerOnHand", m.reserved::int AS "ledgerReserved"
     FROM stock_level l, LATERAL (
       SELECT coalesce(sum(on_hand_delta), 0) AS on_hand, coalesce(sum(reserved_delta), 0) AS reserved FROM stock_movement m
       WHERE m.organization_id = l.organization_id AND m.product_id = l.product_id AND m.location_id = l.location_id) m
     WHERE l.organization_id = $1 ORDER BY l.product_id`,
    [organizationId],
  )

export const listOrderIds = async (organizationId: string) =>
  (
    await inspect<{ id: string }>(organizationId, 'SELECT id FROM orders WHERE organization_id = $1', [organizationId])
  ).map(({ id }) => id)

/** Acknowledged orders that are missing, and stored orders that were never acknowledged, or were twice. */
export async function compareOrders(organizationId: string, reportedCodes: readonly string[]) {
  const kept = new Set(await listOrderIds(organizationId))
  const known = new Set(reportedCodes)
  return {
    lost: [...known].filter((id) => !kept.has(id)).length,
    unanswered: [...kept].filter((id) => !known.has(id)).length,
    reportedTwice: reportedCodes.length - known.size,
  }
}
