import { processorMs } from '@/lib/testing/harnesses/processor-time'
import { logConsole } from './log-console'
import { logger } from './logger'

vi.mock('./logger', () => {
  const made = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
  return { logger: () => made }
})
const real = { ...console }
beforeEach(() => logConsole())
afterAll(() => void Object.assign(console, real))
const last = (level: 'error' | 'warn' | 'info' | 'debug') => vi.mocked(logger()[level]).mock.lastCall as unknown[]

test('printed text becomes a line, without colours and without the query of an address', () => {
  console.warn(
    '\u001b[33m⚠\u001b[39m',
    'Request body exceeded 2MB for /auth?callbackUrl=%2Fx&code=secret. Only the first',
    2,
  )
  expect(last('warn')).toEqual([{ from: 'next' }, '⚠ Request body exceeded 2MB for /auth Only the first 2'])
  console.log('What? All of %s', 'it')
  expect(last('info')).toEqual([{ from: 'next' }, 'What? All of it'])
})

test.each([
  ['/a??code=secret', '/a'],
  ['what? /a?code=secret/b?c "/d?e" what/?', 'what? /a "/d" what/?'],
  ['why?/a?code=secret', 'why?/a'],
  ['<http://x/?state=secret>', '<http://x/>'],
])('%s is logged as %s', (said, left) => {
  console.log('%s', said)
  expect(last('info')[1]).toBe(left)
})

test.each(['/', '?', '/x', '?/', 'x"/'])('a long text of %s takes no longer than it is long', async (piece) => {
  const text = piece.repeat(200_000)
  const spent = await processorMs(() => console.log(text))
  // From each slash to the end it took half a minute.
  expect(spent).toBeLessThan(2_000)
})

test('an error keeps its kind, reason and place, and tells no query either', () => {
  const error = new TypeError('Invalid URL: http://x/api/shopee/callback?code=secret')
  console.error('⨯', error)
  const [{ err }, text] = last('error') as [{ err: Record<string, string> }, string]
  expect([err.type, err.message, text]).toEqual(['TypeError', 'Invalid URL: http://x/api/shopee/callback', '⨯'])
  expect(err.stack).toContain('log-console.test.ts')
  expect(JSON.stringify(err)).not.toContain('secret')
  console.error(error)
  expect(last('error')[1]).toBe('printed an error')
})

test('a reader that leaves while the answer is sent is no error', () => {
  console.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  expect(last('debug')[1]).toBe('printed an error')
})

test('messages of the framework about a caller’s fault are no errors', () => {
  let isCallersFault = true
  logConsole(() => isCallersFault)
  console.error('⨯', new SyntaxError('Unexpected end of form'))
  expect((last('debug')[0] as { err: Error }).err.message).toBe('Unexpected end of form')
  isCallersFault = false
  console.error('⨯', new SyntaxError('Unexpected end of a file of ours'))
  expect((last('error')[0] as { err: Error }).err.message).toBe('Unexpected end of a file of ours')
})
