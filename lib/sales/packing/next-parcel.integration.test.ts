import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addParcel, type Planted } from '@/lib/testing/harnesses/parcel-harness'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { findParcelAction, findScannedProductAction, nextParcelAction, packPackageAction } from './actions'
import type { PackingParcel } from './schema'

let company: TestOrganization
let near: string
let far: string
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  near = await addStockedProduct(company, { sku: 'NEAR', onHand: 50, barcodes: ['7891000315507'] })
  far = await addStockedProduct(company, { sku: 'FAR', onHand: 50 })
  await inspect(
    company.organizationId,
    `UPDATE product SET shelf_address = CASE sku WHEN 'NEAR' THEN 'A2' ELSE 'A10' END`,
  )
})

const plant = (productId: string, changes: Partial<Planted> = {}) =>
  addParcel(company, { items: [{ productId, quantity: 1 }], printed: true, ...changes })
const [tablet, other] = [newId(), newId()]
const take = async (input: { screenId?: string; runId?: string | null; skipped?: string[] } = {}) =>
  dataOf(await nextParcelAction(envelope(company), { screenId: tablet, runId: null, skipped: [], ...input }))
const pack = async (parcel: PackingParcel) => {
  const lines = parcel.lines.map(({ key, units }) => ({ key, units }))
  dataOf(await packPackageAction(envelope(company), { packageId: parcel.id, version: parcel.version, lines }))
}

test('the queue goes along the shelves as the labels do, and holds only what is printed and may leave', async () => {
  const last = await plant(far)
  const first = await plant(near)
  await plant(near, { printed: false })
  await plant(near, { status: 'cancelled' })
  await plant(near, { cancellationAsked: true })
  await plant(near, { fulfilledByPlatform: true })
  const taken = []
  for (let { parcel, left } = await take(); parcel; { parcel, left } = await take()) {
    taken.push([parcel.id, left])
    await pack(parcel)
  }
  expect(taken).toEqual([
    [first.id, 2],
    [last.id, 1],
  ])
  expect(await take()).toEqual({ parcel: null, left: 0 })
})

test('the queue of a prepared day holds its orders alone, and a day of another company is not found', async () => {
  await plant(near)
  const prepared = await plant(far)
  const runId = newId()
  await inspect(
    company.organizationId,
    `INSERT INTO dispatch_run (organization_id, id, kind, state, input, total) VALUES (current_organization(), $1, 'prepare', 'done', $2, 1)`,
    [runId, JSON.stringify({ orderIds: [prepared.orderId] })],
  )
  expect(await take({ runId })).toMatchObject({ parcel: { id: prepared.id }, left: 1 })
  const foreign = await createTestOrganization()
  await signInAs(foreign.owner)
  const input = { screenId: tablet, runId, skipped: [] }
  expect(await nextParcelAction(envelope(foreign), input)).toMatchObject({ ok: false, error: 'notFound' })
  expect(dataOf(await nextParcelAction(envelope(foreign), { ...input, runId: null })).parcel).toBeNull()
})

test('a parcel that is put off comes after all others, and a screen keeps the parcel that it shows', async () => {
  const [first, second] = [await plant(near), await plant(far)]
  expect((await take()).parcel?.id).toBe(first.id)
  expect((await take()).parcel?.id).toBe(first.id)
  expect((await take({ skipped: [first.id] })).parcel?.id).toBe(second.id)
  expect((await take({ skipped: [first.id, second.id] })).parcel?.id).toBe(first.id)
  expect((await take({ skipped: [second.id, first.id] })).parcel?.id).toBe(second.id)
})

test('two screens that ask at the same moment show two parcels', async () => {
  const [first, second] = [await plant(near), await plant(far)]
  const meanwhile = await withOrganization(company.owner, async (db) => {
    // The first screen has taken it, and its transaction has not ended.
    await db.$executeRaw`UPDATE package SET packing_screen = ${other}::uuid, packing_since = now() WHERE id = ${first.id}::uuid`
    const asked = take()
    await untilWaiting(1)
    return { asked }
  })
  expect((await meanwhile.asked).parcel?.id).toBe(second.id)
})

test('a parcel that is packed at the bench while the queue is read is not shown again', async () => {
  const [first, second] = [await plant(near), await plant(far)]
  const meanwhile = await withOrganization(company.owner, async (db) => {
    await db.$executeRaw`UPDATE package SET packed_at = now() WHERE id = ${first.id}::uuid`
    const asked = take()
    await untilWaiting(1)
    return { asked }
  })
  expect((await meanwhile.asked).parcel?.id).toBe(second.id)
})

test('a parcel on a screen that was left for long is free again, and so is one that the screen went on from', async () => {
  const [first, second] = [await plant(near), await plant(far)]
  await take({ screenId: other })
  expect((await take()).parcel?.id).toBe(second.id)
  expect(await take({ screenId: newId() })).toEqual({ parcel: null, left: 2 })
  await inspect(
    company.organizationId,
    `UPDATE package SET packing_since = now() - interval '16 minutes' WHERE id = $1`,
    [first.id],
  )
  expect((await take()).parcel?.id).toBe(first.id)
  expect((await take({ screenId: newId() })).parcel?.id).toBe(second.id)
})

test('a parcel whose label is in the hand is taken over, and no other screen is given it', async () => {
  const first = await plant(near)
  await take({ screenId: other })
  const { parcel } = dataOf(await findParcelAction(envelope(company), { code: first.tracking, screenId: tablet }))
  expect(parcel?.id).toBe(first.id)
  expect((await take({ screenId: other })).parcel).toBeNull()
  expect((await take()).parcel?.id).toBe(first.id)
})

test('a scanned code names the one product that has it, in the parcel or not', async () => {
  const named = async (code: string) =>
    dataOf(await findScannedProductAction(envelope(company), { code })).product?.sku ?? null
  expect(await named('near')).toBe('NEAR')
  expect(await named('7891000315507')).toBe('NEAR')
  expect(await named('NONE')).toBeNull()
})

test.each(['operator', 'manager'] as const)('as %s the queue is open', async (role) => {
  await plant(near)
  await signInAs(await addMember(company, role))
  expect((await take()).left).toBe(1)
})

test.each(['viewer', 'accountant'] as const)('as %s it is not', async (role) => {
  await signInAs(await addMember(company, role))
  const input = { screenId: tablet, runId: null, skipped: [] }
  expect(await nextParcelAction(envelope(company), input)).toMatchObject({ error: 'permissionDenied' })
})
