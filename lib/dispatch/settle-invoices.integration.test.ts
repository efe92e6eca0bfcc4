import { inspect } from '../testing/database'
import { dispatchSamples, storedInvoice } from '../testing/dispatch-samples'
import { createTestOrganization, envelope, signInAs } from '../testing/factories'
import { dropInvoiceAction, matchInvoiceAction } from './actions'

test.each(['sent', 'accepted', 'rejected', 'cancelled'])(
  'an invoice that is %s is neither given to another order nor dropped',
  async (state) => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const documentId = await storedInvoice(company)
    const { orderCode } = (await dispatchSamples['invoice.match']!(company)) as { orderCode: string }
    const document = () =>
      inspect(
        company.organizationId,
        'SELECT d.*, f.expires_at FROM fiscal_document d JOIN stored_file f ON f.id = d.file_id WHERE d.id = $1',
        [documentId],
      )
    await inspect(company.organizationId, 'UPDATE fiscal_document SET state = $2::"FiscalState" WHERE id = $1', [
      documentId,
      state,
    ])
    const before = await document()
    expect(before).toMatchObject([{ state, expires_at: null }])
    const refused = { ok: false, error: 'invoiceAlreadySent' }
    expect(await matchInvoiceAction(envelope(company), { documentId, orderCode })).toMatchObject(refused)
    expect(await dropInvoiceAction(envelope(company), { documentId })).toMatchObject(refused)
    expect(await document()).toEqual(before)
    await inspect(company.organizationId, `UPDATE fiscal_document SET state = 'received' WHERE id = $1`, [documentId])
    expect(await matchInvoiceAction(envelope(company), { documentId, orderCode })).toMatchObject({ ok: true })
  },
)
