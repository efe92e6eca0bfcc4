import { placeOf } from './place'

const own = '203.0.113.7'

test.each([
  ['203.0.113.7', { kind: 'same' }],
  ['203.0.113.8', { kind: 'address', address: '203.0.113.•••' }],
  ['192.168.0.12', { kind: 'local' }],
  ['10.1.2.3', { kind: 'local' }],
  ['172.31.0.1', { kind: 'local' }],
  ['172.32.0.1', { kind: 'address', address: '172.32.0.•••' }],
  ['127.0.0.1', { kind: 'computer' }],
  ['fd00:1:2:3::/64', { kind: 'local' }],
  ['2001:db8:7:1::/64', { kind: 'address', address: '2001:db8:7:…' }],
  ['direct', { kind: 'unknown' }],
  ['unknown', { kind: 'unknown' }],
  [null, { kind: 'unknown' }],
])('a session of %s is shown as %j, never by its whole address', (network, place) => {
  expect(placeOf(network, own, false)).toEqual(place)
})

test('behind no proxy the network is this computer where the installation serves itself alone, and unknown elsewhere', () => {
  expect(placeOf('direct', 'direct', true)).toEqual({ kind: 'computer' })
  expect(placeOf('direct', 'direct', false)).toEqual({ kind: 'unknown' })
})

test('the same /64 is the same network', () => {
  expect(placeOf('2001:db8:7:1::/64', '2001:db8:7:1::/64', false)).toEqual({ kind: 'same' })
})
