import { UserError } from '@/lib/core/errors'
import { ShopeeError, type ShopeeErrorKind } from '@/lib/shopee/errors'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { asShopProblem } from './shopee-problem'

const shown: Record<ShopeeErrorKind, string> = {
  tokenDead: 'shopGrantExpired',
  grantDead: 'shopGrantExpired',
  codeRefused: 'shopCodeRefused',
  shopBanned: 'shopPermissionDenied',
  permission: 'shopPermissionDenied',
  rateLimited: 'shopPlatformAway',
  dailyLimit: 'shopPlatformAway',
  transient: 'shopPlatformAway',
  circuitOpen: 'shopPlatformAway',
  outcomeUnknown: 'shopPlatformAway',
  notReady: 'shopPlatformAway',
  malformed: 'shopPlatformAway',
  notFound: 'shopConnectFailed',
  invalidInput: 'shopConnectFailed',
  businessRefused: 'shopConnectFailed',
  clockSkew: 'shopConnectFailed',
  unexpectedShape: 'shopConnectFailed',
  appMisconfigured: 'shopConnectFailed',
}

test.each(Object.entries(shown))('a call to the platform that fails as %s ends in the text %s', (kind, code) => {
  const problem = asShopProblem(new ShopeeError(kind as ShopeeErrorKind, '/x', { code: 'error_x' }))
  expect(problem).toBeInstanceOf(UserError)
  expect((problem as UserError).code).toBe(code)
  for (const { errors } of [en, pt]) expect(errors[code as keyof typeof errors]).toMatch(/\S/)
})

test('another failure is passed on as it is', () => {
  const error = new Error('x')
  expect(asShopProblem(error)).toBe(error)
})
