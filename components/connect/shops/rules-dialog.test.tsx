import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { RulesDialog } from './rules-dialog'

stubPage({ useRouter: () => ({ refresh: vi.fn() }), setStockRulesAction: vi.fn() })

const shop = { id: 'one', version: 1, name: 'Loja Um', safetyUnits: 2, lastUnits: 0 }

function Page() {
  const [closed, setClosed] = useState(0)
  return (
    <>
      <output>{closed}</output>
      <RulesDialog shop={shop} open onClose={() => setClosed(closed + 1)} />
    </>
  )
}
const open = () => act(async () => void render(<Page />, { wrapper: testPage() }))
const escape = () => act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }))
const timesClosed = () => Number(screen.getByRole('status', { hidden: true }).textContent)

/** The answer to the browser's confirm, and the number of its calls. */
function answering(yes: boolean) {
  let calls = 0
  window.confirm = () => {
    calls += 1
    return yes
  }
  return () => calls
}

test('rules that were changed are not thrown away by Esc unasked', async () => {
  await open()
  fireEvent.change(screen.getAllByRole('textbox')[0]!, { target: { value: '5' } })
  const answers = answering(false)
  await escape()
  expect([answers(), timesClosed()]).toEqual([1, 0])
  answering(true)
  await escape()
  expect(timesClosed()).toBe(1)
})

test('rules as they were are closed unasked', async () => {
  const answers = answering(false)
  await open()
  await escape()
  expect([answers(), timesClosed()]).toEqual([0, 1])
})
