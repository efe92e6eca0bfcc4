import 'server-only'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { env } from './env'

const IV_BYTES = 12
const TAG_BYTES = 16

type Key = { id: string; bytes: Buffer }

/** By which key something is encrypted: the first part of its text. */
export const encryptionKeyId = (): string => keyOf(env().ENCRYPTION_KEY).id
export const previousKeyIds = (): string[] => env().PREVIOUS_ENCRYPTION_KEYS.map((key) => keyOf(key).id)

const keyOf = (base64: string): Key => {
  const bytes = Buffer.from(base64, 'base64')
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

/**
 * Encrypts a secret at rest with AES-256-GCM. `about` names what it is and whose (organization or user, record, field): encrypted text
 * that is moved to another place does not open there. Answers `<key id>.<base64url>`.
 */
export function encrypt(secret: string, about: string): string {
  const { id, bytes } = keyOf(env().ENCRYPTION_KEY)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** The secret, opened with the key that encrypted it: the one in force or a previous one. Throws when it was changed, moved or its key is gone. */
export function decrypt(encrypted: string, about: string): string {
  const [id, text = ''] = encrypted.split('.')
  const key = [env().ENCRYPTION_KEY, ...env().PREVIOUS_ENCRYPTION_KEYS].map(keyOf).find((known) => known.id === id)
  // Only what has the form of a key id gets into the error: the rest of it could be a secret that was never encrypted.
  const named = /^[0-9a-f]{8}$/.test(id ?? '') ? id : 'of no known form'
  if (!key) throw new Error(`Values encrypted with key ${named} need that key among PREVIOUS_ENCRYPTION_KEYS.`)
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
