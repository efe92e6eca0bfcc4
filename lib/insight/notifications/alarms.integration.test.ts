import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import type { Actor } from '@/lib/core/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { notifyAlarmsTask } from '@/lib/worker/tasks/notify-alarms'
import { asWorker } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel, addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { rowsBehind } from '@/lib/testing/harnesses/rows-behind'
import { addListing, addShop } from '@/lib/testing/factories/sales'
import { alarmKinds, noticeHref, type AlarmKind } from '@/lib/identity/notices/kinds'
import { getLatestFor } from './queries'

const timeZone = 'America/Sao_Paulo'
type Run = Parameters<typeof notifyAlarmsTask>[1]
const run = () => asWorker(async () => notifyAlarmsTask({}, {} as Run))
let company: TestOrganization
let shop: string
const write = (change: Parameters<typeof withOrganization<unknown>>[1]) => withOrganization(company, change)
const key = (id: string) => ({ organizationId_id: { organizationId: company.organizationId, id } })
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
})

async function plant(order: Prisma.OrderUpdateInput, parcel: Prisma.PackageUpdateInput = {}) {
  const { id, orderId } = await addParcel(company, { shopId: shop, status: 'confirmed' })
  await write(async (db) => {
    await db.order.update({ where: key(orderId), data: order, select: { id: true } })
    await db.package.update({ where: key(id), data: parcel, select: { id: true } })
  })
  return orderId
}
const latest = async (actor: Actor = company.owner) =>
  (await getLatestFor(actor)).latest.filter(({ kind }) => (alarmKinds as readonly string[]).includes(kind))
const counts = async (actor?: Actor) =>
  Object.fromEntries(
    (await latest(actor)).toReversed().map(({ kind, data }) => [kind, (data as { count: number }).count]),
  )

async function plantAll() {
  const now = Date.now()
  const hours = (count: number) => new Date(now + count * 3_600_000)
  const tomorrow = new Date(`${addDays(localDay(new Date(now), timeZone), 1)}T20:00:00Z`)
  const dayAfter = new Date(tomorrow.getTime() + 86_400_000)
  const { orderId } = await addParcel(company, { shopId: shop, status: 'shipped' })
  await addReturn(company, { orderId, shopId: shop }, { kind: 'with_return', state: 'open' })
  await plant({ cancellationAsked: true, shipBy: hours(90) })
  const refused = await plant({ invoiceState: 'rejected', invoiceReason: '531', shipBy: hours(90) })
  await plant({ shipBy: hours(90) }, { platformStatus: 'LOGISTICS_PICKUP_RETRY' })
  await plant(
    { shipBy: tomorrow, status: 'processing' },
    { method: 'pickup', pickupAt: dayAfter, arrangedAt: new Date(now) },
  )
  // In time, and one whose day is over: nothing can be proposed any more.
  await plant({ shipBy: tomorrow, status: 'processing' }, { method: 'pickup', pickupAt: tomorrow })
  await plant({ shipBy: hours(-24 * 20) }, { method: 'pickup', pickupAt: tomorrow })
  await plant({ shipBy: hours(-60) })
  const listing = await addListing(company, shop, 'Caneca')
  await write((db) => db.listing.update({ where: key(listing), data: { status: 'BANNED' }, select: { id: true } }))
  return { refused }
}

test('each is reported once, all news of a kind in one notice that opens its rows, and again only for another item', async () => {
  const { refused } = await plantAll()
  const [manager, finance] = [await addMember(company, 'manager'), await addMember(company, 'finance')]
  await run()
  const all = Object.fromEntries(alarmKinds.map((kind) => [kind, 1]))
  expect(await counts()).toEqual(all)
  expect(await counts(manager)).toEqual(all)
  expect(await counts(finance)).toEqual({})
  const viewer = {
    ...company.owner,
    userId: company.owner.userId!,
    role: 'owner' as const,
    timeZone,
    legalEntityIds: null,
  }
  for (const notice of await latest()) {
    const behind = await rowsBehind(viewer, noticeHref(notice))
    // Orders that the platform is about to cancel stand among all late ones.
    if (notice.kind !== 'platformCancel') expect([notice.kind, behind?.count]).toEqual([notice.kind, 1n])
  }

  await run()
  expect(await latest()).toHaveLength(alarmKinds.length)
  await plant({ cancellationAsked: true, shipBy: new Date(Date.now() + 90 * 3_600_000) })
  await write((db) => db.order.update({ where: key(refused), data: { invoiceReason: '204' }, select: { id: true } }))
  await run()
  const news = (await latest()).slice(0, -alarmKinds.length)
  expect(news.map(({ kind, data }) => [kind, (data as { count: number }).count]).toSorted()).toEqual([
    ['cancellationAsked', 1],
    ['invoiceRefused', 1],
  ])
})

test('a company with nothing open hears nothing', async () => {
  await plant({ shipBy: new Date(Date.now() + 90 * 3_600_000) })
  await run()
  expect(await latest()).toEqual([] satisfies { kind: AlarmKind }[])
})
