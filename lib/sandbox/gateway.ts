import type { z } from 'zod'
import type { Database } from './database'
import { PlatformError } from './platform-error'
import type { Platform } from './platform'

export type Shop = {
  shop_id: bigint
  name: string
  region: string
  status: string
  authorized_at: number
  expires_at: number
}

type Context = {
  /** Inside the call's transaction: rolled back when `run` throws. */
  db: Database
  /** UNIX seconds by the platform's clock. */
  now: number
  platform: Platform
}

/** Bytes instead of JSON, as documents and invoices come. */
export class FileAnswer {
  constructor(
    readonly bytes: Uint8Array,
    readonly contentType: string,
    readonly fileName?: string,
  ) {}
}

/** An answer with more of the envelope than `response`: a warning, or an error whose changes shall stay. */
export class EnvelopeAnswer {
  constructor(readonly members: { error?: string; message?: string; [name: string]: unknown }) {}
}

type Answer = object | FileAnswer | EnvelopeAnswer

type Definition<Q extends z.ZodType, B extends z.ZodType, C> = {
  method: 'GET' | 'POST'
  path: `/api/v2/${string}`
  /** Business parameters of the query; the gateway's own are checked before and left out. */
  query?: Q
  /** The JSON body, or a multipart form whose files are `File`s. */
  body?: B
  /** The answer's fields stand beside `error`, without `response`. */
  flat?: boolean
  /** The answer to parameters that do not parse; else `error_param` "Wrong parameters, detail: …". */
  refuse?: (issues: z.core.$ZodIssue[]) => PlatformError
  run: (call: C & { query: z.output<Q>; body: z.output<B> }) => Promise<Answer>
}

export type Endpoint = {
  kind: 'shop' | 'public'
  method: 'GET' | 'POST'
  path: string
  flat: boolean
  run: (context: Context & { shop: Shop | null }, query: unknown, body: unknown) => Promise<Answer>
}

export function shopEndpoint<Q extends z.ZodType = z.ZodUnknown, B extends z.ZodType = z.ZodUnknown>(
  definition: Definition<Q, B, Context & { shop: Shop }>,
): Endpoint {
  return {
    kind: 'shop',
    method: definition.method,
    path: definition.path,
    flat: definition.flat ?? false,
    run: ({ shop, ...context }, query, body) => {
      if (!shop) throw new Error(`${definition.path} was run without a shop`)
      return definition.run({ ...context, shop, ...parse(definition, query, body) })
    },
  }
}

export function publicEndpoint<Q extends z.ZodType = z.ZodUnknown, B extends z.ZodType = z.ZodUnknown>(
  definition: Definition<Q, B, Context>,
): Endpoint {
  return {
    kind: 'public',
    method: definition.method,
    path: definition.path,
    flat: definition.flat ?? false,
    run: (context, query, body) => definition.run({ ...context, ...parse(definition, query, body) }),
  }
}

function parse<Q extends z.ZodType, B extends z.ZodType, C>(
  { query, body, refuse }: Definition<Q, B, C>,
  givenQuery: unknown,
  givenBody: unknown,
): { query: z.output<Q>; body: z.output<B> } {
  const of = <T extends z.ZodType>(schema: T | undefined, given: unknown): z.output<T> => {
    const result = schema?.safeParse(given, { reportInput: true })
    if (!result) return undefined as z.output<T>
    if (result.success) return result.data
    throw refuse?.(result.error.issues) ?? wrongParameters(result.error.issues)
  }
  return { query: of(query, givenQuery), body: of(body, givenBody) }
}

export function wrongParameters(issues: z.core.$ZodIssue[]): PlatformError {
  return new PlatformError('error_param', `Wrong parameters, detail: ${issues.map(detailOf).join('; ')}.`)
}

/** In the words of the platform's own samples. */
function detailOf({ code, path, message, input }: z.core.$ZodIssue): string {
  const name = path.join('.')
  if (input === undefined) return `${name} is a required field`
  if (code === 'invalid_type' || code === 'invalid_union') return `field ${name} type error`
  return `${name} ${message}`.trim()
}
