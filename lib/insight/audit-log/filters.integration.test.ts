import { newId } from '@/lib/core/ids'
import { exportRows } from '@/lib/testing/factories/exports'
import { column } from '@/lib/testing/harnesses/export-harness'
import { changeAsOwner, withOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import type { Actor } from '@/lib/core/db'
import { getAuditLogFor } from './views'

let mine: TestOrganization
let maria: Actor
let joao: Actor
let manager: Actor
let ids: Record<'product' | 'order' | 'expense', string>
const FORMULA = '=HYPERLINK("http://x")'

/** Actor, way, kind and time; days are São Paulo's, three hours behind. */
const expectedRows = () =>
  [
    ['lateSeptember', maria, 'person', 'product.updated', ids.product, '2026-10-01T02:59:59.999Z'],
    ['october1', maria, 'person', 'order.placed', ids.order, '2026-10-01T03:00:00Z'],
    ['asked', maria, 'assistant', 'product.updated', ids.product, '2026-10-02T12:00:00Z'],
    ['synced', null, 'sync', 'order.statusChanged', ids.order, '2026-10-03T02:59:59.999Z'],
    ['adjusted', joao, 'person', 'stock.adjusted', ids.product, '2026-10-03T03:00:00Z'],
    ['called', joao, 'function', 'expense.paid', ids.expense, '2026-10-05T12:00:00Z'],
    ['erased', joao, 'person', 'buyer.erased', ids.order, '2026-10-05T13:00:00Z'],
    ['made', null, 'system', 'member.roleChanged', joao.userId!, '2026-10-06T12:00:00Z'],
  ] as const

beforeAll(async () => {
  mine = await createTestOrganization()
  ;[maria, joao, manager] = [
    await addMember(mine, 'admin'),
    await addMember(mine, 'admin'),
    await addMember(mine, 'manager'),
  ]
  await withOwner((owner) => owner.query('UPDATE app_user SET display_name = $1 WHERE id = $2', [FORMULA, joao.userId]))
  const shop = await addShop(mine, 'Loja')
  const product = await addProduct(mine, 'CANECA-01')
  const [order] = await addOrders(mine, shop, [{ at: '2026-10-01T03:00:00Z', code: '261001ABC', productId: product }])
  ids = { product, order: order!, expense: newId() }
  // Outside all these filters: other entries of the same audit log and of another company's.
  const other = await createTestOrganization()
  for (const [, actor, kind, event, subject, at] of expectedRows())
    for (const { organizationId } of [mine, other])
      await changeAsOwner(
        organizationId,
        `INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, event, subject_kind, subject_id, before, after)
         VALUES ($1, gen_random_uuid(), $2, $3::"ActorKind", $4, $5, split_part($5, '.', 1), $6, '{"onHand": 10}', '{"onHand": 8}')`,
        [organizationId, at, kind, actor?.userId ?? null, event, subject],
      )
})

const all = 'made erased called adjusted synced asked october1 lateSeptember'
const filtered: [string, () => Record<string, string>, string][] = [
  ['nothing', () => ({}), all],
  ['person', () => ({ person: maria.userId! }), 'asked october1 lateSeptember'],
  ['an unknown person', () => ({ person: newId() }), ''],
  ['by hand', () => ({ actor: 'person' }), 'erased adjusted october1 lateSeptember'],
  ['the assistant', () => ({ actor: 'assistant' }), 'asked'],
  ['a function', () => ({ actor: 'function' }), 'called'],
  ['the sync', () => ({ actor: 'sync' }), 'synced'],
  ['the system', () => ({ actor: 'system' }), 'made'],
  ['person by hand', () => ({ person: maria.userId!, actor: 'person' }), 'october1 lateSeptember'],
  ['local days, both ends with them', () => ({ from: '2026-10-01', to: '2026-10-02' }), 'synced asked october1'],
  ['the other way round', () => ({ from: '2026-10-02', to: '2026-10-01' }), 'synced asked october1'],
  ['until a day', () => ({ to: '2026-09-30' }), 'lateSeptember'],
  ['area', () => ({ area: 'orders' }), 'erased synced october1'],
  ['event', () => ({ area: 'orders', event: 'order.placed' }), 'october1'],
  ['a product and its stock', () => ({ record: `product:${ids.product}` }), 'adjusted asked lateSeptember'],
  ['order, and what was done about its buyer', () => ({ record: `order:${ids.order}` }), 'erased synced october1'],
  ['record and person', () => ({ record: `order:${ids.order}`, person: maria.userId! }), 'october1'],
  ['an order’s code', () => ({ q: '261001ABC' }), 'erased synced october1'],
  ['a SKU as it is typed', () => ({ q: 'caneca-01' }), 'adjusted asked lateSeptember'],
  ['an id', () => ({ q: ids.expense }), 'called'],
  ['an unknown code', () => ({ q: 'XYZ-999' }), ''],
  ['all at once', () => ({ q: 'CANECA-01', person: maria.userId!, actor: 'assistant', from: '2026-10-02' }), 'asked'],
]

test.each(filtered)('by %s: exactly those', async (_, query, expected) => {
  const { page } = await getAuditLogFor({ ...mine.owner, timeZone: 'America/Sao_Paulo' }, query())
  const nameOf = new Map(
    expectedRows().map(([name, , , event, , at]) => [`${event} ${new Date(at).toISOString()}`, name]),
  )
  const names = page.rows.flatMap(({ event, at }) => nameOf.get(`${event} ${at.toISOString()}`) ?? [])
  expect(names.join(' ')).toBe(expected)
  // The company's own beginning is the only entry beside them.
  const rest = page.rows.filter(({ event, at }) => !nameOf.has(`${event} ${at.toISOString()}`))
  expect(new Set(rest.map(({ event }) => event)).size).toBeLessThanOrEqual(1)
})

test('the file has what the role reads, no more, and begins no cell as a formula', async () => {
  const rows = await exportRows(manager, { kind: 'trail', query: 'from=2026-10-01&to=2026-10-31' })
  expect(column(rows, 'Evento')).toEqual([
    'buyer.erased',
    'stock.adjusted',
    'order.statusChanged',
    'product.updated',
    'order.placed',
  ])
  expect(column(rows, 'Pessoa')[0]).toBe(`'${FORMULA}`)
  expect(rows.flat().filter((cell) => /^[=+@\t\r]/.test(cell))).toEqual([])
  expect([column(rows, 'Antes')[1], column(rows, 'Depois')[1]]).toEqual([
    expect.stringMatching(/: 10$/),
    expect.stringMatching(/: 8$/),
  ])
  const whole = await exportRows(mine.owner, { kind: 'trail', query: `person=${joao.userId}` })
  expect(column(whole, 'Evento')).toEqual(['buyer.erased', 'expense.paid', 'stock.adjusted'])
})
