import { withOrganization } from '@/lib/core/db'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { getOrderFor } from '@/lib/sales/orders/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile, readMoneyBooks } from '@/lib/testing/factories/money-files'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { csvOf, xlsxOfSheets } from '@/lib/testing/factories/sheets'
import { writeFees } from './fee-details'

const code = '261008AAAA0001'
async function plant() {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'P-1')
  await addOrders(company, shop, [{ at: '2026-10-08T12:00:00Z', cents: 2_749n, code, productId }])
  return { company, shop }
}
const affiliateHeadings = [
  'ID do pedido',
  'Id de atribuição da comissão',
  'Comissão do item da marca para o Afiliado',
  'Estado de dedução',
]
const feesOf = ({ organizationId }: TestOrganization) =>
  inspect(
    organizationId,
    `SELECT external_code AS code, report, name, amount_cents::int AS cents, state FROM order_fee_detail ORDER BY report, name COLLATE "C", amount_cents, external_code`,
  )
const income = (fee: string, summary: string) => ({
  Summary: [['Relatório de renda'], ['1. Quantia total lançada (R$)', summary], ['Taxa de comissão bruta', '-5.11']],
  Renda: [
    [
      'Ver',
      'ID do pedido',
      'Data de conclusão do pagamento',
      'Preço do produto',
      'Taxa de comissão bruta',
      'Taxa de serviço bruta',
      'Quantia total lançada (R$)',
    ],
    ['Order', code, '2026-10-20', '27.49', '-5.11', '-4.88', '17.50'],
  ],
  'Service Fee Details': [
    ['Número da sequência', 'ID do pedido', 'Taxa de Transação', 'Taxa por item vendido', 'Taxa nova'],
    ['1', code, '-0.38', fee, ''],
    ['2', '261008BBBB0002', '-1.00', '-4.50', '-0.25'],
  ],
})

test('the parts of an order’s service fee are kept as the report says, beside its money, and stand on its screen', async () => {
  const { company } = await plant()
  const file = await applyMoneyTestFile(company, await xlsxOfSheets(income('-4.50', '17.50')))
  expect(file.summary).toMatchObject({
    result: { created: 6 },
    money: {
      type: 'income',
      checks: [],
      // The parts of a fee are no money beside it.
      totalCents: '1750',
      newCents: '1750',
      unknownOrders: 1,
      unread: [{ kind: 'column', name: 'Taxa nova', count: 1, cents: '-25' }],
    },
  })
  const fee = (name: string, cents: number, of = code) => ({
    code: of,
    report: 'service_fees',
    name,
    cents,
    state: null,
  })
  expect(await feesOf(company)).toEqual([
    fee('Taxa de Transação', -100, '261008BBBB0002'),
    fee('Taxa de Transação', -38),
    fee('Taxa nova', -25, '261008BBBB0002'),
    fee('Taxa por item vendido', -450),
    fee('Taxa por item vendido', -450, '261008BBBB0002'),
  ])
  const [order] = await inspect<{ id: string }>(company.organizationId, 'SELECT id FROM orders')
  const view = await getOrderFor(
    { ...company.owner, role: 'owner', legalEntityIds: null, timeZone: 'America/Sao_Paulo' } as never,
    order!.id,
  )
  expect(view?.feeDetails?.map(({ name, amountCents }) => [name, amountCents])).toEqual([
    ['Taxa de Transação', -38n],
    ['Taxa por item vendido', -450n],
  ])
  const again = await applyMoneyTestFile(company, await xlsxOfSheets(income('-4.50', '17.50')))
  expect(again).toMatchObject({ state: 'done', summary: { outcomes: { same: 3 } } })
})

test('a sum that the report says of itself, and parts that do not make their fee, are held against its rows', async () => {
  const { company } = await plant()
  const file = await applyMoneyTestFile(company, await xlsxOfSheets(income('-4.00', '18.50')))
  expect(file.summary.money!.checks).toEqual([
    { name: 'column', label: '1. Quantia total lançada (R$)', saidCents: '1850', foundCents: '1750' },
    { name: 'serviceFees', saidCents: '-488', foundCents: '-438' },
  ])
})

