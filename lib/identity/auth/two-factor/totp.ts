import 'server-only'
import { Secret, TOTP } from 'otpauth'
import { encrypt, decrypt } from '@/lib/core/crypto'

const SECRET_BYTES = 20
const NEIGHBOURS = 1

const totpOf = (secret: string, label?: string) =>
  new TOTP({
    issuer: 'Mascate',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(secret),
  })

/** In base32, as authenticator apps take it by hand. */
export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** The address that an authenticator app reads from the picture. */
export const totpAddress = (secret: string, email: string) => totpOf(secret, email).toString()

/** The step (30 s each since 1970) that the code belongs to: the present one or a neighbour, for clocks that differ. */
export function stepOf(code: string, secret: string, now = Date.now()): bigint | null {
  const totp = totpOf(secret)
  const distance = totp.validate({ token: code, timestamp: now, window: NEIGHBOURS })
  return distance === null ? null : BigInt(totp.counter({ timestamp: now }) + distance)
}

export const aboutTotp = (userId: string) => `user:${userId}:totp`
export const encryptTotp = (secret: string, userId: string) => encrypt(secret, aboutTotp(userId))
export const decryptTotp = (encrypted: string, userId: string) => decrypt(encrypted, aboutTotp(userId))
