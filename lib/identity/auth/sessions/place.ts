import { BlockList, isIP } from 'node:net'

/** Without a database of networks no city is known: what is said is how the network stands to the one who looks. */
export type Place = { kind: 'same' | 'computer' | 'local' | 'unknown' } | { kind: 'address'; address: string }

const PRIVATE = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const

const local = new BlockList()
for (const [network, bits] of PRIVATE) local.addSubnet(network, bits, 'ipv4')
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

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
