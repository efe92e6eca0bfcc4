import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { editProductsAction } from './actions'

const stateOf = (company: TestOrganization) =>
  inspect<{ sku: string; price: string | null; archived: boolean; version: number }>(
    company.organizationId,
    'SELECT sku::text AS sku, price_cents::text AS price, archived_at IS NOT NULL AS archived, version FROM product ORDER BY sku',
  )
const eventsOf = (company: TestOrganization) =>
  inspect<{ event: string; before: object | null; after: object | null }>(
    company.organizationId,
    `SELECT event, before, after FROM audit_event WHERE event IN ('product.updated', 'product.archived', 'product.restored') ORDER BY id`,
  )

async function twoProducts() {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const a = await addStockedProduct(company, { sku: 'A', priceCents: 1_000n, onHand: 1 })
  const b = await addStockedProduct(company, { sku: 'B', priceCents: null, onHand: 1 })
  return { company, a, b }
}

test('prices of many are set as they were seen, stand in the trail with what was before, and undone by the same', async () => {
  const { company, a, b } = await twoProducts()
  const before = await eventsOf(company)
  const priced = [
    { id: a, version: 1, priceCents: 900n },
    { id: b, version: 1, priceCents: 500n },
  ]
  const sent = envelope(company)
  const done = dataOf(await editProductsAction(sent, { entries: priced }))
  expect(dataOf(await editProductsAction(sent, { entries: priced }))).toEqual(done)
  expect(done).toMatchObject({
    kept: 0,
    changed: expect.arrayContaining([
      { id: a, version: 2 },
      { id: b, version: 2 },
    ]),
  })
  expect(await stateOf(company)).toEqual([
    { sku: 'A', price: '900', archived: false, version: 2 },
    { sku: 'B', price: '500', archived: false, version: 2 },
  ])
  expect((await eventsOf(company)).slice(before.length)).toEqual(
    expect.arrayContaining([
      { event: 'product.updated', before: { priceCents: '1000' }, after: { priceCents: '900' } },
      { event: 'product.updated', before: { priceCents: null }, after: { priceCents: '500' } },
    ]),
  )
  const undo = [
    { id: a, version: 2, priceCents: 1_000n },
    { id: b, version: 2, priceCents: null },
  ]
  dataOf(await editProductsAction(envelope(company), { entries: undo }))
  expect((await stateOf(company)).map(({ price }) => price)).toEqual(['1000', null])
})

test('many are archived and restored; what somebody changed meanwhile stays and is counted', async () => {
  const { company, a, b } = await twoProducts()
  const entries = [
    { id: a, version: 1, archived: true },
    { id: b, version: 7, archived: true },
  ]
  expect(dataOf(await editProductsAction(envelope(company), { entries }))).toEqual({
    changed: [{ id: a, version: 2 }],
    kept: 1,
  })
  expect((await stateOf(company)).map(({ archived }) => archived)).toEqual([true, false])
  dataOf(await editProductsAction(envelope(company), { entries: [{ id: a, version: 2, archived: false }] }))
  expect((await stateOf(company)).map(({ archived }) => archived)).toEqual([false, false])
  const events = (await eventsOf(company)).map(({ event }) => event)
  expect(events.slice(-2)).toEqual(['product.archived', 'product.restored'])
})

test('another company’s, a repeated one, a price below zero, and a role that may not write products: refused whole', async () => {
  const { company, a } = await twoProducts()
  const theirs = await twoProducts()
  await signInAs(company.owner)
  const entry = { id: a, version: 1, priceCents: 1n }
  const edit = async (entries: (typeof entry)[]) => {
    const result = await editProductsAction(envelope(company), { entries })
    return result.ok ? 'done' : result.error
  }
  expect(await edit([entry, { ...entry, id: theirs.a }])).toBe('notFound')
  expect(await edit([entry, entry])).toBe('invalidInput')
  expect(await edit([{ ...entry, priceCents: -1n }])).toBe('invalidInput')
  await signInAs(await addMember(company, 'operator'))
  expect(await edit([entry])).toBe('permissionDenied')
  expect((await stateOf(company))[0]).toMatchObject({ price: '1000', version: 1 })
  expect((await stateOf(theirs.company))[0]).toMatchObject({ price: '1000', version: 1 })
})
