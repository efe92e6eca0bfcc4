import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { ActionResult } from '@/lib/core/errors'
import { setupSteps, type SetupFacts } from '@/lib/insight/setup-guide/steps'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { SetupGuide } from './setup-guide'

const requests: unknown[] = []
let answer: (result: ActionResult<null>) => void
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  setGuideHiddenAction: (_: unknown, input: unknown) => {
    requests.push(input)
    return new Promise((resolve) => (answer = resolve))
  },
})

const facts: SetupFacts = {
  shops: 1,
  activeShops: 1,
  hasOrders: true,
  products: 186,
  costless: 112,
  costlessCents: 4_820_000n,
  listings: 186,
  unmapped: 0,
  unmappedCents: 0n,
  entities: 1,
  untaxed: 1,
  adsDays: 30,
  adsShops: 2,
  adsUnsaid: 0,
  people: 1,
  hasPayout: false,
  awaited: 3,
}
const show = (given: SetupFacts) => render(<SetupGuide steps={setupSteps('owner', given)} />, { wrapper: testPage() })
const words = (text: string) => text.replaceAll('\u00a0', ' ')

beforeEach(() => requests.splice(0))

test('the missing part is shown by its size, and the next step leads to its page', () => {
  const { container } = show(facts)
  const text = words(container.textContent)
  expect(text).toContain('2 de 6 passos feitos')
  expect(text).toContain('112 de 186 produtos sem custo, R$ 48.200,00 vendidos em 12 meses.')
  expect(text).toContain('30 dias dos últimos 30, somando 2 lojas, sem relatório de Ads.')
  expect(text).toContain('3 repasses ainda por vir')
  const [link] = screen.getAllByRole('link', { name: 'Informar custos' })
  expect(link!.getAttribute('href')).toBe('/dashboard/products/costs')
})

test('the guide of a new company stands open, and that of one with sales takes one line', () => {
  const { container, unmount } = show({
    ...facts,
    hasOrders: false,
    activeShops: 0,
    shops: 0,
    products: 0,
    costless: 0,
    listings: 0,
  })
  expect(container.querySelector('details')!.open).toBe(true)
  // A step that waits for another one leads nowhere yet.
  expect(screen.queryByRole('link', { name: 'Informar custos' })).toBeNull()
  unmount()
  expect(show(facts).container.querySelector('details')!.open).toBe(false)
})

test('it is put away at once, may be brought back, and stays where that could not be saved', async () => {
  show(facts)
  await userEvent.click(screen.getByRole('button', { name: 'Dispensar o guia' }))
  expect(screen.queryByRole('heading')).toBeNull()
  expect(requests).toEqual([{ hidden: true }])
  await act(async () => answer({ ok: false, error: 'unavailable' }))
  expect(screen.getByRole('heading', { name: 'Da sua loja ao lucro de verdade' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Dispensar o guia' }))
  await act(async () => answer({ ok: true, data: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar de novo' }))
  expect(requests.at(-1)).toEqual({ hidden: false })
})
