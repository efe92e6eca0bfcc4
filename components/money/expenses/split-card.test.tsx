import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { SplitCard } from './split-card'

const sent: object[] = []
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  setSplitAction: (_: object, input: object) => {
    sent.push(input)
    return Promise.resolve({ ok: true, data: { fromMonth: '2026-12-01' } })
  },
})

const [first, second] = ['01a22d93-3e67-73b0-83d7-84a930297b1d', '01a22d93-21fe-7274-91af-9cf4554eb039']
const view = {
  split: { method: 'percent' as const, fromMonth: '2026-11-01', shares: [] },
  entities: [
    { id: first!, name: 'Casa Ltda' },
    { id: second!, name: 'Casa ME' },
  ],
  months: ['2026-12-01', '2026-11-01'],
}

test('a percent that cannot be read is named at its place, and nothing is sent', async () => {
  await act(async () => void render(<SplitCard view={view} />, { wrapper: testPage('pt') }))
  const of = (name: string) => screen.getByLabelText(`Percentual de ${name}`)
  await userEvent.type(of('Casa Ltda'), '66,67')
  await userEvent.type(of('Casa ME'), 'um terço')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar rateio' }))
  expect(screen.getAllByText('Informe uma porcentagem de 0 a 100, como 6,54')).toHaveLength(1)
  expect(['Casa Ltda', 'Casa ME'].map((name) => of(name).getAttribute('aria-invalid'))).toEqual([null, 'true'])
  expect(sent).toEqual([])
  await userEvent.clear(of('Casa ME'))
  await userEvent.type(of('Casa ME'), '33,33')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar rateio' }))
  expect(sent).toEqual([
    {
      fromMonth: '2026-11-01',
      method: 'percent',
      shares: [
        { id: first, points: 6667 },
        { id: second, points: 3333 },
      ],
    },
  ])
})
