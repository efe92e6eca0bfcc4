import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { applyMoneyTestFile, checkMoneyTestFile, getMoneyFileRow } from '@/lib/testing/factories/money-files'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { csvOf, withMark, xlsxOf } from '@/lib/testing/factories/sheets'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { expireImport } from '../order-imports/cancel-import'
import { failMove } from '../order-imports/import-move'
import { moveMoneyFileAction, previewMoneyMoveAction } from './actions'
import { moveMoneyFile } from './move-money-file'

let company: TestOrganization
let [wrong, right]: string[] = []
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)

beforeEach(async () => {
  company = await createTestOrganization()
  ;[wrong, right] = [await addShop(company, 'Errada'), await addShop(company, 'Certa')]
  await signInAs(company.owner)
})

const ads = (day: string, rows: (string | number)[][], head = 'Relatório de Todos os Anúncios') =>
  withMark(
    csvOf(
      [
        [head],
        ['Período', `${day} - ${day}`],
        ['#', 'Nome do Anúncio', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas'],
        ...rows,
      ],
      ',',
    ),
  )
const files = {
  income: () =>
    xlsxOf([
      [
        'Ver',
        'ID do pedido',
        'Data de conclusão do pagamento',
        'Preço do produto',
        'Taxa de comissão líquida',
        'Quantia total lançada (R$)',
      ],
      ['Order', '260901AAAA0001', '2026-09-03', '100.00', '-20.00', '80.00'],
      ['Order', '260901AAAA0002', '2026-09-04', '50.00', '-10.00', '40.00'],
    ]),
  wallet: () =>
    csvOf(
      [
        [
          'Data',
          'Tipo de transação',
          'Descrição',
          'ID do pedido',
          'Direção do dinheiro',
          'Valor',
          'Status',
          'Balança após as transações',
        ],
        ['2026-09-03 10:00', 'Renda do pedido', 'x', '260901AAAA0001', 'Entrada', '80.00', 'Concluído', '80.00'],
        ['2026-09-03 11:00', 'Saque', 'x', '-', 'Saída', '-80.00', 'Concluído', '0.00'],
      ],
      ',',
    ),
  ads: () =>
    ads('03/09/2026', [
      [1, 'A', '222222', 10, 1, '30.00', '5.00'],
      [2, 'Loja', '-', 5, 0, '0', '2.00'],
    ]),
} as const
type File = keyof typeof files

/** All that files write, by shop; what is of no amount any more is none. */
const books = async () => {
  await asWorker(() => reconcileOrders(company.organizationId))
  return {
    releases: await sql(
      'SELECT shop_id AS shop, external_code AS code, amount_cents::int AS cents FROM release ORDER BY 2',
    ),
    waiting: await sql('SELECT shop_id AS shop, external_code AS code FROM waiting_income ORDER BY 2'),
    wallet: await sql('SELECT shop_id AS shop, amount_cents::int AS cents FROM wallet_transaction ORDER BY 2'),
    days: await sql(
      'SELECT shop_id AS shop, kind::text, movements::int AS n, in_cents::int AS income FROM wallet_day WHERE movements <> 0 ORDER BY 2',
    ),
    ads: await sql(
      'SELECT shop_id AS shop, item_id AS item, report, spend_cents::int AS cents FROM ads_spend ORDER BY 2, 3',
    ),
    settlements: await sql(
      'SELECT shop_id AS shop, external_code AS code, state::text, released_cents::int AS cents FROM settlement ORDER BY 2',
    ),
    settlementDays: await sql(
      `SELECT shop_id AS shop, state::text, sum(orders)::int AS n, sum(released_cents)::int AS cents FROM settlement_day
       GROUP BY 1, 2 HAVING sum(orders) <> 0 ORDER BY 2`,
    ),
  }
}
const importOf = async (file: File, shopId: string) => {
  await applyMoneyTestFile(company, await files[file](), { shopId, ofOther: true })
  const [row] = await sql<{ id: string }>('SELECT id FROM import ORDER BY created_at DESC, id DESC LIMIT 1')
  return row!.id
}
const preview = async (importId: string, shopId = right!) =>
  dataOf(await previewMoneyMoveAction(envelope(company), { importId, shopId }))
const move = async (importId: string, shopId = right!) => {
  dataOf(await moveMoneyFileAction(envelope(company), { importId, shopId }))
  await asWorker(() => moveMoneyFile(company.owner, importId))
}

test.each<[File, number]>([
  ['income', 2],
  ['wallet', 2],
  ['ads', 1],
])('%s of the wrong shop moves to the right one, as if it had been sent there, and back', async (file, rows) => {
  const importId = await importOf(file, wrong!)
  const before = await books()
  expect(await preview(importId)).toEqual({ moves: rows, stays: 0, closedMonths: [] })
  await move(importId)
  expect(await books()).toEqual(JSON.parse(JSON.stringify(before).replaceAll(wrong!, right!)))
  // Once more does nothing; sent to the right shop, the file is known.
  await asWorker(() => moveMoneyFile(company.owner, importId))
  expect(await applyMoneyTestFile(company, await files[file](), { shopId: right!, ofOther: true })).toMatchObject({
    summary: { result: { created: 0, updated: 0 } },
  })
  const [row] = await sql('SELECT shop_id AS shop, summary FROM import WHERE id = $1', [importId])
  expect(row).toMatchObject({
    shop: right,
    summary: { move: { state: 'done', moved: rows }, money: { owner: { id: right, name: 'Certa' } } },
  })
  await move(importId, wrong!)
  expect(await books()).toEqual(before)
  expect(await sql("SELECT event FROM audit_event WHERE event LIKE 'import.move%' ORDER BY at, id")).toEqual(
    ['import.moveRequested', 'import.moved', 'import.moveRequested', 'import.moved'].map((event) => ({ event })),
  )
})

test('a move that stopped when all had moved ends in the same shop alone', async () => {
  const importId = await importOf('wallet', wrong!)
  const before = await books()
  const third = await addShop(company, 'Terceira')
  await withOwner((owner) =>
    owner.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too slow' USING errcode = '57014'; END $$;
      CREATE TRIGGER fail BEFORE UPDATE ON import FOR EACH ROW WHEN (NEW.shop_id <> OLD.shop_id) EXECUTE FUNCTION fail()`),
  )
  try {
    await expect(move(importId)).rejects.toThrow()
  } finally {
    await withOwner((owner) => owner.query('DROP TRIGGER fail ON import; DROP FUNCTION fail()'))
  }
  await withOrganization(company.owner, (db) => failMove(db, company.owner, importId, 'ref'))
  const elsewhere = { importId, shopId: third }
  expect(await previewMoneyMoveAction(envelope(company), elsewhere)).toMatchObject({ error: 'importNotReady' })
  expect(await moveMoneyFileAction(envelope(company), elsewhere)).toMatchObject({ error: 'importNotReady' })
  expect(await preview(importId)).toMatchObject({ moves: 0 })
  await move(importId)
  expect(await books()).toEqual(JSON.parse(JSON.stringify(before).replaceAll(wrong!, right!)))
  expect(await sql('SELECT shop_id AS shop, summary->$1 AS move FROM import', ['move'])).toMatchObject([
    { shop: right, move: { state: 'done', moved: 2, total: 2 } },
  ])
  expect(await preview(importId, third)).toMatchObject({ moves: 2 })
})

test('rows of an order of that shop, and those that came before or changed later, stay', async () => {
  const productId = await addProduct(company, 'A')
  const [orderId] = await addOrders(company, wrong!, [{ at: '2026-09-01T12:00:00Z', cents: 10_000n, productId }])
  await sql(`UPDATE orders SET platform = 'shopee', external_code = '260901AAAA0001' WHERE id = $1`, [orderId])
  const income = await importOf('income', wrong!)
  expect(await preview(income)).toMatchObject({ moves: 1, stays: 1 })
  await move(income)
  expect((await books()).releases).toMatchObject([
    { shop: wrong, code: '260901AAAA0001' },
    { shop: right, code: '260901AAAA0002' },
  ])
  const report = await importOf('ads', wrong!)
  await applyMoneyTestFile(company, ads('03/09/2026', [[1, 'A', '222222', 90, 9, '90.00', '9.00']]), { shopId: wrong! })
  expect(await preview(report)).toMatchObject({ moves: 0, stays: 1 })
  expect(await moveMoneyFileAction(envelope(company), { importId: report, shopId: right! })).toMatchObject({
    error: 'importNothingToMove',
  })
  // The second file brought nothing by itself.
  await importOf('wallet', wrong!)
  const again = { importId: await importOf('wallet', wrong!), shopId: right! }
  expect(await previewMoneyMoveAction(envelope(company), again)).toMatchObject({ error: 'importNothingToMove' })
})

test('rows that the right shop has already are not doubled there', async () => {
  await importOf('wallet', right!)
  const importId = await importOf('wallet', wrong!)
  await move(importId)
  expect((await books()).wallet).toEqual([
    { shop: right, cents: -8_000 },
    { shop: right, cents: 8_000 },
  ])
})

test('a file that waits for its confirmation in the shop that rows leave is checked again', async () => {
  const importId = await importOf('wallet', wrong!)
  const more = `${files.wallet()}\n2026-09-03 12:00,Renda do pedido,x,260901AAAA0002,Entrada,7.00,Concluído,7.00`
  const [here, there] = [
    await checkMoneyTestFile(company, more, { shopId: wrong! }),
    await checkMoneyTestFile(company, more, { shopId: right! }),
  ]
  await move(importId)
  expect((await getMoneyFileRow(company, here)).state).toBe('uploaded')
  expect((await getMoneyFileRow(company, there)).state).toBe('ready')
})

test('GMV Max in two reports counts once in each shop, after one of them moved', async () => {
  const general = [[1, 'Loja', '-', 5, 0, '0', '30.00']]
  const byProduct = [[1, 'A', '333333', 5, 0, '0', '30.00']]
  await applyMoneyTestFile(company, ads('03/09/2026', byProduct, 'Shop GMV MAX Detail Data'), { shopId: wrong! })
  await applyMoneyTestFile(company, ads('03/09/2026', general), { shopId: wrong!, ofOther: true })
  const [row] = await sql<{ id: string }>('SELECT id FROM import ORDER BY created_at DESC, id DESC LIMIT 1')
  const spent = () =>
    sql('SELECT shop_id AS shop, sum(spend_cents)::int AS cents FROM ads_spend GROUP BY 1 ORDER BY shop_id = $1', [
      right,
    ])
  expect(await spent()).toEqual([{ shop: wrong, cents: 3_000 }])
  await move(row!.id)
  expect(await spent()).toEqual([
    { shop: wrong, cents: 3_000 },
    { shop: right, cents: 3_000 },
  ])
})

test('closed months of another legal entity are named; an import that expired, a stranger and an accountant move nothing', async () => {
  const importId = await importOf('wallet', wrong!)
  const other = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const entity = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({ data: { organizationId, id: entity, name: 'Outra' }, select: { id: true } }),
  )
  await withOrganization(company, (db) =>
    db.monthClose.create({
      data: { organizationId, legalEntityId, month: new Date('2026-09-01'), hash: Uint8Array.of(0) },
      select: { month: true },
    }),
  )
  expect(await preview(importId)).toMatchObject({ moves: 2, closedMonths: [] })
  await sql('UPDATE shop SET legal_entity_id = $1 WHERE id = $2', [entity, right])
  expect(await preview(importId)).toMatchObject({ moves: 2, closedMonths: ['2026-09-01'] })
  const accountant = await addMember(company, 'accountant')
  await signInAs(accountant)
  expect(await moveMoneyFileAction(envelope(company), { importId, shopId: right! })).toMatchObject({
    error: 'permissionDenied',
  })
  await signInAs(other.owner)
  expect(await moveMoneyFileAction(envelope(other), { importId, shopId: right! })).toMatchObject({ error: 'notFound' })
  await signInAs(company.owner)
  await asWorker(() => expireImport(company.owner, importId))
  expect(await preview(importId)).toMatchObject({ moves: 0, stays: 0 })
})

test('the rows of a move expire a week after it began, also those that one moved which did not come to its end', async () => {
  const importId = await importOf('income', wrong!)
  await sql(
    `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour' WHERE key = $1 RETURNING key`,
    [`import-expire:${importId}`],
  )
  dataOf(await moveMoneyFileAction(envelope(company), { importId, shopId: right! }))
  expect(
    await sql(
      `SELECT round(extract(epoch FROM run_at - now()) / 3600)::int AS hours FROM graphile_worker._private_jobs WHERE key = $1`,
      [`import-expire:${importId}`],
    ),
  ).toEqual([{ hours: 7 * 24 }])
  await sql(`UPDATE import_row SET outcome = 'moved' WHERE import_id = $1 AND number = 2`, [importId])
  await asWorker(() => expireImport(company.owner, importId))
  expect(await sql('SELECT number FROM import_row WHERE import_id = $1', [importId])).toEqual([])
})
