import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { encrypt, decrypt } from '@/lib/core/crypto'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { authorizationAddress } from '@/lib/shopee/signing'
import { callbackUrl, getShopeeApp } from './app'
import { mayAuthorize } from './grant'
import { shopPages, shopsPath, type AuthorizeShopInput } from './schema'
import { refuseHeldElsewhere } from './shop-record'

const MINUTES = 10
const ABOUT = 'shop authorization'

const stateSchema = z.strictObject({
  nonce: z.uuid(),
  organizationId: z.uuid(),
  shopId: z.uuid(),
  userId: z.uuid(),
  sessionId: z.uuid(),
  page: z.enum(['shops', 'company']).default('shops'),
})
/** Whose authorization it is: encrypted, it goes to the platform and comes back. */
export type AuthorizationState = z.output<typeof stateSchema>

/** For the database: what lies there opens nothing. */
export const hashState = (state: string) => Uint8Array.from(createHash('sha256').update(state).digest())

/** Null for what was not encrypted here. */
export function openState(state: string): AuthorizationState | null {
  try {
    return stateSchema.parse(JSON.parse(decrypt(state, ABOUT)))
  } catch {
    return null
  }
}

/** The page on which the authorization began, by what was encrypted then: nothing else says where to. */
export function returnPathOf(state: string | null): string {
  const begun = state === null ? null : openState(state)
  return begun ? shopPages[begun.page] : shopsPath
}

/** The shop as it must stand to be authorized; one without a number gets that of the platform. Throws what the seller can do about it. */
export async function findAuthorizable(db: Db, { organizationId, shopId }: { organizationId: string; shopId: string }) {
  const shop = await db.shop.findUnique({
    where: { organizationId_id: { organizationId, id: shopId } },
    select: {
      name: true,
      platform: true,
      externalShopId: true,
      status: true,
      version: true,
      grantEndsAt: true,
      stockFrom: true,
    },
  })
  if (!shop) throw new UserError('notFound')
  if (shop.platform !== 'shopee') throw new UserError('platformNotSupported')
  const { externalShopId } = shop
  if (!mayAuthorize(shop, new Date())) throw new UserError('shopAlreadyConnected')
  if (externalShopId !== null) await refuseHeldElsewhere(db, externalShopId)
  return shop
}

/** Prepares an authorization, good for ten minutes and once, and answers the platform's page for it. */
export async function beginAuthorization(
  actor: Actor,
  { id: shopId, page }: AuthorizeShopInput,
): Promise<{ url: string }> {
  const { organizationId, userId, sessionId } = actor
  if (!userId || !sessionId) throw new UserError('signedOut')
  const begun: AuthorizationState = { nonce: newId(), organizationId, shopId, userId, sessionId, page }
  const state = encrypt(JSON.stringify(begun), ABOUT)
  const app = await withOrganization(actor, async (db) => {
    await findAuthorizable(db, { organizationId, shopId })
    const shopeeApp = getShopeeApp()
    await db.shopAuthorization.create({
      data: {
        organizationId,
        shopId,
        userId,
        sessionId,
        stateHash: hashState(state),
        expiresAt: new Date(Date.now() + MINUTES * 60_000),
      },
      select: { shopId: true },
    })
    await recordAudit(db, actor, { event: 'shop.connectAsked', subjectId: shopId })
    return shopeeApp
  })
  return { url: authorizationAddress(app, { redirectUrl: callbackUrl(), state }) }
}
