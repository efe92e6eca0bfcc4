import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { DispatchList } from '@/lib/dispatch/views'
import type { Language } from '@/lib/language'
import { stubPage } from '@/lib/testing/page-stubs'
import { UrgentCard } from './urgent-card'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const now = new Date('2026-11-27T12:00:00Z')
const cancels = (hours: number) => ({
  ...{ id: `o${hours}`, code: `P${hours}`, shopName: 'Loja', kind: 'platformCancels', text: null },
  at: new Date(now.getTime() + hours * 3_600_000),
})
const list = (hours: number) =>
  ({ urgent: [cancels(hours)], now, today: '2026-11-27', canDecide: true, canShip: true }) as unknown as DispatchList

test.each<[Language, number, RegExp]>([
  ['pt', 5, /a Shopee cancela sozinha em cerca de 5 horas/],
  ['pt', 60, /em cerca de 2 dias/],
  ['pt', -1, /a qualquer momento/],
  ['en', 5, /Shopee will cancel it by itself in about 5 hours/],
  ['en', 60, /in about 2 days/],
  ['en', -1, /at any moment/],
])('what the platform will cancel by itself is counted down (%s, %i h)', (language, hours, words) => {
  render(<UrgentCard list={list(hours)} timeZone="America/Sao_Paulo" />, { wrapper: testPage(language) })
  expect(screen.getByText(words)).toBeTruthy()
})
