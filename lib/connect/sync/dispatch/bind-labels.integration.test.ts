import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { PDFDocument } from '@cantoo/pdf-lib'
import { withOrganization } from '@/lib/core/db'
import { openRun } from '@/lib/sales/dispatch/run-record'
import { storedPath } from '@/lib/core/files/folder-store'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel, type Planted } from '@/lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { bindLabels } from './bind-labels'

let company: TestOrganization
let productId: string
beforeEach(async () => {
  company = await createTestOrganization()
  productId = await addStockedProduct(company, { sku: 'CAM', onHand: 50 })
})

/** An order whose label the platform has made, and that is here. */
async function addLabelled(changes: Partial<Planted> = {}, given?: Buffer) {
  const parcel = await addParcel(company, { items: [{ productId, quantity: 1 }], ...changes })
  const pdf = await PDFDocument.create()
  pdf.addPage([283.46, 425.2])
  const bytes = given ?? Buffer.from(await pdf.save())
  const file = await writeFile(company.organizationId, Readable.from([bytes]), 1_000_000)
  await withOrganization(company, (db) => recordFile(db, company.owner, file, { kind: 'label', name: 'a.pdf' }))
  await inspect(company.organizationId, `UPDATE package SET label_state = 'ready', label_file_id = $2 WHERE id = $1`, [
    parcel.id,
    file.id,
  ])
  return parcel
}

async function bind(orderIds: string[]) {
  const { organizationId } = company
  const id = newId()
  const run = await withOrganization(company, async (db) => {
    const data = { organizationId, id, kind: 'labels', total: orderIds.length, input: { orderIds } } as const
    await db.dispatchRun.create({ data, select: { id: true } })
    return openRun(db, company, id)
  })
  await bindLabels(company.owner, run!)
  const [bound] = await inspect<{ state: string; place: string | null }>(
    organizationId,
    'SELECT r.state::text, f.place FROM dispatch_run r LEFT JOIN stored_file f ON f.id = r.file_id WHERE r.id = $1',
    [id],
  )
  const pages = bound!.place ? (await PDFDocument.load(await readFile(storedPath(bound!.place)))).getPageCount() : 0
  return { state: bound!.state, pages }
}
const printed = async () =>
  (
    await inspect<{ id: string }>(
      company.organizationId,
      'SELECT id FROM package WHERE organization_id = current_organization() AND (print_count > 0 OR printed_at IS NOT NULL)',
    )
  ).map(({ id }) => id)

test.each([
  ['whose buyer asked to cancel', { cancellationAsked: true }],
  ['that is cancelled', { status: 'cancelled' }],
  ['that has left', { status: 'shipped' }],
  ['that is not paid', { status: 'pending' }],
] as const)(
  'the label of an order %s is not bound, though it is there, and counts as not printed',
  async (_, changes) => {
    const [good, bad] = [await addLabelled(), await addLabelled(changes)]
    expect(await bind([good.orderId, bad.orderId])).toEqual({ state: 'done', pages: 1 })
    expect(await printed()).toEqual([good.id])
    expect(await bind([bad.orderId])).toEqual({ state: 'done', pages: 0 })
    expect(await printed()).toEqual([good.id])
  },
)

test('another company’s label is not bound', async () => {
  const { orderId } = await addLabelled()
  const mine = company
  company = await createTestOrganization()
  expect(await bind([orderId])).toEqual({ state: 'done', pages: 0 })
  company = mine
  expect(await printed()).toEqual([])
})

test('an unreadable label keeps no other out of the file, is reported, and is fetched again with the next printing', async () => {
  const [good, bad] = [await addLabelled(), await addLabelled({}, Buffer.from('%PDF-1.7 cut off'))]
  expect(await bind([good.orderId, bad.orderId])).toEqual({ state: 'done', pages: 1 })
  expect(await printed()).toEqual([good.id])
  const { organizationId } = company
  expect(
    await inspect(organizationId, 'SELECT label_state::text AS state FROM package WHERE id = $1', [bad.id]),
  ).toEqual([{ state: 'failed' }])
  const [run] = await inspect<{ problems: object[] }>(organizationId, 'SELECT problems FROM dispatch_run')
  expect(run!.problems).toMatchObject([{ code: bad.code, errorCode: 'labelUnreadable' }])
})
