import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile, checkMoneyTestFile, getMoneyFileRow } from '@/lib/testing/factories/money-files'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { describeCases, readCase } from '@/lib/testing/samples/shared-cases'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let company: TestOrganization
let shop: string
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
})
const sql = <T extends object>(text: string) => inspect<T>(company.organizationId, text)
const apply = (name: string) => applyMoneyTestFile(company, readCase(name), { fileName: name })
const sell = async (codes: string[], cents = 10_000n) => {
  const productId = await addProduct(company, 'Q-1')
  await addOrders(
    company,
    shop,
    codes.map((code) => ({ at: '2026-11-01T12:00:00Z', cents, code, productId })),
  )
}
const same = { created: 0, updated: 0 }

describeCases('the files of ../shared/cases', () => {
  test('renda-ajustes: the sheet of corrections is read, and what names no order is the shop’s own', async () => {
    await sell(['261101KKKK0001'])
    const file = await apply('renda-ajustes.xlsx')
    expect(file).toMatchObject({
      state: 'done',
      summary: { result: { created: 3 }, money: { unread: [], notAddingUp: 0 } },
    })
    expect(await sql(`SELECT name, amount_cents::int AS cents, local_day::text AS day FROM shop_adjustment`)).toEqual([
      { name: 'DIFAL · Recolhimento de DIFAL', cents: -789, day: '2026-11-12' },
    ])
    expect(
      await sql(
        `SELECT amount_cents::int AS cents, platform_name AS name, kind FROM money_line WHERE key ^@ 'order_adjustment#'`,
      ),
    ).toEqual([{ kind: 'refund', cents: -1234, name: 'Reembolso · Ajuste por devolução' }])
    expect((await apply('renda-ajustes.xlsx')).summary.result).toMatchObject(same)
  })

  test('renda-cupom: the seller’s coupon and what comes back of it are lines of the order', async () => {
    await sell(['261101JJJJ0001'])
    expect((await apply('renda-cupom.xlsx')).summary.money).toMatchObject({ notAddingUp: 0, unread: [] })
    expect(
      await sql(`SELECT key, amount_cents::int AS cents FROM money_line WHERE kind = 'seller_voucher' ORDER BY 1`),
    ).toEqual([
      { key: 'voucher_from_seller', cents: -500 },
      { key: 'voucher_incentive', cents: 200 },
    ])
  })

  test.each([[['antes', 'depois']], [['depois', 'antes']]])(
    'devolucoes %j: the later report’s word stands',
    async (order) => {
      await sell(['261101FFFF0001'])
      const results = []
      for (const name of order) results.push((await apply(`devolucoes-${name}.xlsx`)).summary.result)
      expect(results[1]).toMatchObject(order[0] === 'antes' ? { created: 0, updated: 1 } : same)
      expect(
        await sql('SELECT state, platform_status AS status, compensation_cents::int AS made FROM order_return'),
      ).toEqual([{ state: 'closed', status: 'ACCEPTED', made: 33108 }])
      for (const name of order) expect((await apply(`devolucoes-${name}.xlsx`)).summary.result).toMatchObject(same)
    },
  )

  test('devolucoes-situacoes: each word is what it means', async () => {
    await sell(['261101EEEE0001', '261101EEEE0002', '261101EEEE0003'])
    expect((await apply('devolucoes-situacoes.xlsx')).summary.money!.unread).toEqual([])
    expect(await sql('SELECT state, platform_status AS status FROM order_return ORDER BY number')).toEqual([
      { state: 'disputed', status: 'JUDGING' },
      { state: 'closed', status: 'CLOSED' },
      { state: 'accepted', status: 'PROCESSING' },
    ])
  })

  test('carteira-palavras: each movement has its kind and its order', async () => {
    const file = await apply('carteira-palavras.xlsx')
    expect(file.summary.money!.unread).toEqual([])
    expect(
      await sql(
        'SELECT kind, amount_cents::int AS cents, external_code AS code FROM wallet_transaction ORDER BY at, 2',
      ),
    ).toEqual([
      { kind: 'payout', cents: 8200, code: '261101CCCC0003' },
      { kind: 'adjustment', cents: -8200, code: '261101CCCC0003' },
      { kind: 'compensation', cents: 4890, code: null },
      { kind: 'compensation', cents: 4000, code: '261101CCCC0004' },
    ])
  })

  test('acelera-lote and carteira-acelera: a row a redemption and order, and what was received is no longer to come', async () => {
    const codes = ['261101AAAA0001', '261101AAAA0002', '261101AAAA0003']
    await sell(codes)
    await apply('carteira-acelera.xlsx')
    expect((await apply('acelera-lote.csv')).summary).toMatchObject({
      result: { created: 3 },
      money: { checks: [], unread: [] },
    })
    expect((await apply('acelera-lote.csv')).summary.result).toMatchObject(same)
    expect(await sql('SELECT external_code AS code FROM early_payout ORDER BY 1')).toEqual(
      codes.map((code) => ({ code })),
    )
    await asWorker(() => reconcileOrders(company.organizationId))
    expect(await sql('SELECT released_cents::int AS released FROM settlement ORDER BY external_code')).toEqual(
      codes.map(() => ({ released: 7840 })),
    )
    expect(await sql(`SELECT 1 FROM settlement WHERE state IN ('to_release', 'partly_released')`)).toEqual([])
  })

  const entries = () =>
    sql<{ line: string }>(`SELECT day || ' ' || amount_cents || ' ' || memo AS line FROM bank_entry ORDER BY 1`).then(
      (rows) => rows.map(({ line }) => line),
    )

  test('`ofx-fitid-anew`: overlapping downloads are the same entries', async () => {
    expect((await apply('ofx-fitid-anew-1.ofx')).summary.result).toMatchObject({ created: 2 })
    expect((await apply('ofx-fitid-anew-2.ofx')).summary.result).toMatchObject(same)
    expect(await entries()).toEqual(['2026-11-03 15000 PIX RECEBIDO SHPP BRASIL', '2026-11-04 9000 PIX RECEBIDO B'])
  })

  test('`ofx-balance-lines`: a balance is left out and reported', async () => {
    const { summary } = await apply('ofx-balance-lines-itau.ofx')
    expect(await entries()).toEqual(['2026-11-03 15000 PIX RECEBIDO SHPP BRASIL'])
    expect(summary.money!.unread!.map(({ kind, name, cents }) => `${kind} ${name} ${cents}`)).toEqual([
      'balance SALDO ANTERIOR 1313501',
      'balance SALDO TOTAL DISPONÍVEL DIA 1313501',
    ])
  })

  test('ofx-card-bill: a card is refused in words', async () => {
    const importId = await checkMoneyTestFile(company, readCase('ofx-card-bill.ofx'))
    expect(await getMoneyFileRow(company, importId)).toMatchObject({
      state: 'failed',
      error_code: 'moneyFileIsCardBill',
    })
  })

  test('ofx-unsigned-directdebit: what went out is not taken for received', async () => {
    const { summary } = await apply('ofx-unsigned-directdebit.ofx')
    expect(summary.money!.leftOut).toBe(5)
    expect(await entries()).toEqual(['2026-11-03 15000 PIX RECEBIDO'])
  })
})
