import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
  viewerOf,
} from '@/lib/testing/factories/factories'
import { dataOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { findForPalette } from '@/lib/insight/palette/find'
import { placeOrderAction } from './actions'
import { readOrderFilters } from './filters'
import { getOrderListFor, getOrderTotalsFor } from './views'

const codesFor = async (company: TestOrganization, q: string, legalEntityIds: string[] | null = null) =>
  (await getOrderListFor(viewerOf({ ...company.owner, legalEntityIds }), { q })).page.rows.map(({ code }) => code)

async function sellManually(company: TestOrganization, productId: string) {
  const { id } = dataOf(await placeOrderAction(envelope(company), await orderOf(company, [[productId, 1]])))
  const [row] = await inspect<{ code: string }>(company.organizationId, 'SELECT code FROM orders WHERE id = $1', [id])
  return row!.code
}

const rename = (company: TestOrganization, id: string, title: string) =>
  inspect(company.organizationId, 'UPDATE product SET title = $2 WHERE id = $1', [id, title])

describe('orders are found by the name of what was sold', () => {
  test('by words of a product in any order, without accents or case, and by its name of today', async () => {
    const { company, product } = await stockedCompany()
    await rename(company, product, 'Garrafa Térmica Inox 1L')
    const code = await sellManually(company, product)
    const other = await addStockedProduct(company, { sku: 'CAN-1', priceCents: 3_000n, onHand: 9, cost: '9' })
    await rename(company, other, 'Caneca de porcelana')
    const second = await sellManually(company, other)
    for (const q of ['termica', 'TÉRMICA inox', '1l garrafa'])
      expect({ q, codes: await codesFor(company, q) }).toEqual({ q, codes: [code] })
    expect(await codesFor(company, 'termica porcelana')).toEqual([])
    await rename(company, other, 'Xícara de porcelana')
    expect(await codesFor(company, 'xicara')).toEqual([second])
    const totals = await getOrderTotalsFor(viewerOf(company.owner), readOrderFilters({ q: 'porcelana' }, '2026-11-20'))
    expect(totals.orders).toBe(1n)
  })

  test('by a listing that no product is mapped to, and its variation', async () => {
    const company = await createTestOrganization()
    const shop = await addShop(company, 'Loja')
    const listingId = await addListing(company, shop, 'Camiseta Básica')
    await inspect(company.organizationId, `UPDATE listing SET variation = 'Azul, GG' WHERE id = $1`, [listingId])
    await addOrders(company, shop, [{ at: '2026-11-20T12:00:00Z', listingId, code: 'AZUL1' }])
    const plain = await addListing(company, shop, 'Camiseta Básica')
    await addOrders(company, shop, [{ at: '2026-11-21T12:00:00Z', listingId: plain, code: 'LISA1' }])
    expect(await codesFor(company, 'camiseta basica')).toHaveLength(2)
    expect(await codesFor(company, 'basica azul')).toHaveLength(1)
    const palette = await findForPalette(viewerOf(company.owner), 'basica azul')
    expect(palette.orders.map(({ externalCode }) => externalCode)).toEqual(['AZUL1'])
  })

  test('the whole SKU of a product finds its orders alone, though the name of another holds it', async () => {
    const { company, product } = await stockedCompany()
    const code = await sellManually(company, product)
    const lid = await addStockedProduct(company, { sku: 'TAMPA', priceCents: 1_000n, onHand: 9, cost: '1' })
    await rename(company, lid, 'Tampa para gar-1l')
    await sellManually(company, lid)
    expect(await codesFor(company, 'gar-1l')).toEqual([code])
  })

  test('pages follow one another both ways, and those of one entity stand behind however many of another', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const theirs = await addEntity(company, { name: 'Outra empresa' })
    const [mine, other] = [
      await addShop(company, 'Loja A'),
      await addShop({ ...company, legalEntityId: theirs }, 'Loja B'),
    ]
    const days = (count: number) => Array.from({ length: count }, (_, n) => `2026-11-${10 + n}T12:00:00Z`)
    const first = await addListing(company, mine, 'Mochila escolar')
    await addOrders(
      company,
      mine,
      days(5).map((at) => ({ at, listingId: first })),
    )
    const second = await addListing(company, other, 'Mochila escolar')
    await addOrders(
      company,
      other,
      days(9).map((at) => ({ at, listingId: second })),
    )
    const list = (query: Record<string, string>) =>
      getOrderListFor(
        viewerOf({ ...company.owner, legalEntityIds: [company.legalEntityId] }),
        { q: 'mochila', ...query },
        3,
      )
    const daysOf = ({ page }: Awaited<ReturnType<typeof list>>) =>
      page.rows.map(({ placedAt }) => placedAt.getUTCDate())
    const newest = await list({})
    const next = await list({ after: newest.page.next! })
    const back = await list({ before: next.page.previous! })
    expect([daysOf(newest), daysOf(next), daysOf(back)]).toEqual([
      [14, 13, 12],
      [11, 10],
      [14, 13, 12],
    ])
  })

  test("never finds another organization's orders", async () => {
    const [mine, theirs] = [await stockedCompany(), await stockedCompany()]
    await rename(theirs.company, theirs.product, 'Luminária de mesa')
    await sellManually(theirs.company, theirs.product)
    expect(await codesFor(theirs.company, 'luminaria')).toHaveLength(1)
    expect(await codesFor(mine.company, 'luminaria')).toEqual([])
    expect(
      await inspect(
        mine.company.organizationId,
        `SELECT search_orders_by_title(ARRAY['%luminaria%'], NULL, NULL, NULL, NULL, false, 10)`,
      ),
    ).toEqual([])
  })
})
