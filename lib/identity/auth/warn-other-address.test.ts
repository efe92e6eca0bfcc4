import { logger } from '@/lib/core/logging/logger'
import { isOwnOrigin } from './own-origin'

const OWN = 'https://loja.example'
const from = (origin: string, site?: string) =>
  isOwnOrigin(new Headers({ origin, ...(site && { 'sec-fetch-site': site }) }), OWN)

test('an action on a page of another address is refused, and the log reports each address once, up to as many as a person reads', () => {
  const said = vi.spyOn(logger(), 'warn').mockReturnValue()
  expect([from(OWN, 'same-origin'), from('https://elsewhere.example', 'cross-site')]).toEqual([true, false])
  expect(said).not.toHaveBeenCalled()
  for (const _ of [1, 2]) expect(from('https://www.loja.example', 'same-origin')).toBe(false)
  // A browser calls nothing its site's own on a page without TLS.
  expect(from('http://192.168.0.7:3000')).toBe(false)
  expect(said.mock.calls.map(([warning]) => (warning as { origin: string }).origin)).toEqual([
    'https://www.loja.example',
    'http://192.168.0.7:3000',
  ])
  for (let number = 0; number < 100; number += 1) from(`https://flood-${number}.example`)
  expect(said).toHaveBeenCalledTimes(20)
  // Strangers' words use up an hour, no more.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_601_000)
  expect(from('https://www.loja.example', 'same-origin')).toBe(false)
  expect(said).toHaveBeenCalledTimes(21)
})
