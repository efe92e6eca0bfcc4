import type { Instrumentation } from 'next'

export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { isUnreadAction } = await import('@/lib/identity/auth/action-requests')
  if (process.env.NODE_ENV === 'production') (await import('@/lib/core/logging/log-console')).logConsole(isUnreadAction)
  const { warnOpenLimits } = await import('@/lib/identity/auth/warn-open-limits')
  warnOpenLimits()
  const { guardRequests } = await import('@/lib/identity/auth/request-guard')
  guardRequests()
  const { allowOnlyPictures } = await import('@/lib/core/files/encode-picture')
  allowOnlyPictures()
  const { watchProcess } = await import('@/lib/core/telemetry/telemetry')
  watchProcess()
  const { stopGracefully } = await import('@/lib/core/process/stopping')
  stopGracefully()
}

/** A failed render is logged once, under the digest that the error page shows as its reference. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { isUnreadAction } = await import('@/lib/identity/auth/action-requests')
  if (isUnreadAction()) return
  const { logger } = await import('@/lib/core/logging/logger')
  const reference = error instanceof Error && 'digest' in error ? error.digest : undefined
  logger().error(
    { err: error, reference, method: request.method, path: request.path.split('?')[0], route: context.routePath },
    'request failed',
  )
}
