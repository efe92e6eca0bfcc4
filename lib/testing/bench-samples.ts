import sharp from 'sharp'
import { inspect } from './database'
import type { TestOrganization } from './factories'
import { addParcel } from './parcel-desk'
import { addStockedProduct } from './stocked-product'

type Sample = (company: TestOrganization) => Promise<object>

const picture = async () => {
  const drawn = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(drawn)], 'a.png', { type: 'image/png' })
}

async function parcel(company: TestOrganization) {
  const productId = await addStockedProduct(company, { sku: `SKU-${Math.random()}`, onHand: 5 })
  return { ...(await addParcel(company, { items: [{ productId, quantity: 1 }] })), productId }
}

export const benchSamples: Record<string, Sample> = {
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
    ...{ returnId: null, photo: await picture() },
    orderId: (await parcel(company)).orderId,
  }),
}
