import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { applyMoneyTestFile, checkMoneyTestFile, getMoneyFileRow } from '@/lib/testing/factories/money-files'
import { headers, rowOf, type SampleOrder } from '@/lib/testing/factories/order-export'
import { addShop } from '@/lib/testing/factories/sales'
import { odsOf } from '@/lib/testing/factories/sheets'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'ods-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const order: SampleOrder = {
  code: '261101ABCDEFGH',
  status: 'Concluído',
  placed: '2026-11-01 10:00',
  items: [{ sku: 'CAN-01', title: 'Caneca & copo', quantity: 1, priceCents: 1990 }],
}
const wallet = [
  ['Data', 'Tipo de transação', 'Descrição', 'ID do pedido', 'Direção do dinheiro', 'Valor', 'Status'],
  ['2026-11-03 10:00', 'Renda do pedido', '', order.code, 'Entrada', 15.5, 'Concluída'],
  ['2026-11-03 11:00', 'Saques', 'Saque', '', 'Saída', -50, 'Falhou'],
]

test('orders and a wallet that LibreOffice saved in its own format are imported as from a workbook, and the same again changes nothing', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const path = join(folder, 'Order.all.ods')
  writeFileSync(path, odsOf([headers.current, rowOf(order, order.items[0]!, 'current')], 'orders'))
  await importSheet(company, path)
  expect(
    await inspect(company.organizationId, `SELECT external_code AS code, revenue_cents::int AS cents FROM orders`),
  ).toEqual([{ code: order.code, cents: 1990 }])
  expect((await applyMoneyTestFile(company, odsOf(wallet), { fileName: 'carteira.ods' })).summary).toMatchObject({
    money: { type: 'wallet', unread: [{ kind: 'notMoved', cents: '-5000' }] },
    result: { created: 2 },
  })
  const ledger = `SELECT kind, amount_cents::int AS cents, description FROM wallet_transaction ORDER BY at`
  expect(await inspect(company.organizationId, ledger)).toEqual([
    { kind: 'payout', cents: 1550, description: null },
    { kind: 'withdrawal', cents: 0, description: 'Saque · −R$\u00A050,00' },
  ])
  const again = await applyMoneyTestFile(company, odsOf([wallet[0]!, wallet[2]!, wallet[1]!]), {
    fileName: 'carteira.ods',
  })
  expect(again.summary).toMatchObject({ outcomes: { same: 2 } })
})

test('an old .xls is refused, and the reason says how to save it', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)])
  await expect(
    checkMoneyTestFile(company, compound, { fileName: 'extrato.xls' }).then((id) => getMoneyFileRow(company, id)),
  ).rejects.toMatchObject({
    code: 'importProtected',
  })
})
