import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { newId } from '@/lib/core/ids'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { reportMissInput } from '@/lib/catalog/warehouse/shelf-miss-schema'
import { MissingButton } from './missing-button'

const sent: object[] = []
stubPage({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  reportMissAction: async (_: unknown, { productId: _id, ...report }: { productId: string; seenOnHand: number }) => {
    sent.push(report)
    return report.seenOnHand === 4
      ? { ok: true, data: { missId: 'm' } }
      : { ok: false, error: 'stockMoved', values: { onHand: 4 } }
  },
})
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))

test('a report says the stock that the person saw; where it has changed, it goes again only after the new one was seen', async () => {
  render(<MissingButton product={{ id: 'p', title: 'Caneca', sku: 'CAN', onHand: 9 }} />, { wrapper: testPage('pt') })
  await press('Não achei Caneca')
  expect(screen.getByText('No estoque agora: 9')).toBeTruthy()
  await press('Parar as vendas')
  await press('Parar as vendas')
  await press('Ver o estoque atual')
  expect(screen.getByText('No estoque agora: 4')).toBeTruthy()
  await press('Parar as vendas')
  expect(sent).toMatchObject([{ seenOnHand: 9 }, { seenOnHand: 9 }, { units: 0, seenOnHand: 4 }])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('a blank count and half a unit are no whole number, a count below zero is negative', async () => {
  const refusals: string[] = []
  for (const typed of ['', '2,5', 'dois', '-1', '3']) {
    sent.length = 0
    const { unmount } = render(<MissingButton product={{ id: newId(), title: 'Caneca', sku: 'CAN', onHand: 4 }} />, {
      wrapper: testPage('pt'),
    })
    await press('Não achei Caneca')
    fireEvent.change(screen.getByLabelText(/Quantas há/), { target: { value: typed } })
    await press('Parar as vendas')
    const read = reportMissInput.safeParse({ ...sent[0], productId: newId() })
    refusals.push(read.success ? 'taken' : read.error.issues.map(({ message }) => message).join())
    unmount()
  }
  expect(refusals).toEqual([
    'stock.fields.unitsInvalid',
    'stock.fields.unitsInvalid',
    'stock.fields.unitsInvalid',
    'stock.fields.countNegative',
    'taken',
  ])
})
