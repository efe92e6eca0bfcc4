import { withOrganization } from '@/lib/core/db'
import { moveSalesChannel } from '@/lib/identity/settings/move-sales-channel'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { applyMoneyTestFile, checkMoneyTestFile, runMoneyApply } from '@/lib/testing/factories/money-files'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { csvOf, runCheck } from '@/lib/testing/factories/sheets'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { failImport } from '../order-imports/check-import'
import { confirmMoneyFileAction, previewMoneyUndoAction, undoMoneyFileAction } from './actions'
import { undoMoneyFile } from './undo-money-file'

let company: TestOrganization
let shop: string
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)

/** The company has this one shop alone. */
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Única')
  await signInAs(company.owner)
})

const HEAD = [
  'Data',
  'Tipo de transação',
  'Descrição',
  'ID do pedido',
  'Direção do dinheiro',
  'Valor',
  'Status',
  'Balança após as transações',
]
const sale = (code: string, at: string, value: string, balance: string) => [
  `2026-09-03 ${at}`,
  'Renda do pedido',
  'x',
  code,
  'Entrada',
  value,
  'Concluído',
  balance,
]
const first = sale('260901AAAA0001', '10:00', '80.00', '80.00')
const second = sale('260901AAAA0002', '11:00', '40.00', '120.00')
const third = sale('260901AAAA0003', '12:00', '10.00', '130.00')
const wallet = (...rows: string[][]) => csvOf([HEAD, ...rows], ',')

const apply = async (...rows: string[][]) => {
  await applyMoneyTestFile(company, wallet(...rows), { shopId: shop, ofOther: true })
  const [row] = await sql<{ id: string }>('SELECT id FROM import ORDER BY created_at DESC, id DESC LIMIT 1')
  return row!.id
}
const preview = async (importId: string) => dataOf(await previewMoneyUndoAction(envelope(company), { importId }))
const undo = async (importId: string) => {
  dataOf(await undoMoneyFileAction(envelope(company), { importId }))
  await asWorker(() => undoMoneyFile(company.owner, importId))
}
const books = async () => {
  await asWorker(() => reconcileOrders(company.organizationId))
  return {
    wallet: await sql('SELECT external_code AS code, amount_cents::int AS cents FROM wallet_transaction ORDER BY 1'),
    days: await sql('SELECT kind::text, movements::int AS n FROM wallet_day WHERE movements <> 0 ORDER BY 1'),
    settlements: await sql('SELECT external_code AS code, state::text FROM settlement ORDER BY 1'),
  }
}

test('a file of another shop is taken back as if it had never been sent, also where there is no second shop, and can be sent again', async () => {
  const before = await books()
  const importId = await apply(first, second)
  const after = await books()
  expect(after.wallet).toHaveLength(2)
  expect(await preview(importId)).toEqual({ goes: 2, stays: 0, found: 0, closedMonths: [] })
  await undo(importId)
  expect(await books()).toEqual(before)
  await asWorker(() => undoMoneyFile(company.owner, importId))
  expect(await undoMoneyFileAction(envelope(company), { importId })).toMatchObject({ error: 'importNothingToUndo' })
  const [{ summary }] = (await sql<{ summary: object }>('SELECT summary FROM import WHERE id = $1', [importId])) as [
    { summary: object },
  ]
  expect(summary).toMatchObject({ undo: { state: 'done', undone: 2, total: 2 } })
  expect(
    await sql("SELECT event, after->'rows' AS rows FROM audit_event WHERE event LIKE 'import.und%' ORDER BY at, id"),
  ).toEqual([
    { event: 'import.undoRequested', rows: 2 },
    { event: 'import.undone', rows: 2 },
  ])
  await apply(first, second)
  expect(await books()).toEqual(after)
})

test('rows that another file says too stay, whether that one brought something by itself or not', async () => {
  const importId = await apply(first, second, third)
  await apply(first)
  await apply(second, sale('260901AAAA0009', '13:00', '5.00', '135.00'))
  expect(await preview(importId)).toMatchObject({ goes: 1, stays: 2 })
  await undo(importId)
  expect((await books()).wallet).toEqual([
    { code: '260901AAAA0001', cents: 8_000 },
    { code: '260901AAAA0002', cents: 4_000 },
    { code: '260901AAAA0009', cents: 500 },
  ])
})

const check = (...rows: string[][]) => checkMoneyTestFile(company, wallet(...rows), { shopId: shop })
const confirm = (importId: string) =>
  confirmMoneyFileAction(envelope(company), { importId, leaveOutBadRows: false, ofOther: true })
