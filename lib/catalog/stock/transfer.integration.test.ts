import { can, ROLES } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { transferStockAction } from './actions'
import { bookStock } from './book-stock'
import { noMovementFilters } from './filters'
import { listMovements } from './queries'

let mine: TestOrganization
let product: string

beforeEach(async () => {
  mine = await createTestOrganization()
  product = await addStockedProduct(mine, { sku: 'GARRAFA', onHand: 10 })
  await signInAs(mine.owner)
})

type Transfer = Parameters<typeof transferStockAction>[1]
const transfer = (given: Partial<Transfer> = {}, key = newId()) =>
  transferStockAction(envelope(mine, key), {
    productId: product,
    from: 'own',
    to: 'transit',
    shopId: null,
    units: 4,
    reason: 'Remessa',
    ...given,
  } as Transfer)

const levels = () =>
  inspect<{ kind: string; on_hand: number }>(
    mine.organizationId,
    `SELECT l.kind, s.on_hand::int FROM stock_level s JOIN stock_location l ON l.id = s.location_id
     WHERE s.on_hand <> 0 ORDER BY l.kind`,
  )

test('a transfer books two movements of one source, and what leaves one place is what arrives at the other', async () => {
  expect(await transfer()).toEqual({ ok: true, data: { units: 4 } })
  expect(await levels()).toEqual([
    { kind: 'own', on_hand: 6 },
    { kind: 'transit', on_hand: 4 },
  ])
  const { rows } = await withOrganization(mine.owner, (db) =>
    listMovements(
      db,
      mine.organizationId,
      { ...noMovementFilters, source: 'transfer' },
      { timeZone: 'America/Sao_Paulo', size: 10 },
    ),
  )
  expect(new Set(rows.map(({ sourceId }) => sourceId)).size).toBe(1)
  expect(
    rows
      .map(({ locationKind, onHandDelta, onHandAfter, reason }) => [locationKind, onHandDelta, onHandAfter, reason])
      .toSorted(),
  ).toEqual([
    ['own', -4n, 6n, 'Remessa'],
    ['transit', 4n, 4n, 'Remessa'],
  ])
  expect(
    await inspect(mine.organizationId, `SELECT 1 FROM audit_event WHERE event = 'stock.transferred'`),
  ).toHaveLength(1)
})

test('no more is moved than is on hand and not reserved, and the refusal names what there is', async () => {
  await withOrganization(mine.owner, async (db) => {
    const own = await db.stockLocation.findFirstOrThrow({ where: { organizationId: mine.organizationId, kind: 'own' } })
    await bookStock(db, mine.owner, {
      source: { kind: 'order', id: newId() },
      entries: [{ product: { id: product, sku: 'GARRAFA' }, locationId: own.id, kind: 'reserve', reserved: 7 }],
    })
  })
  const refused = { ok: false, error: 'insufficientStock', values: { sku: 'GARRAFA', available: 3 } }
  expect(await transfer({ to: 'damaged', units: 4 })).toEqual(refused)
  expect(await transfer({ to: 'damaged', units: 3 })).toMatchObject({ ok: true })
  expect(await transfer({ from: 'damaged', to: 'own', units: 4 })).toMatchObject({ error: 'insufficientStock' })
  expect(await transfer({ from: 'damaged', to: 'own', units: 3 })).toMatchObject({ ok: true })
  expect(await levels()).toEqual([{ kind: 'own', on_hand: 10 }])
})

test('many concurrent moves of the last units take no more than there is', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => transfer({ units: 3 })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
  expect(await levels()).toEqual([
    { kind: 'own', on_hand: 1 },
    { kind: 'transit', on_hand: 9 },
  ])
})

test('the same transfer sent again is booked once', async () => {
  const key = newId()
  const answers = await Promise.all(Array.from({ length: 6 }, () => transfer({}, key)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect((await levels())[0]).toEqual({ kind: 'own', on_hand: 6 })
})

test('a transfer back from Full is limited by the platform’s figure, else by the units sent there', async () => {
  const shopId = await addShop(mine, 'Loja')
  expect(await transfer({ to: 'full', shopId })).toMatchObject({ ok: true })
  expect(await transfer({ from: 'full', to: 'own', shopId, units: 5 })).toMatchObject({
    error: 'insufficientStock',
    values: { available: 4 },
  })
  await withOrganization(mine.owner, (db) =>
    db.listing.create({
      data: {
        organizationId: mine.organizationId,
        id: newId(),
        shopId,
        externalKey: '1',
        title: 'Anúncio',
        productId: product,
        productQuantity: 2,
        platformStock: 3,
        fulfilledByPlatform: true,
      },
      select: { id: true },
    }),
  )
  expect(await transfer({ from: 'full', to: 'own', shopId, units: 7 })).toMatchObject({ values: { available: 6 } })
  expect(await transfer({ from: 'full', to: 'own', shopId, units: 6 })).toMatchObject({ ok: true })
  expect((await levels()).find(({ kind }) => kind === 'own')).toEqual({ kind: 'own', on_hand: 12 })
})

test.each([
  [{ to: 'own' as const }, 'to'],
  [{ to: 'full' as const }, 'shopId'],
  [{ units: 0 }, 'units'],
  [{ reason: ' ' }, 'reason'],
])('a transfer of %p is refused at its field', async (given, field) => {
  const answer = await transfer(given)
  expect(!answer.ok && Object.keys(answer.fields!)).toEqual([field])
})

test('a kit has no stock to move', async () => {
  const kitId = newId()
  await withOrganization(mine.owner, async (db) => {
    const { organizationId } = mine
    await db.product.create({ data: { organizationId, id: kitId, sku: 'KIT', title: 'Kit' }, select: { id: true } })
    await db.kitComponent.create({
      data: { organizationId, kitId, componentId: product, quantity: 2 },
      select: { kitId: true },
    })
  })
  expect(await transfer({ productId: kitId })).toEqual({ ok: false, error: 'kitNoStock' })
})

test("another organization's product and shop are not found, and nothing moves", async () => {
  const theirs = await createTestOrganization()
  const [otherShop, otherProduct] = [await addShop(theirs, 'Deles'), await addStockedProduct(theirs, { sku: 'X' })]
  expect(await transfer({ to: 'full', shopId: otherShop })).toEqual({ ok: false, error: 'notFound' })
  expect(await transfer({ productId: otherProduct })).toEqual({ ok: false, error: 'notFound' })
  expect(await levels()).toEqual([{ kind: 'own', on_hand: 10 }])
})

test.each(ROLES)('role %s moves stock only with the right to', async (role) => {
  await signInAs(await addMember(mine, role))
  const answer = await transfer()
  if (can(role, 'stock.adjust')) expect(answer.ok).toBe(true)
  else expect(answer).toEqual({ ok: false, error: 'permissionDenied' })
})
