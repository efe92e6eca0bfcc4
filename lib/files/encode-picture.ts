import 'server-only'
import sharp, { type Sharp } from 'sharp'
import { makeTurns } from '../turns'

/** A small file may claim a huge picture: no more than this is decoded. */
const MAX_PIXELS = 24_000_000
const WEBP_QUALITY = 82
const JPEG_QUALITY = 88

const SIGNATURES: { type: string; bytes: number[]; at: number }[] = [
  { type: 'jpeg', bytes: [0xff, 0xd8, 0xff], at: 0 },
  { type: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0 },
  { type: 'webp', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
]

const isPicture = (file: Uint8Array) =>
  SIGNATURES.some(({ bytes, at }) => bytes.every((byte, index) => file[at + index] === byte))

// A decoded picture takes a hundred times its file's room, so the rest wait in line.
const inTurn = makeTurns({ atOnce: 2, waiting: 50 })

/** Writes a JPG, PNG or WebP anew as WebP, upright, shaped, and without metadata; null when it is none of them. */
export async function encodePicture(file: Uint8Array, shape: (picture: Sharp) => Sharp): Promise<Buffer | null> {
  if (!isPicture(file)) return null
  return inTurn(() =>
    shape(sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate())
      .webp({ quality: WEBP_QUALITY })
      .toBuffer()
      .catch(() => null),
  )
}

/** A picture of ours for who takes no WebP. */
export const encodeJpeg = (picture: Uint8Array): Promise<Buffer> =>
  inTurn(() => sharp(picture, { limitInputPixels: MAX_PIXELS }).jpeg({ quality: JPEG_QUALITY }).toBuffer())
