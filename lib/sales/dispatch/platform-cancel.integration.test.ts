import { withOrganization } from '@/lib/core/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel, type Planted } from '@/lib/testing/harnesses/parcel-harness'
import { getDispatchFor } from './views'

const HOUR = 3_600_000
let company: TestOrganization
beforeAll(async () => {
  company = await createTestOrganization()
})

async function plant(
  lateHours: number,
  planted: Partial<Planted> = {},
  parcel: Prisma.PackageUpdateInput = {},
  order: Prisma.OrderUpdateInput = {},
) {
  const { organizationId } = company
  const { id, orderId, code } = await addParcel(company, planted)
  const key = (own: string) => ({ organizationId_id: { organizationId, id: own } })
  await withOrganization(company, async (db) => {
    const shipBy = new Date(Date.now() - lateHours * HOUR)
    await db.order.update({ where: key(orderId), data: { shipBy, ...order }, select: { id: true } })
    await db.package.update({ where: key(id), data: parcel, select: { id: true } })
  })
  return code
}
const viewOf = async () => {
  const view = await getDispatchFor({ ...company.owner, timeZone: 'America/Sao_Paulo' }, {})
  return {
    urgent: view.urgent.map(({ code, kind }) => `${kind} ${code}`),
    marked: view.page.rows.filter(({ platformCancelsAt }) => platformCancelsAt).map(({ externalCode }) => externalCode),
    ats: view.urgent.map(({ at }) => at),
  }
}

test('an order that no carrier has scanned after its deadline is counted down, the soonest first and before everything else', async () => {
  const cancelling = await plant(-5, { cancellationAsked: true })
  const packed = await plant(20, {}, { packedAt: new Date(), arrangedAt: new Date() })
  const soonest = await plant(60, { status: 'confirmed' })
  await plant(-1)
  await plant(20, {}, { platformStatus: 'LOGISTICS_PICKUP_DONE' })
  await plant(20, {}, { channelId: '90021', arrangedAt: new Date() })
  await plant(20, { status: 'shipped' })
  await plant(20, { fulfilledByPlatform: true })
  await plant(24 * 30)
  const arrangedNot = await plant(10, {}, { channelId: '90021' })
  const { urgent, marked, ats } = await viewOf()
  expect(urgent).toEqual([
    `platformCancels ${soonest}`,
    `platformCancels ${packed}`,
    `platformCancels ${arrangedNot}`,
    `cancellationAsked ${cancelling}`,
  ])
  expect(marked).toEqual([soonest, packed, arrangedNot])
  expect(Math.round((ats[0]!.getTime() - Date.now()) / HOUR)).toBe(12)
})

test('orders that the platform will cancel come first, then invoices, ready parcels and buyers’ requests', async () => {
  company = await createTestOrganization()
  const cancelled = { status: 'cancelled' as const }
  const cancelledAt = new Date()
  const cancelling = await plant(-5, { cancellationAsked: true })
  const printed = await plant(-5, {}, { printedAt: new Date() }, { ...cancelled, cancelledAt })
  const invoiced = await plant(-5, {}, {}, { ...cancelled, cancelledAt, invoiceState: 'valid' })
  const late = await plant(20)
  expect((await viewOf()).urgent).toEqual([
    `platformCancels ${late}`,
    `invoiceToCancel ${invoiced}`,
    `cancelledPrinted ${printed}`,
    `cancellationAsked ${cancelling}`,
  ])
})

test('every state that follows the carrier’s first scan ends the countdown, and no other does', async () => {
  company = await createTestOrganization()
  const scanned = ['PICKUP_DONE', 'DELIVERY_DONE', 'DELIVERY_FAILED', 'LOST'].map((state) => `LOGISTICS_${state}`)
  const others = ['READY', 'REQUEST_CREATED', 'PICKUP_RETRY', 'PICKUP_FAILED'].map((state) => `LOGISTICS_${state}`)
  const codes: string[] = []
  for (const platformStatus of [...scanned, ...others]) codes.push(await plant(20, {}, { platformStatus }))
  expect((await viewOf()).marked.toSorted()).toEqual(codes.slice(scanned.length).toSorted())
})

test('one of two parcels of an order without a scan is enough', async () => {
  company = await createTestOrganization()
  const code = await plant(20, {}, { platformStatus: 'LOGISTICS_PICKUP_DONE' })
  expect((await viewOf()).marked).toEqual([])
  const [order] = (await getDispatchFor({ ...company.owner, timeZone: 'America/Sao_Paulo' }, {})).page.rows
  await addParcel(company, { orderId: order!.id, shopId: order!.shopId })
  expect((await viewOf()).marked).toEqual([code])
})

test('a role that does not ship sees no countdown, and no other company does', async () => {
  await plant(20)
  const finance = { ...(await addMember(company, 'finance')), timeZone: 'America/Sao_Paulo' }
  await expect(getDispatchFor(finance, {})).rejects.toThrow('permissionDenied')
  const other = await createTestOrganization()
  expect((await getDispatchFor({ ...other.owner, timeZone: 'America/Sao_Paulo' }, {})).urgent).toEqual([])
})
