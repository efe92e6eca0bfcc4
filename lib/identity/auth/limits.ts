import 'server-only'
import { createHash } from 'node:crypto'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { clientNetwork } from './client-network'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * For one account from one network or known device. Where no trusted proxy tells networks apart, strangers who guess
 * can keep an account's unknown devices out for these minutes; a device that has signed in before stays free.
 */
export const PASSWORD_ATTEMPTS: CallLimit = {
  name: 'password',
  points: 8,
  seconds: 15 * MINUTE,
  blockSeconds: 15 * MINUTE,
}
/**
 * For one account from all unknown devices together, against guesses from many networks. Such an attacker can keep the
 * account's new devices out for the hour; those that have signed in before are not counted.
 */
export const ACCOUNT_GUESSES: CallLimit = { name: 'account-password', points: 100, seconds: HOUR }
/** Codes of one account by one known device, by who is signed in, or by all strangers: a million codes are few for who has all networks. */
export const TWO_FACTOR_ATTEMPTS: CallLimit = {
  name: 'second-step',
  points: 5,
  seconds: 15 * MINUTE,
  blockSeconds: 15 * MINUTE,
}
/**
 * For each of these three a day: with three valid codes in a million at a time, an attacker with the password hits one
 * in eighteen years.
 */
export const TWO_FACTOR_DAY: CallLimit = { name: 'second-step-day', points: 50, seconds: 24 * HOUR }
export const REGISTRATIONS: CallLimit = { name: 'register', points: 5, seconds: HOUR }
export const RESENDS: CallLimit = { name: 'resend', points: 3, seconds: 10 * MINUTE }
export const RESETS: CallLimit = { name: 'reset', points: 3, seconds: 10 * MINUTE }
export const EMAIL_CHANGES: CallLimit = { name: 'email-change', points: 3, seconds: 10 * MINUTE }

/**
 * Calls of one action by one network, or by one session where there is one. Behind no trusted proxy everybody without a
 * session shares one count, so it only stops floods; each action has its own, so that a flood of one stops no other.
 */
export const callsOf = (name: string): CallLimit => ({ name: `public-${name}`, points: 600, seconds: MINUTE })
const KNOWN_NETWORK: CallLimit = { name: 'network', points: 100, seconds: 15 * MINUTE }

/** Attempts of any kind by one network, where a trusted proxy says which one it is. */
export async function limitNetwork(): Promise<string> {
  const network = await clientNetwork()
  if (network !== 'direct') await limitCalls(KNOWN_NETWORK, network)
  return network
}

const FORGERIES: CallLimit = { name: 'forgery', points: 100, seconds: 15 * MINUTE }

/**
 * For what programs show (a token, a signed notice). Asks `run` for the holder, and counts calls without one for the
 * network; past the limit such a call has to wait. A call with a holder always passes: the programs of many companies
 * come from the same few networks. So a flood costs a look-up each, and past the limit no write. Only where a trusted
 * proxy says which network it is.
 */
export async function limitForgeries<T>(run: () => Promise<T | null>): Promise<T | null> {
  const [network, result] = [await clientNetwork(), await run()]
  if (result === null && network !== 'direct') await limitCalls(FORGERIES, network)
  return result
}

/** Accounts and addresses are counted under a name that does not reveal them. */
export const opaque = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url')
