import { act, render, screen } from '@testing-library/react'
import { useTranslations, type AbstractIntlMessages } from 'next-intl'
import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { textRegister } from '@/lib/core/i18n/text-register'
import pt from '@/messages/pt-BR.json'
import { AddedMessages, MessagesRoot } from './added-messages'

const { scripts } = vi.hoisted(() => ({ scripts: new Map<string, (texts: object) => void>() }))
vi.mock('@/lib/core/i18n/import-texts', () => ({
  importTexts: (path: string) => new Promise<object>((arrive) => scripts.set(path, arrive)),
}))
/** As a script does: enters its texts first, and is heard of afterwards. */
const arrive = (path: string, texts: AbstractIntlMessages) =>
  act(async () => {
    textRegister()[path] = texts
    scripts.get(path)!(texts)
  })
const shell = { shell: { skip: pt.shell.skip } }

const Words = () => {
  const t = useTranslations('common')
  const shell = useTranslations('shell')
  return <p>{`${t('brand')} · ${shell('skip')}`}</p>
}
const page = (area: string) => (
  <MessagesRoot locale="pt" timeZone="America/Sao_Paulo">
    <Suspense fallback={<p>…</p>}>
      <AddedMessages path="/common">
        <AddedMessages path={area}>
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

test('a script’s messages are there at once, on the server and in the browser, beside those of the outer provider', () => {
  textRegister()['/here'] = shell
  expect(renderToString(page('/here'))).toContain(words)
  render(page('/here'))
  expect(screen.getByText(words)).toBeTruthy()
})

test('until a script has come the screen waits, and shows no key', async () => {
  await act(async () => render(page('/coming')))
  expect(document.body.textContent).toBe('…')
  await arrive('/coming', shell)
  expect(await screen.findByText(words)).toBeTruthy()
})

test("the server's page stays in place while its texts are on their way, and comes alive with them", async () => {
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
  container.innerHTML = `<p>${words}</p>`
  const [served] = container.getElementsByTagName('p')
  await act(async () => render(late, { container, hydrate: true }))
  expect(container.textContent).toBe(words)
  await arrive('/late', shell)
  expect(container.getElementsByTagName('p')[0]).toBe(served)
  expect(container.textContent).toBe(words)
})
