import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addProduct } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { setKitAction } from './actions'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})

const make = (productId: string, ...parts: string[]) =>
  setKitAction(envelope(company), { productId, parts: parts.map((part) => ({ productId: part, quantity: 1 })) })
const kits = () =>
  inspect<{ kit: string; part: string }>(
    company.organizationId,
    `SELECT k.sku::text AS kit, c.sku::text AS part FROM kit_component x JOIN product k ON k.id = x.kit_id JOIN product c ON c.id = x.component_id
     WHERE x.organization_id = current_organization() ORDER BY 1, 2`,
  )

test('a kit lies in no kit: neither a component nor a kit takes the other’s place, and none contains itself', async () => {
  // None of them ever had stock, so that nothing else refuses.
  const [kit, part, loose] = [
    await addProduct(company, 'KIT'),
    await addProduct(company, 'PART'),
    await addProduct(company, 'LOOSE'),
  ]
  expect(await make(kit, part)).toMatchObject({ ok: true })
  const inKit = { ok: false, error: 'kitInKit' }
  expect(await make(part, loose)).toMatchObject(inKit)
  expect(await make(loose, kit)).toMatchObject(inKit)
  expect(await make(loose, loose)).toMatchObject(inKit)
  expect(await kits()).toEqual([{ kit: 'KIT', part: 'PART' }])
  expect(await make(kit)).toMatchObject({ ok: true })
  expect(await make(part, loose)).toMatchObject({ ok: true })
})

test('a product whose stock was ever counted becomes no kit', async () => {
  const stocked = await addStockedProduct(company, { sku: 'STOCKED', onHand: 1 })
  expect(await make(stocked, await addProduct(company, 'PART'))).toMatchObject({ ok: false, error: 'kitHasStock' })
  expect(await kits()).toEqual([])
})

test('a kit is made of the company’s own products that are still sold', async () => {
  const [kit, gone] = [await addProduct(company, 'KIT'), await addProduct(company, 'GONE')]
  await inspect(company.organizationId, 'UPDATE product SET archived_at = now() WHERE id = $1', [gone])
  const theirs = await addProduct(await createTestOrganization(), 'THEIRS')
  for (const [product, part] of [
    [kit, gone],
    [kit, theirs],
    [theirs, kit],
  ])
    expect(await make(product!, part!)).toMatchObject({ ok: false, error: 'notFound' })
  expect(await kits()).toEqual([])
})
