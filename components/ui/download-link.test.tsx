import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DownloadLink } from './download-link'
import { testPage } from './test-page'

let answers: (() => Promise<Partial<Response>>)[]
let asked: string[]
let saved: string[]
beforeEach(() => {
  ;[asked, saved] = [[], []]
  globalThis.fetch = (async (address: string) => {
    asked.push(address)
    return answers.shift()!()
  }) as typeof fetch
  URL.createObjectURL = () => 'blob:held'
  URL.revokeObjectURL = () => undefined
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} ${this.download}`.trim())
  })
})

const file = async (): Promise<Partial<Response>> => ({
  ...{ ok: true, headers: new Headers({ 'content-disposition': 'attachment; filename="meus-dados.json"' }) },
  blob: async () => new Blob(['{}']),
})
const failing = (told: unknown) => async (): Promise<Partial<Response>> => ({ ok: false, json: async () => told })
const lost = async (): Promise<Partial<Response>> => {
  throw new TypeError('Failed to fetch')
}
const broken = async () => ({ ...(await file()), blob: lost as unknown as Response['blob'] })

async function take(isLarge: boolean, ...next: typeof answers) {
  answers = next
  render(
    <DownloadLink href="/api/file" isLarge={isLarge}>
      Baixar
    </DownloadLink>,
    { wrapper: testPage() },
  )
  await userEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(screen.getByRole('link').hasAttribute('aria-busy')).toBe(false))
}

test.each([
  [false, failing({ ok: false, error: 'tooManyRequests' }), /Muitas tentativas/],
  [true, failing({ ok: false, error: 'exportExpired' }), /Este arquivo já foi apagado/],
  [false, failing('no answer of ours'), /não respondeu a tempo/],
  [false, lost, /confira sua conexão/],
  [true, lost, /confira sua conexão/],
  [false, broken, /confira sua conexão/],
])(
  'a file that cannot be had is told of in words, and nothing is saved (large: %s, %#)',
  async (isLarge, answer, told) => {
    await take(isLarge, answer)
    expect(screen.getByRole('alert').textContent).toMatch(told)
    expect(saved).toEqual([])
  },
)

test('a file is saved under its name, and what had failed before is told no longer', async () => {
  await take(false, failing({ error: 'unexpected' }), file)
  await userEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(saved).toEqual(['blob:held meus-dados.json']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a large file is never fetched by the page: once it can be had the browser takes it', async () => {
  await take(true, file)
  expect(saved).toEqual(['/api/file'])
  expect(asked).toEqual(['/api/file?check'])
})
