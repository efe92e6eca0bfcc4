import { Readable } from 'node:stream'
import ExcelJS from 'exceljs'
import { GET as download } from '@/app/api/exports/[id]/route'
import { withOrganization, type Actor } from '@/lib/core/db'
import { recordFile, writeFile as store } from '@/lib/core/files/store'
import type { FiscalState } from '@/lib/generated/prisma/enums'
import { formatAmount } from '@/lib/core/money'
import { newId } from '@/lib/core/ids'
import { asWorker } from '@/lib/testing/harnesses/database'
import { params, request } from '@/lib/testing/harnesses/export-harness'
import { requestTestExport, findExport, readExportFile, runTask, writeExport } from '@/lib/testing/factories/exports'
import { addMember, createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addMovements, addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { unpackZip } from '@/lib/testing/factories/unpack-zip'
import { closeMonth } from '../close-month'
import { getMonthClosesFor } from '../views'

const month = '2026-08-01'

async function keepInvoice(
  company: TestOrganization,
  document: { orderId: string | null; accessKey: string; cents: bigint; xml?: string; state?: FiscalState },
) {
  const { organizationId, owner } = company
  const fileId = newId()
  const file = document.xml && (await store(organizationId, Readable.from([document.xml]), 1_000, { id: fileId }))
  await withOrganization({ organizationId }, async (db) => {
    if (file) await recordFile(db, owner, file, { kind: 'invoice', name: 'nota.xml' })
    const { orderId, accessKey, cents: totalCents, state = 'accepted' } = document
    const of = { organizationId, id: newId(), orderId, accessKey, totalCents, fileId: file ? fileId : null }
    const when = { issuedAt: new Date('2026-08-15T12:00:00Z'), createdAt: new Date('2026-08-15T12:00:00Z') }
    await db.fiscalDocument.create({
      data: { ...of, ...when, kind: 'nfe', number: '7', state },
      select: { id: true },
    })
  })
}

const document = '11222333000181'
const keyOf = (last: string, issuer = document) => `352608${issuer}${'5500100000000'.padEnd(23, '0')}${last}`

async function closedCompany() {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  await withOrganization({ organizationId }, (db) =>
    db.legalEntity.update({
      where: { organizationId_id: { organizationId, id: legalEntityId } },
      data: { document },
      select: { id: true },
    }),
  )
  const shop = await addShop(company, newId())
  const productId = await addProduct(company, '=SKU')
  const [matched, differing] = (await addOrders(company, shop, [
    { at: '2026-08-10T12:00:00Z', cents: 10_000n, charged: 2_000n, productId, unitCost: '30', state: 'SP' },
    { at: '2026-08-11T12:00:00Z', cents: 4_000n, charged: 800n, productId, unitCost: '10', state: 'RJ' },
    { at: '2026-08-12T12:00:00Z', cents: 3_000n, charged: 600n, productId, unitCost: '10', state: 'RJ' },
    { at: '2026-09-01T12:00:00Z', cents: 9_900n, charged: 600n, productId },
  ])) as [string, string]
  await addMovements(company, shop, [{ at: '2026-08-20T12:00:00Z', cents: 8_000n, balance: 8_000n }])
  await addAdsDay(company, shop, '2026-08-10', { '': 100n })
  await keepInvoice(company, { orderId: matched, accessKey: keyOf('1'), cents: 10_000n, xml: '<NFe>1</NFe>' })
  await keepInvoice(company, { orderId: differing, accessKey: keyOf('2'), cents: 3_500n })
  await keepInvoice(company, { orderId: null, accessKey: keyOf('3'), cents: 100n, xml: '<NFe>3</NFe>' })
  await keepInvoice(company, {
    orderId: null,
    accessKey: keyOf('4', '99888777000166'),
    cents: 100n,
    xml: '<NFe>4</NFe>',
  })
  await closeMonth(company.owner, { legalEntityId, month, note: null })
  return { ...company, shop, productId }
}

const call = (company: TestOrganization, actor: Actor = company.owner) => {
  const query = new URLSearchParams({ entity: company.legalEntityId, month }).toString()
  return requestTestExport(actor, { kind: 'accountantPack', format: 'zip', query })
}

async function readPack(company: TestOrganization, actor: Actor = company.owner) {
  const exportId = await call(company, actor)
  await runTask('export-list', actor, exportId)
  const contents = await unpackZip(await readExportFile(actor, exportId))
  const name = [...contents.keys()].find((one) => one.endsWith('.xlsx'))!
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(contents.get(name)!.buffer as ArrayBuffer)
  const rows = (sheet: string) =>
    (book.getWorksheet(sheet)!.getSheetValues() as unknown[][]).slice(2).map((row) => row.slice(1))
  return { exportId, contents, book, rows, html: contents.get(name.replace('xlsx', 'html'))!.toString('utf8') }
}

test('the pack holds the files, the lists and the frozen figures, also when the month has changed since', async () => {
  const company = await closedCompany()
  await addOrders(company, company.shop, [{ at: '2026-08-30T12:00:00Z', cents: 500n, productId: company.productId }])
  const { contents, rows, html, book, exportId } = await readPack(company)
  expect([...contents.keys()]).toEqual([
    `xml/saidas/${keyOf('1')}.xml`,
    `xml/sem-pedido/${keyOf('3')}.xml`,
    'pacote-contador-2026-08.xlsx',
    'pacote-contador-2026-08.html',
  ])
  expect(contents.get(`xml/saidas/${keyOf('1')}.xml`)!.toString()).toBe('<NFe>1</NFe>')
  expect(html).toContain(`xml/saidas/${keyOf('2')}`)
  expect(html).not.toContain(keyOf('4'))
  const { opened } = await getMonthClosesFor(
    { organizationId: company.organizationId, role: 'owner', timeZone: 'America/Sao_Paulo' },
    { entity: company.legalEntityId, month },
  )
  const frozen = opened!.frozen!
  const summary = new Map(rows('Resumo').map(([line, ...cells]) => [line, cells]))
  expect(summary.get('Lucro')?.[0]).toBe(Number(frozen.profit) / 100)
  expect(summary.get('Vendas brutas')).toEqual([170, 175, 5])
  expect(summary.get('Repasses recebidos no mês (caixa)')?.[0]).toBe(80)
  for (const cents of Object.values(frozen)) expect(html).toContain(formatAmount(cents, 'pt'))
  const revenue = (rows('Vendas (competência)') as [string, Date, string, string, string, number][]).map(
    (row) => row[5],
  )
  expect(revenue.reduce((sum, value) => sum + value, 0)).toBe(175)
  expect(
    rows('Vendas por estado')
      .map(([state, orders, cents]) => [state, orders, cents])
      .toSorted(),
  ).toEqual([
    ...[
      [undefined, 1, 5],
      ['RJ', 2, 70],
      ['SP', 1, 100],
    ].toSorted(),
  ])
  expect(rows('Pedidos sem documento')).toHaveLength(2)
  expect(rows('Documentos sem pedido').map((row) => row[2])).toEqual([keyOf('3')])
  expect(rows('Valores que divergem').map((row) => [row[5], row[6]])).toEqual([[35, -5]])
  expect(rows('Extrato da carteira')).toHaveLength(1)
  expect(book.worksheets).toHaveLength(13)
  expect(await findExport(company.owner, exportId)).toMatchObject({ state: 'done', format: 'zip', done: 5 })
  await signInAs(company.owner)
  const answer = await download(request(), params(exportId))
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toContain('pacote-contador-2026-08.zip')
  await answer.body?.cancel()
})

test('an accountant has the pack of their own entity alone, a viewer none, and an open month none', async () => {
  const company = await closedCompany()
  const accountant = await addMember(company, 'accountant')
  const { organizationId, legalEntityId } = company
  const other = newId()
  await withOrganization({ organizationId }, async (db) => {
    await db.legalEntity.create({ data: { organizationId, id: other, name: 'A outra' }, select: { id: true } })
    const row = { organizationId, userId: accountant.userId!, legalEntityId }
    await db.membershipEntity.create({ data: row, select: { userId: true } })
  })
  const scoped = { ...accountant, legalEntityIds: [legalEntityId] }
  const whole = await readPack(company)
  const theirs = await readPack(company, scoped)
  expect([...theirs.contents.keys()]).toEqual([...whole.contents.keys()])
  expect(theirs.rows('Resumo')).toEqual(whole.rows('Resumo'))
  expect(theirs.rows('Estoque').map((row) => row[1])).toEqual([expect.stringContaining('empresa toda')])
  const elsewhere = await addMember(company, 'accountant')
  await withOrganization({ organizationId }, (db) =>
    db.membershipEntity.create({
      data: { organizationId, userId: elsewhere.userId!, legalEntityId: other },
      select: { userId: true },
    }),
  )
  const stranger = await call(company, { ...elsewhere, legalEntityIds: [other] })
  await runTask('export-list', elsewhere, stranger)
  expect(await findExport(company.owner, stranger)).toMatchObject({
    state: 'failed',
    errorCode: 'notFound',
    file: null,
  })
  await expect(call(company, await addMember(company, 'viewer'))).rejects.toMatchObject({ code: 'permissionDenied' })
})

test('an open month has a provisional pack, which says so and shows what is known today', async () => {
  const company = await closedCompany()
  const { legalEntityId } = company
  const open = await requestTestExport(company.owner, {
    kind: 'accountantPack',
    format: 'zip',
    query: new URLSearchParams({ entity: legalEntityId, month: '2026-09-01' }).toString(),
  })
  await runTask('export-list', company.owner, open)
  expect(await findExport(company.owner, open)).toMatchObject({ state: 'done', errorCode: null })
  const contents = await unpackZip(await readExportFile(company.owner, open))
  const reports = [...contents.keys()].filter((name) => !name.startsWith('xml/'))
  expect(reports).toEqual(['xlsx', 'html'].map((ending) => `pacote-contador-2026-09-provisorio.${ending}`))
  const html = contents.get(reports[1]!)!.toString('utf8')
  expect(html).toContain('Provisório: o mês não está fechado')
  expect(html).not.toContain('class="code"')
})

test('written in small batches it is the same pack; cancelled it leaves no file', async () => {
  const company = await closedCompany()
  const whole = await readPack(company)
  const exportId = await call(company)
  await writeExport(company.owner, exportId, { batchRows: 1 })
  const small = await unpackZip(await readExportFile(company.owner, exportId))
  expect([...small.keys()]).toEqual([...whole.contents.keys()])
  expect(small.get('pacote-contador-2026-08.html')).toEqual(whole.contents.get('pacote-contador-2026-08.html'))
  const cancelled = await call(company)
  const cancel = () =>
    asWorker(() =>
      withOrganization({ organizationId: company.organizationId }, async (db) => {
        await db.export.updateMany({ where: { id: cancelled }, data: { state: 'cancelled' } })
      }),
    )
  await writeExport(company.owner, cancelled, { afterBatch: cancel })
  expect(await findExport(company.owner, cancelled)).toMatchObject({ state: 'cancelled', file: null })
})

test('every document of an order is there, the cancelled ones apart and the rejected ones not', async () => {
  const company = await closedCompany()
  const [orderId] = await addOrders(company, company.shop, [
    { at: '2026-08-14T12:00:00Z', cents: 100n, productId: company.productId },
  ])
  const of = { orderId: orderId!, cents: 100n }
  await keepInvoice(company, { ...of, accessKey: keyOf('5'), xml: '<NFe>5</NFe>', state: 'cancelled' })
  await keepInvoice(company, { ...of, accessKey: keyOf('6'), xml: '<NFe>6</NFe>' })
  await keepInvoice(company, { ...of, accessKey: keyOf('7'), xml: '<NFe>7</NFe>' })
  await keepInvoice(company, { ...of, accessKey: keyOf('8'), xml: '<NFe>8</NFe>', state: 'rejected' })
  const { contents } = await readPack(company)
  expect([...contents.keys()].filter((name) => name.startsWith('xml/')).toSorted()).toEqual([
    `xml/canceladas/${keyOf('5')}.xml`,
    `xml/saidas/${keyOf('1')}.xml`,
    `xml/saidas/${keyOf('6')}.xml`,
    `xml/saidas/${keyOf('7')}.xml`,
    `xml/sem-pedido/${keyOf('3')}.xml`,
  ])
})

test('returns, expenses, stock, what came in and the differences add up to what the month has of them', async () => {
  const company = await closedCompany()
  const { organizationId, legalEntityId, shop, productId } = company
  const [orderId] = await addOrders(company, shop, [{ at: '2026-08-15T12:00:00Z', cents: 900n, productId }])
  const codes = [newId(), newId()] as const
  await addSettlements(company, shop, [
    {
      code: codes[0],
      day: '2026-08-15',
      state: 'underpaid',
      expected: 8_000n,
      released: 7_000n,
      releasedAt: '2026-08-28T12:00:00Z',
      causes: [
        { cause: 'commission_rate', amount: -600n },
        { cause: 'freight', amount: -300n },
      ],
    },
    // Corrections alone were paid.
    { code: codes[1], day: '2026-08-15', state: 'late', expected: 500n, adjusted: 200n, orderId: orderId! },
  ])
  await withOrganization({ organizationId }, async (db) => {
    const back = {
      organizationId,
      id: newId(),
      orderId: orderId!,
      shopId: shop,
      number: 'D1',
      kind: 'with_return',
    } as const
    const openedAt = new Date('2026-08-20T12:00:00Z')
    await db.orderReturn.create({ data: { ...back, refundCents: 900n, openedAt }, select: { id: true } })
    const bill = { organizationId, description: 'Aluguel', kind: 'fixed', dueOn: new Date('2026-08-05') } as const
    for (const [amountCents, place] of [
      [700n, { legalEntityId }],
      [50n, { shopId: shop }],
      [9n, {}],
    ] as const)
      await db.expense.create({ data: { ...bill, id: newId(), amountCents, ...place }, select: { id: true } })
  })
  await addStockedProduct(company, { sku: 'Hoje', onHand: 7, cost: '2' })
  const { rows } = await readPack(company)
  const sum = (sheet: string, column: number) =>
    rows(sheet).reduce((total, row) => total + Math.round(Number(row[column] ?? 0) * 100), 0)
  expect(sum('Devoluções', 6)).toBe(900)
  expect(sum('Despesas', 3)).toBe(759)
  // Later receipts were not there when the month ended.
  expect(rows('Estoque')).toEqual([])
  // By the wallet until its last day, and by the release after it.
  expect(sum('Repasses recebidos (caixa)', 1)).toBe(8_000 + 7_000)
  const [difference] = rows('Diferenças').filter((row) => row[0] === codes[0])
  expect(difference![9]).toBe(-10)
  expect(difference![12]).toMatch(/−6,00 · .*−3,00$/)
  expect(difference![10]).toBe(-1)
  // Corrections without a payout are paid as well.
  expect(sum('Vendas (competência)', 9)).toBe(200)
})
