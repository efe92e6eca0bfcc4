import { UserError } from '../errors'
import { OutboundError } from '../http/outbound'

type DatabaseCause = {
  originalCode?: string
  originalMessage?: string
  detail?: string
  constraint?: { index?: string }
}

/** PostgreSQL's message about a failed statement, as Prisma's adapter keeps it. */
export function databaseCause(error: unknown): DatabaseCause | undefined {
  return (error as { meta?: { driverAdapterError?: { cause?: DatabaseCause } } })?.meta?.driverAdapterError?.cause
}

/** The name and detail that one of our SQL functions raised, or undefined. */
export function raised(error: unknown): { name: string; detail: string | undefined } | undefined {
  const cause = databaseCause(error)
  return cause?.originalCode === 'P0001' ? { name: cause.originalMessage ?? '', detail: cause.detail } : undefined
}

/** Whether the statement broke this unique index or key. */
export const broke = (error: unknown, index: string): boolean => databaseCause(error)?.constraint?.index === index

/** Whether a transaction of one moment met a row that another changed after that moment. */
export const isOvertaken = (error: unknown): boolean =>
  databaseCause(error)?.originalCode === '40001' || (error as { code?: string })?.code === 'P2034'

const LOCK_NOT_AVAILABLE = '55P03'
const STATEMENT_TIMEOUT = '57014'

const away = new Set([
  // PostgreSQL is stopping, crashed or starting.
  '57P01',
  '57P02',
  '57P03',
  // The node became a standby: another one takes writes now, or will in a moment.
  '25006',
  // Prisma: unreachable, timed out, connection closed.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  // And as its adapter names them.
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const connectionExceptions = /^08/
const lostConnection =
  /connection terminated|connection ended|client was closed|not queryable|timeout expired|timeout exceeded when trying|read timeout|database.*not reachable/i

// PostgreSQL has no connection or time left for this one; Prisma: pool or transaction expired.
const crowded = new Set(['53300', STATEMENT_TIMEOUT, 'TooManyConnections', 'P2024', 'P2028', 'P2037'])

type Link = Partial<
  Record<'code' | 'originalCode' | 'kind' | 'message' | 'cause' | 'driverAdapterError' | 'meta', unknown>
>

/** Whether the error, or one that it came of, has such a code or message; that another host is away is never meant. */
export function isOfKind(error: unknown, codes: Set<string>, others?: { code: RegExp; message: RegExp }): boolean {
  if (typeof error !== 'object' || error === null || error instanceof OutboundError) return false
  const { code, originalCode, kind, message, cause, driverAdapterError, meta } = error as Link
  const names = [code, originalCode, kind].filter((name) => typeof name === 'string')
  if (names.some((name) => codes.has(name) || others?.code.test(name))) return true
  if (typeof message === 'string' && others?.message.test(message)) return true
  return [cause, driverAdapterError, meta].some((link) => isOfKind(link, codes, others))
}

/** Whether the database could not be asked, or ended before it answered. */
export const isUnreachable = (error: unknown): boolean =>
  isOfKind(error, away, { code: connectionExceptions, message: lostConnection })

/** The message to the user for a database failure that has a meaning of its own, or undefined. */
export function asUserError(error: unknown): UserError | undefined {
  if (databaseCause(error)?.originalCode === LOCK_NOT_AVAILABLE) return new UserError('requestInFlight')
  if (raised(error)?.name === 'account_erased') return new UserError('signedOut')
  return isUnreachable(error) || isOfKind(error, crowded) ? new UserError('unavailable') : undefined
}
