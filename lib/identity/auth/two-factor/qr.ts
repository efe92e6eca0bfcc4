import 'server-only'
import { encode } from 'uqr'

/** A QR code as one path on a square of `size` units, its quiet zone included. */
export type QrPicture = { size: number; path: string }

const QUIET_ZONE = 4

export function drawQr(text: string): QrPicture {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size, path: path.join('') }
}

function runsOf(row: boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  row.forEach((dark, x) => {
    if (!dark) return
    if (x > 0 && row[x - 1]) runs.at(-1)![1] += 1
    else runs.push([x, 1])
  })
  return runs
}
