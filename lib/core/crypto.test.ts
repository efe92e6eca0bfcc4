import { randomBytes } from 'node:crypto'
import { encrypt, decrypt } from './crypto'
import { env } from './env'

const about = 'organization:1:drive:refresh'

test('an encrypted text decrypts again, and looks different each time', () => {
  const encrypted = encrypt('segredo ção 🚚', about)
  expect(encrypted).not.toContain('segredo')
  expect(encrypt('segredo ção 🚚', about)).not.toBe(encrypted)
  expect(decrypt(encrypted, about)).toBe('segredo ção 🚚')
})

test('encrypted text opens nowhere else, and not when one character was changed', () => {
  const encrypted = encrypt('segredo', about)
  expect(() => decrypt(encrypted, 'organization:2:drive:refresh')).toThrow()
  const at = encrypted.length - 3
  expect(() =>
    decrypt(encrypted.slice(0, at) + (encrypted[at] === 'A' ? 'B' : 'A') + encrypted.slice(at + 1), about),
  ).toThrow()
})

test('a text that was never encrypted is not repeated in the error', () => {
  expect(() => decrypt('um segredo em claro', about)).toThrow(/of no known form/)
  expect(() => decrypt('um segredo em claro', about)).not.toThrow(/claro/)
})

test('a text encrypted with an earlier key decrypts while that key is kept, and no longer', () => {
  const encrypted = encrypt('segredo', about)
  const before = env().ENCRYPTION_KEY
  env().ENCRYPTION_KEY = randomBytes(32).toString('base64')
  expect(() => decrypt(encrypted, about)).toThrow(/PREVIOUS_ENCRYPTION_KEYS/)
  env().PREVIOUS_ENCRYPTION_KEYS = [before]
  expect(decrypt(encrypted, about)).toBe('segredo')
  env().ENCRYPTION_KEY = before
  env().PREVIOUS_ENCRYPTION_KEYS = []
})
