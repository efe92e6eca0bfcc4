// Full form: reads a real export of 4,544 orders, which is not part of the project. Default: lib/connect/order-imports/import-orders.integration.test.ts.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { addDays, addMonths } from '@/lib/core/dates'
import { readSalesFilters } from '@/lib/sales/sales-figures/filters'
import { validOrders } from '@/lib/sales/sales-figures/figures'
import { getSalesSummary, listTopProductsFor } from '@/lib/insight/dashboard/views'
import { getFeesFor } from '@/lib/money/fees/views'
import { newId } from '@/lib/core/ids'
import { applyImport } from '@/lib/connect/order-imports/apply-import'
import { checkImport } from '@/lib/connect/order-imports/check-import'
import { confirmImport } from '@/lib/connect/order-imports/confirm-import'
import { uploadImport } from '@/lib/connect/order-imports/upload-import'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { whereFound } from '@/lib/testing/harnesses/left-out'

const realExport = join(process.cwd(), '../shared/data/Order.all.olist.xlsx')

/** The README beside the export: month of creation in São Paulo, orders, valid orders, product subtotal of the valid. */
const months: [month: string, orders: bigint, valid: bigint, grossCents: bigint][] = [
  ['2016-09', 2n, 1n, 7289n],
  ['2016-10', 53n, 35n, 614753n],
  ['2017-01', 79n, 77n, 1281346n],
  ['2017-02', 173n, 158n, 2377504n],
  ['2017-03', 227n, 203n, 2882961n],
  ['2017-04', 193n, 179n, 3254893n],
  ['2017-05', 287n, 267n, 3524030n],
  ['2017-06', 234n, 222n, 2638420n],
  ['2017-07', 297n, 274n, 3264619n],
  ['2017-08', 343n, 322n, 4350029n],
  ['2017-09', 307n, 291n, 4659565n],
  ['2017-10', 324n, 303n, 4462912n],
  ['2017-11', 581n, 551n, 7047358n],
  ['2017-12', 410n, 404n, 5625378n],
  ['2018-01', 531n, 498n, 7255473n],
  ['2018-02', 503n, 433n, 6103679n],
]
const chargedCents = 7_783_826n + 6_900_979n

describe('the real export of ../shared', whereFound(realExport), () => {
  test('shows every month on the dashboard to the cent, its fees and its best sellers', async () => {
    const { owner, organizationId } = await createTestOrganization()
    const input = { fileName: 'Order.all.xlsx', shopId: null, shopName: 'Loja' }
    const { importId } = await uploadImport(owner, input, { body: createReadStream(realExport), key: newId() })
    const worker = systemActor(organizationId, owner.userId)
    await asWorker(() => checkImport(worker, importId))
    await confirmImport(owner, { importId, takeStock: false, leaveOutBadRows: false })
    await asWorker(() => applyImport(worker, importId))

    const viewer = { organizationId, role: 'owner', timeZone: 'America/Sao_Paulo' } as const
    const summaryOf = (from: string, to: string) =>
      getSalesSummary(viewer, readSalesFilters({ from, to }, '2026-11-21'))
    const shown = []
    for (const [month] of months) {
      const first = `${month}-01`
      const { current } = await summaryOf(first, addDays(addMonths(first, 1), -1))
      shown.push([month, current.orders, validOrders(current), current.grossCents])
    }
    expect(shown).toEqual(months)

    const { current, buckets, unit } = await summaryOf('2016-09-01', '2018-02-28')
    expect(current.orders).toBe(4544n)
    expect({ shipped: current.shipped, cancelled: current.cancelled, confirmed: current.confirmed }).toEqual({
      shipped: 669n,
      cancelled: 326n,
      confirmed: 491n,
    })
    expect(current.feesChargedCents).toBe(chargedCents)
    // The fees' own page, of the 24 months up to the last of the export, which begins within them.
    const last = new Date('2018-02-28T15:00:00Z')
    const fees = await getFeesFor({ ...viewer, legalEntityIds: null }, { months: '24' }, last)
    expect({ commission: fees.total.commission, service: fees.total.service }).toEqual({
      commission: 7_783_826n,
      service: 6_900_979n,
    })
    expect(fees.total.totalCents).toBe(chargedCents + fees.total.freight + fees.total.other)
    expect(fees.total.isEstimated).toBe(false)
    const sumOf = (of: 'commission' | 'service') => fees.months.reduce((sum, { sums }) => sum + sums[of], 0n)
    expect([sumOf('commission'), sumOf('service')]).toEqual([7_783_826n, 6_900_979n])
    expect(unit).toBe('month')
    expect(buckets.map(({ sales }) => sales.grossCents).reduce((a, b) => a + b)).toBe(current.grossCents)
    const everything = readSalesFilters({ from: '2016-09-01', to: '2018-02-28' }, '2026-11-21')
    const all = await listTopProductsFor(viewer, everything, 10_000)
    expect(all.reduce((sum, { revenueCents }) => sum + revenueCents, 0n)).toBe(current.grossCents)
    expect(all.reduce((sum, { units }) => sum + units, 0n)).toBe(current.units)
  })
})
