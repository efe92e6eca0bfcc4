import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ErrorCode } from '@/lib/core/errors'

/** The errors of next-auth and its client for a failed sign-in, with the message for the visitor. */
const REASONS: Record<string, ErrorCode> = {
  'cookie was missing': 'googleExpired',
  'timestamp check failed': 'googleExpired',
  'JWT expired': 'googleExpired',
  invalid_grant: 'googleExpired',
  'request timed out': 'googleUnreachable',
  ECONNREFUSED: 'googleUnreachable',
  ECONNRESET: 'googleUnreachable',
  ENOTFOUND: 'googleUnreachable',
  EAI_AGAIN: 'googleUnreachable',
  invalid_client: 'googleFailed',
  redirect_uri_mismatch: 'googleFailed',
  'state mismatch': 'googleFailed',
  'state missing': 'googleFailed',
  'nonce mismatch': 'googleFailed',
  'iss mismatch': 'googleFailed',
  'unexpected iss': 'googleFailed',
  'aud mismatch': 'googleFailed',
  'unexpected JWT alg': 'googleFailed',
  'validate JWT signature': 'googleFailed',
  'could not be parsed': 'googleFailed',
}

const failures = new AsyncLocalStorage<{ code: ErrorCode }>()

/** Runs one of next-auth's endpoints; its answers say only that something failed, so its words are caught on their way to the log. */
export async function listening<T>(run: () => Promise<T>): Promise<{ outcome: T; code: ErrorCode }> {
  const failure: { code: ErrorCode } = { code: 'googleFailed' }
  return { outcome: await failures.run(failure, run), code: failure.code }
}

/** One of our own words for it, or nothing: what others sent stands in those messages too, and stays out of the log. */
export function receiveFailure(metadata: unknown): string | undefined {
  const { error = metadata } = (metadata ?? {}) as { error?: unknown }
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  const said = `${String(message)} ${String(code)}`
  const reason = Object.keys(REASONS).find((known) => said.includes(known))
  const failure = failures.getStore()
  if (reason && failure) failure.code = REASONS[reason]!
  return reason
}
