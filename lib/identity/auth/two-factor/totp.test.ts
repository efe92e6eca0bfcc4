import { TOTP, Secret } from 'otpauth'
import { drawQr } from './qr'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes'
import { codeInput } from './schema'
import { newTotpSecret, encryptTotp, stepOf, totpAddress, decryptTotp } from './totp'

// RFC 6238, appendix B: the secret '12345678901234567890', the last six of its eight digits.
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %i the code is that of RFC 6238', (second, code) => {
  expect(stepOf(code, RFC_SECRET, second * 1000)).toBe(BigInt(Math.floor(second / 30)))
})

test('a neighbouring step’s code is taken as its own step, one further away is not', () => {
  const secret = newTotpSecret()
  const now = 1_800_000_000_000
  const at = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })
  const step = BigInt(now / 30_000)
  expect([-1, 0, 1].map((steps) => stepOf(at(steps), secret, now))).toEqual([step - 1n, step, step + 1n])
  expect([-2, 2, -20, 20].map((steps) => stepOf(at(steps), secret, now))).toEqual([null, null, null, null])
})

test('a secret has 160 bits, and its address says what an authenticator app needs', () => {
  const secret = newTotpSecret()
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  expect(newTotpSecret()).not.toBe(secret)
  const address = new URL(totpAddress(secret, 'ana+loja@example.com'))
  expect(`${address.protocol}//${address.host}`).toBe('otpauth://totp')
  expect(decodeURIComponent(address.pathname)).toBe('/Mascate:ana+loja@example.com')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Mascate',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('an encrypted secret moved to another person does not open', () => {
  const encrypted = encryptTotp('JBSWY3DP', 'one')
  expect(encrypted).not.toContain('JBSWY3DP')
  expect(decryptTotp(encrypted, 'one')).toBe('JBSWY3DP')
  expect(() => decryptTotp(encrypted, 'other')).toThrow()
})

test('the picture is a square of dark runs inside a quiet zone of four', () => {
  const { size, path } = drawQr('otpauth://totp/Mascate:ana@example.com?secret=JBSWY3DP')
  expect((size - 8 - 17) % 4).toBe(0)
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((run) => run.slice(1).map(Number))
  expect(runs.map((run) => run.join()).join(';')).not.toBe('')
  for (const [x, y, length, back] of runs as [number, number, number, number][]) {
    expect(back).toBe(length)
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4)
    expect(Math.max(x + length, y + 1)).toBeLessThanOrEqual(size - 4)
  }
  // The finder pattern's upper edge.
  expect(runs[0]).toEqual([4, 4, 7, 7])
})

test('recovery codes are ten, each its own, read with or without dashes, and bound to their owner', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
  const typed = codeInput.parse({ code: ` ${codes[0]!.toUpperCase().replaceAll('-', ' ')}` }).code
  expect(hashRecoveryCode(typed, 'one')).toBe(hashRecoveryCode(codes[0]!, 'one'))
  expect(hashRecoveryCode(typed, 'one')).not.toBe(hashRecoveryCode(typed, 'other'))
})

test.each(['123 456', '123-456', ' 123456\n'])('%j is read as six digits', (code) => {
  expect(codeInput.parse({ code })).toEqual({ code: '123456' })
})

test.each(['', '12345', '1234567', 'abcd-efgh', '１２３４５６', 'x'.repeat(61)])('%j is no code', (code) => {
  expect(codeInput.safeParse({ code }).success).toBe(false)
})
