import 'server-only'
import { createHash, randomBytes } from 'node:crypto'

export const RECOVERY_CODES = 10
/** 32 letters and digits that are hard to mistake for each other: five bits each, eighty a code, whose hash is not guessed from. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 16

export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES)
    codes.add([...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join(''))
  return [...codes].map((code) => code.match(/.{4}/g)!.join('-'))
}

/** The stored form of a code, with or without dashes; bound to its owner. In hex. */
export const hashRecoveryCode = (code: string, userId: string) =>
  createHash('sha256')
    .update(`${userId}:${code.replaceAll('-', '')}`)
    .digest('hex')
