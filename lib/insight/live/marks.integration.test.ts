import { GET } from '@/app/api/updates/route'
import { withOrganization } from '@/lib/core/db'
import { idAt, newId } from '@/lib/core/ids'
import { getOrderNewsFor } from '@/lib/sales/orders/new-orders'
import { countNewReturnsFor } from '@/lib/sales/returns/new-returns'
import { addMember, createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { inspect } from '@/lib/testing/harnesses/database'
import { addParcel, addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { countRowsRead } from '@/lib/testing/harnesses/rows-read'
import { getLiveMarksFor, type LiveMarks } from './marks'

let company: TestOrganization
beforeEach(async () => void (company = await createTestOrganization()))

const TICK = 5000
/** In the middle of a span, so that no mark changes by the clock alone. */
let clock = Math.floor(Date.now() / 600_000) * 600_000 + 60_000
const marksOf = (organizationId = company.organizationId) =>
  getLiveMarksFor({ organizationId, role: 'owner' }, (clock += TICK))
const changed = (before: LiveMarks, after: LiveMarks) =>
  (['orders', 'returns', 'parcels', 'notices'] as const).filter((kind) => before[kind] !== after[kind])

const cancel = async (orderId: string, event = 'order.statusChanged') => {
  await inspect(company.organizationId, `UPDATE orders SET status = 'cancelled' WHERE id = $1`, [orderId])
  await addAudit(event, orderId)
}
const addAudit = (event: string, orderId: string, id: string = newId()) =>
  inspect(
    company.organizationId,
    `INSERT INTO audit_event (organization_id, id, actor_kind, event, subject_kind, subject_id, after)
      VALUES (current_organization(), $1, 'system', $2, 'order', $3, '{"status": "cancelled"}')`,
    [id, event, orderId],
  )
const addNotice = () =>
  inspect(
    company.organizationId,
    `INSERT INTO notification (organization_id, id, user_id, kind, key, data) VALUES (current_organization(), $1, $2, 'lowStock', 'a', '{"count": 1}')`,
    [newId(), company.owner.userId],
  )

test('each mark changes with what is new of its kind, and with nothing else', async () => {
  const before = await marksOf()
  expect(changed(before, await marksOf())).toEqual([])
  const { orderId, shopId } = await addParcel(company, {})
  const placed = await marksOf()
  expect(changed(before, placed)).toEqual(['orders'])
  await cancel(orderId)
  const cancelled = await marksOf()
  expect(changed(placed, cancelled)).toEqual(['orders'])
  await addAudit('order.cancellationAsked', orderId)
  const asked = await marksOf()
  expect(changed(cancelled, asked)).toEqual(['orders'])
  await addReturn(company, { orderId, shopId })
  const returned = await marksOf()
  expect(changed(asked, returned)).toEqual(['returns'])
  await addNotice()
  const noticed = await marksOf()
  expect(changed(returned, noticed)).toEqual(['notices'])
  await addAudit('order.packed', orderId)
  expect(changed(noticed, await marksOf())).toEqual(['parcels'])
})

test('another company’s news change no mark, and two companies with equal contents have different marks', async () => {
  const other = await createTestOrganization()
  const [own, theirs] = [await marksOf(), await marksOf(other.organizationId)]
  expect(changed(own, theirs)).toEqual(['orders', 'returns', 'parcels', 'notices'])
  await addParcel(company, {})
  expect(changed(theirs, await marksOf(other.organizationId))).toEqual([])
})

test('a cancellation that is committed after a new span has begun changes the mark, though its id is of the span before', async () => {
  const { orderId } = await addParcel(company, {})
  const begun = Math.floor(clock / 600_000) * 600_000 + 600_000
  const marksAt = (at: number) => getLiveMarksFor({ organizationId: company.organizationId, role: 'owner' }, at)
  const before = await marksAt(begun + 1000)
  await addAudit('order.cancelled', orderId, idAt(begun - 30_000, 0))
  expect(changed(before, await marksAt(begun + 1000 + TICK))).toEqual(['orders'])
})

test('all tabs of a company share one reading a tick, and a failed one is not kept', async () => {
  const { organizationId } = company
  const at = (clock += TICK)
  const first = await getLiveMarksFor({ organizationId, role: 'owner' }, at)
  await addParcel(company, {})
  const tabs = await Promise.all(
    Array.from({ length: 20 }, () => getLiveMarksFor({ organizationId, role: 'owner' }, at + 3999)),
  )
  for (const marks of tabs) expect(marks).toEqual(first)
  expect(changed(first, await getLiveMarksFor({ organizationId, role: 'owner' }, at + 4000))).toEqual(['orders'])
  await expect(getLiveMarksFor({ organizationId: 'no id', role: 'owner' }, at)).rejects.toThrow()
  await expect(getLiveMarksFor({ organizationId: 'no id', role: 'owner' }, at)).rejects.toThrow()
})

test('a reading stays small however many orders there are', async () => {
  await inspect(
    company.organizationId,
    `INSERT INTO notification (organization_id, id, user_id, kind, key, data)
      SELECT current_organization(), uuid_v7(), $1, 'lowStock', n::text, '{}' FROM generate_series(1, 3000) n`,
    [company.owner.userId],
  )
  await addParcel(company, {})
  const read = await countRowsRead(['orders', 'order_return', 'notification', 'audit_event'], () => marksOf())
  expect([...read.values()].reduce((sum, rows) => sum + rows, 0)).toBeLessThan(100)
})

test('the marks are given to whom may read their kind', async () => {
  const marksAs = async (role: 'owner' | 'viewer' | 'accountant') => {
    await signInAs(role === 'owner' ? company.owner : await addMember(company, role))
    const answer = await GET(new Request('http://localhost/api/updates'), { params: Promise.resolve({}) })
    return ((await answer.json()) as { data: LiveMarks }).data
  }
  expect(await marksAs('owner')).toEqual({
    orders: expect.any(String),
    returns: expect.any(String),
    parcels: expect.any(String),
    notices: expect.any(String),
  })
  expect(await marksAs('viewer')).toMatchObject({ returns: null, parcels: null })
})

test('orders cancelled after the list was read are counted once each, of its shop alone', async () => {
  const [one, two] = [await addParcel(company, {}), await addParcel(company, {})]
  const viewer = { organizationId: company.organizationId, role: 'owner' as const, timeZone: 'America/Sao_Paulo' }
  await cancel(one.orderId)
  const since = await withOrganization(viewer, async (db) => {
    const [row] = await db.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`
    return row.now.toISOString()
  })
  expect((await getOrderNewsFor(viewer, since)).cancelled).toBe(0)
  await cancel(two.orderId)
  await cancel(two.orderId, 'order.cancelled')
  expect((await getOrderNewsFor(viewer, since)).cancelled).toBe(1)
  // The list of the open ones does not show it any more, and says so.
  expect((await getOrderNewsFor(viewer, since, { status: 'confirmed' })).cancelled).toBe(1)
  expect((await getOrderNewsFor(viewer, since, { shop: newId() })).cancelled).toBe(0)
  const other = await createTestOrganization()
  expect(await getOrderNewsFor({ ...viewer, organizationId: other.organizationId }, since)).toEqual({
    count: 0,
    cancelled: 0,
    asked: 0,
  })
})

test('an order whose buyer asks to cancel it is counted until it is cancelled or the request is over', async () => {
  const { orderId } = await addParcel(company, {})
  const viewer = { organizationId: company.organizationId, role: 'owner' as const, timeZone: 'America/Sao_Paulo' }
  const since = new Date(Date.now() - 60_000).toISOString()
  const ask = (asked: boolean) =>
    inspect(company.organizationId, 'UPDATE orders SET cancellation_asked = $2 WHERE id = $1', [orderId, asked])
  const news = async () => {
    const { cancelled, asked } = await getOrderNewsFor(viewer, since)
    return [cancelled, asked]
  }
  expect(await news()).toEqual([0, 0])
  await ask(true)
  await addAudit('order.cancellationAsked', orderId)
  expect(await news()).toEqual([0, 1])
  await ask(false)
  expect(await news()).toEqual([0, 0])
  await ask(true)
  await cancel(orderId)
  expect(await news()).toEqual([1, 0])
})

test('returns that came after the list was read are counted, for who works with them', async () => {
  const { orderId, shopId } = await addParcel(company, { status: 'shipped' })
  await addReturn(company, { orderId, shopId })
  const since = new Date(Date.now() + 1).toISOString()
  const owner = { organizationId: company.organizationId, role: 'owner' as const }
  await vi.waitUntil(() => new Date().toISOString() > since)
  expect(await countNewReturnsFor(owner, since)).toBe(0)
  await addReturn(company, { orderId, shopId })
  expect(await countNewReturnsFor(owner, since)).toBe(1)
  expect(await countNewReturnsFor(owner, 'ontem')).toBe(0)
  await expect(countNewReturnsFor({ ...owner, role: 'viewer' }, since)).rejects.toThrow('permissionDenied')
})
