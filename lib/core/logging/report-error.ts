import 'server-only'
import { asUserError } from '../database/database-errors'
import { FileStoreError, UserError, type ErrorCode, type ReportedError } from '../errors'
import { newId } from '../ids'
import { logger } from './logger'

/** The failure as the client receives it; an unexpected one is logged with its subject, under its reference. */
export function reportError(error: unknown, message: string, about: Record<string, string> = {}): ReportedError {
  const known = error instanceof UserError ? error : asUserError(error)
  if (known) {
    const { code, fields, values } = known
    return { error: code, ...(fields && { fields }), ...(values && { values }) }
  }
  const reference = newId().slice(-8)
  logger().error({ err: error, reference, ...about }, message)
  return { error: error instanceof FileStoreError ? ofFiles[error.problem] : 'unexpected', reference }
}

const ofFiles: Record<FileStoreError['problem'], ErrorCode> = {
  away: 'filesUnavailable',
  refused: 'filesUnavailable',
  missing: 'fileLost',
  damaged: 'fileLost',
}
