import 'server-only'
import { encodePicture } from '@/lib/core/files/encode-picture'

const SIDE_PX = 256

/** Encodes a picture as a square of 256 px cut out of its middle; null for any other input. */
export const encodeAvatar = (userId: string, file: Uint8Array): Promise<Buffer | null> =>
  encodePicture({ userId }, file, (picture) =>
    picture.resize({ width: SIDE_PX, height: SIDE_PX, fit: 'cover', position: 'centre' }),
  )
