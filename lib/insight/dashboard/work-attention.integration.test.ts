import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { listAttention } from '@/lib/insight/dashboard/attention-items'
import { withOrganization } from '@/lib/core/db'
import { getDispatchFor } from '@/lib/sales/dispatch/views'
import { getOrderListFor } from '@/lib/sales/orders/views'
import type { Prisma } from '@/lib/generated/prisma/client'
import { getReturnsFor } from '@/lib/sales/returns/views'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addParcel, addReturn, type Planted } from '@/lib/testing/harnesses/parcel-harness'

test('invoices, failed pickups and returns that wait are counted as their rooms list them', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const viewer = { ...company.owner, role: 'owner', timeZone: 'America/Sao_Paulo' } as const
  const plant = async (
    planted: Partial<Planted>,
    order: Prisma.OrderUpdateInput,
    parcel: Prisma.PackageUpdateInput,
  ) => {
    const { id, orderId, shopId } = await addParcel(company, planted)
    const key = (own: string) => ({ organizationId_id: { organizationId, id: own } })
    await withOrganization(company, async (db) => {
      await db.order.update({ where: key(orderId), data: order, select: { id: true } })
      await db.package.update({ where: key(id), data: parcel, select: { id: true } })
    })
    return { orderId, shopId }
  }
  const confirmed = { status: 'confirmed' } as const
  await plant(confirmed, { invoiceState: 'none' }, {})
  await plant(confirmed, { invoiceState: 'sent' }, {})
  await plant(confirmed, { platformStatus: 'INVOICE_PENDING' }, {})
  await plant(confirmed, { invoiceState: 'rejected', invoiceReason: '531' }, {})
  await plant({ ...confirmed, fulfilledByPlatform: true }, { invoiceState: 'none' }, {})
  await plant({}, { invoiceState: 'valid' }, { platformStatus: 'LOGISTICS_PICKUP_RETRY' })
  const shipped = await plant({ status: 'shipped' }, {}, {})
  await addReturn(company, shipped, { kind: 'with_return', state: 'open' })
  await addReturn(company, shipped, { kind: 'refund_only', state: 'accepted' })
  await addReturn(company, shipped, { kind: 'failed_delivery', state: 'open' })

  const attention = await getAttentionFor(viewer)
  const inStage = async (stage: string) => BigInt((await getDispatchFor(viewer, { stage })).page.rows.length)
  expect(attention).toMatchObject({
    invoicesPending: await inStage('invoice'),
    invoicesRefused: await inStage('refused'),
    pickupsFailed: BigInt((await getDispatchFor(viewer, { method: 'failed' })).page.rows.length),
    returnsToAnswer: BigInt((await getReturnsFor(viewer, { tab: 'answer' })).page.rows.length),
  })
  expect(attention).toMatchObject({
    invoicesPending: 3n,
    invoicesRefused: 1n,
    pickupsFailed: 1n,
    returnsToAnswer: 1n,
  })
})

test('orders that the platform is about to cancel are counted as the order list filters them', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const viewer = { ...company.owner, role: 'operator', timeZone: 'America/Sao_Paulo' } as const
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const plant = async (shipBy: Date, parcel: Prisma.PackageUpdateInput, order: Prisma.OrderUpdateInput = {}) => {
    const { id, orderId, code } = await addParcel(company, {})
    const key = (own: string) => ({ organizationId_id: { organizationId, id: own } })
    await withOrganization(company, async (db) => {
      await db.order.update({ where: key(orderId), data: { shipBy, ...order }, select: { id: true } })
      await db.package.update({ where: key(id), data: parcel, select: { id: true } })
    })
    return code
  }
  const near = await plant(hours(-60), {})
  const stated = await plant(hours(-10), { platformCancelsAt: hours(5) })
  const passed = await plant(hours(-80), {})
  await plant(hours(-10), {})
  await plant(hours(-60), { platformCancelsAt: hours(50) })
  await plant(hours(-60), { platformStatus: 'LOGISTICS_PICKUP_DONE' })
  await plant(hours(-60), {}, { fulfilledByPlatform: true })
  await plant(hours(5), {})

  const attention = await getAttentionFor(viewer)
  const [item] = listAttention(viewer.role, attention)
  expect(item).toMatchObject({ key: 'cancels', count: 3n })
  const query = Object.fromEntries(new URL(item!.href, 'http://x').searchParams)
  const { page } = await getOrderListFor(viewer, query)
  expect(page.rows.map(({ externalCode }) => externalCode)).toEqual([passed, near, stated])
})
