import { baseString, isSignedBy, sign } from './signature'

// The platform publishes these base strings, but no key with which they were signed.
test.each([
  [
    'a shop',
    baseString('2001887', '/api/v2/shop/get_shop_info', '1655714431', '59777174636562737266615546704c6d', '14701711'),
    '2001887/api/v2/shop/get_shop_info165571443159777174636562737266615546704c6d14701711',
  ],
  [
    'a merchant',
    baseString(
      '2001887',
      '/api/v2/global_product/get_category',
      '1655714431',
      '09777174636962737266615546704c6d',
      '1000000',
    ),
    '2001887/api/v2/global_product/get_category165571443109777174636962737266615546704c6d1000000',
  ],
  [
    'the public',
    baseString('2001887', '/api/v2/public/get_shops_by_partner', '1655714431'),
    '2001887/api/v2/public/get_shops_by_partner1655714431',
  ],
])('the base string of an endpoint for %s is the official one', (_name, base, official) => {
  expect(base).toBe(official)
})

test('the key is used as text: one that looks like hex is not decoded', () => {
  // HMAC-SHA256 of RFC 4231's second case, whose key is the text "Jefe".
  expect(sign('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  expect(sign('4a656665', 'a')).not.toBe(sign('Jefe', 'a'))
})

test.each(['', 'short', 'f'.repeat(64)])('the signature "%s" is none', (given) => {
  expect(isSignedBy('a key', 'a base', given)).toBe(false)
})

test('capital letters are no signature', () => {
  const right = sign('a key', 'a base')
  expect(isSignedBy('a key', 'a base', right)).toBe(true)
  expect(isSignedBy('a key', 'a base', right.toUpperCase())).toBe(false)
})
