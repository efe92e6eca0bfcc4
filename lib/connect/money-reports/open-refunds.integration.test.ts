import { createTestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { inspect } from '@/lib/testing/harnesses/database'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const code = '261101AAAA0001'
const report = (status: string, refund: string) =>
  [
    'ID da Devolução;ID do pedido;Tempo de envio de devolução;Status da Devolução / Reembolso;Tipo de Devolução;SKU da Variação;Quantidade de Devoluções;Quantia total de reembolsos',
    `${code}R;${code};2026-11-05 10:00;${status};Devolução;A;1;${refund}`,
  ].join('\n')
const weeks = {
  asked: report('Devolução solicitada', 'R$60,00'),
  disputed: report('Contestação Pendente', 'R$40,00'),
  paid: report('Devolução Concluída', '-'),
}

test.each([
  [['asked', 'disputed', 'paid']],
  [['paid', 'asked', 'disputed']],
  [['paid', 'disputed', 'asked']],
  [['disputed', 'paid', 'asked']],
] as const)('reports of which the last leaves the refund open, sent as %j, leave one return behind', async (order) => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'Q-1')
  await addOrders(company, shop, [{ at: '2026-11-01T12:00:00Z', cents: 10_000n, code, productId }])
  for (const week of order) expect(await applyMoneyTestFile(company, weeks[week])).toMatchObject({ state: 'done' })
  for (const week of order)
    expect((await applyMoneyTestFile(company, weeks[week])).summary.result).toMatchObject({ created: 0, updated: 0 })
  const returns = await inspect(
    company.organizationId,
    `SELECT r.state, r.platform_status AS status, r.refund_cents::int AS cents, r.refund_status AS of, i.refund_cents::int AS item
     FROM order_return r JOIN return_item i ON i.return_id = r.id`,
  )
  expect(returns).toEqual([{ state: 'closed', status: 'ACCEPTED', cents: 4_000, of: 'JUDGING', item: 4_000 }])
})
