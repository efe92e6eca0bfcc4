import { ShopeeError, shopeeErrorKinds } from './errors'
import { isNotTold } from './health'

test('a figure that the platform does not offer is left out; a transient failure, or the end of the connection, is an error', () => {
  const told = shopeeErrorKinds.filter((kind) => isNotTold(new ShopeeError(kind, '/api/v2/account_health/x')))
  expect(told.toSorted()).toEqual(['businessRefused', 'invalidInput', 'notFound', 'permission', 'unexpectedShape'])
  expect(isNotTold(new Error('x'))).toBe(false)
})
