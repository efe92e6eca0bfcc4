import type { AppCaller } from './app'
import { ShopeeError } from './errors'
import { fields, integer, key } from './lenient'
import { read } from './reading'
import { callShopee } from './transport'

/** Valid for at most this long; stored with less where less is left. */
const LONGEST_SECONDS = 14_400

const tokenPair = fields({ access_token: key, refresh_token: key, expire_in: integer })

export type TokenPair = { accessToken: string; refreshToken: string; expiresInSeconds: number }

const reshapePair = (pair: (typeof tokenPair)['_output']): TokenPair => ({
  accessToken: pair.access_token,
  refreshToken: pair.refresh_token,
  // A time instead of a span is seen in the samples: nothing lives past the documented four hours.
  expiresInSeconds: Math.min(LONGEST_SECONDS, Math.max(0, pair.expire_in ?? LONGEST_SECONDS)),
})

type PatientCaller = AppCaller & Required<Pick<AppCaller, 'deadlineMs'>>

/**
 * Sends a call that may be repeated at any time: a call that counts once must not go out into silence, to arrive after
 * its caller has given up.
 */
async function requireAnswer(caller: PatientCaller, path: string): Promise<void> {
  try {
    const probe = { path: '/api/v2/public/get_shopee_ip_ranges', repeatable: true }
    await callShopee({ ...caller, deadlineMs: caller.deadlineMs / 2, retries: 0 }, probe)
  } catch (cause) {
    if (!(cause instanceof ShopeeError)) throw cause
    const { kind, remedy, retryAfterMs } = cause
    // Any other refusal is an answer too.
    if (remedy === 'waitAndRetry') throw new ShopeeError(kind, path, { retryAfterMs, cause })
  }
}

async function requestTokens(caller: PatientCaller, path: string, body: Record<string, unknown>): Promise<TokenPair> {
  const until = Date.now() + caller.deadlineMs
  await requireAnswer(caller, path)
  const { body: answer } = await callShopee(
    { ...caller, deadlineMs: until - Date.now() },
    {
      path,
      // A code and a refresh token are good once: whether a lost answer spent them cannot be known from here.
      repeatable: false,
      body: { ...body, partner_id: caller.app.partnerId },
    },
  )
  return read(path, tokenPair, answer, reshapePair).data
}

/** The first pair, for a code of at most ten minutes. */
export const exchangeAuthorization = (
  caller: PatientCaller,
  grant: { code: string; shopId: string },
): Promise<TokenPair> =>
  requestTokens(caller, '/api/v2/auth/token/get', { code: grant.code, shop_id: BigInt(grant.shopId) })

/** The next pair; the old access token stays good for five more minutes, the old refresh token does not. */
export const refreshTokens = (
  caller: PatientCaller,
  grant: { refreshToken: string; shopId: string },
): Promise<TokenPair> =>
  requestTokens(caller, '/api/v2/auth/access_token/get', {
    refresh_token: grant.refreshToken,
    shop_id: BigInt(grant.shopId),
  })
