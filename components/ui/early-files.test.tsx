import { fireEvent, render, waitFor } from '@testing-library/react'
import { createRef, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { InvoiceUpload as OrderInvoiceUpload } from '@/components/sales/dispatch/invoice-upload'
import { InvoiceUpload as SupplierInvoiceUpload } from '@/components/catalog/purchases/invoice-upload'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { DropArea } from './drop-area'
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

test('files chosen while the page hydrates are taken once: by the page and by the event that follows', () => {
  const taken: File[] = []
  const input = createRef<HTMLInputElement>()
  const take = (files: FileList | null) => taken.push(...(files ?? []))
  openWithEarlyFile(
    <DropArea input={input} take={take}>
      {''}
    </DropArea>,
  )
  fireEvent.change(input.current!)
  expect(taken).toEqual([invoice])
  // The same file chosen by hand once more is a choice of its own.
  fireEvent.change(input.current!)
  expect(taken).toEqual([invoice, invoice])
})
