// Full form: searches every table and file of the database. Default: lib/insight/privacy/erase-buyer.integration.test.ts and lib/worker/tasks/maintenance.integration.test.ts.
import { ageDatabase, listPlaces, scanFiles, scanTables, type Finding } from '@/lib/testing/harnesses/age-database'
import { keepInvoiceOf, traces } from '@/lib/testing/harnesses/buyer-traces'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, inWorker } from '@/lib/testing/harnesses/sync-harness'
import { reportFigures } from '@/lib/testing/harnesses/report-figures'
import { cpfOf, recipientOf } from '@/lib/sandbox/orders/buyer'
import { syncOrders } from '@/lib/connect/sync/inbound/sync-orders'
import { purgeExpired, chainAndFold } from './maintenance'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

const BUYER = 987_654_321n
const recipient = recipientOf(BUYER)
/** The marketplace's data of the buyer; beside it each source has a value of its own. */
const values: Record<string, string> = {
  username: 'zuleicanaria',
  message: 'deixarcomozoroastro',
  name: recipient.name,
  phone: recipient.phone,
  document: cpfOf(BUYER),
  address: recipient.full_address,
  'phone of the export': '5511955443322',
  ...Object.fromEntries(Object.keys(traces).map((name, index) => [name, `canarinho${index}belga`])),
}
const INVOICE = 'canarinhofiscal'

test('91 days after the end of its order nothing of a buyer is left in any table, queue, trail or file but its invoice', async () => {
  const { company, shop, shopId, number } = await connectSyncShop(platform(), 5)
  const { organizationId } = company
  const drive = (orderSn: string, step: string) => platform().admin('order-step', { orderSn, step })
  const request = { buyerUserId: Number(BUYER), buyerUsername: values.username, messageToSeller: values.message }
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', { shopId: number, isPaid: true, ...request })
  await inWorker(() => syncOrders(shop, [orderSn]))
  const [order] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM orders WHERE external_code = $1', [
    orderSn,
  ])
  const traced = { company, shopId, orderId: order!.id, shopNumber: number }
  for (const [name, leave] of Object.entries(traces)) await leave(traced, values[name]!)
  await keepInvoiceOf(traced, INVOICE)
  for (const step of ['ship', 'pick-up', 'deliver', 'complete']) await drive(orderSn, step)
  await inWorker(() => syncOrders(shop, [orderSn]))
  await asWorker(chainAndFold)
  const before = await findAll(organizationId)
  // The message to the seller is kept nowhere, from the first day on.
  expect(missing(before)).toEqual(['message'])

  await ageDatabase(organizationId, 91)
  await asWorker(purgeExpired)
  await asWorker(purgeExpired)
  const left = await findAll(organizationId)
  reportFigures({
    accepted: before.length,
    figures: [
      {
        what: 'places where something of a buyer is left after 91 days',
        found:
          left.length === 0
            ? '0'
            : `${left.length}: ${left.map(({ what, where }) => `${what} in ${where}`).join('; ')}`,
        wanted: '0',
        holds: left.length === 0,
      },
    ],
    notes: { 'values of buyers': Object.keys(values).length, 'places where they stood before': before.length },
  })
  expect(left).toEqual([])
  // The law has invoices kept longer: the file alone, and no column.
  expect(await scanFiles({ INVOICE })).toHaveLength(1)
  expect(await scanTables(organizationId, { INVOICE })).toEqual([])
  expect(await inspect(organizationId, 'SELECT kind FROM stored_file')).toEqual([{ kind: 'invoice' }])
  // No nightly job would find a file that no row names.
  const named = await inspect<{ place: string }>(organizationId, 'SELECT place FROM stored_file')
  expect(listPlaces()).toEqual(named.map(({ place }) => place))
})

const findAll = async (organizationId: string): Promise<Finding[]> => [
  ...(await scanTables(organizationId, values)),
  ...(await scanFiles(values)),
]
const missing = (results: Finding[]) =>
  Object.keys(values).filter((what) => !results.some((finding) => finding.what === what))
