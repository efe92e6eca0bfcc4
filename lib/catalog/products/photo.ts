import 'server-only'
import { encodePicture, type PictureOwner } from '@/lib/core/files/encode-picture'

const SIDE_PX = 1024

/** Encodes a picture as WebP of at most 1024 px, upright and without metadata; null for any other input. */
export const encodePhoto = (owner: PictureOwner, file: Uint8Array): Promise<Buffer | null> =>
  encodePicture(owner, file, (picture) =>
    picture.resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true }),
  )
