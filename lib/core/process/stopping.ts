import 'server-only'
import { closeConnectionsOn } from './close-connections'
import { logger } from '../logging/logger'

/**
 * The time that web and worker have to finish running work after a stop signal; the supervisor waits a little longer
 * (CHILD_ENDS_WITHIN_MS).
 */
export const finishWithinMs = 10_000

const shared = globalThis as { mascateStopping?: AbortController }
const controller = () => (shared.mascateStopping ??= new AbortController())

/** Aborted once this process has been asked to end: what streams on without an end of its own stops then. */
export const stopping = (): AbortSignal => controller().signal

/** Aborts an answer that may stream for long: its reader went away, or this process is ending. */
export const untilGone = (request: Request): AbortSignal => AbortSignal.any([request.signal, stopping()])

/**
 * Asked to end, the server takes no more requests and finishes those in flight; after `finishWithinMs` what is left is cut, and asked
 * again by who sent it, under the same key. Either way the end was asked for, and is no failure.
 */
export function stopGracefully(): void {
  closeConnectionsOn(stopping())
  const stop = () => {
    if (stopping().aborted) return
    controller().abort()
    process.on('exit', () => (process.exitCode = 0))
    setTimeout(() => {
      logger().warn('requests in flight were cut at the end')
      process.exit(0)
    }, finishWithinMs).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
}
