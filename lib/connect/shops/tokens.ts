import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { ShopCaller } from '@/lib/shopee/app'
import { bareCode } from '@/lib/shopee/error-codes'
import { asKind, remedyOf, ShopeeError, type ShopeeErrorKind } from '@/lib/shopee/errors'
import { refreshTokens } from '@/lib/shopee/tokens'
import { getShopeeApp } from './app'
import { endGrant } from './end-grant'
import { sharedLimiter } from './limiter'
import {
  claimRefresh,
  findConnection,
  keepNextPair,
  openAccessToken,
  openRefreshToken,
  releaseRefresh,
  spendRefreshToken,
  type Connection,
  type Owner,
  type TokenRecord,
} from './token-record'
import { keepInProcess } from '@/lib/core/process/process-state'

const REFRESH_DEADLINE_MS = 8000
/** Longer than a lease and a refresh together: who waits outlives who died. */
const LONGEST_WAIT_MS = 30_000
const POLL_MS = 150
const EARLY_MS = 15 * 60_000
/** After a refresh that failed, the token at hand is used so long before the next attempt. */
const COOL_DOWN_MS = 30_000

type Live = { externalShopId: string; token: TokenRecord }
export type CallOptions = Pick<ShopCaller, 'deadlineMs' | 'retries'>

/** Where a person waits for the platform: the token, the call and its repeats together. */
export const patienceOfAPerson = { deadlineMs: 5000, retries: 1 } satisfies CallOptions

const failedAt = keepInProcess(new Map<string, number>())
const obtaining = keepInProcess(new Map<string, Promise<Live>>())

/**
 * Runs `call` with a token that is good now, and once more with the next one where the platform says that it was not: keep it
 * to one request, or to what may be done twice. All of it ends within `deadlineMs`. Throws ShopeeError, or UserError
 * shopNotConnected and shopGrantExpired.
 */
