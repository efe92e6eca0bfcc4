import { localDay } from '@/lib/core/dates'
import { z } from 'zod'
import { can, ROLES } from '@/lib/core/permissions'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  unique,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addOrders, addShop } from '@/lib/testing/factories/sales'
import { archiveProductAction, createProductAction, restoreProductAction, updateProductAction } from './actions'
import { BEGINNING } from '../costs/cost'
import type { createProductInput } from './schema'
import { getProductFor, getProductListFor } from './views'

type NewProduct = z.input<typeof createProductInput>
const newProduct = (given: Partial<NewProduct> = {}): NewProduct => ({
  sku: unique('SKU'),
  title: 'Garrafa térmica',
  priceCents: 4990n,
  costCents: 1880n,
  openingStock: 0,
  descriptionHtml: '',
  barcodes: [],
  photoFileId: null,
  shelfAddress: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  minimumStock: null,
  ...given,
})

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

async function create(given: Partial<NewProduct> = {}): Promise<string> {
  const result = await createProductAction(envelope(mine), newProduct(given))
  if (!result.ok) throw new Error(result.error)
  return result.data.id
}
const changed = (id: string, version: number, given: Partial<NewProduct> = {}) => {
  const { openingStock: _, costCents: __, ...fields } = newProduct(given)
  return { id, version, ...fields }
}
const audits = (organizationId = mine.organizationId) =>
  inspect<{ event: string; subject_id: string; before: unknown; after: Record<string, unknown> }>(
    organizationId,
    'select event, subject_id, before, after from audit_event where subject_kind in ($1, $2) and organization_id = $3 order by id',
    ['product', 'stock', organizationId],
  )
const viewer = (role: 'owner' | 'operator' = 'owner', organizationId = mine.organizationId) => ({
  organizationId,
  timeZone: 'America/Sao_Paulo',
  role,
})

test('a new product stands with its fields, its cost from the beginning, its opening stock in the ledger and one row in the trail', async () => {
  const id = await create({
    sku: ' GAR-1 ',
    openingStock: 12,
    barcodes: ['7891000315507', '7891000315507'],
    shelfAddress: ' A1 ',
  })
  const view = (await getProductFor(viewer(), id))!
  expect(view.product).toMatchObject({
    sku: 'GAR-1',
    barcodes: ['7891000315507'],
    shelfAddress: 'A1',
    priceCents: 4990n,
    onHand: 12n,
    reserved: 0n,
    version: 1,
  })
  expect(view.costs).toEqual([{ fromDay: BEGINNING, cost: '18.800000' }])
  expect(view.movements.rows).toMatchObject([{ kind: 'opening', onHandDelta: 12n, onHandAfter: 12n }])
  expect(await audits()).toMatchObject([{ event: 'product.created', subject_id: id, after: { openingStock: 12 } }])
})

test('a cost that is not known is no row, never zero', async () => {
  const id = await create({ costCents: null })
  expect((await getProductFor(viewer(), id))!.costs).toEqual([])
  const { page } = await getProductListFor(viewer(), {})
  expect(page.rows[0]!.cost).toBeNull()
})

test.each([
  [{ sku: ' ' }, 'sku', 'products.fields.skuRequired'],
  [{ title: '' }, 'title', 'products.fields.titleRequired'],
])('SKU and title are required: %p', async (given, field, message) => {
  const result = await createProductAction(envelope(mine), newProduct(given))
  expect(result).toEqual({ ok: false, error: 'productRequired', fields: { [field]: [message] } })
  expect(await audits()).toEqual([])
})

test('a SKU is unique in the organization regardless of case, and says so at its field', async () => {
  await create({ sku: 'abc-1' })
  const other = await create({ sku: 'abc-2' })
  const refusal = { ok: false, error: 'skuTaken', fields: { sku: ['errors.skuTaken'] } }
  expect(await createProductAction(envelope(mine), newProduct({ sku: 'ABC-1' }))).toEqual(refusal)
  expect(await updateProductAction(envelope(mine), changed(other, 1, { sku: 'Abc-1' }))).toEqual(refusal)
  expect(await audits()).toHaveLength(2)
  const theirs = await createTestOrganization()
  await signInAs(theirs.owner)
  expect(await createProductAction(envelope(theirs), newProduct({ sku: 'ABC-1' }))).toMatchObject({ ok: true })
})

