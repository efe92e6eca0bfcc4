import { isOfKind, isUnreachable } from '../database/database-errors'
import { FileStoreError } from '../errors'

const passing = new Set([
  // PostgreSQL: lock, statement, deadlock and serialization limits, and too many connections.
  '40001',
  '40P01',
  '55P03',
  '57014',
  '53300',
  'TransactionWriteConflict',
  'TooManyConnections',
  // Prisma: pool or transaction expired, write conflict, too many connections.
  'P2024',
  'P2028',
  'P2034',
  'P2037',
])

/**
 * Whether the same work may well go through in a moment: the database or the file store is away, or somebody holds what it needs. Another host
 * that is away is not meant: who calls it says what to do then.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof FileStoreError ? error.problem === 'away' : isUnreachable(error) || isOfKind(error, passing)
