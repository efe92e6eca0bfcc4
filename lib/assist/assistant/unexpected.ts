import 'server-only'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'

/** An unexpected failure is logged, and the caller gets its code. */
export function logUnexpected(error: unknown): string {
  logger().error({ err: error, reference: newId().slice(-8) }, 'answering a question failed')
  return 'unexpected'
}
