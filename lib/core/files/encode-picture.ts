import 'server-only'
import sharp, { type Sharp } from 'sharp'
import { limitConcurrency, limitConcurrencyByKey } from '../process/concurrency'

/** A small file may claim a huge picture: no more than this is decoded. */
const MAX_PIXELS = 24_000_000
/** Ends the work, whatever the picture asks for; a photo of a phone takes less than one. */
const MAX_SECONDS = 15
const WEBP_QUALITY = 82
const JPEG_QUALITY = 88

const SIGNATURES: { bytes: number[]; at: number }[][] = [
  [{ bytes: [0xff, 0xd8, 0xff], at: 0 }],
  [{ bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0 }],
  [
    { bytes: [...Buffer.from('RIFF')], at: 0 },
    { bytes: [...Buffer.from('WEBP')], at: 8 },
  ],
]
const LOADERS = ['Jpeg', 'Png', 'Webp'].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
])

const isPicture = (file: Uint8Array) =>
  SIGNATURES.some((parts) => parts.every(({ bytes, at }) => bytes.every((byte, index) => file[at + index] === byte)))

/** The company, the person, or both. */
export type PictureOwner = { organizationId?: string; userId?: string | null }

// A decoded picture takes a hundred times its file's room, so the rest wait in line: first their company's, then their person's, who may have
// many companies, then all.
const limitedByOwner = limitConcurrencyByKey({ atOnce: 1, waiting: 10 })
const limited = limitConcurrency({ atOnce: 2, waiting: 50 })
const run = <T>({ organizationId, userId }: PictureOwner, work: () => Promise<T>): Promise<T> =>
  [userId, organizationId].reduce<() => Promise<T>>(
    (run, id) => () => (id ? limitedByOwner(id, run) : run()),
    () => limited(work),
  )()

/** At a process's start: libvips loads JPG, PNG and WebP and nothing else, whatever a file says of itself. */
export function allowOnlyPictures(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
}

/**
 * Encodes a JPG, PNG or WebP as WebP, upright, shaped, and without metadata; null for any other input.
 */
export async function encodePicture(
  owner: PictureOwner,
  file: Uint8Array,
  shape: (picture: Sharp) => Sharp,
): Promise<Buffer | null> {
  if (!isPicture(file)) return null
  return run(owner, () =>
    shape(sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate())
      .webp({ quality: WEBP_QUALITY })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
      .catch(() => null),
  )
}

/** A picture of ours for who takes no WebP. */
export const encodeJpeg = (owner: PictureOwner, picture: Uint8Array): Promise<Buffer> =>
  run(owner, () =>
    sharp(picture, { limitInputPixels: MAX_PIXELS })
      .jpeg({ quality: JPEG_QUALITY })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer(),
  )
