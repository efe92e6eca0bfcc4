import { markSpans } from '../reconciliation/mark-spans'
import { reconcileOrders } from '../reconciliation/reconcile-orders'
import { moveSalesChannelAction, updateEntityAction } from '@/lib/identity/settings/actions'
import { addEntity, blankEntity, entityOf } from '@/lib/testing/harnesses/company-harness'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { fillReconciliation } from '@/lib/testing/factories/reconcile-fill'
import { addShop } from '@/lib/testing/factories/sales'

const orders = 20
let company: TestOrganization
let shop: string
/** Once the job has marked them. */
const marked = async () => {
  await asWorker(() => markSpans(company.organizationId))
  return inspect<{ shop: string; codes: number }>(
    company.organizationId,
    'SELECT shop_id AS shop, count(DISTINCT external_code)::int AS codes FROM reconcile_due GROUP BY 1',
  )
}
const jobs = () =>
  withOwner(async (db) => {
    const { rows } = await db.query<{ task: string }>(
      `SELECT DISTINCT task_identifier AS task FROM graphile_worker.jobs WHERE key LIKE '%' || $1 || '%' OR key LIKE '%' || $2 || '%'`,
      [company.organizationId, shop],
    )
    return rows.map(({ task }) => task).sort()
  })
const update = async (id: string, changes: object) => {
  const { version, document } = (await entityOf(company, id)) as { version: number; document: string | null }
  return dataOf(await updateEntityAction(envelope(company), { ...blankEntity, document, id, version, ...changes }))
}

beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  shop = await addShop(company, 'Loja')
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await fillReconciliation(owner, { organizationId: company.organizationId, shopId: shop, orders })
  })
  await asWorker(() => reconcileOrders(company.organizationId))
})

test('an entity that became another kind of seller has all its shops’ orders reconciled again; another name marks none', async () => {
  await update(company.legalEntityId, { name: 'Outro nome' })
  expect(await marked()).toEqual([])
  await update(company.legalEntityId, { sellerType: 'cpf', document: null })
  expect(await marked()).toEqual([{ shop, codes: orders }])
  expect(await jobs()).toEqual(expect.arrayContaining(['reconcile', 'refresh-estimates']))
  const rules = () =>
    inspect<{ seller: string }>(
      company.organizationId,
      'SELECT DISTINCT r.seller_type::text AS seller FROM settlement s JOIN fee_rule r ON r.id = s.rule_id',
    )
  expect(await rules()).not.toEqual([{ seller: 'cpf' }])
  await asWorker(() => reconcileOrders(company.organizationId))
  expect(await rules()).toEqual([{ seller: 'cpf' }])
})

test('a shop that moves to another entity has its orders reconciled again, and no other shop’s', async () => {
  const other = await addEntity(company, { name: 'Filial' })
  await addShop(company, 'Outra')
  const moved = {
    kind: 'shop' as const,
    id: shop,
    fromEntityId: company.legalEntityId,
    toEntityId: other,
    fromDay: null,
  }
  dataOf(await moveSalesChannelAction(envelope(company), moved))
  expect(await marked()).toEqual([{ shop, codes: orders }])
})

test('orders from before a move keep the rules of the seller of their day', async () => {
  const other = await addEntity(company, { name: 'Pessoa', sellerType: 'cpf' })
  const days = await inspect<{ day: string }>(
    company.organizationId,
    'SELECT DISTINCT local_day::text AS day FROM orders ORDER BY 1',
  )
  const fromDay = days[Math.floor(days.length / 2)]!.day
  const moved = { kind: 'shop' as const, id: shop, fromEntityId: company.legalEntityId, toEntityId: other, fromDay }
  dataOf(await moveSalesChannelAction(envelope(company), moved))
  await asWorker(() => markSpans(company.organizationId))
  await asWorker(() => reconcileOrders(company.organizationId))
  const sellers = await inspect<{ before: boolean; seller: string }>(
    company.organizationId,
    `SELECT DISTINCT s.local_day < $1::date AS before, r.seller_type::text AS seller FROM settlement s JOIN fee_rule r ON r.id = s.rule_id ORDER BY 1`,
    [fromDay],
  )
  expect(sellers).toEqual([
    { before: false, seller: 'cpf' },
    { before: true, seller: 'cnpj' },
  ])
  // A change of the former entity counts for its own days.
  await update(company.legalEntityId, { sellerType: 'cpf', document: null })
  await asWorker(() => markSpans(company.organizationId))
  await asWorker(() => reconcileOrders(company.organizationId))
  const after = await inspect<{ seller: string }>(
    company.organizationId,
    'SELECT DISTINCT r.seller_type::text AS seller FROM settlement s JOIN fee_rule r ON r.id = s.rule_id',
  )
  expect(after).toEqual([{ seller: 'cpf' }])
})
