import type { z } from 'zod'
import type { Caller } from '@/lib/identity/access-tokens/bearer'
import type { Right } from '@/lib/core/permissions'

/**
 * A server function of `POST /api/functions/{name}`. `run` answers what becomes the JSON body, or a response of its own content
 * type (a stream). One that `changes` something needs a token that may do more than read. Refusals are thrown as UserError.
 */
export type ServerFunction<S extends z.ZodObject = z.ZodObject> = {
  name: string
  /** In English, for programs: it stands in the OpenAPI document. */
  description: string
  permission: Right
  changes: boolean
  /** The content type where the answer is no JSON body. */
  streams?: 'text/event-stream'
  schema: S
  /** The deadline, where it is not the usual one. */
  deadlineMs?: number
  run: (caller: Caller, input: z.output<S>, signal: AbortSignal) => Promise<Response | Record<string, unknown>>
}

export const serverFunction = <S extends z.ZodObject>(made: ServerFunction<S>): ServerFunction =>
  made as unknown as ServerFunction
