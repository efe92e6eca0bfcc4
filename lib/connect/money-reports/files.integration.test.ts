import { withOrganization } from '@/lib/core/db'
import { matchByHand, unmatchByHand } from '@/lib/money/bank/match-by-hand'
import { matchWithdrawals } from '@/lib/money/bank/match-withdrawals'
import { listCandidates, listWithdrawals, sumWithdrawals } from '@/lib/money/bank/queries'
import { readBankFilters } from '@/lib/money/bank/filters'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import {
  applyMoneyTestFile,
  checkMoneyTestFile,
  getMoneyFileRow,
  listMoneyProblems,
} from '@/lib/testing/factories/money-files'
import { addShop } from '@/lib/testing/factories/sales'
import { csvOf, latin, withMark, xlsxOf } from '@/lib/testing/factories/sheets'
import { makeZip } from '@/lib/testing/factories/zip-file'
import { chooseMoneyOwner } from './confirm-money-file'
import { runCheck } from '@/lib/testing/factories/sheets'
import { uploadMoneyFile } from './upload-money-file'
import { Readable } from 'node:stream'

let company: TestOrganization
let shopId: string
beforeEach(async () => {
  company = await createTestOrganization()
  shopId = await addShop(company, 'Loja A')
})
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)

const adsHead = (period: string) => [
  ['Relatório de Todos os Anúncios'],
  ['Nome de Usuário', 'loja_a'],
  ['Nome da loja', 'Loja A'],
  ['ID da Loja', '123'],
  ['Data de Criação do Relatório', '02/09/2026 10:00'],
  ['Período', period],
  [''],
  ['#', 'Nome do Anúncio', 'Status', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas', 'ROAS'],
]
const ads = (period: string, rows: (string | number)[][]) => withMark(csvOf([...adsHead(period), ...rows], ','))
const spentBy = () =>
  sql<{ line: string }>(
    `SELECT day || ' ' || item_id || ' ' || spend_cents || ' ' || report_days AS line FROM ads_spend WHERE organization_id = current_organization() ORDER BY 1`,
  ).then((rows) => rows.map(({ line }) => line))

test('an ads report of several days is shared out to the cent; the report of one day knows that day better, in any order', async () => {
  const month = ads('01/08/2026 - 03/08/2026', [
    [1, 'Anúncio', 'Em curso', '222222', 100, 10, '500.00', '10.00', 50],
    [2, 'Outro do mesmo', 'Em curso', '222222', 10, 1, '0', '0.01', 0],
    [3, 'Loja inteira', 'Em curso', '-', 10, 1, '0', '1.00', 0],
  ])
  const day = ads('02/08/2026 - 02/08/2026', [[1, 'Anúncio', 'Em curso', '222222', 50, 5, '100.00', '7.77', 0]])
  const applied = await applyMoneyTestFile(company, month)
  expect(applied).toMatchObject({
    state: 'done',
    summary: { money: { type: 'ads', from: '2026-08-01', to: '2026-08-03', totalCents: '1101' } },
  })
  expect(await spentBy()).toEqual([
    '2026-08-01  33 3',
    '2026-08-01 222222 334 3',
    '2026-08-02  33 3',
    '2026-08-02 222222 334 3',
    '2026-08-03  34 3',
    '2026-08-03 222222 333 3',
  ])
  await applyMoneyTestFile(company, day)
  const after = await spentBy()
  expect(after.filter((line) => line.startsWith('2026-08-02'))).toEqual(['2026-08-02 222222 777 1'])
  for (const file of [month, day]) {
    expect((await applyMoneyTestFile(company, file)).summary.result).toMatchObject({ created: 0, updated: 0 })
    expect(await spentBy()).toEqual(after)
  }
})

test('a list of advances is kept by its numbers, and follows what becomes of them', async () => {
  const head =
    'Data do resgate rápido,ID do resgate rápido,ID do pedido,Valor de pedidos disponível para resgate rápido,Percentual de resgate rápido,Valor dos resgates rápidos,Taxa de Serviço,Valor recebido,Valor restante para pagamento,Valor reembolsado,Faturamento total do pedido,Valor pendente,Status,Data da última transação,Data de vencimento'
  const file = (status: string, rest: string) =>
    `Relatório\r\nLoja,Loja A\r\n\r\nGerado,2026-08-20\r\n\r\n${head}\r\n2026-08-10 10:00,"=""219000111""",260831SN9WNUGC,100.00,80%,80.00,1.60,78.40,${rest},0,100.00,0,${status},2026-08-11,2026-08-30\r\n`
  const first = await applyMoneyTestFile(company, file('Em aberto', '20.00'))
  expect(first).toMatchObject({
    state: 'done',
    summary: { money: { type: 'advances', unknownOrders: 1 }, result: { created: 1 } },
  })
  expect((await applyMoneyTestFile(company, file('Em aberto', '20.00'))).summary.result).toMatchObject({
    created: 0,
    updated: 0,
  })
  expect((await applyMoneyTestFile(company, file('Pago', '0'))).summary.result).toMatchObject({
    created: 0,
    updated: 1,
  })
  expect(
    await sql(`SELECT number, external_code AS code, advance_cents::int AS advance, fee_cents::int AS fee, received_cents::int AS received, rest_cents::int AS rest,
      status, due_on::text AS due FROM early_payout`),
  ).toEqual([
    {
      number: '219000111',
      code: '260831SN9WNUGC',
      advance: 8000,
      fee: 160,
      received: 7840,
      rest: 0,
      status: 'Pago',
      due: '2026-08-30',
    },
  ])
  expect(await sql('SELECT DISTINCT external_code AS code FROM reconcile_due')).toEqual([{ code: '260831SN9WNUGC' }])
  // An earlier report takes nothing back, alone or above the later one in a joined file.
  const [before, after] = [file('Em aberto', '20.00'), file('Pago', '0')]
  const rowOf = (text: string) => text.trimEnd().slice(text.trimEnd().lastIndexOf('\r\n'))
  for (const text of [before, `${before.trimEnd()}${rowOf(after)}`, `${after.trimEnd()}${rowOf(before)}`])
    expect((await applyMoneyTestFile(company, text)).summary.result).toMatchObject({ created: 0, updated: 0 })
  const joined = `${after.trimEnd()}${rowOf(before)}`.replaceAll('219000111', '219000222')
  await applyMoneyTestFile(company, joined)
  expect(await sql(`SELECT rest_cents::int AS rest, status FROM early_payout WHERE number = '219000222'`)).toEqual([
    { rest: 0, status: 'Pago' },
  ])
})

test('the English report, with its heading further down, is read as the Portuguese one', async () => {
  const rows = [
    ['Income Report'],
    ['Username', 'x'],
    ['From', '2026-08-01'],
    ['To', '2026-08-31'],
    ['Currency', 'BRL'],
    [
      'Sequence No.',
      'Order ID',
      'Refund ID',
      'Payout Completed Date',
      'Product Price',
      'Voucher Sponsored by Seller',
      'Commission fee',
      'Service Fee',
      'Total Released Amount (R$)',
    ],
    [1, '260831SN9WNUGC', '', '2026-08-12', '393.00', '-1.97', '-46.92', '-33.82', '310.29'],
    [2, '260806K85EPVXY', '', '2026-08-13', '49.90', '0', '-8.98', '-5.00', '36.92'],
  ]
  const file = await applyMoneyTestFile(company, await xlsxOf(rows, 'Income'))
  // The second row's columns make 35.92: the rest is reported, and kept.
  expect(file).toMatchObject({
    state: 'done',
    summary: { money: { type: 'income', unknownOrders: 2, notAddingUp: 1, totalCents: '34721' } },
  })
  expect(
    await sql(`SELECT external_code AS code, amount_cents::int AS cents, released_at FROM release ORDER BY 1`),
  ).toEqual([
    { code: '260806K85EPVXY', cents: 3692, released_at: new Date('2026-08-13T03:00:00Z') },
    { code: '260831SN9WNUGC', cents: 31029, released_at: new Date('2026-08-12T03:00:00Z') },
  ])
})

test('bad rows are reported by row and cell with the reason, and are left out only after a confirmation', async () => {
  const head = [
    'Data',
    'Tipo de transação',
    'Descrição',
    'ID do pedido',
    'Direção do dinheiro',
    'Valor',
    'Status',
    'Balança após as transações',
  ]
  const rows = [
    ...Array.from({ length: 17 }, () => [' ']),
    head,
    ['2026-08-03 10:00', 'Saques', 'Saque', '-', 'Saída', '-10.00', 'ok', '0.00'],
    ['ontem', 'Saques', 'Saque', '-', 'Saída', '-10.00', 'ok', '0.00'],
    ['2026-08-04 10:00', 'Renda do pedido', '=HYPERLINK("x")', 'x y', 'Entrada', 'dez', 'ok', ''],
  ]
  const body = await xlsxOf(rows, 'Transaction Report')
  const importId = await checkMoneyTestFile(company, body)
  expect(await listMoneyProblems(company, importId)).toEqual(['20 A20 notTime', '21 F21 notMoney', '21 D21 notCode'])
  await expect(applyMoneyTestFile(company, body)).rejects.toMatchObject({ code: 'importHasBadRows' })
  const applied = await applyMoneyTestFile(company, body, { leaveOutBadRows: true })
  expect(applied.summary.result).toMatchObject({ created: 1 })
})

test('a file without a recognizable owner asks for one, and is checked for the one that is named', async () => {
  const other = await addShop(company, 'Loja B')
  const rows = [
    ['Data', 'Tipo de transação', 'Valor', 'Balança após as transações'],
    ['2026-08-03 10:00', 'Saques', '-10.00', '0.00'],
  ]
  const importId = await checkMoneyTestFile(company, csvOf(rows))
  expect((await getMoneyFileRow(company, importId)).summary.money).toMatchObject({
    type: 'wallet',
    asks: 'shop',
    owner: null,
  })
  await chooseMoneyOwner(company.owner, { importId, ownerId: other })
  await runCheck(company.owner, importId)
  const row = await getMoneyFileRow(company, importId)
  expect(row.summary).toMatchObject({ money: { asks: null, owner: { id: other } }, outcomes: { new: 1 } })
  // A shop's name above the headings says it as well.
  const named = await checkMoneyTestFile(company, csvOf([['Nome da loja', 'Loja A'], ...rows]))
  expect((await getMoneyFileRow(company, named)).summary.money!.owner!.id).toBe(shopId)
})

const ofx = (entries: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><BANKACCTFROM><BANKID>0341<ACCTID>0012345-6</BANKACCTFROM><BANKTRANLIST><DTSTART>20260801<DTEND>20260831${entries}</BANKTRANLIST></STMTRS></OFX>`
const posted = (day: string, amount: string, memo: string) =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${day}1<MEMO>${memo}</STMTTRN>`
const withdraw = async (day: string, cents: number) =>
  (
    await sql<{ id: string }>(
      `INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, balance_cents, at, local_day, kind, type, source)
       VALUES (current_organization(), uuid_v7(), $1, $2::timestamptz, $3, 0, $2::timestamptz, $4, 'withdrawal', 'WITHDRAWAL_CREATED', 'api') RETURNING id`,
      [shopId, `${day}T15:00:00Z`, -cents, day],
    )
  )[0]!.id
const bank = (query = {}) =>
  withOrganization(company, (db) => listWithdrawals(db, company.organizationId, readBankFilters(query), { size: 50 }))

test('withdrawals find their entry in the statement by themselves; a person may take it off, and then it stays off', async () => {
  const [arrived, late] = [await withdraw('2026-08-07', 10_000), await withdraw('2026-08-10', 7_777)]
  const body = latin(
    ofx(
      posted('20260810', '100.00', 'PIX SHPP AÇÃO') +
        posted('20260828', '77.77', 'PIX SHPP') +
        posted('20260811', '500.00', 'Outro'),
    ),
  )
  const applied = await applyMoneyTestFile(company, body)
  expect(applied).toMatchObject({
    state: 'done',
    summary: { money: { type: 'bank', account: '3456' }, result: { created: 3 } },
  })
  expect((await applyMoneyTestFile(company, body)).summary.result).toMatchObject({ created: 0, kept: 3 })
  const { rows } = await bank()
  expect(rows.map(({ id, entry }) => [id, entry?.memo ?? null])).toEqual([
    [late, null],
    [arrived, 'PIX SHPP AÇÃO'],
  ])
  const sums = await withOrganization(company, (db) => sumWithdrawals(db, company.organizationId, readBankFilters({})))
  expect(sums).toEqual({ withdrawnCents: 17_777n, arrivedCents: 10_000n, missingCents: 7_777n, missing: 1 })

  const [candidate] = await withOrganization(company, (db) => listCandidates(db, company.organizationId, [late]))
  expect(candidate).toMatchObject({ amountCents: 7777n, day: '2026-08-28' })
  await matchByHand(company.owner, { transactionId: late, entryId: candidate!.id })
  await expect(matchByHand(company.owner, { transactionId: arrived, entryId: candidate!.id })).rejects.toMatchObject({
    code: 'bankEntryTaken',
  })
  await unmatchByHand(company.owner, { transactionId: arrived })
  await asWorker(() => withOrganization(company, (db) => matchWithdrawals(db, company.organizationId)))
  expect((await bank({ tab: 'missing' })).rows.map(({ id }) => id)).toEqual([arrived])
  const accountant = await addMember(company, 'accountant')
  await expect(unmatchByHand(accountant, { transactionId: late })).rejects.toMatchObject({ code: 'permissionDenied' })
})

test('a file that is no money file is refused with its reason, and leaves nothing behind', async () => {
  const codeOf = async (body: Buffer | string) => {
    const upload = uploadMoneyFile(
      company.owner,
      { fileName: 'x.xlsx', shopId: null },
      { body: Readable.from([Buffer.from(body)]), key: null },
    )
    try {
      const { importId } = await upload
      await runCheck(company.owner, importId)
      return (await getMoneyFileRow(company, importId)).error_code
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect(await codeOf('')).toBe('importFileEmpty')
  expect(await codeOf('<html><p>Sessão expirada</p></html>')).toBe('importNotSpreadsheet')
  expect(await codeOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('importProtected')
  const bomb = makeZip([{ name: 'xl/workbook.xml', content: '0'.repeat(20_000_000) }])
  expect(await codeOf(bomb)).toBe('importUnsafe')
  expect(
    await codeOf(
      csvOf([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ),
  ).toBe('moneyFileUnknown')
  expect(
    await codeOf(
      csvOf([
        ['ID do pedido', 'Status do pedido', 'Nome do Produto'],
        ['260831SN9WNUGC', 'x', 'y'],
      ]),
    ),
  ).toBe('moneyFileIsOrders')
  expect(
    await codeOf(
      csvOf([
        ['ID do produto', 'Despesas', 'Nome do Anúncio'],
        ['222', '1.00', 'a'],
      ]),
    ),
  ).toBe('moneyFileNoPeriod')
  expect(await codeOf(`<?xml version="1.0"?><!DOCTYPE OFX SYSTEM "file:///etc/passwd"><OFX></OFX>`)).toBe(
    'importUnsafe',
  )
  const card = ofx(posted('20260803', '1', 'a')).replaceAll('BANKACCTFROM', 'CCACCTFROM')
  expect(await codeOf(card)).toBe('moneyFileIsCardBill')
  const dollars = ofx(posted('20260803', '1', 'a')).replace('<BANKACCTFROM>', '<CURDEF>USD<BANKACCTFROM>')
  expect(await codeOf(dollars)).toBe('moneyFileIsForeign')
  expect(await codeOf(ofx(''))).toBe('importNoRows')
  expect(await sql('SELECT 1 FROM import_row')).toEqual([])
  const accountant = await addMember(company, 'accountant')
  await expect(
    uploadMoneyFile(accountant, { fileName: 'x', shopId: null }, { body: Readable.from(['x']), key: null }),
  ).rejects.toMatchObject({ code: 'permissionDenied' })
})
