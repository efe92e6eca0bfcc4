import { withOrganization } from '@/lib/core/db'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import type { FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms } from '@/lib/money/fees/terms'
import type { TestOrganization } from './factories'
import { addListing, addOrders } from './sales'

/** Orders of one line, whose fees the platform charged by a rule. */
export async function addChargedSales(company: TestOrganization, shopId: string, rule: FeeRule, prices: bigint[]) {
  const { organizationId } = company
  const orders = prices.map((cents, index) => {
    const fees = expectedCharges([{ unitPriceCents: cents, quantity: 1 }], 0n, rule, defaultTerms)
    const at = `2026-0${5 + (index % 5)}-1${index % 10}T15:00:00Z`
    return { at, cents, charged: fees.feesCents, fees }
  })
  const listingId = await addListing(company, shopId, 'Anúncio')
  const ids = await addOrders(
    company,
    shopId,
    orders.map((order) => ({ ...order, listingId })),
  )
  const asOf = new Date()
  const lines = orders.flatMap(({ fees }, index) =>
    (['commission', 'service'] as const).map((kind) => ({
      organizationId,
      orderId: ids[index]!,
      kind,
      source: 'api' as const,
      key: kind,
      asOf,
      amountCents: kind === 'commission' ? -fees.commissionCents : -fees.serviceCents,
    })),
  )
  await withOrganization({ organizationId }, (db) => db.moneyLine.createMany({ data: lines }))
  return ids
}
