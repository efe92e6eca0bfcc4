import 'server-only'
import { lookup as resolve } from 'node:dns'
import { lookup as resolveAll } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { env, isLoopback } from '../env'
import { UserError } from '../errors'
import { networksOf, privateIpv4 } from './private-networks'

// IPv6: only the range of global addresses, less those that lead back to IPv4 or are for examples.
const outer = networksOf([], [['2000::', 3]])
const inner = networksOf(
  [
    ...privateIpv4,
    ['0.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ],
  [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
)

/** Whether anybody in the world may be reached there: no network of ours, of the machine or of its neighbours. */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 4) return !inner.check(address, 'ipv4')
  return isIP(address) === 6 && outer.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}

/** An installation on one's own computer also tells programs on it. */
const mayBeLoopback = (url: URL) => isLoopback(url.href) && isLoopback(env().NEXTAUTH_URL)

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** The address as it will be called. Refused: what is not https, carries a password, or leads into a network of its own. */
export async function requirePublicAddress(text: string): Promise<string> {
  const url = new URL(text)
  const refuse = (code: 'https' | 'private' | 'unknown') =>
    new UserError('webhookAddressRefused', { fields: { url: [`apis.webhooks.form.${code}`] } })
  if (url.username || url.password) throw refuse('https')
  url.hash = ''
  if (mayBeLoopback(url)) return url.href
  if (url.protocol !== 'https:') throw refuse('https')
  const host = bare(url.hostname)
  const matches = isIP(host)
    ? [{ address: host }]
    : await resolveAll(host, { all: true }).catch(() => {
        throw refuse('unknown')
      })
  if (!matches.every(({ address }) => isPublic(address))) throw refuse('private')
  return url.href
}

/** For the call itself: what a name leads to is judged at that moment, and exactly that is called. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, result) => {
    if (error) return done(error, [])
    const [first] = result
    if (!first || !result.every(({ address }) => isPublic(address)))
      return done(Object.assign(new Error('not a public address'), { code: 'EPRIVATE' }), [])
    return options.all ? done(null, result) : done(null, first.address, first.family)
  })
}

/** Null where the address may not be called at all; without a lookup where it is this computer. */
export function howToCall(text: string): { lookup?: LookupFunction } | null {
  const url = new URL(text)
  if (mayBeLoopback(url)) return {}
  if (url.protocol !== 'https:') return null
  const host = bare(url.hostname)
  if (isIP(host)) return isPublic(host) ? {} : null
  return { lookup: lookupPublic }
}
