import type { Instrumentation } from 'next'

export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  if (process.env.NODE_ENV === 'production') (await import('@/lib/log-console')).logConsole()
  const { warnOpenLimits } = await import('@/lib/auth/warn-open-limits')
  warnOpenLimits()
  const { guardEntrance } = await import('@/lib/auth/entrance')
  guardEntrance()
  const { allowOnlyPictures } = await import('@/lib/files/encode-picture')
  allowOnlyPictures()
  const { watchProcess } = await import('@/lib/metrics/tally')
  watchProcess()
  const { stopGracefully } = await import('@/lib/stopping')
  stopGracefully()
}

/** A failed render is logged once, under the digest that the error page shows as its reference. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { logger } = await import('@/lib/logger')
  const reference = error instanceof Error && 'digest' in error ? error.digest : undefined
  logger().error(
    { err: error, reference, method: request.method, path: request.path.split('?')[0], route: context.routePath },
    'request failed',
  )
}
