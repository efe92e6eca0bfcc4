import { encode } from 'next-auth/jwt'
import { env } from '@/lib/core/env'
import { decodeCookie } from './decode-cookie'

const encrypt = (maxAge: number, salt?: string) =>
  encode({ token: { secret: 'x' }, secret: env().NEXTAUTH_SECRET, maxAge, ...(salt && { salt }) })

afterEach(() => vi.useRealTimers())

test('a cookie that was read before ends when it says so', async () => {
  const token = await encrypt(60)
  expect(await decodeCookie({ token })).toMatchObject({ secret: 'x' })
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] })
  expect(await decodeCookie({ token })).toBe(null)
})

test('a cookie that was read under its own name is none under another', async () => {
  const token = await encrypt(60, 'second-step')
  expect(await decodeCookie({ token, salt: 'second-step' })).toMatchObject({ secret: 'x' })
  expect(await decodeCookie({ token })).toBe(null)
  expect(await decodeCookie({ token, salt: 'google' })).toBe(null)
})

test('a reader that changes the content changes it for no other reader', async () => {
  const token = await encrypt(60)
  for (let reader = 0; reader < 2; reader += 1) Object.assign((await decodeCookie({ token }))!, { secret: 'changed' })
  expect(await decodeCookie({ token })).toMatchObject({ secret: 'x' })
})
