import fc from 'fast-check'
import { can, ROLES } from '@/lib/core/permissions'
import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { Page } from '@/lib/core/keyset'
import { inspect } from '@/lib/testing/harnesses/database'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  unique,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { adjustStockAction } from './actions'
import { bookStock } from './book-stock'
import { noMovementFilters, type MovementFilters } from './filters'
import { listMovements, type Movement } from './queries'

const timeZone = 'America/Sao_Paulo'
let mine: TestOrganization
let product: { id: string; sku: string }
let locationId: string

beforeEach(async () => {
  mine = await createTestOrganization()
  ;({ product, locationId } = await addProduct(mine))
  await signInAs(mine.owner)
})

async function addProduct({ organizationId, owner }: TestOrganization) {
  const added = { id: newId(), sku: unique('SKU') }
  const own = await withOrganization(owner, async (db) => {
    await db.product.create({ data: { organizationId, ...added, title: 'Produto' } })
    return db.stockLocation.findFirstOrThrow({ where: { organizationId, kind: 'own' } })
  })
  return { product: added, locationId: own.id }
}
const level = async () => {
  const [row] = await inspect<{ on_hand: string; reserved: string }>(
    mine.organizationId,
    'select on_hand, reserved from stock_level',
  )
  return { onHand: Number(row?.on_hand ?? 0), reserved: Number(row?.reserved ?? 0) }
}
const audits = () =>
  inspect(mine.organizationId, `select * from audit_event where event = 'stock.adjusted' and organization_id = $1`, [
    mine.organizationId,
  ])
const reserve = (units: number, actor: Actor = mine.owner) =>
  withOrganization(actor, (db) =>
    bookStock(db, actor, {
      source: { kind: 'order', id: newId() },
      entries: [{ product, locationId, kind: 'reserve', reserved: units }],
    }),
  )
const form = (given: Partial<Parameters<typeof adjustStockAction>[1]> = {}) => ({
  productId: product.id,
  how: 'change' as const,
  units: 10,
  seenOnHand: 0,
  reason: 'Achado no depósito',
  ...given,
})

test('a change and a count book an adjustment with its reason, and one row each in the trail', async () => {
  expect(await adjustStockAction(envelope(mine), form())).toEqual({ ok: true, data: { onHand: 10, reserved: 0 } })
  const count = form({ how: 'count', units: 7, seenOnHand: 10, reason: 'Contagem' })
  expect(await adjustStockAction(envelope(mine), count)).toEqual({ ok: true, data: { onHand: 7, reserved: 0 } })
  expect(await level()).toEqual({ onHand: 7, reserved: 0 })
  const { rows } = await withOrganization(mine.owner, (db) =>
    listMovements(db, mine.organizationId, { ...noMovementFilters, product: product.id }, { timeZone, size: 10 }),
  )
  expect(rows).toMatchObject([
    { kind: 'adjustment', onHandDelta: -3n, onHandAfter: 7n, reason: 'Contagem' },
    { kind: 'adjustment', onHandDelta: 10n, onHandAfter: 10n, reason: 'Achado no depósito' },
  ])
  expect(await audits()).toHaveLength(2)
})

test('a change cannot take more than is available, and names the SKU and what there is', async () => {
  await adjustStockAction(envelope(mine), form())
  await reserve(4)
  expect(await adjustStockAction(envelope(mine), form({ units: -7 }))).toEqual({
    ok: false,
    error: 'insufficientStock',
    values: { sku: product.sku, available: 6 },
  })
  expect(await level()).toEqual({ onHand: 10, reserved: 4 })
  expect(await audits()).toHaveLength(1)
})

test('a count is booked as it is, even below what orders have reserved', async () => {
  await adjustStockAction(envelope(mine), form())
  await reserve(8)
  const count = form({ how: 'count', units: 5, seenOnHand: 10 })
  expect(await adjustStockAction(envelope(mine), count)).toEqual({ ok: true, data: { onHand: 5, reserved: 8 } })
})

test('a count of stock that has moved since it was looked at is refused', async () => {
  await adjustStockAction(envelope(mine), form())
  expect(await adjustStockAction(envelope(mine), form({ how: 'count', units: 5, seenOnHand: 9 }))).toMatchObject({
    error: 'stockMoved',
    values: { onHand: 10 },
  })
  expect(await level()).toEqual({ onHand: 10, reserved: 0 })
})

test('one of many concurrent counts of the same shelf is booked', async () => {
  await adjustStockAction(envelope(mine), form())
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      adjustStockAction(envelope(mine), form({ how: 'count', units: n, seenOnHand: 10 })),
    ),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await audits()).toHaveLength(2)
})