test('the same form sent twice makes one product', async () => {
  const form = newProduct({ openingStock: 5 })
  const key = newId()
  const [first, second] = [
    await createProductAction(envelope(mine, key), form),
    await createProductAction(envelope(mine, key), form),
  ]
  expect(first).toEqual(second)
  expect(await createProductAction(envelope(mine, key), { ...form, title: 'Outra' })).toMatchObject({
    error: 'keyReused',
  })
  expect(await inspect(mine.organizationId, 'select 1 from product')).toHaveLength(1)
  expect(await audits()).toHaveLength(1)
})

test('a description is stored clean, and what stands unclean in the database is read clean', async () => {
  const id = await create({ descriptionHtml: '<p onclick="x()">Boa</p><script>alert(1)</script>' })
  const [stored] = await inspect(mine.organizationId, 'select description_html from product')
  expect(stored).toEqual({ description_html: '<p>Boa</p>' })
  await inspect(mine.organizationId, `update product set description_html = '<img src=x onerror=alert(1)><p>Boa</p>'`)
  expect((await getProductFor(viewer(), id))!.product.descriptionHtml).toBe('<p>Boa</p>')
})

test('an update keeps what the form says, records what changed, and sets another cost from today', async () => {
  const id = await create({ costCents: 1000n })
  const yesterday = `update product_cost set from_day = from_day - 1`
  await inspect(mine.organizationId, yesterday)
  const before = (await getProductFor(viewer(), id))!.product
  const form = { ...changed(id, 1, { sku: before.sku, title: 'Novo título' }), costCents: 1250n }
  expect(await updateProductAction(envelope(mine), form)).toEqual({ ok: true, data: { version: 2 } })
  const after = (await getProductFor(viewer(), id))!
  expect(after.product).toMatchObject({ title: 'Novo título', version: 2 })
  expect(after.costs!.map(({ cost }) => cost)).toEqual(['12.500000', '10.000000'])
  const auditEvents = await audits()
  expect(auditEvents).toHaveLength(2)
  expect(auditEvents[1]).toMatchObject({
    event: 'product.updated',
    before: { title: 'Garrafa térmica' },
    after: { title: 'Novo título', cost: '12.50' },
  })
})

test('a cost typed today can be taken back today, but one that held before cannot become unknown', async () => {
  const id = await create({ costCents: 1000n })
  expect(await updateProductAction(envelope(mine), { ...changed(id, 1), costCents: null })).toMatchObject({ ok: true })
  expect((await getProductFor(viewer(), id))!.costs).toEqual([])
  await updateProductAction(envelope(mine), { ...changed(id, 2), costCents: 1000n })
  await inspect(mine.organizationId, 'update product_cost set from_day = from_day - 1')
  expect(await updateProductAction(envelope(mine), { ...changed(id, 3), costCents: null })).toMatchObject({
    error: 'invalidInput',
    fields: { costCents: ['products.fields.costHeld'] },
  })
  expect((await getProductFor(viewer(), id))!.costs).toHaveLength(1)
})

test('a first cost reaches what was sold without one; corrected or taken back the same day, so does that', async () => {
  const id = await create({ costCents: null })
  const shop = await addShop(mine, 'Loja')
  const at = new Date(Date.now() - 30 * 86_400_000).toISOString()
  await addOrders(mine, shop, [{ at, productId: id }])
  const sold = async () =>
    (await inspect<{ cost: string | null }>(mine.organizationId, 'SELECT unit_cost::text AS cost FROM order_item'))[0]!
      .cost
  const costs: (string | null)[] = [await sold()]
  for (const [version, costCents] of [1000n, 1250n, null].entries()) {
    const form = { ...changed(id, version + 1), costCents }
    expect(await updateProductAction(envelope(mine), form)).toMatchObject({ ok: true })
    costs.push(await sold())
  }
  expect(costs.map((cost) => cost && Number(cost))).toEqual([null, 10, 12.5, null])
})

test('a first cost of today stays from the beginning once a later one is known, and another holds from today', async () => {
  const id = await create({ costCents: 1000n })
  await inspect(
    mine.organizationId,
    `INSERT INTO product_cost (organization_id, product_id, from_day, cost, source) VALUES ($1, $2, $3::date - 1, 11, 'receipt')`,
    [mine.organizationId, id, localDay(new Date(), 'America/Sao_Paulo')],
  )
  expect(await updateProductAction(envelope(mine), { ...changed(id, 1), costCents: 1250n })).toMatchObject({ ok: true })
  const { costs } = (await getProductFor(viewer(), id))!
  expect(costs!.map(({ cost }) => Number(cost))).toEqual([12.5, 11, 10])
})

