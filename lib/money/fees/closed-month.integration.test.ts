import { withOrganization } from '@/lib/core/db'
import { markDays } from '@/lib/money/fees/mark-days'
import { refreshEstimates } from '@/lib/money/fees/refresh-estimates'
import { takePublishedRule } from '@/lib/money/fees/take-published'
import { closeMonth } from '@/lib/money/month-close/close-month'
import { getMonthClosesFor } from '@/lib/money/month-close/views'
import { markSpans } from '@/lib/money/reconciliation/mark-spans'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { asWorker, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'

const october = '2026-10-01'
const days = { from: october, to: '2026-10-31' }

/** As installations were that edited their rules: nothing holds from October on but the rule of before. */
const withoutOctober = ({ organizationId }: TestOrganization) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(`delete from fee_rule where organization_id = $1 and published like 'shopee-2026-10-%'`, [
      organizationId,
    ])
    await owner.query(
      `update fee_rule set to_day = null where organization_id = $1 and published like 'shopee-2026-04-%'`,
      [organizationId],
    )
  })

const followRules = ({ organizationId }: TestOrganization, shopId: string) =>
  asWorker(async () => {
    await refreshEstimates(organizationId, { shopId, ...days })
    await markSpans(organizationId)
    await reconcileOrders(organizationId)
  })

test('a closed month keeps its figures when the fees of its days become others, and the change waits for the next one', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId, owner } = company
  await withoutOctober(company)
  const shopId = await addShop(company, 'Loja')
  const listingId = await addListing(company, shopId, 'Anúncio')
  await addOrders(company, shopId, [{ at: '2026-10-10T15:00:00Z', cents: 50_00n, listingId }])
  await withOrganization({ organizationId }, (db) => markDays(db, organizationId, [{ shopId, ...days }]))
  await followRules(company, shopId)
  await closeMonth(owner, { legalEntityId, month: october, note: null })
  const look = async () => {
    const view = await getMonthClosesFor(
      { organizationId, role: 'owner', timeZone: 'America/Sao_Paulo' },
      { entity: legalEntityId, month: october },
    )
    return { row: view.months.find(({ month }) => month === october)!, pending: view.pending, opened: view.opened! }
  }
  expect((await look()).pending).toEqual([])

  await takePublishedRule(owner, { key: 'shopee-2026-10-cnpj' })
  await followRules(company, shopId)
  const { row, pending, opened } = await look()
  expect(row).toMatchObject({ changed: true, figures: { fees: -14_00n, payoutExpected: 36_00n } })
  expect(opened).toMatchObject({
    frozen: { fees: -14_00n, netRevenue: 36_00n, payoutExpected: 36_00n },
    live: { fees: -14_50n, netRevenue: 35_50n, payoutExpected: 35_50n },
    closings: [{ isWhole: true }],
  })
  expect(pending).toMatchObject([
    { of: october, booked: { fees: -14_00n }, changes: { fees: -50n, netRevenue: -50n, payoutExpected: -50n } },
  ])
})
