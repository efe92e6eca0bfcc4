import { z } from 'zod'

const UINT32_MAX = 4_294_967_295

/** A whole number in a query ("12") or a body (12). */
export const integer = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
])

/** An id of up to 64 bits, always as BigInt. */
export const int64 = z.union([
  z.bigint(),
  z.number().int().transform(BigInt),
  z
    .string()
    .regex(/^-?\d{1,19}$/)
    .transform(BigInt),
])

export const boolean = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** All three spellings that are in use: `a,b`, `key=a&key=b` and `[a,b]`. */
export const list = <T extends z.ZodType>(element: T) => z.preprocess(splitList, z.array(element))

function splitList(value: unknown): unknown {
  if (value === undefined) return undefined
  return [value].flat().flatMap((part: unknown) =>
    typeof part === 'string'
      ? part
          .replace(/^\s*\[(.*)\]\s*$/s, '$1')
          .split(',')
          .map((text) => text.trim().replace(/^"(.*)"$/, '$1'))
          .filter(Boolean)
      : [part],
  )
}

/** The gateway's own integers: null when the text is none between 0 and 4294967295. */
export function readUint32(text: string): number | null {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN
  return value <= UINT32_MAX ? value : null
}
