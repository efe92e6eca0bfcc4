import { BlockList } from 'node:net'

type Network = readonly [address: string, bits: number]

/** The networks of a house, an office or a link: everyone has the same ones. */
export const privateIpv4: readonly Network[] = [
  ['10.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
]
export const privateIpv6: readonly Network[] = [
  ['fc00::', 7],
  ['fe80::', 10],
]

export function networksOf(ipv4: readonly Network[], ipv6: readonly Network[]): BlockList {
  const networks = new BlockList()
  for (const [address, bits] of ipv4) networks.addSubnet(address, bits, 'ipv4')
  for (const [address, bits] of ipv6) networks.addSubnet(address, bits, 'ipv6')
  return networks
}
