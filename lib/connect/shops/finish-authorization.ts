import 'server-only'
import { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { actorOf, type Member } from '@/lib/identity/auth/member'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { requestFirstSync } from '../sync/streams/request-sync'
import { ShopeeError } from '@/lib/shopee/errors'
import { getShopInfo, type ShopeeShop } from '@/lib/shopee/shops'
import { exchangeAuthorization, type TokenPair } from '@/lib/shopee/tokens'
import { getShopeeApp } from './app'
import { findAuthorizable, hashState, openState, type AuthorizationState } from './authorize'
import type { ShopStatus } from './grant'
import { sharedLimiter } from './limiter'
import { asShopProblem } from './shopee-problem'
import { isShopNumber } from './schema'
import { refuseHeld, refuseTaken } from './shop-record'
import { keepFirstPair } from './token-record'
import { patienceOfAPerson } from './tokens'

const answered = z.object({
  state: z.string().max(2000).optional(),
  code: z.string().min(1).max(2000).optional(),
  shop_id: z.string().max(40).optional(),
  main_account_id: z.string().max(40).optional(),
})
type Answered = z.output<typeof answered>
export type AuthorizedShop = { shopId: string; name: string }

/** Takes the platform's answer. Whatever is wrong with it, nothing has changed; a code is not redeemed before all else is right. */
export async function finishAuthorization(member: Member, query: Record<string, string>): Promise<AuthorizedShop> {
  const answer = answered.safeParse(query).data ?? {}
  const { shopId } = await claimAuthorization(member, answer.state)
  const code = codeOf(answer)
  const actor = actorOf(member)
  const { organizationId } = member
  const shop = await withOrganization(member, (db) => findAuthorizable(db, { organizationId, shopId }))
  const number = numberOf(answer, shop.externalShopId)
  if (shop.externalShopId === null)
    await withOrganization(member, (db) =>
      refuseHeld(db, { organizationId, name: shop.name, market: '', externalShopId: number }, shopId),
    )
  const { pair, info } = await redeem(code, number)
  await refuseTaken(
    withOrganization(member, (db) => connectGranted(db, actor, { shopId, number, seen: shop, pair, info })),
  )
  return { shopId, name: shop.name }
}

/** The answer belongs to an authorization that this person began in this session and company, within its minutes, and is the first one. */
async function claimAuthorization(member: Member, given: string | undefined): Promise<AuthorizationState> {
  const state = given === undefined ? null : openState(given)
  if (!state || given === undefined) throw new UserError('shopStateMissing')
  if (state.userId !== member.userId || state.sessionId !== member.sessionId) throw new UserError('shopStateForeign')
  const { organizationId } = member
  if (state.organizationId !== organizationId) throw new UserError('shopStateOrganization')
  const stateHash = hashState(given)
  await withOrganization(member, async (db) => {
    const { count } = await db.shopAuthorization.updateMany({
      where: { organizationId, stateHash, usedAt: null, expiresAt: { gt: new Date() } },
      data: { usedAt: new Date() },
    })
    if (count === 1) return
    const where = { organizationId_stateHash: { organizationId, stateHash } }
    const known = await db.shopAuthorization.findUnique({ where, select: { usedAt: true } })
    if (!known) throw new UserError('shopStateMissing')
    throw new UserError(known.usedAt ? 'shopStateReused' : 'shopStateExpired')
  })
  return state
}

function codeOf({ code, main_account_id: mainAccount, shop_id: shop }: Answered): string {
  if (!code) throw new UserError('shopDenied')
  if (mainAccount !== undefined && shop === undefined) throw new UserError('shopMainAccount')
  return code
}

/** The number that the platform tells; of a shop that has one, no other. */
function numberOf({ shop_id: shopId }: Answered, known: string | null): string {
  if (shopId === undefined || !isShopNumber(shopId) || (known !== null && shopId !== known))
    throw new UserError('shopOther')
  return shopId
}

async function redeem(code: string, externalShopId: string): Promise<{ pair: TokenPair; info: ShopeeShop | null }> {
  const app = getShopeeApp()
  const { deadlineMs, retries } = patienceOfAPerson
  const until = Date.now() + deadlineMs
  try {
    const pair = await exchangeAuthorization({ app, deadlineMs }, { code, shopId: externalShopId })
    const shop = { app, shopId: externalShopId, accessToken: pair.accessToken, limiter: sharedLimiter }
    // The code is spent: that the shop does not tell of itself at this moment is no reason to lose the grant.
    const info = await getShopInfo({ ...shop, retries, deadlineMs: Math.max(1, until - Date.now()) }).then(
      ({ data }) => data,
      (error: unknown) => {
        if (error instanceof ShopeeError) return null
        throw error
      },
    )
    return { pair, info }
  } catch (error) {
    const problem = asShopProblem(error)
    const isAway = problem instanceof UserError && problem.code === 'shopPlatformAway'
    throw isAway ? new UserError('shopAuthorizationUnanswered') : problem
  }
}

type Seen = { externalShopId: string | null; version: number; status: ShopStatus }
type Granted = { shopId: string; number: string; seen: Seen; pair: TokenPair; info: ShopeeShop | null }

/** Writes down a grant of the platform: the shop is connected, and its first sync asked for. */
export async function connectGranted(
  db: Db,
  actor: Actor,
  { shopId, number, seen, pair, info }: Granted,
): Promise<void> {
  const { organizationId, userId } = actor
  await holdUnchanged(db, { organizationId, shopId }, seen)
  const where = { organizationId_id: { organizationId, id: shopId } }
  if (seen.externalShopId === null)
    await db.shop.update({ where, data: { externalShopId: number }, select: { id: true } })
  const [claim] = await db.$queryRaw<{ held: boolean }[]>`SELECT claim_shop(${shopId}::uuid) AS held`
  if (!claim?.held) throw new UserError('shopConnectFailed', { fields: { externalShopId: ['errors.shopNeedsClaim'] } })
  await keepFirstPair(db, { organizationId, shopId }, pair)
  const before = await db.shop.findUniqueOrThrow({ where, select: { status: true, stockFrom: true } })
  const now = new Date()
  const grantEndsAt = info?.grantEndsAt ?? null
  await db.shop.update({
    where,
    data: {
      status: 'active',
      connectedAt: now,
      connectedBy: userId,
      grantEndsAt,
      problem: null,
      degradedSince: null,
      stockFrom: before.stockFrom ?? now,
      version: { increment: 1 },
    },
    select: { id: true },
  })
  await db.shopAuthorization.deleteMany({ where: { organizationId, expiresAt: { lt: now } } })
  await recordAudit(db, actor, {
    event: 'shop.connected',
    subjectId: shopId,
    before: { status: before.status, externalShopId: seen.externalShopId },
    after: { status: 'active', externalShopId: number, platformName: info?.name ?? null, grantEndsAt },
  })
  await requestFirstSync(db, actor, shopId)
}

/** The platform took seconds to answer: what it granted is for the shop as it stood, and it stays so until this is written. */
async function holdUnchanged(
  db: Db,
  { organizationId, shopId }: { organizationId: string; shopId: string },
  seen: Seen,
) {
  const [now] = await db.$queryRaw<Seen[]>`
    SELECT external_shop_id AS "externalShopId", version, status::text FROM shop
    WHERE organization_id = ${organizationId}::uuid AND id = ${shopId}::uuid FOR UPDATE`
  const isUnchanged =
    now?.externalShopId === seen.externalShopId && now.version === seen.version && now.status === seen.status
  if (!isUnchanged) throw new UserError('shopChanged')
}