test.each([[['Pendente', 'Deduzido']], [['Deduzido', 'Pendente']]])(
  'affiliate charges of an order are kept by item, and the later state of %j stands',
  async (states) => {
    const { company } = await plant()
    const report = (state: string) =>
      csvOf([
        [
          'ID do pedido',
          'Status do Pedido',
          'Id de atribuição da comissão',
          'Nome do afiliado',
          'Preço(R$)',
          'Comissão do item da marca para o Afiliado',
          'Taxa de serviço de Afiliados do Vendedor',
          'despesas',
          'Estado de dedução',
          'Número de referência SKU',
        ],
        [code, 'Concluído', '81000001', 'ana', '27.49', '1.10', '0.11', '1.21', state, 'P-1'],
        [code, 'Concluído', '81000001', 'ana', '10.00', '0.40', '--', '0.50', 'Em triagem', 'P-2'],
      ])
    const files = []
    for (const state of states) files.push(await applyMoneyTestFile(company, report(state)))
    expect(files[0]!.summary).toMatchObject({
      result: { created: 3 },
      money: {
        type: 'affiliates',
        checks: [{ name: 'affiliates', saidCents: '171', foundCents: '161' }],
        unread: [{ kind: 'word', name: 'Em triagem', place: 'Estado de dedução', count: 1, cents: '40' }],
      },
    })
    const fee = (name: string, cents: number, state: string) => ({ code, report: 'affiliates', name, cents, state })
    expect(await feesOf(company)).toEqual([
      fee('Comissão do item da marca para o Afiliado', 40, 'Em triagem'),
      fee('Comissão do item da marca para o Afiliado', 110, 'Deduzido'),
      fee('Taxa de serviço de Afiliados do Vendedor', 11, 'Deduzido'),
    ])
    expect(await inspect(company.organizationId, `SELECT 1 FROM money_line WHERE kind = 'affiliate'`)).toEqual([])
  },
)

test.each([
  ['affiliates', ['-5.11', '-4.88', '0'], csvOf([affiliateHeadings, [code, '81000001', '1.10', 'Deduzido']]), -110],
  ['service', ['-5.11', '', '-1.10'], null, -488],
])(
  'an amount that an income row leaves without a name is called as a report names it to the cent (%s), and counts once',
  async (kind, [commission, service, affiliate], report, cents) => {
    const total = 2_749 - 511 - 488 - 110
    const rows = {
      Renda: [
        [
          'Ver',
          'ID do pedido',
          'Data de conclusão do pagamento',
          'Preço do produto',
          'Taxa de comissão bruta',
          'Taxa de serviço bruta',
          'AMS Commission Fee',
          'Quantia total lançada (R$)',
        ],
        ['Order', code, '2026-10-20', '27.49', commission!, service!, affiliate!, (total / 100).toFixed(2)],
      ],
      ...(kind === 'service' && {
        'Service Fee Details': [
          ['ID do pedido', 'Taxa de Transação', 'Taxa por item vendido'],
          [code, '-0.38', '-4.50'],
        ],
      }),
    }
    const books = []
    for (const isFirst of [true, false]) {
      const { company } = await plant()
      const settle = () => asWorker(() => reconcileOrders(company.organizationId))
      const income = async () => applyMoneyTestFile(company, await xlsxOfSheets(rows))
      if (report && isFirst) await applyMoneyTestFile(company, report)
      const file = await income()
      expect(file.summary.money).toMatchObject({ notAddingUp: 1 })
      await settle()
      if (report && !isFirst) await applyMoneyTestFile(company, report)
      await settle()
      expect((await income()).summary).toMatchObject({ outcomes: { same: report ? 1 : 2 } })
      const lines = await inspect(
        company.organizationId,
        `SELECT m.kind::text, m.amount_cents::int AS cents FROM orders o CROSS JOIN LATERAL order_money(array[o.id]) m WHERE m.kind::text IN ('other', $1)`,
        [kind === 'affiliates' ? 'affiliate' : kind],
      )
      expect(lines).toEqual([{ kind: kind === 'affiliates' ? 'affiliate' : kind, cents }])
      expect(await inspect(company.organizationId, 'SELECT fees_charged_cents::int AS fees FROM orders')).toEqual([
        { fees: 1_109 },
      ])
      books.push(await readMoneyBooks(company))
    }
    expect(books[0]!.off).toEqual([])
    expect(books[1]).toEqual(books[0])
  },
)

