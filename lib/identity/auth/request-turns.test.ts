import { callerOf } from './request-turns'
import { env } from '@/lib/core/env'

afterEach(() => void (env().TRUSTED_PROXIES = 0))

test('strangers who connect without a proxy count by the address they connect from, unless it is of this computer or its network', () => {
  const keyOf = (peer: string | undefined, headers = {}) => callerOf(null, headers, peer)?.key
  expect(keyOf('203.0.113.7', { 'x-forwarded-for': '198.51.100.1' })).toBe('203.0.113.7')
  expect(keyOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(keyOf('2001:db8:1:2:3::4')).toBe(keyOf('2001:db8:1:2::9'))
  expect(keyOf('2001:db8:1:3::1')).not.toBe(keyOf('2001:db8:1:2::9'))
  const near = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '::ffff:172.17.0.1',
    '192.168.1.9',
    'fd00::1',
    'fe80::1%eth0',
  ]
  for (const peer of [...near, undefined]) expect([peer, keyOf(peer)]).toEqual([peer, undefined])
  env().TRUSTED_PROXIES = 1
  expect(keyOf('10.1.2.3', { 'x-forwarded-for': '198.51.100.1' })).toBe('198.51.100.1')
})

test('a person is one caller by whatever session, a cookie of before by its own', () => {
  const one = callerOf({ secret: 'a', person: 'p' }, {}, undefined)
  expect(one).toEqual(callerOf({ secret: 'b', person: 'p' }, {}, '203.0.113.7'))
  expect(one).toMatchObject({ hasSession: true })
  expect(callerOf({ secret: 'a' }, {}, undefined)).not.toEqual(callerOf({ secret: 'b' }, {}, undefined))
})
