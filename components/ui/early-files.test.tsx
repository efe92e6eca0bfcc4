import { render, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { InvoiceUpload as OrderInvoiceUpload } from '@/components/sales/dispatch/invoice-upload'
import { InvoiceUpload as SupplierInvoiceUpload } from '@/components/catalog/purchases/invoice-upload'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { testPage } from './test-page'

const invoice = new File(['<nfeProc/>'], 'nota.xml')

/** A page as the server sent it, with a file chosen in it before its scripts ran. */
function openWithEarlyFile(upload: ReactElement) {
  const page = testPage()({ children: upload })
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(page)
  Object.defineProperty(container.querySelector('input[type=file]'), 'files', { value: [invoice] })
  render(page, { container, hydrate: true })
}

const refused = { ok: false, error: 'invalidInput' }

test('a supplier’s invoice chosen before the page could listen is sent all the same', async () => {
  const sent: File[] = []
  const uploadInvoiceAction = async (_: object, { file }: { file: File }) => {
    sent.push(file)
    return refused
  }
  stubPage({ useRouter: () => ({ push: () => {}, refresh: () => {} }), uploadInvoiceAction })
  openWithEarlyFile(<SupplierInvoiceUpload invoices={[]} />)
  await waitFor(() => expect(sent).toEqual([invoice]))
})

test('an order’s invoice chosen before the page could listen is sent all the same', async () => {
  stubPage({ useRouter: () => ({ push: () => {}, refresh: () => {} }), sendInvoicesAction: () => {} })
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(refused))
  openWithEarlyFile(<OrderInvoiceUpload ready={[]} />)
  await waitFor(() => expect(fetching.mock.calls.map(([, init]) => init?.body)).toEqual([invoice]))
})
