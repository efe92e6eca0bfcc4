import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { Language } from '@/lib/core/language'
import type { ShopView } from '@/lib/connect/shops/views'
import { ShopStreams } from './shop-streams'

const now = new Date('2026-11-27T12:00:00Z')

function show(degradedSince: Date | null, language: Language) {
  const orders = {
    stream: 'orders',
    runningSince: null,
    lastGoodAt: now,
    failures: 200,
    errorCode: 'shopeeUnavailable',
  }
  const shop = { status: 'active', degradedSince, progress: { streams: [orders], unsettled: 0 } } as unknown as ShopView
  render(<ShopStreams shop={shop} now={now} timeZone="America/Sao_Paulo" />, { wrapper: testPage(language) })
}

test.each<[Language, string, RegExp]>([
  ['pt', 'Esperando a plataforma', /^Falhou/],
  ['en', 'Waiting for the platform', /^Failed/],
])('while the platform is away, its tries are not counted (%s)', (language, waiting, counted) => {
  show(now, language)
  expect(screen.queryByText(waiting)).not.toBeNull()
  expect(screen.queryByText(counted)).toBeNull()
})

test('a failure of a platform that answers is counted', () => {
  show(null, 'pt')
  expect(screen.queryByText('Falhou 200 vezes seguidas')).not.toBeNull()
})