export async function withShopToken<T>(
  scope: Scope,
  shopId: string,
  call: (shop: ShopCaller) => Promise<T>,
  options: CallOptions = {},
): Promise<T> {
  const owner = { organizationId: scope.organizationId, shopId }
  const { deadlineMs, ...rest } = options
  const until = Date.now() + (deadlineMs ?? Infinity)
  const caller = ({ externalShopId, token }: Live): ShopCaller => ({
    ...rest,
    ...(deadlineMs !== undefined && { deadlineMs: Math.max(1, until - Date.now()) }),
    app: getShopeeApp(),
    shopId: externalShopId,
    accessToken: openAccessToken(owner, token.accessToken),
    limiter: sharedLimiter,
  })
  const first = await getLive(scope, owner, null, until)
  try {
    return await call(caller(first))
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  const next = await getLive(scope, owner, first.token.refreshToken, until)
  try {
    return await call(caller(next))
  } catch (error) {
    if (!isRefused(error) || error.kind !== 'grantDead') throw error
    return endWith(owner, next.token)
  }
}

const isRefused = (error: unknown): error is ShopeeError =>
  error instanceof ShopeeError && (error.kind === 'tokenDead' || error.kind === 'grantDead')

async function endWith(owner: Owner, token: TokenRecord): Promise<never> {
  await endGrant(owner, token)
  throw new UserError('shopGrantExpired')
}

const isUsable = (token: TokenRecord, refused: string | null) =>
  token.refreshToken !== refused && token.accessExpiresAt.getTime() > Date.now()

/** Ahead of its time: a quarter of an hour, or for a short-lived token an eighth of its life. */
function isDue({ accessExpiresAt, updatedAt }: TokenRecord): boolean {
  const earlyMs = Math.min(EARLY_MS, (accessExpiresAt.getTime() - updatedAt.getTime()) / 8)
  return accessExpiresAt.getTime() - earlyMs <= Date.now()
}

function liveOf(connection: Connection | null): Live {
  if (connection?.status === 'expired') throw new UserError('shopGrantExpired')
  if (connection?.status !== 'active' || !connection.token) throw new UserError('shopNotConnected')
  return { externalShopId: connection.externalShopId, token: connection.token }
}

/** A generation other than the refused one. The callers of this process that have to wait for it wait together, each as long as it may. */
async function getLive(scope: Scope, owner: Owner, refused: string | null, until: number): Promise<Live> {
  const live = liveOf(await findConnection(scope, owner.shopId))
  const usable = isUsable(live.token, refused)
  const isCooling = Date.now() - (failedAt.get(owner.shopId) ?? 0) < COOL_DOWN_MS
  if (usable && (!isDue(live.token) || isCooling)) return live
  const key = `${owner.shopId}:${live.token.refreshToken}:${live.token.refreshToken === refused}`
  const running = obtaining.get(key) ?? obtain(owner, refused).finally(() => obtaining.delete(key))
  obtaining.set(key, running)
  return until === Infinity ? running : Promise.race([running, giveUp(until)])
}

const unobtained = () => new ShopeeError('transient', 'tokens', { retryAfterMs: COOL_DOWN_MS })

async function giveUp(until: number): Promise<never> {
  await wait(Math.max(1, until - Date.now()), undefined, { ref: false })
  throw unobtained()
}

async function obtain(owner: Owner, refused: string | null): Promise<Live> {
  const giveUpAt = Date.now() + LONGEST_WAIT_MS
  for (;;) {
    const live = liveOf(await findConnection({ organizationId: owner.organizationId }, owner.shopId))
    const { token } = live
    const usable = isUsable(token, refused)
    if (usable && !isDue(token)) return live
    if (token.refreshExpiresAt.getTime() <= Date.now()) {
      if (usable) return live
      return endWith(owner, token)
    }
    if (await claimRefresh(owner, token)) await refresh(owner, live, usable)
    else if (!usable && Date.now() < giveUpAt) await wait(POLL_MS)
    else if (!usable) throw unobtained()
    if (usable) return liveOf(await findConnection({ organizationId: owner.organizationId }, owner.shopId))
  }
}

/** One attempt at the next generation. A failure is thrown only where there is no token to go on with. */
async function refresh(owner: Owner, { externalShopId, token }: Live, hasAnother: boolean): Promise<void> {
  try {
    const grant = { refreshToken: openRefreshToken(owner, token.refreshToken), shopId: externalShopId }
    const pair = await refreshTokens({ app: getShopeeApp(), deadlineMs: REFRESH_DEADLINE_MS }, grant)
    await keepNextPair(owner, token, pair)
    failedAt.delete(owner.shopId)
  } catch (error) {
    failedAt.set(owner.shopId, Date.now())
    if (!(error instanceof ShopeeError)) throw error
    if (error.kind === 'grantDead' && isSpent(error)) return spendRefreshToken(owner, token)
    if (error.kind === 'grantDead' || error.kind === 'shopBanned') return endWith(owner, token)
    // Where it may have happened the claim stands: the next attempt comes when it has lapsed, and knows that.
    const mayHaveHappened = error.kind === 'outcomeUnknown' || error.kind === 'unexpectedShape'
    if (!mayHaveHappened) await releaseRefresh(owner, token)
    if (!hasAnother) throw asKind(error, ofTheCaller(error.kind))
  }
}

/** Refused for the token's own sake, which leaves the access token its time; other words end the whole grant. */
const isSpent = (error: ShopeeError) => /refresh_token/.test(bareCode(error.code))

/** The meaning of a failed refresh for another call: that one was not made, nor refused. */
function ofTheCaller(kind: ShopeeErrorKind): ShopeeErrorKind {
  if (remedyOf[kind] === 'waitAndRetry' || remedyOf[kind] === 'waitUntil') return kind
  return kind === 'outcomeUnknown' ? 'transient' : 'appMisconfigured'
}
