import { isSafeNumber, parse, stringify } from 'lossless-json'

/** JSON as the platform writes it: a BigInt as a number with all of its digits. */
export const toJson = (value: unknown): string => stringify(value) ?? 'null'

/** Numbers that JavaScript would round come as BigInt. Throws a SyntaxError. */
export const fromJson = (text: string): unknown =>
  parse(text, undefined, (digits) =>
    !isSafeNumber(digits) && /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits),
  )
