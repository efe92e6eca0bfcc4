import 'server-only'
import { encrypt, decrypt } from '@/lib/core/crypto'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import type { TokenPair } from '@/lib/shopee/tokens'
import { keepInProcess } from '@/lib/core/process/process-state'

/** The platform takes a refresh token this long. */
const REFRESH_DAYS = 30
/** The former access token stays valid for so long after a refresh. */
const GRACE_SECONDS = 300
/** Past it, who was refreshing is taken for dead; longer than any refresh may last (see REFRESH_DEADLINE_MS). */
export const LEASE_SECONDS = 15

export type Owner = { organizationId: string; shopId: string }

/** As it lies in the database: both tokens encrypted. The encrypted refresh token names the generation: no two are the same. */
export type TokenRecord = {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
  refreshExpiresAt: Date
  refreshingSince: Date | null
  generation: number
  updatedAt: Date
}
export type Connection = { externalShopId: string; status: string; token: TokenRecord | null }

export const aboutToken = ({ organizationId, shopId }: Owner, field: 'accessToken' | 'refreshToken') =>
  `organization:${organizationId}:shop:${shopId}:${field}`

export const encryptTokens = (owner: Owner, pair: TokenPair) => ({
  accessToken: encrypt(pair.accessToken, aboutToken(owner, 'accessToken')),
  refreshToken: encrypt(pair.refreshToken, aboutToken(owner, 'refreshToken')),
})
export const openAccessToken = (owner: Owner, encrypted: string) => decrypt(encrypted, aboutToken(owner, 'accessToken'))
export const openRefreshToken = (owner: Owner, encrypted: string) =>
  decrypt(encrypted, aboutToken(owner, 'refreshToken'))

type Row = Omit<Connection, 'token'> & TokenRecord

const reading = keepInProcess(new Map<string, Promise<Connection | null>>())

/**
 * The shop and its pair as they are now; null without a platform's id. This goes before every call of the platform, so who
 * asks while somebody reads gets that reading: a hundred callers take one connection, not all of them.
 */
export function findConnection(scope: Scope, shopId: string): Promise<Connection | null> {
  const key = `${scope.organizationId}:${shopId}`
  const running = reading.get(key) ?? readConnection(scope, shopId).finally(() => reading.delete(key))
  reading.set(key, running)
  return running
}

/** In one statement: read one after the other, a grant that ends in between would be a connected shop without tokens. */
async function readConnection({ organizationId }: Scope, shopId: string): Promise<Connection | null> {
  const [row] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<(Row | (Omit<Connection, 'token'> & { refreshToken: null }))[]>`
      SELECT s.external_shop_id AS "externalShopId", s.status::text AS status, t.access_token AS "accessToken", t.refresh_token AS "refreshToken",
        t.access_expires_at AS "accessExpiresAt", t.refresh_expires_at AS "refreshExpiresAt", t.refreshing_since AS "refreshingSince",
        t.generation, t.updated_at AS "updatedAt"
      FROM shop s LEFT JOIN shop_token t ON t.organization_id = s.organization_id AND t.shop_id = s.id
      WHERE s.organization_id = ${organizationId}::uuid AND s.id = ${shopId}::uuid AND s.external_shop_id IS NOT NULL`,
  )
  if (!row) return null
  const { externalShopId, status } = row
  return { externalShopId, status, token: row.refreshToken === null ? null : row }
}

/** The first pair of an authorization, whatever was there before. */
export async function keepFirstPair(db: Db, owner: Owner, pair: TokenPair): Promise<void> {
  const { organizationId, shopId } = owner
  const { accessToken, refreshToken } = encryptTokens(owner, pair)
  await db.$executeRaw`
    INSERT INTO shop_token AS t (organization_id, shop_id, access_token, refresh_token, access_expires_at, refresh_expires_at)
    VALUES (${organizationId}::uuid, ${shopId}::uuid, ${accessToken}, ${refreshToken},
      now() + make_interval(secs => ${pair.expiresInSeconds}::int), now() + make_interval(days => ${REFRESH_DAYS}::int))
    ON CONFLICT (organization_id, shop_id) DO UPDATE SET access_token = excluded.access_token, refresh_token = excluded.refresh_token,
      access_expires_at = excluded.access_expires_at, refresh_expires_at = excluded.refresh_expires_at,
      generation = t.generation + 1, refreshing_since = NULL, updated_at = now()`
}

/**
 * Writes down, before the platform is asked, that this generation is being refreshed. False when somebody else is at it, or
 * was faster, or has learnt that it is spent. Where somebody died at it the refresh may have happened, and then the access token ends with its grace.
 */
export async function claimRefresh({ organizationId, shopId }: Owner, { refreshToken }: TokenRecord): Promise<boolean> {
  const claimed = await withOrganization(
    { organizationId },
    (db) => db.$executeRaw`
      UPDATE shop_token SET refreshing_since = now(), access_expires_at = CASE WHEN refreshing_since IS NULL THEN access_expires_at
        ELSE least(access_expires_at, refreshing_since + make_interval(secs => ${GRACE_SECONDS}::int)) END
      WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid AND refresh_token = ${refreshToken}
        AND refresh_expires_at > now() AND (refreshing_since IS NULL OR refreshing_since < now() - make_interval(secs => ${LEASE_SECONDS}::int))`,
  )
  return claimed === 1
}

/** The next generation, unless another one took the place meanwhile (an authorization does). */
export async function keepNextPair(owner: Owner, { refreshToken }: TokenRecord, pair: TokenPair): Promise<void> {
  const { organizationId, shopId } = owner
  const next = encryptTokens(owner, pair)
  await withOrganization(
    { organizationId },
    (db) => db.$executeRaw`
      UPDATE shop_token SET access_token = ${next.accessToken}, refresh_token = ${next.refreshToken},
        access_expires_at = now() + make_interval(secs => ${pair.expiresInSeconds}::int),
        refresh_expires_at = now() + make_interval(days => ${REFRESH_DAYS}::int),
        generation = generation + 1, refreshing_since = NULL, updated_at = now()
      WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid AND refresh_token = ${refreshToken}`,
  )
}

/** The refresh has certainly not happened. */
export async function releaseRefresh({ organizationId, shopId }: Owner, { refreshToken }: TokenRecord): Promise<void> {
  await withOrganization({ organizationId }, (db) =>
    db.shopToken.updateMany({ where: { organizationId, shopId, refreshToken }, data: { refreshingSince: null } }),
  )
}

/** The refresh token is spent and its successor lost: the access token is used up, then the grant has ended. */
export async function spendRefreshToken(
  { organizationId, shopId }: Owner,
  { refreshToken }: TokenRecord,
): Promise<void> {
  await withOrganization(
    { organizationId },
    (db) => db.$executeRaw`
      UPDATE shop_token SET refresh_expires_at = to_timestamp(0), refreshing_since = NULL,
        access_expires_at = least(access_expires_at, coalesce(refreshing_since, now()) + make_interval(secs => ${GRACE_SECONDS}::int))
      WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid AND refresh_token = ${refreshToken}`,
  )
}
