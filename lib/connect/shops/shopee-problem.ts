import 'server-only'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { logger } from '@/lib/core/logging/logger'
import { ShopeeError, type ShopeeErrorKind } from '@/lib/shopee/errors'

const codes: Record<ShopeeErrorKind, ErrorCode> = {
  tokenDead: 'shopGrantExpired',
  grantDead: 'shopGrantExpired',
  codeRefused: 'shopCodeRefused',
  shopBanned: 'shopPermissionDenied',
  rateLimited: 'shopPlatformAway',
  dailyLimit: 'shopPlatformAway',
  transient: 'shopPlatformAway',
  circuitOpen: 'shopPlatformAway',
  outcomeUnknown: 'shopPlatformAway',
  notReady: 'shopPlatformAway',
  notFound: 'shopConnectFailed',
  invalidInput: 'shopConnectFailed',
  businessRefused: 'shopConnectFailed',
  permission: 'shopPermissionDenied',
  clockSkew: 'shopConnectFailed',
  malformed: 'shopPlatformAway',
  unexpectedShape: 'shopConnectFailed',
  appMisconfigured: 'shopConnectFailed',
}

/** The seller's message; a fault that only the operator can correct is logged for them. */
export function asShopProblem(error: unknown): unknown {
  if (!(error instanceof ShopeeError)) return error
  const { kind, path, code, requestId } = error
  if (error.remedy === 'tellOperator')
    logger().error({ err: error, kind, path, code, requestId }, 'the platform refuses this app')
  return new UserError(codes[kind])
}
