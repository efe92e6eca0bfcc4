import 'server-only'
import { logger } from '@/lib/core/logging/logger'
import { verifyAuditLog, type FaultReason, type AuditLogVerdict } from './verify-audit-log'

/** A line of the answer: how far it is, and at the end what was found. */
export type VerifyLine =
  | { kind: 'progress'; done: number; total: number }
  | {
      kind: 'verdict'
      chained: number
      unchained: number
      broken: { from: number; to: number; reason: FaultReason; keyId?: string } | null
    }

/** The company's audit log recomputed, reported line by line; a closed connection stops it. */
export function streamVerdict(organizationId: string, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const stop = new AbortController()
  return new ReadableStream({
    async start(controller) {
      const sendLine = (line: VerifyLine) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      try {
        const verdict = await verifyAuditLog(organizationId, {
          onProgress: (done, total) => sendLine({ kind: 'progress', done: Number(done), total: Number(total) }),
          signal: AbortSignal.any([signal, stop.signal]),
        })
        const { chained, unchained } = verdict
        const broken = verdict.intact ? null : brokenOf(verdict)
        sendLine({ kind: 'verdict', chained: Number(chained), unchained, broken })
        controller.close()
      } catch (error) {
        if (stop.signal.aborted) return
        if (signal.aborted) return end(controller)
        logger().error({ err: error }, 'trail not verified')
        controller.error(error)
      }
    },
    cancel: () => stop.abort(),
  })
}

const brokenOf = ({ brokenAt, brokenUntil, reason, keyId }: Extract<AuditLogVerdict, { intact: false }>) => ({
  from: Number(brokenAt),
  to: Number(brokenUntil),
  reason,
  ...(keyId && { keyId }),
})

/** Its reader may still be there, or have gone at the same moment. */
function end(controller: ReadableStreamDefaultController) {
  try {
    controller.close()
  } catch {
    // It went.
  }
}
