import { inspect } from '@/lib/testing/harnesses/database'
import { dispatchSamples, storedInvoice } from '@/lib/testing/samples/dispatch-samples'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { cancelInvoiceAction, dropInvoiceAction, matchInvoiceAction } from './actions'

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

test('an invoice that is being sent is neither given to another order nor dropped, until it is sent or its sender is gone', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const documentId = await storedInvoice(company)
  const { orderCode } = (await dispatchSamples['invoice.match']!(company)) as { orderCode: string }
  const begun = (minutes: number) =>
    inspect(
      company.organizationId,
      'UPDATE fiscal_document SET sent_at = now() - make_interval(mins => $2) WHERE id = $1',
      [documentId, minutes],
    )
  await begun(1)
  const refused = { ok: false, error: 'invoiceBeingSent' }
  expect(await matchInvoiceAction(envelope(company), { documentId, orderCode })).toMatchObject(refused)
  expect(await dropInvoiceAction(envelope(company), { documentId })).toMatchObject(refused)
  await begun(11)
  expect(await matchInvoiceAction(envelope(company), { documentId, orderCode })).toMatchObject({ ok: true })
})

test('an invoice’s cancellation is recorded once, by concurrent and later calls', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const input = (await dispatchSamples['invoice.cancelled']!(company)) as { orderId: string }
  const note = async () => {
    const answer = await cancelInvoiceAction(envelope(company), input)
    return answer.ok ? 'noted' : answer.error
  }
  const atOnce = await Promise.all([note(), note(), note()])
  expect([...atOnce.toSorted(), await note()]).toEqual([
    ...Array.from({ length: 2 }, () => 'dispatchNothing'),
    'noted',
    'dispatchNothing',
  ])
  const documents = await inspect(
    company.organizationId,
    `SELECT 1 FROM fiscal_document WHERE organization_id = current_organization() AND order_id = $1 AND state = 'cancelled'`,
    [input.orderId],
  )
  expect(documents).toHaveLength(1)
})
