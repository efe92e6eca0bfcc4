import 'server-only'
import type { Actor } from '@/lib/core/db'
import { withOrganization } from '@/lib/core/db'
import { testBaseFolder } from '@/lib/connect/drive/folder'
import { env } from '@/lib/core/env'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { checkMailServer } from '@/lib/core/mail/transport'
import { checkKey } from '@/lib/identity/organization-keys/check-key'
import { getProviderKey } from '@/lib/identity/organization-keys/keys'
import type { KeyProviderName } from '@/lib/identity/organization-keys/schema'
import { callOut, OutboundError } from '@/lib/core/http/outbound'
import { testConnection } from '@/lib/connect/shops/test-connection'
import type { IntegrationName, TestState } from './schema'

/** `code`: why, in the words of the catalogue; `about`: of which shop. */
export type TestOutcome = { state: TestState; code?: ErrorCode; about?: string }

const MOST_SHOPS = 10

const tests: Record<IntegrationName, (actor: Actor) => Promise<TestOutcome>> = {
  marketplace: testShops,
  drive: async (actor) => {
    await testBaseFolder(actor)
    return { state: 'works' }
  },
  gemini: (actor) => testKey(actor, 'gemini'),
  manus: (actor) => testKey(actor, 'manus'),
  google: testGoogle,
  email: async () => {
    if (!env().SMTP_URL) return { state: 'notSet' }
    return { state: (await checkMailServer()) ? 'works' : 'unreachable' }
  },
}

/** Asks the other side now, and says what came of it. */
export const testIntegration = (actor: Actor, integration: IntegrationName): Promise<TestOutcome> =>
  tests[integration](actor).catch((error: unknown): TestOutcome => {
    if (error instanceof UserError) return { state: 'failed', code: error.code }
    throw error
  })

async function testKey(actor: Actor, provider: KeyProviderName): Promise<TestOutcome> {
  const providerKey = await getProviderKey(actor, provider)
  return providerKey ? { state: await checkKey(provider, providerKey.key) } : { state: 'notSet' }
}

async function testGoogle(): Promise<TestOutcome> {
  if (!env().GOOGLE_CLIENT_ID || !env().GOOGLE_CLIENT_SECRET) return { state: 'notSet' }
  const address = env().GOOGLE_WELL_KNOWN
  try {
    const { status } = await callOut(address, { allow: [new URL(address).host], timeoutMs: 8000 })
    return { state: status === 200 ? 'works' : 'unreachable' }
  } catch (error) {
    if (error instanceof OutboundError) return { state: 'unreachable' }
    throw error
  }
}

/** Each connected shop in turn, until one does not answer. */
async function testShops(actor: Actor): Promise<TestOutcome> {
  const { organizationId } = actor
  const shops = await withOrganization(actor, (db) =>
    db.shop.findMany({
      where: { organizationId, platform: 'shopee', status: { in: ['active', 'expired'] } },
      select: { id: true, name: true, status: true },
      orderBy: { id: 'asc' },
      take: MOST_SHOPS,
    }),
  )
  if (shops.length === 0) return { state: 'notSet' }
  for (const { id, name, status } of shops) {
    if (status === 'expired') return { state: 'failed', code: 'shopGrantExpired', about: name }
    try {
      await testConnection(actor, { id })
    } catch (error) {
      if (error instanceof UserError) return { state: 'failed', code: error.code, about: name }
      throw error
    }
  }
  return { state: 'works' }
}
