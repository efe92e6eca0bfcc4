import { OutboundError } from '../outbound'

const transientCodes = new Set([
  // PostgreSQL: lock, statement, deadlock and serialization limits, and too many connections.
  ...['40001', '40P01', '55P03', '57014', '53300'],
  // PostgreSQL is stopping, crashed or starting.
  ...['57P01', '57P02', '57P03'],
  // Prisma: unreachable, timed out, connection closed, pool or transaction expired, write conflict.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
])
const connectionExceptions = /^08/
const lostConnection = /connection terminated|connection ended|database.*not reachable/i

type Link = {
  code?: unknown
  originalCode?: unknown
  message?: unknown
  cause?: unknown
  driverAdapterError?: unknown
  meta?: unknown
}

/**
 * Whether the same work may well go through in a moment: the database is away, or somebody holds what it needs. Another host
 * that is away is not meant: who calls it says what to do then.
 */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof OutboundError) return false
  const { code, originalCode, message, cause, driverAdapterError, meta } = error as Link
  const known = [code, originalCode].some(
    (value) => typeof value === 'string' && (transientCodes.has(value) || connectionExceptions.test(value)),
  )
  if (known || (typeof message === 'string' && lostConnection.test(message))) return true
  return [cause, driverAdapterError, meta].some(isTransient)
}
