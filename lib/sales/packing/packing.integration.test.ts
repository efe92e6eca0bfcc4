import sharp from 'sharp'
import { GET as openEvidenceRoute } from '@/app/api/dispatch/evidence/[id]/route'
import { GET as openManifestRoute } from '@/app/api/dispatch/manifests/[id]/route'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addParcel, type Planted } from '@/lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { addEvidenceAction, closeManifestAction, findParcelAction, packPackageAction } from './actions'
import type { PackingParcel } from './schema'
import { getPackingFor } from './views'

let company: TestOrganization
let shirt: string
let cap: string
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  shirt = await addStockedProduct(company, { sku: 'CAM', onHand: 50, barcodes: ['7891'] })
  cap = await addStockedProduct(company, { sku: 'BON', onHand: 50, barcodes: ['7891000315507'] })
})

const plant = (changes: Partial<Planted> = {}) =>
  addParcel(company, {
    items: [
      { productId: shirt, quantity: 2 },
      { productId: cap, quantity: 1 },
    ],
    ...changes,
  })
const find = async (code: string) => dataOf(await findParcelAction(envelope(company), { code })).parcel
const pack = (parcel: PackingParcel, changes: object = {}) =>
  packPackageAction(envelope(company), {
    packageId: parcel.id,
    version: parcel.version,
    lines: parcel.lines.map(({ key, units }) => ({ key, units })),
    ...changes,
  })

test('a parcel is found by its tracking number, its own number and its order’s code, with what may be scanned', async () => {
  const { tracking, number, code } = await plant()
  for (const label of [tracking, number, code, ` ${tracking.toLowerCase()}\r`])
    expect(await find(label)).toMatchObject({
      number,
      problem: null,
      lines: [
        { key: shirt, units: 2, codes: ['CAM', '7891'] },
        { key: cap, units: 1, codes: ['BON', '7891000315507', '07891000315507'] },
      ],
    })
  expect(await find('UNKNOWN')).toBeNull()
})

test('a kit is packed by its components, several of one product together', async () => {
  const kit = await addStockedProduct(company, { sku: 'KIT' })
  for (const [component, quantity] of [
    [shirt, 2],
    [cap, 3],
  ])
    await inspect(company.organizationId, 'INSERT INTO kit_component VALUES (current_organization(), $1, $2, $3)', [
      kit,
      component,
      quantity,
    ])
  const { code } = await plant({
    items: [
      { productId: kit, quantity: 2 },
      { productId: cap, quantity: 1 },
    ],
  })
  const parcel = await find(code)
  expect(parcel!.lines.map(({ sku, units, kits }) => [sku, units, kits])).toEqual([
    ['BON', 7, ['KIT']],
    ['CAM', 4, ['KIT']],
  ])
})

test('each of an order’s two parcels holds its own part', async () => {
  const { code, orderId } = await plant({ platformLines: [{ line: 1, quantity: 2 }] })
  await addParcel(company, {
    orderId,
    platformLines: [{ line: 2, quantity: 1 }],
    number: 'SECOND',
    tracking: 'BRSECOND',
  })
  expect((await find('SECOND'))!.lines.map(({ sku }) => sku)).toEqual(['BON'])
  expect((await find(code))!).toMatchObject({ parcels: 2, lines: [{ sku: 'CAM' }] })
})

test('packed is recorded once: the second scan is reported, and changes nothing', async () => {
  const { code } = await plant({ printed: true })
  const parcel = (await find(code))!
  expect((await getPackingFor(company.owner)).unscanned.map(({ id }) => id)).toEqual([parcel.id])
  expect(dataOf(await pack(parcel))).toEqual({ packageId: parcel.id, alreadyPacked: false })
  expect(dataOf(await pack(parcel))).toEqual({ packageId: parcel.id, alreadyPacked: true })
  expect(await find(code)).toMatchObject({ packedAt: expect.any(String), version: parcel.version + 1 })
  expect(await listAuditEvents(company, 'order.packed')).toHaveLength(1)
  expect(await getPackingFor(company.owner)).toMatchObject({ unscanned: [], loose: [{ id: parcel.id }] })
})

test('saved fifty times at once a parcel is packed and recorded once, and joins one manifest', async () => {
  const { code } = await plant({ printed: true })
  const parcel = (await find(code))!
  const fifty = Array.from({ length: 50 })
  const saved = await Promise.all(fifty.map(async () => dataOf(await pack(parcel))))
  expect(saved.filter(({ alreadyPacked }) => !alreadyPacked)).toHaveLength(1)
  expect(await listAuditEvents(company, 'order.packed')).toHaveLength(1)
  const close = () => closeManifestAction(envelope(company), { carrier: null, packageIds: [parcel.id] })
  const closed = await Promise.all(fifty.map(close))
  expect(closed.flatMap((result) => (result.ok ? [result.data.number] : []))).toEqual([1])
  expect((await getPackingFor(company.owner)).manifests).toMatchObject([{ number: 1, parcels: 1 }])
})

