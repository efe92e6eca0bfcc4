import type { AppCaller } from './app'
import { fields, integer, key } from './lenient'
import { read } from './reading'
import { callShopee } from './transport'

/** Good for at most this long; told less where less is left. */
const LONGEST_SECONDS = 14_400

const tokenPair = fields({ access_token: key, refresh_token: key, expire_in: integer })

export type TokenPair = { accessToken: string; refreshToken: string; expiresInSeconds: number }

const reshapePair = (pair: (typeof tokenPair)['_output']): TokenPair => ({
  accessToken: pair.access_token,
  refreshToken: pair.refresh_token,
  // A time instead of a span is seen in the samples: nothing lives past the documented four hours.
  expiresInSeconds: Math.min(LONGEST_SECONDS, Math.max(0, pair.expire_in ?? LONGEST_SECONDS)),
})

async function askForTokens(caller: AppCaller, path: string, body: Record<string, unknown>): Promise<TokenPair> {
  const { body: answer } = await callShopee(caller, {
    path,
    // A code and a refresh token are good once: whether a lost answer spent them cannot be known from here.
    repeatable: false,
    body: { ...body, partner_id: caller.app.partnerId },
  })
  return read(path, tokenPair, answer, reshapePair).data
}

/** The first pair, for a code of at most ten minutes. */
export const exchangeAuthorization = (caller: AppCaller, grant: { code: string; shopId: string }): Promise<TokenPair> =>
  askForTokens(caller, '/api/v2/auth/token/get', { code: grant.code, shop_id: BigInt(grant.shopId) })

/** The next pair; the old access token stays good for five more minutes, the old refresh token does not. */
export const refreshTokens = (caller: AppCaller, grant: { refreshToken: string; shopId: string }): Promise<TokenPair> =>
  askForTokens(caller, '/api/v2/auth/access_token/get', {
    refresh_token: grant.refreshToken,
    shop_id: BigInt(grant.shopId),
  })
