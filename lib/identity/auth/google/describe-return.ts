import 'server-only'
import type { ErrorCode } from '@/lib/core/errors'
import { getPerson } from '../member'
import { returnPath } from '../return-path'
import { hasGoogle } from './provider'

/** The failures that the page may show because an address names them. */
const SAYABLE = [
  'googleDenied',
  'googleUnverified',
  'googleExpired',
  'googleUnreachable',
  'googleAlreadyLinked',
  'googleOtherLinked',
  'tooManyRequests',
  'requestInFlight',
  'unavailable',
  'signedOut',
] as const satisfies ErrorCode[]

export type GoogleReturn = {
  error?: ErrorCode
  to: string
  isSignedIn: boolean
  hasGoogle: boolean
}

export async function describeReturn(error: unknown, callbackUrl: unknown): Promise<GoogleReturn> {
  const isSignedIn = Boolean(await getPerson())
  const failed = error !== undefined || !isSignedIn
  return {
    ...(failed && { error: SAYABLE.find((code) => code === error) ?? 'googleFailed' }),
    to: returnPath(typeof callbackUrl === 'string' ? callbackUrl : undefined),
    isSignedIn,
    hasGoogle: hasGoogle(),
  }
}
