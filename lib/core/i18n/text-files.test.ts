import { GET } from '@/app/api/texts/[language]/[version]/[namespaces]/route'
import pt from '@/messages/pt-BR.json'
import { enterTexts } from './text-files'
import { textRegister, textsOf } from './text-register'

const request = async (path: string) => {
  const [language, version, namespaces] = path.split('/').slice(3) as [string, string, string]
  const request = new Request(`http://localhost:3000${path}`)
  return GET(request, { params: Promise.resolve({ language, version, namespaces }) })
}
/** As a browser runs a module that came by this address. */
async function run(script: string, path: string) {
  const body = script.replaceAll('import.meta.url', `'http://localhost:3000${path}'`)
  return (await import(`data:text/javascript,${encodeURIComponent(body)}`)) as { default: unknown }
}
const common = { common: pt.common, shell: { nav: pt.shell.nav } }

beforeEach(() => (globalThis.mascateTexts = undefined))

test('the texts of an area come as a script that the browser keeps for good, and are found by its address', async () => {
  const path = enterTexts('pt', { ...pt }, ['common', 'shell.nav'])
  expect(textRegister()).toEqual({ [path]: common })
  const answer = await request(path)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  globalThis.mascateTexts = undefined
  expect((await run(await answer.text(), path)).default).toEqual(common)
  expect(textRegister()).toEqual({ [path]: common })
})

test('another word makes another address', () => {
  const changed = { ...pt, common: { ...pt.common, brand: 'Outra' } }
  const [one, other] = [pt, changed].map((messages) => enterTexts('pt', messages, ['common']))
  expect(one).toMatch(/^\/api\/texts\/pt\/[0-9a-f]{12}\/common$/)
  expect(other).not.toBe(one)
  expect(enterTexts('pt', { ...pt }, ['common'])).toBe(one)
})

test('a page of another version of the product finds its texts too, and no cache keeps them', async () => {
  const path = '/api/texts/pt/000000000000/common'
  const answer = await request(path)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  await run(await answer.text(), path)
  expect(textRegister()[path]).toEqual({ common: pt.common })
})

test('the same texts have one address: named in another order, twice or by a part as well, they are found there', async () => {
  const path = enterTexts('pt', { ...pt }, ['shell.nav', 'common', 'shell'])
  expect(path).toMatch(/^\/api\/texts\/pt\/[0-9a-f]{12}\/common,shell$/)
  expect((await request(path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const names of ['shell,common', 'common,common,shell', 'common,shell,shell.nav']) {
    const answer = await request(`/api/texts/pt/0/${names}`)
    expect([names, answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
      names,
      307,
      '/api/texts/pt/0/common,shell',
      '',
    ])
  }
})

test.each(['fr/0/common', 'pt/0/nothing', 'pt/0/common,__proto__', 'pt/0/constructor', 'pt/0/common.brand', 'pt/0/'])(
  'there is nothing at %s',
  async (path) => expect((await request(`/api/texts/${path}`)).status).toBe(404),
)

test('a script that failed is asked for once more, and again by the next screen', async () => {
  const failing = 'data:text/javascript,throw new Error("away")//'
  const first = textsOf(failing)
  expect(textsOf(failing)).toBe(first)
  await expect(first).rejects.toThrow('away')
  const next = textsOf(failing)
  expect(next).not.toBe(first)
  await expect(next).rejects.toThrow('away')
  await expect(textsOf('data:text/javascript,export default {common:1}')).resolves.toEqual({ common: 1 })
})
