import { UserError } from './errors'

type DriverError = {
  code?: string
  message?: string
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; originalMessage?: string; detail?: string } } }
  cause?: unknown
}

/** SQLSTATE of a failed statement, wherever Prisma put it; undefined when the database did not answer. */
export function sqlState(error: unknown): string | undefined {
  const seen = error as DriverError
  return (
    seen?.meta?.driverAdapterError?.cause?.originalCode ??
    (seen?.cause as { originalCode?: string } | undefined)?.originalCode
  )
}

/** The constraint or text that a failed statement named. */
export function databaseMessage(error: unknown): string {
  const seen = error as DriverError
  const cause = seen?.meta?.driverAdapterError?.cause ?? (seen?.cause as { originalMessage?: string } | undefined)
  return cause?.originalMessage ?? seen?.message ?? ''
}

const LOCK_NOT_AVAILABLE = '55P03'
const UNREACHABLE = new Set(['P1001', 'P1002', 'P1017', 'P2024', 'P2028', 'ECONNREFUSED', 'ECONNRESET'])

/** What the user is told of a database failure that has a meaning of its own, or undefined. */
export function asUserError(error: unknown): UserError | undefined {
  if (sqlState(error) === LOCK_NOT_AVAILABLE) return new UserError('requestInFlight')
  if (UNREACHABLE.has((error as DriverError)?.code ?? '')) return new UserError('unavailable')
  return undefined
}
