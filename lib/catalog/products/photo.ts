import 'server-only'
import { encodePicture } from '@/lib/core/files/encode-picture'

const SIDE_PX = 1024

/** Encodes a picture as WebP of at most 1024 px, upright and without metadata; null for any other input. */
export const encodePhoto = (organizationId: string, file: Uint8Array): Promise<Buffer | null> =>
  encodePicture(organizationId, file, (picture) =>
    picture.resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true }),
  )
