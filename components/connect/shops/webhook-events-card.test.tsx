import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { Language } from '@/lib/core/language'
import type { ShopsView } from '@/lib/connect/shops/views'
import { WebhookEventsCard } from './webhook-events-card'

const now = new Date('2026-11-27T12:00:00Z')
const lastAt = new Date('2026-11-27T11:30:00Z')
const shop = (name: string, webhookEvents: object | null) => ({
  id: name,
  name,
  platform: 'shopee',
  connectedAt: now,
  webhookEvents,
})
const view = (more: object = {}) =>
  ({
    now,
    timeZone: 'America/Sao_Paulo',
    webhookAddress: null,
    shops: [
      shop('Loja A', {
        lastAt,
        codes: [
          { code: 3, kind: 'orderStatus', count: 7, lastAt },
          { code: 99, kind: 'unknown', count: 1, lastAt },
        ],
      }),
      shop('Loja B', null),
      { ...shop('Balcão', null), platform: 'manual' },
    ],
    ...more,
  }) as unknown as ShopsView

test.each<[Language, RegExp, RegExp, RegExp]>([
  ['pt', /Situação do pedido: 7/, /1 de código 99, que não conhecemos/, /Nenhum aviso nos últimos 7 dias/],
  ['en', /Order status: 7/, /1 of code 99, which we do not know/, /No notice in the last 7 days/],
])(
  'each connected shop shows what was pushed, unknown codes by their number (%s)',
  (language, known, unknown, none) => {
    render(<WebhookEventsCard view={view()} />, { wrapper: testPage(language) })
    expect(screen.getByText(known)).toBeTruthy()
    expect(screen.getByText(unknown)).toBeTruthy()
    expect(screen.getByText(none)).toBeTruthy()
    expect(screen.queryByText('Balcão')).toBeNull()
    expect(screen.queryByText(/webhook/)).toBeNull()
  },
)

test.each<[Language, RegExp, RegExp]>([
  ['pt', /3 avisos recusados em 7 dias/, /Assinado com a chave do aplicativo/],
  ['en', /3 notices refused in 7 days/, /Signed with the app's key/],
])('a role that connects shops sees rejected events and the reasons, pings apart (%s)', (language, refused, why) => {
  const counts = [
    { outcome: 'appKey', count: 3, lastAt },
    { outcome: 'ping', count: 5, lastAt },
  ]
  const webhookAddress = { url: 'http://localhost:3000/api/shopee/webhook', hasOwnKey: true, counts }
  render(<WebhookEventsCard view={view({ webhookAddress })} />, { wrapper: testPage(language) })
  expect(screen.getByText(refused)).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
  expect(screen.getByText('http://localhost:3000/api/shopee/webhook')).toBeTruthy()
})
