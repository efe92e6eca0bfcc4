import fc from 'fast-check'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { moveSalesChannel } from '@/lib/identity/settings/move-sales-channel'
import { closeMonthAction } from '@/lib/money/month-close/actions'
import { getMonthClosesFor } from '@/lib/money/month-close/views'
import { getResultFor } from '@/lib/money/profit/views'
import { createTestOrganization, envelope, signInAs, viewerOf } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { setSplitAction } from './actions'
import type { SplitMethod } from './split-schema'

const now = new Date('2026-11-25T15:00:00Z')
const october = { period: 'custom', from: '2026-10-01', to: '2026-10-31' }

/** Two entities; a shop of the first sells 60.00 until 19 October, and 30.00 from the twentieth on as the second's. */
async function twoEntities() {
  const company = await createTestOrganization()
  const { legalEntityId: first } = company
  await signInAs(company.owner)
  const second = await addEntity(company, { name: 'Outra' })
  const shop = await addShop(company, newId())
  const productId = await addProduct(company, newId())
  await addOrders(company, shop, [
    { at: '2026-10-10T12:00:00Z', cents: 6_000n, productId, unitCost: '1' },
    { at: '2026-10-22T12:00:00Z', cents: 3_000n, productId, unitCost: '1' },
  ])
  const moved = { kind: 'shop', id: shop, fromEntityId: first, toEntityId: second, fromDay: '2026-10-20' } as const
  await moveSalesChannel(company.owner, moved)
  return { company, first, second }
}
type Two = Awaited<ReturnType<typeof twoEntities>>

const spend = ({ company: { organizationId } }: Two, amounts: readonly number[], dueOn = '2026-10-15') =>
  withOrganization({ organizationId }, (db) =>
    db.expense.createMany({
      data: amounts.map((cents) => ({
        organizationId,
        id: newId(),
        amountCents: BigInt(cents),
        description: 'Aluguel',
        kind: 'fixed' as const,
        dueOn: new Date(dueOn),
      })),
    }),
  )
const split = ({ company }: Two, method: SplitMethod, points: Record<string, number>, fromMonth = '2026-10-01') =>
  setSplitAction(envelope(company), {
    fromMonth,
    method,
    shares: Object.entries(points).map(([id, share]) => ({ id, points: share })),
  })
const totalOf = async ({ company }: Two, entity?: string) =>
  (await getResultFor(viewerOf(company.owner), { ...october, ...(entity && { entity }) }, now)).total
const fixedOf = async (two: Two) => [
  (await totalOf(two, two.first)).lines.fixed,
  (await totalOf(two, two.second)).lines.fixed,
]

test('an expense that the company does not share is in no entity’s result, and each says how much that is', async () => {
  const two = await twoEntities()
  await spend(two, [10_001])
  expect(await fixedOf(two)).toEqual([0n, 0n])
  expect(await totalOf(two, two.first)).toMatchObject({ sharedLeftCents: 10_001n, sharedCents: 0n })
  expect((await totalOf(two)).lines.fixed).toBe(-10_001n)
})

test.each([
  ['equal', (two: Two) => ({ [two.first]: 0, [two.second]: 0 }), [50.0, 50.0]],
  ['percent', (two: Two) => ({ [two.first]: 2_500, [two.second]: 7_500 }), [25.0, 75.0]],
  ['revenue', (two: Two) => ({ [two.first]: 0, [two.second]: 0 }), [66.67, 33.33]],
] as const)('by %s each entity has its part of the month, in result and close', async (method, sharesOf, parts) => {
  const two = await twoEntities()
  await spend(two, [10_000])
  expect(await split(two, method, sharesOf(two))).toMatchObject({ ok: true })
  expect(await fixedOf(two)).toEqual(parts.map((part) => -BigInt(Math.round(part * 100))))
  expect(await totalOf(two, two.first)).toMatchObject({
    sharedLeftCents: 0n,
    sharedCents: BigInt(Math.round(parts[0] * 100)),
  })
  const view = { entity: two.first, month: '2026-10-01' }
  const { opened } = await getMonthClosesFor(viewerOf(two.company.owner), view)
  expect(opened!.live).toMatchObject({ fixed: -BigInt(Math.round(parts[0] * 100)) })
  expect(opened!.prechecks.map(({ kind }) => kind)).not.toContain('shared')
})

