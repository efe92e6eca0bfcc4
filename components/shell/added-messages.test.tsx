import { act, render, screen } from '@testing-library/react'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { textRegister } from '@/lib/i18n/text-register'
import pt from '@/messages/pt-BR.json'
import { AddedMessages, MessagesRoot } from './added-messages'

const { loading } = vi.hoisted(() => ({ loading: new Map<string, (texts: object) => void>() }))
vi.mock('@/lib/i18n/text-register', async (original) => {
  const waiting = new Map<string, Promise<object>>()
  const loadTexts = (path: string) => {
    const texts = waiting.get(path) ?? new Promise<object>((arrive) => loading.set(path, arrive))
    waiting.set(path, texts)
    return texts
  }
  return { ...(await original<typeof import('@/lib/i18n/text-register')>()), loadTexts }
})

const Words = () => {
  const t = useTranslations('common')
  const shell = useTranslations('shell')
  return <p>{`${t('brand')} · ${shell('skip')}`}</p>
}
const page = (
  <MessagesRoot locale="pt" timeZone="America/Sao_Paulo">
    <Suspense fallback={<p>…</p>}>
      <AddedMessages path="/common">
        <AddedMessages path="/shell">
          <Words />
        </AddedMessages>
      </AddedMessages>
    </Suspense>
  </MessagesRoot>
)
const words = `${pt.common.brand} · ${pt.shell.skip}`

beforeEach(() => {
  globalThis.mascateTexts = { '/common': { common: pt.common } }
})

test('what a script brought is there at once, on the server and in the browser, beside what the outer one gave', () => {
  textRegister()['/shell'] = { shell: { skip: pt.shell.skip } }
  expect(renderToString(page)).toContain(words)
  render(page)
  expect(screen.getByText(words)).toBeTruthy()
})

test('until a script has come the screen waits, and shows no key', async () => {
  await act(async () => render(page))
  expect(document.body.textContent).toBe('…')
  await act(async () => loading.get('/shell')!({ shell: { skip: pt.shell.skip } }))
  expect(await screen.findByText(words)).toBeTruthy()
})

test("the server's page stays in place while its texts are on their way, and comes alive with them", async () => {
  textRegister()['/late'] = { shell: { skip: pt.shell.skip } }
  const late = (
    <MessagesRoot locale="pt" timeZone="America/Sao_Paulo">
      <AddedMessages path="/common">
        <AddedMessages path="/late">
          <Words />
        </AddedMessages>
      </AddedMessages>
    </MessagesRoot>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(late)
  const [served] = container.getElementsByTagName('p')
  delete textRegister()['/late']
  await act(async () => render(late, { container, hydrate: true }))
  expect(container.textContent).toBe(words)
  await act(async () => loading.get('/late')!({ shell: { skip: pt.shell.skip } }))
  expect(container.getElementsByTagName('p')[0]).toBe(served)
  expect(container.textContent).toBe(words)
})
