import 'server-only'
import { encodePicture } from '@/lib/core/files/encode-picture'

const SIDE_PX = 1024

/** Writes a picture anew as WebP of at most 1024 px, upright and without metadata; null when it is none. */
export const encodePhoto = (organizationId: string, file: Uint8Array): Promise<Buffer | null> =>
  encodePicture(organizationId, file, (picture) =>
    picture.resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true }),
  )
