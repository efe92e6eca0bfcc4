import { act, fireEvent, render, screen } from '@testing-library/react'
import { OrganizationContext } from '@/components/shell/organization-context'
import { testPage } from '@/components/ui/test-page'
import type { Role } from '@/lib/core/permissions'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { InvoiceUpload } from './invoice-upload'

const values = { number: '1234', carrier: 'Transportes & Já', amount: '1123.45', issuedOn: '2026-11-10' }
let outcome: unknown
stubPage({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  uploadInvoiceAction: async () => outcome,
})

async function send(role: Role) {
  const view = { userId: 'u', organizationId: 'o', role, language: 'pt' as const, timeZone: 'America/Sao_Paulo' }
  const { unmount } = render(
    <OrganizationContext value={view}>
      <InvoiceUpload invoices={[]} />
    </OrganizationContext>,
    { wrapper: testPage('pt') },
  )
  const files = [new File(['<cteProc/>'], 'frete.xml')]
  await act(async () => void fireEvent.change(screen.getByLabelText(/XML/), { target: { files } }))
  const link = screen.queryByRole('link', { name: 'Lançar em Despesas' })?.getAttribute('href') ?? null
  const { textContent } = document.body
  unmount()
  return { link, text: textContent }
}

test('the freight of a CT-e is offered as a new expense with its words, amount and day, to who may write expenses', async () => {
  outcome = { ok: false, error: 'purchaseInvoiceFreightOf', values }
  const { link, text } = await send('owner')
  expect(text).toContain('R$ 1.123,45')
  const { searchParams, pathname } = new URL(link!, 'http://x')
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/dashboard/expenses',
    { new: '1', title: 'CT-e 1234 · Transportes & Já', amount: '112345', due: '2026-11-10' },
  ])
  expect((await send('operator')).link).toBeNull()
})

test('another document that is refused offers no expense', async () => {
  outcome = { ok: false, error: 'purchaseInvoiceFreight' }
  expect((await send('owner')).link).toBeNull()
})
