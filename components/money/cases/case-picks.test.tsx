import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import type { CaseRow } from '@/lib/money/cases/queries'
import { CasePicks, PickAllCases, PickCase } from './case-picks'
// The bar loads it when it is opened: loaded before, it is there at once.
import './file-cases-dialog'

const requests: unknown[] = []
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  fileCasesAction: async (_: unknown, input: { cases: unknown[] }) => (
    requests.push(input),
    { ok: true, data: { filed: input.cases.length } }
  ),
})
const row = (id: string, number: number, protocol: string | null): CaseRow => ({
  id,
  number,
  protocol,
  version: number,
  shopName: 'Casa',
  cause: 'freight',
  state: 'detected',
  amountCents: 1240n,
  recoveredCents: 0n,
  ownerName: null,
  deadline: '2026-12-20',
  orders: 1n,
  firstCode: '2411AA',
})
const rows = [row('a', 1, null), row('b', 2, 'BR-2'), row('c', 3, null)]

test('picked cases are sent as they were shown, each with the ticket number that was written for it', async () => {
  render(
    <CasePicks rows={rows}>
      <PickAllCases shown="column" />
      {rows.map(({ id, number }) => (
        <PickCase key={id} id={id} number={number} />
      ))}
    </CasePicks>,
    { wrapper: testPage('pt') },
  )
  expect(screen.queryByLabelText('Contestações escolhidas')).toBeNull()
  fireEvent.click(screen.getByLabelText('Escolher todas desta página'))
  fireEvent.click(screen.getByLabelText('Escolher a contestação 3'))
  fireEvent.click(screen.getByText('Marcar como enviadas'))
  const field = await screen.findByLabelText('Protocolo da contestação 1')
  fireEvent.change(field, { target: { value: 'BR-1' } })
  const [, submit] = screen.getAllByText('Marcar como enviadas')
  await act(async () => void fireEvent.click(submit!))
  const cases = [
    { id: 'a', version: 1, protocol: 'BR-1' },
    { id: 'b', version: 2, protocol: 'BR-2' },
  ]
  expect(requests).toEqual([{ cases, note: '' }])
  expect(screen.queryByLabelText('Protocolo da contestação 1')).toBeNull()
  expect(screen.queryByLabelText('Contestações escolhidas')).toBeNull()
})
