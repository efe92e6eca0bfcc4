import 'server-only'
import { encrypt, decrypt } from '@/lib/core/crypto'
import { withOrganization, type Scope } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import type { KeyProvider } from '@/lib/generated/prisma/client'

/** A key and whose it is: the company's own goes before the installation's. */
export type ProviderKey = { key: string; source: 'organization' | 'installation' }

export const aboutProviderKey = (organizationId: string, provider: KeyProvider) =>
  `${organizationId} organization_key ${provider}`

const installationKeys = (): Record<KeyProvider, string | undefined> => ({
  gemini: env().GEMINI_API_KEY,
  manus: env().MANUS_API_KEY,
})

export const encryptProviderKey = (organizationId: string, provider: KeyProvider, key: string) =>
  encrypt(key, aboutProviderKey(organizationId, provider))

/** The key by which this company calls the maker, opened; null: it has none, and the local way serves. Never for a browser. */
export async function getProviderKey(scope: Scope, provider: KeyProvider): Promise<ProviderKey | null> {
  const { organizationId } = scope
  const own = await withOrganization(scope, (db) =>
    db.organizationKey.findUnique({
      where: { organizationId_provider: { organizationId, provider } },
      select: { encrypted: true },
    }),
  )
  if (own) return { key: decrypt(own.encrypted, aboutProviderKey(organizationId, provider)), source: 'organization' }
  const key = installationKeys()[provider]
  return key ? { key, source: 'installation' } : null
}
