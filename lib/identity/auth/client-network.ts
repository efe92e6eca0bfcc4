import 'server-only'
import { isIP } from 'node:net'
import { headers } from 'next/headers'
import { env } from '@/lib/core/env'

/**
 * The network a request came from, as a key for limits: an IPv4 address, or the /64 of an IPv6 one.
 * Forwarded addresses count only as far as TRUSTED_PROXIES stand in front; else all callers share one key.
 */
export async function clientNetwork(): Promise<string> {
  const trusted = env().TRUSTED_PROXIES
  if (trusted === 0) return 'direct'
  const hops = ((await headers()).get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  return networkOf(hops.at(-trusted) ?? '')
}

export function networkOf(address: string): string {
  const bare = withoutPort(address.trim()).split('%')[0]!
  if (isIP(bare) === 4) return bare
  if (isIP(bare) !== 6) return 'unknown'
  const expanded = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(expanded)
  if (mapped) {
    const [high, low] = [parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)]
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  const [head = '', tail = ''] = expanded.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = expanded.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** `[::1]:443` and `1.2.3.4:51234`, as some proxies write; an IPv6 address without brackets has no port. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address)
  if (bracketed) return bracketed[1]!
  return /^[\d.]+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address
}
