import { GET as openEvidenceRoute } from '@/app/api/dispatch/evidence/[id]/route'
import { GET as openInvoiceRoute } from '@/app/api/dispatch/invoices/[id]/route'
import { POST } from '@/app/api/dispatch/invoices/route'
import { GET as openLabelsRoute } from '@/app/api/dispatch/runs/[id]/labels/route'
import { findReturnAction, receiveReturnAction } from '../returns/actions'
import { closeManifestAction } from '../packing/actions'
import type { Role } from '@/lib/core/permissions'
import type { ActionResult } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { storedEvidence } from '@/lib/testing/samples/packing-samples'
import { inspect } from '@/lib/testing/harnesses/database'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { labelledRun, storedInvoice } from '@/lib/testing/samples/dispatch-samples'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { nfeXml } from '@/lib/testing/factories/nfe'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { dropInvoiceAction, shipOrdersAction } from './actions'
import { getOrderDispatchFor } from './order-dispatch'
import type { ReceivedInvoice } from './receive-invoice'
import { getRunFor } from './views'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})

async function upload(body: string, fileName = 'nota.xml') {
  const address = `http://localhost/api/dispatch/invoices?${new URLSearchParams({ fileName }).toString()}`
  const headers = { 'x-organization-id': company.organizationId }
  const answer = await POST(new Request(address, { method: 'POST', headers, body }), { params: Promise.resolve({}) })
  return { status: answer.status, ...((await answer.json()) as ActionResult<ReceivedInvoice>) }
}
const files = () =>
  inspect<{ kept: boolean; referred: boolean }>(
    company.organizationId,
    `SELECT expires_at IS NULL AS kept, EXISTS (SELECT 1 FROM fiscal_document d WHERE d.file_id = f.id) AS referred
     FROM stored_file f WHERE organization_id = current_organization() AND kind = 'invoice'`,
  )

test('the same invoice many times at once is taken in order, and keeps one file', async () => {
  const xml = nfeXml({ totalCents: 100 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(xml)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const stored = await files()
  expect(stored).toHaveLength(12)
  expect(stored.filter(({ kept, referred }) => kept && referred)).toHaveLength(1)
  expect(stored.filter(({ kept, referred }) => kept !== referred)).toEqual([])
})

test('a dropped invoice opens no more, and its file goes', async () => {
  const { documentId } = dataOf(await upload(nfeXml({ totalCents: 100, number: 2 })))
  expect(await statusOf(openInvoiceRoute, documentId)).toBe(200)
  dataOf(await dropInvoiceAction(envelope(company), { documentId }))
  expect(await statusOf(openInvoiceRoute, documentId)).toBe(404)
  expect(await files()).toEqual([{ kept: false, referred: false }])
})

test('text that no database takes is refused as input', async () => {
  const nul = 'a\0b'
  expect(await upload(nfeXml({ totalCents: 100 }), `${nul}.xml`)).toMatchObject({ error: 'invalidInput' })
  const selection = { orderIds: [newId()] }
  const way = { shopId: newId(), channelId: '1', retry: false, method: 'dropoff' as const, addressId: null }
  const choice = { ...way, pickupTimeId: 'x', branchId: null }
  const ship = (changes: object) =>
    shipOrdersAction(envelope(company), { selection, arrangements: [{ ...choice, ...changes }] })
  for (const answer of [
    await findReturnAction(envelope(company), { code: nul }),
    await closeManifestAction(envelope(company), { carrier: nul, packageIds: [newId()] }),
    await ship({ channelId: nul }),
    await ship({ pickupTimeId: nul }),
    await receiveReturnAction(envelope(company), { returnId: newId(), version: 2 ** 40, note: null, lines: [] }),
    await receiveReturnAction(envelope(company), {
      returnId: newId(),
      version: 1,
      note: null,
      lines: [{ line: 2 ** 40, sellable: 1, damaged: 0, missing: 0 }],
    }),
  ])
    expect(answer).toMatchObject({ ok: false, error: 'invalidInput' })
})

type Door = typeof openInvoiceRoute
const statusOf = async (door: Door, id: string) => {
  const answer = await door(new Request('http://localhost'), { params: Promise.resolve({ id }) })
  await answer.body?.cancel()
  return answer.status
}
const move = (status: string) =>
  inspect(company.organizationId, 'UPDATE orders SET status = $1 WHERE organization_id = current_organization()', [
    status,
  ])

test('a role that sees a buyer only until the order leaves opens no paper of it afterwards', async () => {
  const [run, evidence, invoice] = [
    await labelledRun(company),
    await storedEvidence(company),
    await storedInvoice(company),
  ]
  const [order] = await inspect<{ id: string }>(
    company.organizationId,
    'UPDATE fiscal_document d SET order_id = o.id FROM orders o WHERE d.id = $1 AND o.organization_id = d.organization_id RETURNING o.id',
    [invoice],
  )
  await inspect(
    company.organizationId,
    'UPDATE orders SET shipped_at = NULL WHERE organization_id = current_organization()',
  )
  const opened = async (role: Role) => {
    const member = role === 'owner' ? company.owner : await addMember(company, role)
    await signInAs(member)
    const doors = [
      await statusOf(openInvoiceRoute, invoice),
      await statusOf(openLabelsRoute, run),
      await statusOf(openEvidenceRoute, evidence),
    ]
    const viewer = {
      organizationId: company.organizationId,
      role,
      timeZone: 'America/Sao_Paulo',
      userId: member.userId,
    }
    const card = await getOrderDispatchFor(viewer, order!.id)
    const offers = card?.invoices.some(({ opens }) => opens) ?? false
    const shown =
      role === 'finance' || role === 'accountant' || role === 'viewer' ? null : (await getRunFor(viewer, run)).hasFile
    return { doors, offers, shown }
  }
  await move('processing')
  expect(await opened('operator')).toEqual({ doors: [200, 200, 200], offers: true, shown: true })
  await move('shipped')
  expect(await opened('operator')).toEqual({ doors: [403, 403, 403], offers: false, shown: false })
  expect(await opened('manager')).toEqual({ doors: [200, 200, 200], offers: true, shown: true })
  expect(await opened('finance')).toEqual({ doors: [200, 403, 403], offers: true, shown: null })
  // No legal entity is given to this accountant, so that the order is not there at all.
  expect((await opened('accountant')).doors).toEqual([404, 403, 403])
  expect(await opened('viewer')).toEqual({ doors: [403, 403, 403], offers: false, shown: null })
})

test('an order that was left out of a run’s file hides it from no one, however far that order is by now', async () => {
  const id = await labelledRun(company)
  const [bound, gone] = [await addParcel(company, {}), await addParcel(company, { status: 'shipped' })]
  await signInAs(await addMember(company, 'operator'))
  const opens = async (errorCode: string) => {
    await inspect(
      company.organizationId,
      'UPDATE dispatch_run SET input = $2::jsonb, problems = $3::jsonb WHERE id = $1',
      [
        id,
        JSON.stringify({ orderIds: [bound.orderId, gone.orderId] }),
        JSON.stringify([{ code: gone.code, subject: gone.orderId, errorCode, text: null }]),
      ],
    )
    const viewer = { ...company.owner, role: 'operator' as const, timeZone: 'America/Sao_Paulo' }
    return [(await getRunFor(viewer, id)).hasFile, await statusOf(openLabelsRoute, id)]
  }
  expect(await opens('alreadyShipped')).toEqual([true, 200])
  expect(await opens('cancelled')).toEqual([true, 200])
  // Its label may be in the file: a label that was made before is bound whatever failed since.
  expect(await opens('unavailable')).toEqual([false, 403])
})
