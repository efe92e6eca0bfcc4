import { can, ROLES } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { openCountHarness } from '@/lib/testing/harnesses/count-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { cancelCountAction, enterCountAction, openCountAction } from './actions'
import { getCountFor } from './count-views'

let mine: TestOrganization

beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

const { stocked, openCount, enter, view, book } = openCountHarness(() => mine)

test('a code of no product, of several and of a kit counts nothing and says so', async () => {
  const [first] = [await stocked('A', 1, ['123']), await stocked('B', 1, ['123'])]
  const kitId = await stocked('KIT', 0)
  await withOrganization(mine.owner, (db) =>
    db.kitComponent.create({
      data: { organizationId: mine.organizationId, kitId, componentId: first, quantity: 1 },
      select: { kitId: true },
    }),
  )
  const count = await openCount()
  expect(await enter(count, { code: '999' })).toEqual({ ok: true, data: { outcome: 'unknown' } })
  expect(await enter(count, { code: 'KIT' })).toMatchObject({ data: { outcome: 'kit' } })
  expect(await enter(count, { code: '123' })).toMatchObject({ data: { outcome: 'several' } })
  expect(await enter(count, { code: '123', productId: first })).toMatchObject({ data: { outcome: 'counted' } })
  expect((await view(count)).page.rows).toHaveLength(1)
  expect(await book(await openCount())).toEqual({ ok: false, error: 'countEmpty' })
})

test('SKUs that are not there are named before anything begins', async () => {
  await stocked('A', 1)
  const answer = await openCountAction(envelope(mine), { name: 'X', from: 'skus', query: '', skus: ['A', 'NADA'] })
  expect(answer).toEqual({ ok: false, error: 'countSkusUnknown', values: { count: 1, skus: 'nada' } })
  expect(await inspect(mine.organizationId, 'SELECT 1 FROM stock_count')).toEqual([])
})

test("another organization's session and product are not found", async () => {
  await stocked('A', 1)
  const count = await openCount()
  const theirs = await createTestOrganization()
  const other = await addStockedProduct(theirs, { sku: 'A' })
  expect(await enter(count, { productId: other })).toEqual({ ok: false, error: 'notFound' })
  await signInAs(theirs.owner)
  const asThem = envelope(theirs)
  const entry = { countId: count, code: 'A', productId: null, units: 1, ageMs: 0 }
  expect(await enterCountAction(asThem, entry)).toEqual({ ok: false, error: 'notFound' })
  expect(await cancelCountAction(asThem, { countId: count })).toEqual({ ok: false, error: 'notFound' })
  expect(await getCountFor({ ...theirs.owner, role: 'owner', timeZone: 'America/Sao_Paulo' }, count, {})).toBeNull()
  expect(await inspect(mine.organizationId, 'SELECT on_hand::int FROM stock_level')).toEqual([{ on_hand: 1 }])
})

test.each(ROLES)('role %s counts only with the right to adjust stock', async (role) => {
  await stocked('A', 1)
  const count = await openCount()
  await signInAs(await addMember(mine, role))
  const answer = await enter(count, { code: 'A' })
  if (can(role, 'stock.adjust')) expect(answer).toMatchObject({ ok: true, data: { outcome: 'counted' } })
  else expect(answer).toEqual({ ok: false, error: 'permissionDenied' })
})
