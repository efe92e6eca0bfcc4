import { UserError } from './errors'

type DatabaseCause = {
  originalCode?: string
  originalMessage?: string
  detail?: string
  constraint?: { index?: string }
}

/** What PostgreSQL said of a failed statement, as Prisma's adapter keeps it. */
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
const UNREACHABLE = new Set(['P1001', 'P1002', 'P1017', 'P2024', 'P2028', 'ECONNREFUSED', 'ECONNRESET'])

/** What the user is told of a database failure that has a meaning of its own, or undefined. */
export function asUserError(error: unknown): UserError | undefined {
  const state = databaseCause(error)?.originalCode
  if (state === LOCK_NOT_AVAILABLE) return new UserError('requestInFlight')
  if (state === STATEMENT_TIMEOUT || UNREACHABLE.has((error as { code?: string })?.code ?? ''))
    return new UserError('unavailable')
  return undefined
}
