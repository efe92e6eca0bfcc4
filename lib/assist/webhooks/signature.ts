import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { encrypt, decrypt } from '@/lib/core/crypto'

export const SIGNATURE_HEADER = 'mascate-signature'

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

export const aboutWebhookSecret = (organizationId: string, endpointId: string) =>
  `${organizationId} webhook_endpoint ${endpointId}`
export const encryptSecret = (organizationId: string, endpointId: string, secret: string) =>
  encrypt(secret, aboutWebhookSecret(organizationId, endpointId))
export const openSecret = (organizationId: string, endpointId: string, encrypted: string) =>
  decrypt(encrypted, aboutWebhookSecret(organizationId, endpointId))

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`; after a change of the secret once with each. */
export function signBody(body: string, secrets: readonly string[], seconds: number): string {
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join()
}
