import 'server-only'
import sharp from 'sharp'

const SIDE_PX = 1024
/** A small file may claim a huge picture: no more than this is decoded. */
const MAX_PIXELS = 24_000_000
const AT_ONCE = 2

const SIGNATURES: { type: string; bytes: number[]; at: number }[] = [
  { type: 'jpeg', bytes: [0xff, 0xd8, 0xff], at: 0 },
  { type: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0 },
  { type: 'webp', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
]

const isPicture = (file: Uint8Array) =>
  SIGNATURES.some(({ bytes, at }) => bytes.every((byte, index) => file[at + index] === byte))

let free = AT_ONCE
const waiting: (() => void)[] = []

/** A decoded picture takes a hundred times its file's room, so the rest wait in line for their turn. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

/** Writes a picture anew as WebP of at most 1024 px, upright and without metadata; null when it is none. */
export async function encodePhoto(file: Uint8Array): Promise<Buffer | null> {
  if (!isPicture(file)) return null
  return inTurn(() =>
    sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => null),
  )
}
