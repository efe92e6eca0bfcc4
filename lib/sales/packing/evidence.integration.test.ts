import sharp from 'sharp'
import { addDays } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import { storedInvoice } from '@/lib/testing/samples/dispatch-samples'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addParcel, addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { addEvidenceAction } from './actions'
import { openEvidence } from './add-evidence'

let company: TestOrganization
let photo: File
beforeAll(async () => {
  const drawn = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  photo = new File([new Uint8Array(drawn)], 'a.png', { type: 'image/png' })
})
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})

async function ship(of = company, sku = 'CAM') {
  const productId = await addStockedProduct(of, { sku, onHand: 5 })
  return addParcel(of, { items: [{ productId, quantity: 1 }], status: 'shipped' })
}
const add = (orderId: string, returnId: string | null = null) =>
  addEvidenceAction(envelope(company), { orderId, returnId, photo })
const kept = (of = company) =>
  inspect<{ kind: string; day: string; evidence: number }>(
    of.organizationId,
    `SELECT f.kind, to_char(f.expires_at, 'YYYY-MM-DD') AS day,
       (SELECT count(*)::int FROM order_evidence e WHERE e.organization_id = f.organization_id AND e.file_id = f.id) AS evidence
     FROM stored_file f WHERE f.organization_id = current_organization()`,
  )

test('a photo belongs to a return of its own order: with another order’s nothing is kept', async () => {
  const [mine, another] = [await ship(), await ship(company, 'BON')]
  const [itsReturn, othersReturn] = [await addReturn(company, mine), await addReturn(company, another)]
  expect(await add(mine.orderId, othersReturn)).toMatchObject({ ok: false, error: 'notFound' })
  expect(await kept()).toEqual([])
  dataOf(await add(mine.orderId, itsReturn))
  expect(await kept()).toMatchObject([{ kind: 'evidence', evidence: 1 }])
})

test('a photo, on which a buyer’s address may stand, is kept for 180 days', async () => {
  const today = new Date().toISOString().slice(0, 10) as Parameters<typeof addDays>[0]
  dataOf(await add((await ship()).orderId))
  const days = [addDays(today, 180), addDays(today, 181)]
  expect(days).toContain((await kept())[0]!.day)
})

test('neither a photo for another company’s order is kept, nor one of theirs opened', async () => {
  const { orderId } = await ship()
  const { id } = dataOf(await add(orderId))
  const other = await createTestOrganization()
  await signInAs(other.owner)
  expect(await addEvidenceAction(envelope(other), { orderId, returnId: null, photo })).toMatchObject({
    error: 'notFound',
  })
  expect(await kept(other)).toEqual([])
  expect(await openEvidence(other.owner, id)).toBeNull()
  const opened = await openEvidence(company.owner, id)
  expect(opened).not.toBeNull()
  await opened!.content.cancel()
})

test('the door of photos opens no file of another kind', async () => {
  const { id } = dataOf(await add((await ship()).orderId))
  const documentId = await storedInvoice(company)
  const { organizationId } = company
  await withOrganization(company, async (db) => {
    const { fileId } = await db.fiscalDocument.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: documentId } },
      select: { fileId: true },
    })
    await db.$executeRaw`UPDATE order_evidence SET file_id = ${fileId}::uuid WHERE organization_id = ${organizationId}::uuid`
  })
  expect(await openEvidence(company.owner, id)).toBeNull()
})