test('an edit of a record that another member has changed is refused, and nothing is overwritten', async () => {
  const id = await create()
  await updateProductAction(envelope(mine), changed(id, 1, { title: 'Primeira' }))
  const stale = { ok: false, error: 'staleVersion' }
  expect(await updateProductAction(envelope(mine), changed(id, 1, { title: 'Segunda' }))).toEqual(stale)
  expect(await archiveProductAction(envelope(mine), { id, version: 1 })).toEqual(stale)
  expect((await getProductFor(viewer(), id))!.product).toMatchObject({ title: 'Primeira', archivedAt: null })
  expect(await audits()).toHaveLength(2)
})

test('one of many concurrent saves of the same version wins', async () => {
  const id = await create()
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) => updateProductAction(envelope(mine), changed(id, 1, { title: `T${n}` }))),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.filter((result) => !result.ok && result.error === 'staleVersion')).toHaveLength(7)
  expect(await audits()).toHaveLength(2)
})

test('an archived product leaves the list and comes back restored', async () => {
  const id = await create()
  expect(await archiveProductAction(envelope(mine), { id, version: 1 })).toEqual({ ok: true, data: { version: 2 } })
  expect((await getProductListFor(viewer(), {})).page.rows).toEqual([])
  const archived = await getProductListFor(viewer(), { status: 'archived' })
  expect(archived.page.rows.map((row) => row.id)).toEqual([id])
  expect(archived.counts).toEqual({ matching: 1n, active: 0n, archived: 1n })
  await restoreProductAction(envelope(mine), { id, version: 2 })
  expect((await getProductListFor(viewer(), {})).page.rows).toHaveLength(1)
  expect((await audits()).map(({ event }) => event)).toEqual([
    'product.created',
    'product.archived',
    'product.restored',
  ])
})

test("another organization's products are not found, and nothing of them changes", async () => {
  const id = await create({ title: 'Minha' })
  const theirs = await createTestOrganization()
  await signInAs(theirs.owner)
  const missing = { ok: false, error: 'notFound' }
  expect(await updateProductAction(envelope(theirs), changed(id, 1, { title: 'Tomada' }))).toEqual(missing)
  expect(await archiveProductAction(envelope(theirs), { id, version: 1 })).toEqual(missing)
  expect(await restoreProductAction(envelope(theirs), { id, version: 1 })).toEqual(missing)
  expect(await updateProductAction(envelope(mine), changed(id, 1))).toMatchObject({ error: 'organizationChanged' })
  expect(await getProductFor(viewer('owner', theirs.organizationId), id)).toBeNull()
  expect((await getProductListFor(viewer('owner', theirs.organizationId), {})).page.rows).toEqual([])
  expect((await getProductFor(viewer(), id))!.product).toMatchObject({ title: 'Minha', version: 1, archivedAt: null })
  expect(await audits(theirs.organizationId)).toEqual([])
})

test.each(ROLES)('role %s writes products only with the right to', async (role) => {
  const id = await create()
  await signInAs(await addMember(mine, role))
  const results = [
    await createProductAction(envelope(mine), newProduct()),
    await updateProductAction(envelope(mine), changed(id, 1)),
    await archiveProductAction(envelope(mine), { id, version: 2 }),
    await restoreProductAction(envelope(mine), { id, version: 3 }),
  ]
  for (const result of results) {
    if (can(role, 'product.write')) expect(result.ok).toBe(true)
    else expect(result).toEqual({ ok: false, error: 'permissionDenied' })
  }
})

test('the server’s answer to a role without money.read holds no cost', async () => {
  const id = await create({ costCents: 777_313n })
  const sent = async (role: 'owner' | 'operator') =>
    JSON.stringify(
      [
        await getProductListFor(viewer(role), { cost: 'missing' }),
        await getProductListFor(viewer(role), {}),
        await getProductFor(viewer(role), id),
      ],
      (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    )
  expect(await sent('owner')).toContain('7773.13')
  expect(await sent('operator')).not.toMatch(/7773\.?13|"costs?"/)
  expect((await getProductListFor(viewer('operator'), { cost: 'missing' })).page.rows).toHaveLength(1)
})
