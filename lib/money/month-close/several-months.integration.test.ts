import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { closeMonthAction, reopenMonthAction } from './actions'
import type { CloseScope } from './schema'
import { getMonthClosesFor } from './views'

const [july, august, september, october] = ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'] as const
let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'A')
  await addOrders(
    company,
    shop,
    [july, august, september, october].map((month, n) => ({
      at: `${month.slice(0, 8)}10T12:00:00Z`,
      productId,
      unitCost: '2',
      cents: 1_000n * BigInt(n + 1),
      charged: 100n,
    })),
  )
  await signInAs(company.owner)
})
const close = (month: string, scope?: CloseScope) =>
  closeMonthAction(envelope(company), { legalEntityId: company.legalEntityId, month, note: '', scope })
const look = (month?: string) =>
  getMonthClosesFor(
    { organizationId: company.organizationId, role: 'owner', timeZone: 'America/Sao_Paulo' },
    { entity: company.legalEntityId, ...(month && { month }) },
  )
const states = async () =>
  Object.fromEntries((await look()).months.map(({ month, state }) => [month.slice(0, 7), state]))

test('all months up to one close in one go, each by itself and in order', async () => {
  expect(await close(september)).toMatchObject({ error: 'monthOutOfOrder' })
  expect((await look(september)).opened).toMatchObject({ state: 'open', frozen: null })
  expect(await close(september, 'until')).toMatchObject({ ok: true, data: { month: september, nth: 1, count: 3 } })
  expect(await states()).toMatchObject({
    '2026-07': 'closed',
    '2026-08': 'closed',
    '2026-09': 'closed',
    '2026-10': 'next',
  })
  expect((await look()).months[0]).toMatchObject({ state: 'running' })
  const auditEvents = await listAuditEvents(company, 'monthClose.closed')
  expect(auditEvents.map(({ after }) => (after as { month: string }).month).toSorted()).toEqual([
    july,
    august,
    september,
  ])
  for (const [month, gross] of [
    [july, 1_000n],
    [august, 2_000n],
    [september, 3_000n],
  ] as const)
    expect((await look(month)).opened).toMatchObject({
      frozen: { gross },
      adjustments: [],
      closings: [{ isWhole: true }],
    })
})

test('a month that is not over takes none of those before it with it', async () => {
  const { months } = await look()
  expect(await close(months[0]!.month, 'until')).toMatchObject({ error: 'monthNotOver' })
  expect(await states()).toMatchObject({ '2026-07': 'next', '2026-08': 'open' })
})

test('a company chooses the month from which it closes: those before it stay out of its books', async () => {
  expect(await look()).toMatchObject({ mayBegin: true, next: july })
  expect(await close('2026-06-01', 'begin')).toMatchObject({ error: 'monthBeforeBooks' })
  expect(await close(september, 'begin')).toMatchObject({ ok: true, data: { month: september, count: 1 } })
  expect(await states()).toMatchObject({
    '2026-07': 'before',
    '2026-08': 'before',
    '2026-09': 'closed',
    '2026-10': 'next',
  })
  expect(await look()).toMatchObject({ mayBegin: false, pending: [] })
  expect(await close(october, 'begin')).toMatchObject({ error: 'monthOutOfOrder' })
  expect(await close(august, 'until')).toMatchObject({ error: 'monthBeforeBooks' })
  const reason = { legalEntityId: company.legalEntityId, month: september, reason: 'Errado' }
  expect(await reopenMonthAction(envelope(company), reason)).toMatchObject({ ok: true })
  expect(await look()).toMatchObject({ mayBegin: true, next: july })
  // The adjustments of September's closing would be in no book.
  expect(await close(october, 'begin')).toMatchObject({ error: 'monthOutOfOrder' })
})