const store = async (importId: string) => {
  dataOf(await confirm(importId))
  await runMoneyApply(company, importId)
}
const codes = async () =>
  (await sql<{ code: string }>('SELECT external_code AS code FROM wallet_transaction ORDER BY 1')).map(
    ({ code }) => code,
  )

test('a file that was sent twice before either was stored keeps its rows when the first is taken back', async () => {
  const [one, other] = [await check(first, second), await check(first, second)]
  await store(one)
  await store(other)
  expect(await preview(one)).toMatchObject({ goes: 0, stays: 2 })
  expect(await undoMoneyFileAction(envelope(company), { importId: one })).toMatchObject({
    error: 'importNothingToUndo',
  })
  expect(await codes()).toHaveLength(2)
  // The second lets go of them, and the first can be taken back.
  expect(await preview(other)).toEqual({ goes: 0, stays: 0, found: 2, closedMonths: [] })
  await undo(other)
  expect(await codes()).toHaveLength(2)
  await undo(one)
  expect(await codes()).toEqual([])
})

test('a file that waits for its confirmation is checked again when the one that brought its rows is taken back', async () => {
  const importId = await apply(first, second)
  const waiting = await check(second, third)
  await undo(importId)
  expect(await codes()).toEqual([])
  expect(await confirm(waiting)).toMatchObject({ error: 'importNotReady' })
  await runCheck(company.owner, waiting)
  await store(waiting)
  expect(await codes()).toEqual(['260901AAAA0002', '260901AAAA0003'])
})

test('rows that a confirmed file found here stay, though it is still to be stored', async () => {
  const importId = await apply(first, second)
  const waiting = await check(second, third)
  dataOf(await confirm(waiting))
  await undo(importId)
  await runMoneyApply(company, waiting)
  expect(await codes()).toEqual(['260901AAAA0002', '260901AAAA0003'])
})

test('the closed months are those of the legal entity that held the shop on the rows’ days', async () => {
  const importId = await apply(first)
  const { organizationId, legalEntityId } = company
  const later = await addEntity(company, { name: 'MEI' })
  await withOrganization(company, (db) =>
    db.monthClose.create({
      data: { organizationId, legalEntityId, month: new Date('2026-09-01'), hash: Uint8Array.of(0) },
      select: { month: true },
    }),
  )
  expect(await preview(importId)).toMatchObject({ closedMonths: ['2026-09-01'] })
  await moveSalesChannel(company.owner, {
    kind: 'shop',
    id: shop,
    fromEntityId: legalEntityId,
    toEntityId: later,
    fromDay: '2026-10-01',
  })
  expect(await preview(importId)).toMatchObject({ closedMonths: ['2026-09-01'] })
})

test('a file that stopped half-way is taken back as far as it was stored, and can be sent again', async () => {
  const importId = await check(first, second)
  dataOf(await confirm(importId))
  const cutOff = () => {
    throw new Error('cut off')
  }
  await runMoneyApply(company, importId, { batchRows: 1, afterBatch: cutOff }).catch(() => undefined)
  await withOrganization(company, (db) =>
    failImport(db, company.owner, importId, { code: 'unexpected', reference: 'ref' }),
  )
  expect(await codes()).toEqual(['260901AAAA0001'])
  expect(await preview(importId)).toMatchObject({ goes: 1, stays: 0 })
  await undo(importId)
  expect(await codes()).toEqual([])
  await apply(first, second)
  expect(await codes()).toHaveLength(2)
})

test('rows of an order of this shop stay; a file that brought nothing else has nothing to take back', async () => {
  const productId = await addProduct(company, 'A')
  const [orderId] = await addOrders(company, shop, [{ at: '2026-09-01T12:00:00Z', cents: 10_000n, productId }])
  await sql(`UPDATE orders SET platform = 'shopee', external_code = '260901AAAA0001' WHERE id = $1`, [orderId])
  const importId = await apply(first)
  expect(await preview(importId)).toMatchObject({ goes: 0, stays: 1 })
  expect(await undoMoneyFileAction(envelope(company), { importId })).toMatchObject({ error: 'importNothingToUndo' })
})

test('a role that may not import may not take back, nor may another company', async () => {
  const importId = await apply(first)
  await signInAs(await addMember(company, 'accountant'))
  expect(await undoMoneyFileAction(envelope(company), { importId })).toMatchObject({ error: 'permissionDenied' })
  const other = await createTestOrganization()
  await signInAs(other.owner)
  expect(await undoMoneyFileAction(envelope(other), { importId })).toMatchObject({ error: 'notFound' })
})
