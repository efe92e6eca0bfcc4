import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { renderToString } from 'react-dom/server'
import messages from '@/messages/pt-BR.json'
import { OrganizationContext } from '@/components/shell/organization-context'
import { RecordHistory } from './record-history'

const pageOf = (client: QueryClient) => (
  <NextIntlClientProvider locale="pt" messages={messages} timeZone="America/Sao_Paulo">
    <QueryClientProvider client={client}>
      <OrganizationContext
        value={{ userId: 'u', organizationId: 'a', role: 'owner', language: 'pt', timeZone: 'America/Sao_Paulo' }}
      >
        <RecordHistory kind="product" id="p" />
      </OrganizationContext>
    </QueryClientProvider>
  </NextIntlClientProvider>
)
const page = pageOf(new QueryClient())

test('a history that was opened before the page was ready to hear of it is read', async () => {
  const line = {
    id: '1',
    text: 'Ana mudou o preço',
    at: '2026-11-02T12:00:00Z',
    actorKind: 'person',
    agoMs: 1,
    changes: [],
  }
  global.fetch = () => Promise.resolve({ json: () => Promise.resolve({ ok: true, data: [line] }) } as Response)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  const fold = container.querySelector('details')!
  const isOpened = new Promise((resolve) => fold.addEventListener('toggle', resolve, { once: true }))
  fold.open = true
  await isOpened
  render(page, { container, hydrate: true })
  expect(await screen.findByText(line.text)).toBeTruthy()
})

test('one that could not be read is asked for again by a button; of one that is empty there is no more to see', async () => {
  let answer = { ok: false, data: [] as object[] }
  global.fetch = () => Promise.resolve({ status: 500, json: () => Promise.resolve(answer) } as Response)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(pageOf(client))
  document.querySelector('details')!.open = true
  const again = await screen.findByRole('button', { name: 'Tentar de novo' })
  answer = { ok: true, data: [] }
  await userEvent.click(again)
  expect(await screen.findByText('Ainda não há alterações registradas.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
