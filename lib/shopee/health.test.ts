import { ShopeeError, shopeeErrorKinds } from './errors'
import { isWithoutValue } from './health'

test('a figure that the platform does not offer is left out; a transient failure, or the end of the connection, is an error', () => {
  const withoutValue = shopeeErrorKinds.filter((kind) =>
    isWithoutValue(new ShopeeError(kind, '/api/v2/account_health/x')),
  )
  expect(withoutValue.toSorted()).toEqual([
    'businessRefused',
    'invalidInput',
    'notFound',
    'permission',
    'unexpectedShape',
  ])
  expect(isWithoutValue(new Error('x'))).toBe(false)
})
