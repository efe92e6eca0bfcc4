import type messages from '@/messages/pt-BR.json'

export type ErrorCode = keyof typeof messages.errors
export type FieldErrors = Record<string, string[]>
export type ErrorValues = Record<string, string | number>

/** A failure that the user can do something about; `code` is a key of `errors` in the messages. */
export class UserError extends Error {
  readonly fields?: FieldErrors
  readonly values?: ErrorValues

  constructor(
    readonly code: ErrorCode,
    options: { fields?: FieldErrors; values?: ErrorValues } = {},
  ) {
    super(code)
    this.name = 'UserError'
    this.fields = options.fields
    this.values = options.values
  }
}

/**
 * The file store did not do what was asked of it: `away` may pass by itself, `refused` will not, `missing` and `damaged` are of the file.
 */
export class FileStoreError extends Error {
  constructor(
    readonly problem: 'missing' | 'damaged' | 'refused' | 'away',
    readonly place: string,
    { said, cause }: { said?: string; cause?: unknown } = {},
  ) {
    super(`file store: ${problem}, ${place}${said ? ` (${said})` : ''}`, { cause })
    this.name = 'FileStoreError'
  }
}

/** The file itself is gone or changed: no other try brings it. */
export const isLostFile = (error: unknown): error is FileStoreError & { problem: 'missing' | 'damaged' } =>
  error instanceof FileStoreError && (error.problem === 'missing' || error.problem === 'damaged')

/** A failure as the client receives it. */
export type ReportedError = {
  error: ErrorCode
  fields?: FieldErrors
  values?: ErrorValues
  /** Stands in the log beside the cause, when the error was not expected. */
  reference?: string
}
export type ActionError = ReportedError & { ok: false }
export type ActionResult<T> = { ok: true; data: T } | ActionError