test('the counted units must equal the parcel’s present content', async () => {
  const parcel = (await find((await plant()).code))!
  const lines = parcel.lines.map(({ key, units }) => ({ key, units }))
  expect(await pack(parcel, { lines: lines.slice(1) })).toMatchObject({ ok: false, error: 'packingIncomplete' })
  const short = [{ ...lines[0]!, units: 1 }, lines[1]!]
  expect(await pack(parcel, { lines: short })).toMatchObject({ ok: false, error: 'packingIncomplete' })
  expect(await pack(parcel, { version: parcel.version + 1 })).toMatchObject({ ok: false, error: 'staleVersion' })
})

test.each([
  ['cancelled', { status: 'cancelled' }, 'parcelCancelled'],
  ['cancellationAsked', { cancellationAsked: true }, 'parcelCancellationAsked'],
  ['shipped', { status: 'shipped' }, 'parcelShipped'],
  ['unpaid', { status: 'pending' }, 'parcelUnpaid'],
  ['platformShips', { fulfilledByPlatform: true }, 'parcelPlatformShips'],
] as const)('an order that is %s is not packed', async (problem, changes, error) => {
  const { code } = await plant(changes)
  const parcel = (await find(code))!
  expect(parcel.problem).toBe(problem)
  expect(await pack(parcel)).toMatchObject({ ok: false, error })
})

test('a manifest takes packed parcels of one carrier, all or none, each once, and prints as a PDF', async () => {
  const parcels: PackingParcel[] = []
  for (let nth = 0; nth < 3; nth += 1) parcels.push((await find((await plant({ carrier: 'Xpress' })).code))!)
  const close = (packageIds: string[], carrier = 'Xpress') =>
    closeManifestAction(envelope(company), { carrier, packageIds })
  await pack(parcels[0]!)
  await pack(parcels[1]!)
  const ids = parcels.map(({ id }) => id)
  expect(await close(ids)).toMatchObject({ error: 'manifestChanged' })
  expect(await close([ids[0]!], 'Correios')).toMatchObject({ error: 'manifestChanged' })
  const first = dataOf(await close([ids[0]!]))
  expect(first.number).toBe(1)
  expect(await close([ids[0]!])).toMatchObject({ error: 'manifestChanged' })
  expect(dataOf(await close([ids[1]!])).number).toBe(2)
  const { loose, manifests } = await getPackingFor(company.owner)
  expect(loose).toEqual([])
  expect(manifests.map(({ number, parcels: count }) => [number, count])).toEqual([
    [2, 1],
    [1, 1],
  ])
  const open = (id: string) =>
    openManifestRoute(new Request('http://localhost:3000/'), { params: Promise.resolve({ id }) })
  const pdf = await open(first.manifestId)
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await signInAs((await createTestOrganization()).owner)
  expect((await open(first.manifestId)).status).toBe(404)
})

test('a packing photo is encoded again, and only a member who packs sees it', async () => {
  const { orderId } = await plant()
  const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const photo = new File([new Uint8Array(picture)], 'a.jpg', { type: 'image/jpeg' })
  const add = (file: File) => addEvidenceAction(envelope(company), { orderId, returnId: null, photo: file })
  const { id } = dataOf(await add(photo))
  expect(await add(new File(['no picture'], 'a.jpg'))).toMatchObject({ ok: false, error: 'photoInvalid' })
  const open = () => openEvidenceRoute(new Request('http://localhost:3000/'), { params: Promise.resolve({ id }) })
  const shown = await open()
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).format).toBe('webp')
  await signInAs(await addMember(company, 'viewer'))
  expect((await open()).status).toBe(403)
  await signInAs((await createTestOrganization()).owner)
  expect((await open()).status).toBe(404)
})

test.each(['finance', 'viewer', 'accountant'] as const)('%s may not work at the bench', async (role) => {
  const { code } = await plant()
  await signInAs(await addMember(company, role))
  expect(await findParcelAction(envelope(company), { code })).toMatchObject({ error: 'permissionDenied' })
  await expect(getPackingFor({ ...company.owner, role })).rejects.toThrow('permissionDenied')
})

test('another company’s parcels are not found, not packed and in no manifest', async () => {
  const { code } = await plant()
  const parcel = (await find(code))!
  const other = await createTestOrganization()
  await signInAs(other.owner)
  expect(dataOf(await findParcelAction(envelope(other), { code })).parcel).toBeNull()
  const input = { packageId: parcel.id, version: parcel.version, lines: [] }
  expect(await packPackageAction(envelope(other), input)).toMatchObject({ error: 'notFound' })
  const manifest = await closeManifestAction(envelope(other), { carrier: null, packageIds: [parcel.id] })
  expect(manifest).toMatchObject({ error: 'manifestChanged' })
})
