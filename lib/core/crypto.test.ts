import { randomBytes } from 'node:crypto'
import { seal, unseal } from './crypto'
import { env } from './env'

const about = 'organization:1:drive:refresh'

test('an encrypted text decrypts again, and looks different each time', () => {
  const sealed = seal('segredo ção 🚚', about)
  expect(sealed).not.toContain('segredo')
  expect(seal('segredo ção 🚚', about)).not.toBe(sealed)
  expect(unseal(sealed, about)).toBe('segredo ção 🚚')
})

test('sealed text opens nowhere else, and not when one character was changed', () => {
  const sealed = seal('segredo', about)
  expect(() => unseal(sealed, 'organization:2:drive:refresh')).toThrow()
  const at = sealed.length - 3
  expect(() => unseal(sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1), about)).toThrow()
})

test('a text that was never encrypted is not repeated in the error', () => {
  expect(() => unseal('um segredo em claro', about)).toThrow(/of no known form/)
  expect(() => unseal('um segredo em claro', about)).not.toThrow(/claro/)
})

test('a text encrypted with an earlier key decrypts while that key is kept, and no longer', () => {
  const sealed = seal('segredo', about)
  const before = env().ENCRYPTION_KEY
  env().ENCRYPTION_KEY = randomBytes(32).toString('base64')
  expect(() => unseal(sealed, about)).toThrow(/PREVIOUS_ENCRYPTION_KEYS/)
  env().PREVIOUS_ENCRYPTION_KEYS = [before]
  expect(unseal(sealed, about)).toBe('segredo')
  env().ENCRYPTION_KEY = before
  env().PREVIOUS_ENCRYPTION_KEYS = []
})