test('whatever the amounts and the shares, the parts of an expense are the expense', async () => {
  const two = await twoEntities()
  const third = await addEntity(two.company, { name: 'Terceira' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.constantFrom('equal', 'percent', 'revenue'),
      async (amounts, a, b, method) => {
        await inspect(two.company.organizationId, 'UPDATE expense SET voided_at = now() WHERE voided_at IS NULL')
        await spend(two, amounts)
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        await split(two, method, { [two.first]: low, [two.second]: high - low, [third]: 10_000 - high })
        const all = [...(await fixedOf(two)), (await totalOf(two, third)).lines.fixed]
        expect(all.reduce((sum, cents) => sum + cents, 0n)).toBe(-BigInt(amounts.reduce((sum, one) => sum + one, 0)))
        expect(all.every((cents) => cents <= 0n)).toBe(true)
      },
    ),
    { numRuns: 12 },
  )
})

test('where no entity sold anything in the month, what is shared by sales is shared in equal parts', async () => {
  const two = await twoEntities()
  await spend(two, [101], '2026-09-15')
  await split(two, 'revenue', { [two.first]: 0, [two.second]: 0 }, '2026-09-01')
  const september = { period: 'custom', from: '2026-09-01', to: '2026-09-30' }
  const of = async (entity: string) =>
    (await getResultFor(viewerOf(two.company.owner), { ...september, entity }, now)).total.lines.fixed
  expect([await of(two.first), await of(two.second)].toSorted()).toEqual([-51n, -50n].toSorted())
})

test('a closed month keeps its figures: it says what it leaves out, and another rule holds from a later month only', async () => {
  const two = await twoEntities()
  const { company, first, second } = two
  await spend(two, [10_000])
  await closeMonthAction(envelope(company), { legalEntityId: first, month: '2026-10-01', note: '' })
  const look = async () =>
    (await getMonthClosesFor(viewerOf(company.owner), { entity: first, month: '2026-10-01' })).opened!
  expect((await look()).frozen).toMatchObject({ fixed: 0n, sharedLeft: -10_000n })
  const shares = { [first]: 0, [second]: 0 }
  expect(await split(two, 'equal', shares)).toMatchObject({ ok: false, error: 'splitMonthClosed' })
  expect(await split(two, 'equal', shares, '2026-11-01')).toMatchObject({ ok: true })
  const view = await getMonthClosesFor(viewerOf(company.owner), { entity: first })
  expect(view.pending).toEqual([])
  await spend(two, [500])
  expect((await getMonthClosesFor(viewerOf(company.owner), { entity: first })).pending).toEqual([])
})

test('fixed shares that make no whole, no entity to bear it, and an entity of another company are refused', async () => {
  const two = await twoEntities()
  const other = await createTestOrganization()
  await signInAs(two.company.owner)
  for (const [method, shares] of [
    ['percent', { [two.first]: 9_999 }],
    ['equal', {}],
    ['equal', { [other.legalEntityId]: 0 }],
  ] as const)
    expect(await split(two, method, shares)).toMatchObject({ ok: false })
  expect(await inspect(two.company.organizationId, 'SELECT 1 FROM expense_split')).toEqual([])
})

test('a reader of one entity alone has its part, and not the expenses behind it', async () => {
  const two = await twoEntities()
  await spend(two, [10_000])
  await split(two, 'percent', { [two.first]: 2_500, [two.second]: 7_500 })
  const viewer = { ...viewerOf(two.company.owner, 'accountant'), legalEntityIds: [two.first] }
  const { total } = await getResultFor(viewer, { ...october, entity: two.first }, now)
  expect(total.lines.fixed).toBe(-2_500n)
  const other = await getResultFor(viewer, { ...october, entity: two.second }, now)
  expect(other.total.lines.fixed).toBe(0n)
})

test('a month that is closed while it is decided how its expenses are shared has them as decided', async () => {
  const two = await twoEntities()
  const { company, first: legalEntityId, second } = two
  await spend(two, [10_000])
  const month = '2026-10-01'
  const [decided, closed] = await withOwner(async (owner) => {
    await owner.query('BEGIN; LOCK TABLE expense_split IN ACCESS EXCLUSIVE MODE')
    const deciding = split(two, 'percent', { [legalEntityId]: 2_500, [second]: 7_500 })
    await untilWaiting(1)
    const closing = closeMonthAction(envelope(company), { legalEntityId, month, note: '' })
    await untilWaiting(2)
    await owner.query('COMMIT')
    return [await deciding, await closing]
  })
  expect([decided, closed]).toMatchObject([{ ok: true }, { ok: true }])
  const { opened, pending } = await getMonthClosesFor(viewerOf(company.owner), { entity: legalEntityId, month })
  expect(opened!.frozen!.fixed).toBe(-2_500n)
  expect(pending).toEqual([])
})
