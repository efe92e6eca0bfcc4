import { networkOf } from './client-network'

const SPELLINGS = [
  '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  '2001:DB8:85A3:8D3:1319:8A2E:370:7348',
  '2001:0db8:85a3:08d3:1319:8a2e:0370:7348',
  '2001:0DB8:85A3:08D3:0000:0000:0000:0000',
  '2001:db8:85a3:8d3::',
  '2001:db8:85a3:8d3::1',
  '2001:db8:85a3:08d3::1',
  '2001:db8:85a3:8d3:0:0:0:1',
  '2001:db8:85a3:8d3:ffff:ffff:ffff:ffff',
  '2001:db8:85a3:8d3:1::',
  '2001:db8:85a3:8d3:1::2',
  '2001:db8:85a3:8d3::1.2.3.4',
  '2001:db8:85a3:8d3:0:0:1.2.3.4',
  '2001:db8:85a3:8d3::1%eth0',
  '[2001:db8:85a3:8d3::1]',
  '[2001:db8:85a3:8d3::1]:443',
  '[2001:DB8:85A3:8D3::1%25eth0]:443',
  ' 2001:db8:85a3:8d3::1 ',
  '2001:db8:85a3:8d3:abcd::',
  '2001:db8:85a3:8d3:0:0::1',
]

test('twenty spellings of addresses in one /64 are one network', () => {
  expect(SPELLINGS).toHaveLength(20)
  expect([...new Set(SPELLINGS.map(networkOf))]).toEqual(['2001:db8:85a3:8d3::/64'])
})

test.each([
  ['2001:db8:85a3:8d4::1', '2001:db8:85a3:8d4::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['', 'unknown'],
  ['evil', 'unknown'],
  ['203.0.113', 'unknown'],
  ['2001:db8:::1', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