test('before its payout an order is expected to bring less by what the affiliates’ report has of it', async () => {
  const { company } = await plant()
  const expected = async () => {
    await asWorker(() => reconcileOrders(company.organizationId))
    return inspect<{ cents: number }>(company.organizationId, 'SELECT expected_cents::int AS cents FROM settlement')
  }
  const [before] = await expected()
  const report = csvOf([affiliateHeadings, [code, '81000001', '1.10', 'Pendente']])
  await applyMoneyTestFile(company, report)
  expect(await expected()).toEqual([{ cents: before!.cents - 110 }])
})

test('a freight report alone is kept until its order comes, and stands on the order’s screen', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const report = await xlsxOfSheets({
    'Shipping Fee Discrepancy': [
      ['ID do pedido', 'Taxa de frete esperada:', 'Taxa de frete real cobrada pelo parceiro logístico:', 'Motivo'],
      [code, '12.00', '20.00', 'Peso divergente'],
    ],
  })
  const file = await applyMoneyTestFile(company, report, { shopId: shop })
  expect(file.summary).toMatchObject({
    result: { created: 2 },
    money: { type: 'income', totalCents: '0', unknownOrders: 1, unread: [] },
  })
  expect((await applyMoneyTestFile(company, report, { shopId: shop })).summary).toMatchObject({ outcomes: { same: 1 } })
  const productId = await addProduct(company, 'P-1')
  await addOrders(company, shop, [{ at: '2026-10-08T12:00:00Z', cents: 2_749n, code, productId }])
  const [order] = await inspect<{ id: string }>(company.organizationId, 'SELECT id FROM orders')
  const viewer = { ...company.owner, role: 'owner', legalEntityIds: null, timeZone: 'America/Sao_Paulo' }
  const view = await getOrderFor(viewer as never, order!.id)
  expect(view?.feeDetails?.map(({ report: of, amountCents, state }) => [of, amountCents, state])).toEqual([
    ['freight', 1_200n, null],
    ['freight', 2_000n, 'Peso divergente'],
  ])
})

test('the fees of a batch are written with as many statements whatever their number', async () => {
  const { company, shop: ownerId } = await plant()
  const place = { organizationId: company.organizationId, ownerId }
  const fees = (amount: number) =>
    Array.from({ length: 40 }, (_, at) => ({
      code: `2610${at}`,
      report: 'service_fees' as const,
      fees: [{ key: 'a', name: 'Taxa', amount, state: null }],
    }))
  let sent = 0
  const counting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, key) => {
        const member = Reflect.get(target, key) as unknown
        if (key === 'orderFeeDetail') return counting(member as object)
        if (/^\$(query|execute)Raw$|^(find|create|update|upsert)/.test(String(key))) sent += 1
        return member
      },
    })
  const write = (amount: number) =>
    asWorker(() => withOrganization(company.owner, (db) => writeFees(counting(db), place, fees(amount))))
  expect(await write(-100)).toEqual({ created: 40, updated: 0, kept: 0 })
  expect(await write(-200)).toEqual({ created: 0, updated: 40, kept: 0 })
  expect(sent).toBeLessThanOrEqual(6)
  expect(await write(-100)).toEqual({ created: 0, updated: 0, kept: 40 })
  expect((await feesOf(company)).map((one) => one.cents)).toEqual(Array(40).fill(-200))
})

test('a discontinuous balance is reported by its row and rejects none of them', async () => {
  const { company, shop: shopId } = await plant()
  const rows = [
    ['Data', 'Tipo de transação', 'Valor', 'Balança após as transações'],
    ['2026-08-05 10:00', 'Renda do pedido', '7.00', '140.00'],
    ['2026-08-04 10:00', 'Renda do pedido', '30.00', '120.00'],
    ['2026-08-03 10:00', 'Renda do pedido', '90.00', '90.00'],
  ]
  const file = await applyMoneyTestFile(company, csvOf(rows), { shopId })
  expect(file.summary).toMatchObject({
    result: { created: 3 },
    money: { checks: [{ name: 'balanceAfter', label: '3 → 2', saidCents: '13300', foundCents: '12000' }] },
  })
})
