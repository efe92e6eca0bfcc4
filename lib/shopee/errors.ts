/** The kinds of failures between us and the platform: a closed list. */
export const shopeeErrorKinds = [
  'tokenDead',
  'grantDead',
  'codeRefused',
  'shopBanned',
  'rateLimited',
  'dailyLimit',
  'transient',
  'circuitOpen',
  'outcomeUnknown',
  'notReady',
  'notFound',
  'invalidInput',
  'businessRefused',
  'permission',
  'clockSkew',
  'malformed',
  'unexpectedShape',
  'appMisconfigured',
] as const
export type ShopeeErrorKind = (typeof shopeeErrorKinds)[number]

export type ShopeeRemedy =
  | 'refresh'
  | 'reauthorize'
  | 'waitAndRetry'
  | 'waitUntil'
  /** It may have happened: read the state before asking again. */
  | 'checkFirst'
  | 'giveUp'
  | 'fixInput'
  | 'tellOperator'

export const remedyOf: Record<ShopeeErrorKind, ShopeeRemedy> = {
  tokenDead: 'refresh',
  grantDead: 'reauthorize',
  codeRefused: 'reauthorize',
  shopBanned: 'giveUp',
  rateLimited: 'waitAndRetry',
  dailyLimit: 'waitUntil',
  transient: 'waitAndRetry',
  circuitOpen: 'waitAndRetry',
  outcomeUnknown: 'checkFirst',
  notReady: 'waitAndRetry',
  notFound: 'giveUp',
  invalidInput: 'fixInput',
  businessRefused: 'giveUp',
  permission: 'tellOperator',
  clockSkew: 'tellOperator',
  malformed: 'waitAndRetry',
  unexpectedShape: 'tellOperator',
  appMisconfigured: 'tellOperator',
}

export type ShopeeErrorDetails = {
  /** The platform's own words, as they came. */
  code?: string
  text?: string
  requestId?: string
  status?: number
  retryAfterMs?: number
  /** Under `waitUntil`: when the platform's counter restarts. */
  retryAt?: Date
  cause?: unknown
}

/** The only error that leaves this folder. Its message names the call and the platform's code, never a parameter. */
export class ShopeeError extends Error {
  readonly remedy: ShopeeRemedy
  readonly code: string
  readonly text: string
  readonly requestId?: string
  readonly status?: number
  readonly retryAfterMs?: number
  readonly retryAt?: Date

  constructor(
    readonly kind: ShopeeErrorKind,
    readonly path: string,
    details: ShopeeErrorDetails = {},
  ) {
    super(`${path}: ${kind}${details.code ? ` (${details.code})` : ''}`, { cause: details.cause })
    this.name = 'ShopeeError'
    this.remedy = remedyOf[kind]
    this.code = details.code ?? ''
    this.text = details.text ?? ''
    this.requestId = details.requestId
    this.status = details.status
    this.retryAfterMs = details.retryAfterMs
    this.retryAt = details.retryAt
  }
}

/** Refusals of one subject, not of the shop: the others are answered all the same. */
const OF_ONE: readonly ShopeeErrorKind[] = [
  'notFound',
  'invalidInput',
  'unexpectedShape',
  'businessRefused',
  'permission',
]
export const isOfOne = (error: unknown): error is ShopeeError =>
  error instanceof ShopeeError && OF_ONE.includes(error.kind)

/** The same answer under another kind. */
export const asKind = (error: ShopeeError, kind: ShopeeErrorKind): ShopeeError =>
  new ShopeeError(kind, error.path, {
    code: error.code,
    text: error.text,
    requestId: error.requestId,
    status: error.status,
    retryAfterMs: error.retryAfterMs,
    cause: error,
  })