test('the same adjustment sent again is booked once', async () => {
  const key = newId()
  const results = await Promise.all(Array.from({ length: 10 }, () => adjustStockAction(envelope(mine, key), form())))
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await level()).toEqual({ onHand: 10, reserved: 0 })
  expect(await audits()).toHaveLength(1)
})

test.each([
  [{ reason: '  ' }, 'reason'],
  [{ units: 0 }, 'units'],
  [{ how: 'count' as const, units: -1 }, 'units'],
  [{ units: 1.5 }, 'units'],
])('an adjustment of %p is refused at its field', async (given, field) => {
  const result = await adjustStockAction(envelope(mine), form(given))
  expect(result).toMatchObject({ ok: false, error: 'invalidInput' })
  expect(!result.ok && Object.keys(result.fields!)).toEqual([field])
})

test("another organization's product is not found, and its stock does not move", async () => {
  const theirs = await createTestOrganization()
  await signInAs(theirs.owner)
  expect(await adjustStockAction(envelope(theirs), form())).toEqual({ ok: false, error: 'notFound' })
  expect(await level()).toEqual({ onHand: 0, reserved: 0 })
  expect(await inspect(theirs.organizationId, 'select 1 from stock_movement')).toEqual([])
})

test.each(ROLES)('role %s adjusts stock only with the right to', async (role) => {
  await signInAs(await addMember(mine, role))
  const result = await adjustStockAction(envelope(mine), form())
  if (can(role, 'stock.adjust')) expect(result.ok).toBe(true)
  else expect(result).toEqual({ ok: false, error: 'permissionDenied' })
})

test('whatever is booked, the level is the sum of the ledger and nothing sold is more than there is', async () => {
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('change' as const), units: fc.integer({ min: -8, max: 12 }).filter((n) => n !== 0) }),
    fc.record({ kind: fc.constant('count' as const), units: fc.integer({ min: 0, max: 15 }) }),
    fc.record({ kind: fc.constant('reserve' as const), units: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('ship' as const), units: fc.integer({ min: 1, max: 3 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 60, maxLength: 80 }), async (operations) => {
      mine = await createTestOrganization()
      ;({ product, locationId } = await addProduct(mine))
      await signInAs(mine.owner)
      const model = { onHand: 0, reserved: 0 }
      for (const { kind, units } of operations) {
        const before = { ...model }
        const available = model.onHand - model.reserved
        let accepted: boolean
        if (kind === 'change' || kind === 'count') {
          const result = await adjustStockAction(envelope(mine), form({ how: kind, units, seenOnHand: model.onHand }))
          accepted = result.ok
          model.onHand = kind === 'count' ? units : model.onHand + units
          expect(accepted).toBe(kind === 'count' || units > 0 || available + units >= 0)
        } else if (kind === 'reserve') {
          accepted = await reserve(units).then(
            () => true,
            () => false,
          )
          model.reserved += units
          expect(accepted).toBe(available >= units)
        } else {
          const shipped = Math.min(units, model.reserved, model.onHand)
          accepted = shipped > 0
          if (accepted)
            await withOrganization(mine.owner, (db) =>
              bookStock(db, mine.owner, {
                source: { kind: 'order', id: newId() },
                entries: [{ product, locationId, kind: 'ship', onHand: -shipped, reserved: -shipped }],
              }),
            )
          model.onHand -= shipped
          model.reserved -= shipped
        }
        if (!accepted) Object.assign(model, before)
        expect(await level()).toEqual(model)
      }
      const [sums] = await inspect<{ on_hand: string; reserved: string }>(
        mine.organizationId,
        'select coalesce(sum(on_hand_delta), 0) as on_hand, coalesce(sum(reserved_delta), 0) as reserved from stock_movement',
      )
      expect({ onHand: Number(sums!.on_hand), reserved: Number(sums!.reserved) }).toEqual(model)
      await expectBalancesToAddUp()
    }),
    drawsOf(3, 12),
  )
}, 120_000)

async function expectBalancesToAddUp() {
  const oldestFirst = []
  let after: string | null = null
  do {
    const filters: MovementFilters = { ...noMovementFilters, product: product.id, location: 'own', after }
    const page: Page<Movement> = await withOrganization(mine.owner, (db) =>
      listMovements(db, mine.organizationId, filters, { timeZone, size: 7 }),
    )
    oldestFirst.unshift(...page.rows.toReversed())
    after = page.next
  } while (after !== null)
  let onHand = 0n
  let reserved = 0n
  for (const movement of oldestFirst) {
    onHand += movement.onHandDelta
    reserved += movement.reservedDelta
    expect(movement).toMatchObject({ onHandAfter: onHand, reservedAfter: reserved })
  }
}
