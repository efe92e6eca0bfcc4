import { z } from 'zod'
import type { ErrorCode, ErrorValues } from '@/lib/core/errors'

const refused = z.object({
  error: z.string(),
  reference: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

type Refusal = { code: ErrorCode; reference?: string; values?: ErrorValues }

/** The route's error instead of an answer; without one, the connection failed. */
export function readErrorCode(error: Error | undefined): Refusal {
  try {
    const { error: code, reference, values } = refused.parse(JSON.parse(error?.message ?? ''))
    return { code: code as ErrorCode, ...(reference && { reference }), ...(values && { values }) }
  } catch {
    return { code: 'connectionTimeout' }
  }
}
