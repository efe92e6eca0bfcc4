import type { ShopCaller } from './app'
import { fields, key, text } from './lenient'
import { read } from './reading'
import { callShopee } from './transport'

/** A picture as the platform holds it. */
export type ProofPhoto = { url: string; thumbnail: string }

const converted = fields({ url: key, thumbnail: text })

/** Hands over a JPEG of at most 10 MB; nothing refers to it until a proof does. */
export async function convertImage(
  shop: ShopCaller,
  { returnSn, fileName, bytes }: { returnSn: string; fileName: string; bytes: Uint8Array },
): Promise<ProofPhoto> {
  const path = '/api/v2/returns/convert_image'
  const file = { field: 'upload_image', fileName, type: 'image/jpeg', bytes }
  const { response } = await callShopee(shop, {
    path,
    repeatable: true,
    form: { fields: { return_sn: returnSn }, file },
  })
  const { url, thumbnail } = read(path, converted, response).data
  return { url, thumbnail: thumbnail ?? url }
}

/** The seller's evidence in a dispute: accepted once, while the platform asks for it. */
export async function uploadProof(
  shop: ShopCaller,
  { returnSn, photos, description }: { returnSn: string; photos: ProofPhoto[]; description: string },
): Promise<void> {
  const body = { return_sn: returnSn, photo: photos, description }
  await callShopee(shop, { path: '/api/v2/returns/upload_proof', repeatable: false, body })
}
