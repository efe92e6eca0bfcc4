import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { MoneyFileView } from '@/lib/connect/money-reports/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { MoneyFileScreen } from './money-file-screen'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const open = (summary: object, mayImport = true) => {
  const money = { type: 'wallet', owner: { id: 'a', name: 'Loja A' } }
  const run = { id: 'file', fileName: 'a.xlsx', state: 'failed', errorCode: 'unexpected', progress: {} }
  const view = { run: { ...run, summary: { money, reference: 'ab12', ...summary } }, failed: [], owners: [] }
  render(<MoneyFileScreen view={view as unknown as MoneyFileView} mayImport={mayImport} />, {
    wrapper: testPage('pt'),
  })
}
const undo = () => screen.queryByRole('button', { name: 'Ver o que sai' })

test('a file that stopped half-way says how many rows it stored, and can be taken back by those who may import', () => {
  open({ result: { created: 2, updated: 1, kept: 0 } })
  expect(screen.getByText(/3 linhas foram gravadas e ficam/)).toBeTruthy()
  expect(undo()).toBeTruthy()
})

test('one that stored nothing, and a reader, have nothing to take back', () => {
  open({})
  open({ result: { created: 2, updated: 0, kept: 0 } }, false)
  expect(undo()).toBeNull()
})
