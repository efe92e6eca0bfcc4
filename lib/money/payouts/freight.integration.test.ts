import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { borneCents } from './borne-cents'
import { getFreightFor } from './freight-views'

const now = new Date('2026-11-21T15:00:00Z')
const viewer = (
  { owner }: TestOrganization,
  role: Actor['role'] = 'owner',
  legalEntityIds: string[] | null = null,
) => ({
  ...owner,
  role,
  legalEntityIds,
  timeZone: 'America/Sao_Paulo',
})
const look = (company: TestOrganization, query: Record<string, string> = {}) =>
  getFreightFor(viewer(company), query, { now })

/** Three orders of which two were charged too much, one of them for its way back; and one of another month. */
async function withFreight() {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'A')
  const orders = await addOrders(company, shop, [
    { at: '2026-11-10T12:00:00Z', productId },
    { at: '2026-11-11T12:00:00Z', productId },
    { at: '2026-11-12T12:00:00Z', productId },
  ])
  const lines = [
    ['freight_paid', 1_500],
    ['freight_rebate', 500],
    ['freight_charged', -2_600],
    ['reverse_freight', -900],
  ] as const
  for (const [kind, cents] of lines)
    await inspect(
      organizationId,
      `insert into money_day (organization_id, day, outlet_id, kind, basis, orders, amount_cents) values ($1, '2026-11-10', $2, $3, 'settled', 1, $4)`,
      [organizationId, shop, kind, cents],
    )
  await asWorker(() =>
    withOrganization({ organizationId }, (db) =>
      db.package.create({
        data: { organizationId, id: newId(), orderId: orders[0]!, shopId: shop, number: 'P1', carrier: 'Correios' },
        select: { id: true },
      }),
    ),
  )
  const planted = (code: string, n: number, day: string, cause: 'freight' | 'reverse_freight', amount: bigint) => ({
    code,
    orderId: orders[n],
    day,
    state: 'underpaid' as const,
    expected: 5_000n,
    released: 5_000n + amount,
    causes: [{ cause, amount }],
  })
  await addSettlements(company, shop, [
    planted('A', 0, '2026-11-10', 'freight', -600n),
    planted('B', 1, '2026-11-11', 'reverse_freight', -900n),
    { ...planted('C', 2, '2026-09-11', 'freight', -77n) },
  ])
  return { company, shop }
}

test('freight borne is what buyers and the platform paid less what it cost, from the totals by day', async () => {
  const { company } = await withFreight()
  const view = await look(company)
  expect(view.total).toMatchObject({ paidCents: 1_500n, rebateCents: 500n, chargedCents: -2_600n, reverseCents: -900n })
  expect(borneCents(view.total)).toBe(-1_500n)
  expect((await look(company, { period: 'custom', from: '2026-01-01', to: '2026-01-31' })).byShop).toEqual([])
})

test('the overcharge is the sum of the listed orders, in any grouping', async () => {
  const { company } = await withFreight()
  const view = await look(company)
  const sum = (rows: { cents: bigint }[]) => rows.reduce((all, { cents }) => all + cents, 0n)
  expect(view.page.rows.map(({ code, cents, carrier }) => [code, cents, carrier])).toEqual([
    ['B', -900n, null],
    ['A', -600n, 'Correios'],
  ])
  for (const rows of [view.faults, view.carriers, view.items, [view.matching]])
    expect(sum(rows)).toBe(sum(view.page.rows))
  const opened = await Promise.all(
    ['carrier=Correios', 'carrier=none', 'cause=freight', 'item=Item'].map((query) =>
      look(company, Object.fromEntries(new URLSearchParams(query))),
    ),
  )
  expect(opened.map(({ page }) => page.rows.map(({ code }) => code).join(''))).toEqual(['A', 'B', 'A', 'BA'])
})

test('the list is the same page by page, forwards and back', async () => {
  const { company } = await withFreight()
  const first = await getFreightFor(viewer(company), {}, { now, size: 1 })
  const second = await getFreightFor(viewer(company), { after: first.page.next! }, { now, size: 1 })
  expect([first, second].map(({ page }) => page.rows[0]!.code)).toEqual(['B', 'A'])
  expect(second.page.next).toBeNull()
  const back = await getFreightFor(viewer(company), { before: second.page.previous! }, { now, size: 1 })
  expect(back.page.rows[0]!.code).toBe('B')
})

test('nothing of another company, nor of entities that an accountant does not keep', async () => {
  const { company } = await withFreight()
  const mine = await createTestOrganization()
  const seen = [await look(mine), await getFreightFor(viewer(company, 'accountant', [mine.legalEntityId]), {}, { now })]
  for (const view of seen)
    expect(view).toMatchObject({ byShop: [], faults: [], page: { rows: [] }, matching: { count: 0n } })
  const whole = await getFreightFor(viewer(company, 'accountant', [company.legalEntityId]), {}, { now })
  expect(whole.page.rows).toHaveLength(2)
})

test('a role that may not read money may not read it', async () => {
  const company = await createTestOrganization()
  await expect(getFreightFor(viewer(company, 'operator'), {}, { now })).rejects.toThrow('permissionDenied')
})
