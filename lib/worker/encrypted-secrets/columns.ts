import 'server-only'
import { aboutTotp } from '@/lib/identity/auth/two-factor/totp'
import { aboutDrive } from '@/lib/connect/drive/access'
import type { KeyProvider } from '@/lib/generated/prisma/client'
import { aboutProviderKey } from '@/lib/identity/organization-keys/keys'
import { aboutToken, LEASE_SECONDS } from '@/lib/connect/shops/token-record'
import { aboutWebhookSecret } from '@/lib/assist/webhooks/signature'

export type EncryptedColumn = {
  table: string
  /** The table belongs to organizations, or to persons, whose table belongs to none. */
  whose: 'organization' | 'person'
  /** With the organization, or alone for a person's, the key of a row. */
  id: string | null
  column: string
  about: (organizationId: string, id: string) => string
  /** SQL: the row may be rewritten now. */
  free?: string
}

const token = (column: string, field: 'accessToken' | 'refreshToken'): EncryptedColumn => ({
  table: 'shop_token',
  whose: 'organization',
  id: 'shop_id',
  column,
  about: (organizationId, shopId) => aboutToken({ organizationId, shopId }, field),
  // A running refresh writes the next pair over the one that it read, and finds it by its encrypted text.
  free: `(refreshing_since IS NULL OR refreshing_since < now() - make_interval(secs => ${2 * LEASE_SECONDS}))`,
})
const webhook = (column: string): EncryptedColumn => ({
  table: 'webhook_endpoint',
  whose: 'organization',
  id: 'id',
  column,
  about: aboutWebhookSecret,
})

/** All that lies encrypted in the database for longer than a job's life. */
export const ENCRYPTED_COLUMNS: EncryptedColumn[] = [
  token('access_token', 'accessToken'),
  token('refresh_token', 'refreshToken'),
  webhook('secret'),
  webhook('former_secret'),
  {
    table: 'organization_key',
    whose: 'organization',
    id: 'provider',
    column: 'encrypted',
    about: (organizationId, provider) => aboutProviderKey(organizationId, provider as KeyProvider),
  },
  { table: 'drive_connection', whose: 'organization', id: null, column: 'refresh_token', about: aboutDrive },
  { table: 'app_user', whose: 'person', id: 'id', column: 'totp_secret', about: (_, userId) => aboutTotp(userId) },
]
