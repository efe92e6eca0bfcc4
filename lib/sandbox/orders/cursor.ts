import { z } from 'zod'
import { PlatformError } from '../platform-error'
import { integer } from '../parameters'

/** Where a page ended: the time it is sorted by and the number that tells equal times apart. */
export type Position = { time: number; id: string }

export const pageSize = integer
  .refine((size) => size <= 100, 'must be 100 or less')
  .refine((size) => size >= 1, 'must be 1 or more')

export const cursorText = z.string().default('')

export const writeCursor = ({ time, id }: Position): string => Buffer.from(`${time},${id}`).toString('base64url')

/** null for the beginning. Throws error_param for what this platform did not hand out. */
export function readCursor(cursor: string): Position | null {
  if (cursor === '' || cursor === '""') return null
  const [, time, id] = /^(\d{1,10}),([0-9A-Z]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!time || !id) throw new PlatformError('error_param', 'Wrong parameters, detail: cursor is invalid.')
  return { time: Number(time), id }
}

/** A page of `size` out of up to `size + 1` rows that were read. */
export function cutPage<T>(rows: T[], size: number, positionOf: (row: T) => Position) {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const more = rows.length > size
  return { page, more, nextCursor: more && last ? writeCursor(positionOf(last)) : '' }
}
