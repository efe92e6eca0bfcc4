import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { notifyDigestsTask } from '@/lib/worker/tasks/notify-digests'
import { getOrderListFor } from '@/lib/sales/orders/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { noticeHref } from '@/lib/identity/notices/kinds'
import { getLatestFor, type Notice } from './queries'

type Run = Parameters<typeof notifyDigestsTask>[1]
const morning = (day: string) =>
  asWorker(async () => notifyDigestsTask({ _cron: { ts: `${day}T11:00:00Z` } }, {} as Run))

const noticesOf = async (actor: Actor, kind: Notice['kind']) =>
  (await getLatestFor(actor)).latest.filter((notice) => notice.kind === kind)
const noticesTo = async (actor: Actor, kind: Notice['kind']) =>
  (await noticesOf(actor, kind)).map(({ data }) => data as Record<string, unknown>)

/** The codes of the list that the newest notice of the kind leads to. */
async function codesBehind(actor: Actor, kind: Notice['kind'], now: string) {
  const [notice] = await noticesOf(actor, kind)
  const query = Object.fromEntries(new URL(noticeHref(notice!), 'http://x').searchParams)
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  try {
    const viewer = { ...actor, role: actor.role!, timeZone: 'America/Sao_Paulo' }
    return (await getOrderListFor(viewer, query)).page.rows.map(({ externalCode }) => externalCode).toSorted()
  } finally {
    vi.useRealTimers()
  }
}

/** Orders by a code that tests can name. */
async function addNamed(
  company: TestOrganization,
  shop: string,
  code: string,
  order: Parameters<typeof addOrders>[2][0],
  more: Record<string, unknown> = {},
) {
  const productId = await addProduct(company, newId())
  await addOrders(company, shop, [{ productId, ...order }])
  const fields = Object.entries({ external_code: code, ...more })
  await inspect(
    company.organizationId,
    `update orders set ${fields.map(([name], n) => `${name} = $${n + 1}`).join(', ')} where external_code = id::text`,
    fields.map(([, value]) => value),
  )
}

async function addSecondEntity(company: TestOrganization) {
  const { organizationId } = company
  const legalEntityId = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({ data: { organizationId, id: legalEntityId, name: 'Filial' }, select: { id: true } }),
  )
  return legalEntityId
}

async function addAccountant(company: TestOrganization, legalEntityId: string): Promise<Actor> {
  const { organizationId } = company
  const actor = await addMember(company, 'accountant')
  await withOrganization(company, (db) =>
    db.membershipEntity.create({
      data: { organizationId, userId: actor.userId!, legalEntityId },
      select: { userId: true },
    }),
  )
  return { ...actor, legalEntityIds: [legalEntityId] }
}

test('orders past their ship-by and due today are one notice a day, which leads to exactly them', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const at = '2026-11-19T12:00:00Z'
  await addNamed(company, shop, 'LATE', { at, status: 'confirmed', shipBy: '2026-11-20T02:00:00Z' })
  await addNamed(company, shop, 'TODAY', { at, status: 'processing', shipBy: '2026-11-22T02:00:00Z' })
  await addNamed(company, shop, 'TOMORROW', { at, status: 'confirmed', shipBy: '2026-11-22T12:00:00Z' })
  await addNamed(company, shop, 'SHIPPED', { at, status: 'shipped', shipBy: '2026-11-20T02:00:00Z' })
  const full = { at, status: 'confirmed', shipBy: '2026-11-20T02:00:00Z' } as const
  await addNamed(company, shop, 'FULL', full, { fulfilled_by_platform: true })
  for (let time = 0; time < 2; time += 1) await morning('2026-11-21')
  const operator = await addMember(company, 'operator')
  expect(await noticesTo(company.owner, 'lateShipment')).toEqual([{ late: 1, today: 1 }])
  expect(await codesBehind(company.owner, 'lateShipment', '2026-11-21T11:00:00Z')).toEqual(['LATE', 'TODAY'])
  await morning('2026-11-22')
  expect((await noticesTo(company.owner, 'lateShipment'))[0]).toEqual({ late: 2, today: 1 })
  expect(await noticesTo(operator, 'lateShipment')).toEqual([{ late: 2, today: 1 }])
  await inspect(company.organizationId, `update orders set status = 'shipped'`)
  await morning('2026-11-23')
  expect(await noticesOf(company.owner, 'lateShipment')).toHaveLength(2)
})

