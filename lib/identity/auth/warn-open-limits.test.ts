import { env } from '@/lib/core/env'
import { logger } from '@/lib/core/logging/logger'
import { warnOpenLimits } from './warn-open-limits'

test.each([
  ['https://loja.example', 0, 1],
  ['https://loja.example', 1, 0],
  ['http://localhost:3000', 0, 0],
])('at %s behind %i trusted proxies the log warns %i times', (url, proxies, times) => {
  const said = vi.spyOn(logger(), 'warn')
  Object.assign(env(), { NEXTAUTH_URL: url, TRUSTED_PROXIES: proxies })
  warnOpenLimits()
  expect(said).toHaveBeenCalledTimes(times)
  said.mockRestore()
})
