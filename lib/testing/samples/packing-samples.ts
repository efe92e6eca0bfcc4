import sharp from 'sharp'
import { addEvidence } from '@/lib/sales/packing/add-evidence'
import { closeManifest } from '@/lib/sales/packing/close-manifest'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '../harnesses/database'
import type { TestOrganization } from '../factories/factories'
import { addParcel } from '../harnesses/parcel-harness'
import { addStockedProduct } from '../factories/stocked-product'

type Sample = (company: TestOrganization) => Promise<object>

export const picture = async () => {
  const drawn = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(drawn)], 'a.png', { type: 'image/png' })
}

async function parcel(company: TestOrganization) {
  const productId = await addStockedProduct(company, { sku: `SKU-${Math.random()}`, onHand: 5 })
  return { ...(await addParcel(company, { items: [{ productId, quantity: 1 }] })), productId }
}

/** A return of a shipped order; the shop is not connected, so that an answer comes as far as that. */
async function returnOfOrder(company: TestOrganization, kind: 'with_return' | 'failed_delivery') {
  const { organizationId } = company
  const productId = await addStockedProduct(company, { sku: `SKU-${Math.random()}`, onHand: 5 })
  const { orderId, shopId } = await addParcel(company, { items: [{ productId, quantity: 1 }], status: 'shipped' })
  const id = newId()
  const item = { line: 1, orderLine: 1, title: 'Anúncio', quantity: 1 }
  await withOrganization({ organizationId }, async (db) => {
    const data = { organizationId, id, orderId, shopId, number: id, kind, openedAt: new Date() }
    await db.orderReturn.create({ data, select: { id: true } })
    await db.returnItem.create({ data: { organizationId, returnId: id, ...item }, select: { line: true } })
  })
  return { orderId, returnId: id }
}

const orderReturn = async (company: TestOrganization, kind: 'with_return' | 'failed_delivery') =>
  (await returnOfOrder(company, kind)).returnId

export async function storedEvidence(company: TestOrganization): Promise<string> {
  const { orderId } = await parcel(company)
  return (await addEvidence(company.owner, { orderId, returnId: null, photo: await picture() })).id
}

export async function closedManifest(company: TestOrganization): Promise<string> {
  const { id } = await parcel(company)
  await inspect(company.organizationId, 'UPDATE package SET packed_at = now() WHERE id = $1', [id])
  return (await closeManifest(company.owner, { carrier: null, packageIds: [id] })).manifestId
}

export const packingSamples: Record<string, Sample> = {
  'bench.next': async (company) => {
    const { id, orderId } = await parcel(company)
    await inspect(company.organizationId, 'UPDATE package SET printed_at = now() WHERE id = $1', [id])
    const runId = newId()
    await inspect(
      company.organizationId,
      `INSERT INTO dispatch_run (organization_id, id, kind, state, input, total) VALUES (current_organization(), $1, 'prepare', 'done', $2, 1)`,
      [runId, JSON.stringify({ orderIds: [orderId] })],
    )
    return { screenId: newId(), runId, skipped: [] }
  },
  'bench.pack': async (company) => {
    const { id, productId } = await parcel(company)
    return { packageId: id, version: 1, lines: [{ key: productId, units: 1 }] }
  },
  'manifest.close': async (company) => {
    const { id } = await parcel(company)
    await inspect(company.organizationId, 'UPDATE package SET packed_at = now() WHERE id = $1', [id])
    return { carrier: null, packageIds: [id] }
  },
  'evidence.add': async (company) => ({
    photo: await picture(),
    ...(await returnOfOrder(company, 'with_return')),
  }),
  'return.receive': async (company) => ({
    version: 1,
    note: null,
    lines: [{ line: 1, sellable: 1, damaged: 0, missing: 0 }],
    returnId: await orderReturn(company, 'failed_delivery'),
  }),
  'return.answer': async (company) => ({
    version: 1,
    answer: { kind: 'accept' },
    returnId: await orderReturn(company, 'with_return'),
  }),
  'return.disputeReasons': async (company) => ({ returnId: await orderReturn(company, 'with_return') }),
}