test('a payout of an order that the platform keeps open is late after the bank day on which the rule lets it be due, and is reported again when one more is', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const at = '2026-11-01T12:00:00Z'
  const delivered = (day: string, more: Record<string, unknown> = {}) => ({
    delivered_at: `${day}T10:00:00Z`,
    platform_status: 'TO_CONFIRM_RECEIVE',
    ...more,
  })
  await addNamed(company, shop, 'LATE', { at, cents: 5_000n, charged: 900n }, delivered('2026-11-11'))
  await addNamed(company, shop, 'SOON', { at, cents: 700n }, delivered('2026-11-14'))
  await addNamed(company, shop, 'PAID', { at }, delivered('2026-11-05', { platform_status: 'COMPLETED' }))
  await addNamed(company, shop, 'RETURNED', { at }, delivered('2026-11-05', { in_return: true }))
  await addNamed(company, shop, 'SHEET', { at }, delivered('2026-11-05', { platform_status: 'Entregue' }))
  // Its tenth day is a Saturday: the money may come on Monday the 23rd.
  for (const day of ['2026-11-21', '2026-11-23']) await morning(day)
  expect(await noticesTo(company.owner, 'payoutLate')).toEqual([])
  for (let time = 0; time < 2; time += 1) await morning('2026-11-24')
  expect(await noticesTo(company.owner, 'payoutLate')).toEqual([{ count: 1, cents: '4100' }])
  expect(await codesBehind(company.owner, 'payoutLate', '2026-11-24T11:00:00Z')).toEqual(['LATE'])
  await morning('2026-11-25')
  expect(await noticesTo(company.owner, 'payoutLate')).toEqual([
    { count: 2, cents: '4800' },
    { count: 1, cents: '4100' },
  ])
  // An unchanged state is not reported again.
  await morning('2026-11-26')
  expect(await noticesOf(company.owner, 'payoutLate')).toHaveLength(2)
})

test('where reconciliation has looked at an order, its word on the payout counts', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const at = '2026-11-01T12:00:00Z'
  const open = { delivered_at: '2026-11-05T10:00:00Z', platform_status: 'TO_CONFIRM_RECEIVE' }
  const completed = { ...open, platform_status: 'COMPLETED' }
  const states = [
    ['PAID', open, 'released', '2026-11-06', '2026-11-07T10:00:00Z'],
    ['LATE', completed, 'late', null, null],
    ['NOT SENT', completed, 'to_release', '2026-11-20', null],
    ['IN TIME', completed, 'to_release', '2026-11-21', null],
  ] as const
  for (const [code, fields, state, dueOn, releasedAt] of states) {
    await addNamed(company, shop, code, { at }, fields)
    await inspect(
      company.organizationId,
      `insert into settlement (organization_id, id, shop_id, external_code, order_id, local_day, hash, state, due_on, released_at, as_of)
       select organization_id, gen_random_uuid(), shop_id, external_code, id, local_day, '', $1::"SettlementState", $2::date, $3::timestamptz, now()
       from orders where external_code = $4`,
      [state, dueOn, releasedAt, code],
    )
  }
  await morning('2026-11-21')
  expect(await noticesTo(company.owner, 'payoutLate')).toMatchObject([{ count: 1 }])
  expect(await codesBehind(company.owner, 'payoutLate', '2026-11-21T11:00:00Z')).toEqual(['LATE'])
})

test('each is notified of the orders that they see: no payouts without the right, an entity alone to its accountant', async () => {
  const company = await createTestOrganization()
  const legalEntityId = await addSecondEntity(company)
  const [mine, other] = [
    await addShop(company, 'Matriz'),
    await addShop({ ...company, legalEntityId }, 'Loja da filial'),
  ]
  const open = { delivered_at: '2026-11-05T10:00:00Z', platform_status: 'TO_CONFIRM_RECEIVE' }
  const toShip = { at: '2026-11-19T12:00:00Z', status: 'confirmed', shipBy: '2026-11-20T02:00:00Z' } as const
  for (const [shop, name] of [
    [mine, 'M'],
    [other, 'F'],
  ] as const) {
    await addNamed(company, shop, `${name}-OPEN`, { at: '2026-11-01T12:00:00Z' }, open)
    await addNamed(company, shop, `${name}-LATE`, toShip)
  }
  const accountant = await addAccountant(company, legalEntityId)
  const operator = await addMember(company, 'operator')
  await morning('2026-11-21')
  expect(await noticesTo(company.owner, 'payoutLate')).toEqual([{ count: 2, cents: '2000' }])
  expect(await noticesTo(accountant, 'payoutLate')).toEqual([{ count: 1, cents: '1000' }])
  expect(await noticesTo(accountant, 'lateShipment')).toEqual([{ late: 1, today: 0 }])
  expect(await codesBehind(accountant, 'payoutLate', '2026-11-21T11:00:00Z')).toEqual(['F-OPEN'])
  expect(await noticesTo(operator, 'lateShipment')).toEqual([{ late: 2, today: 0 }])
  expect(await noticesTo(operator, 'payoutLate')).toEqual([])
})
