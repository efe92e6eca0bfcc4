import { isInteger, isSafeNumber, parse, stringify } from 'lossless-json'

/** A number that a double would change stays text, digit by digit: what is read can be stored as plain JSON. */
const keepDigits = (text: string): number | string => {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  return isInteger(text) && !isSafeNumber(text) ? text : value
}

/** Throws for a text that is no JSON. The last value of a repeated key stands, as everywhere. */
export const parseJson = (text: string): unknown =>
  parse(text, null, { parseNumber: keepDigits, onDuplicateKey: ({ newValue }) => newValue })

/** Bigints are written as numbers, with all their digits. */
export const writeJson = (value: unknown): string => stringify(value) ?? 'null'
