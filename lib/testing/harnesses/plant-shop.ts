import { connectGranted } from '@/lib/connect/shops/finish-authorization'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { authorize } from '@/lib/sandbox/authorize'
import { issuePair } from '@/lib/sandbox/tokens'
import { unique, type TestOrganization } from '../factories/factories'
import type { TestSandbox } from '../fakes/sandbox'

const DAY_MS = 86_400_000

/**
 * A shop that is connected as `connectShop` connects it, without the ways of a browser between the two: both sides write what they keep
 * of it (plant-shop.integration.test.ts compares them).
 */
export async function plantShop(
  { platform, partnerId, admin }: TestSandbox,
  { organizationId, legalEntityId, owner }: TestOrganization,
  validityDays = 365,
): Promise<{ id: string; number: number }> {
  const { shopId: number } = await admin<{ shopId: number }>('shop', {})
  const now = platform.clock.now()
  const granted = { partnerId: BigInt(partnerId), now }
  const issued = await platform.transaction(async (db) => {
    await authorize(db, { ...granted, choice: { shopId: BigInt(number) }, validityDays })
    return issuePair(db, { ...granted, subjects: [{ kind: 'shop', id: BigInt(number) }] })
  })
  const pair = {
    accessToken: issued.access_token,
    refreshToken: issued.refresh_token,
    expiresInSeconds: issued.expire_in,
  }
  const grantEndsAt = new Date(now * 1000 + validityDays * DAY_MS)
  const unread = { name: null, region: null, status: null, authorizedAt: null, isCrossBorder: false, fulfillment: null }
  const externalShopId = String(number)
  const fields = { name: unique('Loja'), platform: 'shopee', market: '', externalShopId, legalEntityId } as const
  const data = { organizationId, id: newId(), ...fields, status: 'pending' } as const
  await withOrganization(owner, async (db) => {
    const { version } = await db.shop.create({ data, select: { version: true } })
    await recordAudit(db, owner, { event: 'shop.created', subjectId: data.id, after: { ...fields, status: 'pending' } })
    await connectGranted(db, owner, {
      shopId: data.id,
      number: externalShopId,
      seen: { externalShopId, version, status: 'pending' },
      pair,
      info: { ...unread, grantEndsAt },
    })
  })
  return { id: data.id, number }
}
