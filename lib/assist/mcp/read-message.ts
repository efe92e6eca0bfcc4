import { z } from 'zod'

const callParams = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() })

/** An invalid message: the protocol's code and a text for the author of the client. */
export type Unreadable = { code: number; wrong: string }

/**
 * One message of JSON-RPC, as far as the protocol's library leaves open: it drops a key `__proto__` unsaid, and tells a call that is
 * none as a fault of ours.
 */
export function readMessage(text: string): { message: unknown } | Unreadable {
  let message: unknown
  try {
    message = JSON.parse(text, refusePrototype)
  } catch {
    return { code: -32_700, wrong: 'not JSON, nested too deeply, or with a key __proto__' }
  }
  // It would count as one call; the protocol has none since 2025-06.
  if (Array.isArray(message)) return { code: -32_600, wrong: 'one message at a time' }
  const { method, params } = Object(message) as { method?: unknown; params?: unknown }
  if (method === 'tools/call' && !callParams.safeParse(params).success)
    return { code: -32_602, wrong: 'tools/call takes params {"name": "…", "arguments": {…}}' }
  return { message }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError(key)
  return value
}
