import { isIP } from 'node:net'
import { networksOf, privateIpv4, privateIpv6 } from '@/lib/core/http/private-networks'

/** Without a database of networks no city is known: what is said is how the network stands to the one who looks. */
export type Place = { kind: 'same' | 'computer' | 'local' | 'unknown' } | { kind: 'address'; address: string }

const local = networksOf([...privateIpv4, ['100.64.0.0', 10]], privateIpv6)

/** `network` as client-network.ts names it; `own`: of the session that looks; `isOwnComputer`: the installation serves itself alone. */
export function placeOf(network: string | null, own: string | null, isOwnComputer: boolean): Place {
  if (network === 'direct') return { kind: isOwnComputer ? 'computer' : 'unknown' }
  const address = network?.replace(/\/64$/, '') ?? ''
  const version = isIP(address)
  if (version === 0) return { kind: 'unknown' }
  if (address === '::1' || address.startsWith('127.')) return { kind: 'computer' }
  if (network === own) return { kind: 'same' }
  if (local.check(address, version === 4 ? 'ipv4' : 'ipv6')) return { kind: 'local' }
  return { kind: 'address', address: masked(address, version) }
}

const masked = (address: string, version: number) =>
  version === 4 ? address.replace(/\.\d+$/, '.•••') : `${address.split(':').slice(0, 3).join(':')}:…`
