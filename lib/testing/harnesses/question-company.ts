import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from './database'
import { addAdsDay } from './ads-harness'
import { createTestOrganization } from '../factories/factories'
import { addMovements, addSettlements } from './money-harness'
import { addListing, addOrders, addShop, type TestOrder } from '../factories/sales'
import { addStockedProduct } from '../factories/stocked-product'

/** A Friday; all that is asked is asked then. */
export const questionsAt = new Date('2026-11-20T15:00:00Z')

type Sku = 'GAR-1' | 'CAN-2' | 'CAM-3' | 'NO-PRODUCT'
type ShopName = 'Loja Norte' | 'Loja Sul'
type Sale = {
  day: string
  shop: ShopName
  sku: Sku
  cents: number
  units: number
  fees: number
  status?: 'pending' | 'confirmed' | 'processing' | 'cancelled' | 'shipped'
  freight?: number
  shipBy?: string
  cancellationAsked?: true
}

/** Cost of one unit, in reais; the shirt's is missing. */
export const unitCosts: Record<Sku, number | null> = { 'GAR-1': 12.5, 'CAN-2': 8, 'CAM-3': null, 'NO-PRODUCT': null }

const sale = (
  day: string,
  shop: ShopName,
  sku: Sku,
  cents: number,
  units: number,
  fees: number,
  more: Partial<Sale> = {},
): Sale => ({
  day,
  shop,
  sku,
  cents,
  units,
  fees,
  ...more,
})

/** The sales from which the expected answers are calculated. */
export const sales: readonly Sale[] = [
  sale('2025-11-18', 'Loja Norte', 'GAR-1', 7_777, 1, 777),
  sale('2026-03-10', 'Loja Norte', 'GAR-1', 123_456, 4, 20_000),
  sale('2026-08-12', 'Loja Sul', 'CAN-2', 9_900, 3, 1_300),
  sale('2026-09-02', 'Loja Sul', 'NO-PRODUCT', 4_321, 1, 648),
  sale('2026-09-05', 'Loja Norte', 'GAR-1', 45_601, 2, 7_003, { freight: 1_111 }),
  sale('2026-09-20', 'Loja Sul', 'CAN-2', 15_000, 5, 2_500),
  sale('2026-10-01', 'Loja Norte', 'CAN-2', 6_030, 2, 905),
  sale('2026-10-05', 'Loja Norte', 'GAR-1', 31_415, 1, 4_711, { freight: 1_234 }),
  sale('2026-10-09', 'Loja Sul', 'GAR-1', 22_222, 2, 3_333),
  sale('2026-10-15', 'Loja Sul', 'CAM-3', 5_999, 1, 1_001),
  sale('2026-10-16', 'Loja Norte', 'CAN-2', 3_015, 1, 453, { status: 'cancelled' }),
  sale('2026-10-28', 'Loja Norte', 'CAN-2', 12_060, 4, 1_809),
  sale('2026-11-02', 'Loja Norte', 'GAR-1', 10_001, 1, 1_499),
  sale('2026-11-09', 'Loja Sul', 'CAN-2', 9_045, 3, 1_357),
  sale('2026-11-10', 'Loja Sul', 'CAN-2', 3_015, 1, 452, { status: 'cancelled' }),
  sale('2026-11-12', 'Loja Norte', 'CAM-3', 11_998, 2, 2_002),
  sale('2026-11-13', 'Loja Sul', 'GAR-1', 28_888, 2, 4_444, { status: 'shipped' }),
  sale('2026-11-16', 'Loja Norte', 'CAN-2', 3_015, 1, 452),
  sale('2026-11-17', 'Loja Norte', 'CAN-2', 3_017, 1, 453, { status: 'processing', shipBy: '2026-11-19T15:00:00Z' }),
  sale('2026-11-18', 'Loja Sul', 'GAR-1', 14_444, 1, 2_166),
  sale('2026-11-19', 'Loja Norte', 'GAR-1', 50_005, 5, 7_500, { freight: 777 }),
  sale('2026-11-19', 'Loja Sul', 'CAN-2', 3_019, 1, 451, { status: 'confirmed', shipBy: '2026-11-20T22:00:00Z' }),
  sale('2026-11-19', 'Loja Sul', 'CAM-3', 6_007, 1, 903, {
    status: 'processing',
    shipBy: '2026-11-25T15:00:00Z',
    cancellationAsked: true,
  }),
  sale('2026-11-20', 'Loja Norte', 'CAN-2', 6_030, 2, 905),
  sale('2026-11-20', 'Loja Sul', 'CAM-3', 5_999, 1, 1_001, { status: 'pending' }),
]

/** The reported spending of Loja Norte's ads. */
export const ads = { '2026-09-06': 1_100, '2026-10-06': 2_503, '2026-11-03': 907 }

type Cost = { what: string; cents: number; kind: 'fixed' | 'variable' | 'tax'; due: string; paid?: string }
export const costs: readonly Cost[] = [
  { what: 'Aluguel de outubro', cents: 150_000, kind: 'fixed', due: '2026-10-05', paid: '2026-10-04' },
  { what: 'Embalagens', cents: 8_432, kind: 'variable', due: '2026-10-22', paid: '2026-11-03' },
  { what: 'Aluguel de novembro', cents: 150_000, kind: 'fixed', due: '2026-11-05', paid: '2026-11-05' },
  { what: 'Contador', cents: 45_050, kind: 'fixed', due: '2026-11-15' },
  { what: 'Internet', cents: 9_990, kind: 'fixed', due: '2026-11-18' },
  { what: 'Fita adesiva', cents: 3_217, kind: 'variable', due: '2026-11-22' },
  { what: 'Energia', cents: 21_345, kind: 'fixed', due: '2026-11-28' },
  { what: 'Aluguel de dezembro', cents: 150_000, kind: 'fixed', due: '2026-12-05' },
]

export const settled = [
  { code: '2610AAAA01', shop: 'Loja Norte', state: 'underpaid', expected: 26_704, released: 25_000, day: '2026-10-05' },
  { code: '2610AAAA02', shop: 'Loja Sul', state: 'overpaid', expected: 18_889, released: 19_000, day: '2026-10-09' },
  { code: '2610AAAA03', shop: 'Loja Sul', state: 'late', expected: 4_998, released: null, day: '2026-10-15' },
  {
    code: '2611AAAA04',
    shop: 'Loja Norte',
    state: 'to_release',
    expected: 8_502,
    released: null,
    day: '2026-11-02',
    due: '2026-11-26',
  },
  {
    code: '2611AAAA05',
    shop: 'Loja Sul',
    state: 'to_release',
    expected: 7_688,
    released: null,
    day: '2026-11-09',
    due: '2026-12-12',
  },
] as const

export const stock = {
  'GAR-1': { onHand: 24, minimum: 5 },
  'CAN-2': { onHand: 3, minimum: 5 },
  'CAM-3': { onHand: 0, minimum: 2 },
}
export const taxRate = { percent: 6, from: '2025-01-01' }
export const walletCents = 123_456
export const cases = [
  { number: 1, shop: 'Loja Norte', state: 'detected', cents: 1_704, deadline: '2026-11-29' },
  { number: 2, shop: 'Loja Sul', state: 'detected', cents: 4_998, deadline: '2026-12-15' },
  { number: 3, shop: 'Loja Norte', state: 'filed', cents: 2_222, deadline: '2026-11-25' },
] as const
export const returned = [
  { number: 'D1', shop: 'Loja Norte', state: 'open', kind: 'with_return', cents: 31_415, day: '2026-10-20' },
  { number: 'D2', shop: 'Loja Sul', state: 'accepted', kind: 'refund_only', cents: 9_045, day: '2026-11-11' },
  { number: 'D3', shop: 'Loja Sul', state: 'closed', kind: 'refund_only', cents: 5_000, day: '2026-11-14' },
] as const
export const unmapped = ['Garrafa sem produto', 'Caneca antiga']
const titles: Record<Exclude<Sku, 'NO-PRODUCT'>, string> = {
  'GAR-1': 'Garrafa térmica',
  'CAN-2': 'Caneca azul',
  'CAM-3': 'Camiseta básica',
}

type Products = Partial<Record<Sku, string>>

const ordersOf = (shop: ShopName, products: Products, unmappedId: string): TestOrder[] =>
  sales
    .filter((one) => one.shop === shop)
    .map(({ day, sku, cents, units, fees, status, freight, ...waits }, index) => ({
      at: `${day}T15:00:00Z`,
      cents: BigInt(cents),
      units,
      charged: BigInt(fees),
      shipBy: waits.shipBy,
      ...(products[sku] ? { productId: products[sku] } : { listingId: unmappedId }),
      ...(freight && { lines: { commission: BigInt(-fees), freight_charged: BigInt(-freight) } }),
      ...(waits.cancellationAsked && { cancellationAsked: true }),
      status: status ?? 'delivered',
      code: `26${String(index).padStart(4, '0')}${shop.slice(-3).toUpperCase()}`,
      ...(unitCosts[sku] !== null && { unitCost: String(unitCosts[sku]) }),
      ...(status === 'cancelled' && { cancelReason: 'Sem estoque', cancelledBy: 'seller' }),
      ...(status === 'shipped' && { shipBy: '2026-11-16T15:00:00Z' }),
    }))

/** One company with known answers: every question is asked of it. */
export async function makeQuestionCompany() {
  const company = await createTestOrganization('Casa & Cia')
  const { organizationId, legalEntityId } = company
  const shops: Record<ShopName, string> = {
    'Loja Norte': await addShop(company, 'Loja Norte'),
    'Loja Sul': await addShop(company, 'Loja Sul'),
  }
  const products = {} as Record<keyof typeof titles, string>
  for (const sku of Object.keys(titles) as (keyof typeof titles)[]) {
    const cost = unitCosts[sku]
    const { onHand, minimum } = stock[sku]
    products[sku] = await addStockedProduct(company, { sku, onHand, ...(cost !== null && { cost: String(cost) }) })
    await inspect(
      organizationId,
      "update product set title = $2, minimum_stock = $3, created_at = '2025-01-01' where id = $1",
      [products[sku], titles[sku], minimum],
    )
  }
  const unmappedIds: string[] = []
  for (const title of unmapped) unmappedIds.push(await addListing(company, shops['Loja Sul'], title))
  const dead = await addListing(company, shops['Loja Norte'], 'Caneca azul do anúncio')
  await inspect(organizationId, 'update listing set price_cents = 8100, product_id = $2 where id = $1', [
    dead,
    products['CAN-2'],
  ])
  const orderIds: Partial<Record<ShopName, string>> = {}
  for (const shop of Object.keys(shops) as ShopName[])
    orderIds[shop] = (await addOrders(company, shops[shop], ordersOf(shop, products, unmappedIds[0]!)))[0]
  await withOrganization(company, async (db) => {
    const { percent, from } = taxRate
    await db.taxRate.create({
      data: {
        organizationId,
        id: newId(),
        legalEntityId,
        fromDay: new Date(from),
        regime: 'simples',
        rate: String(percent / 100),
      },
      select: { id: true },
    })
    await db.expense.createMany({
      data: costs.map(({ what, cents, kind, due, paid }) => ({
        organizationId,
        id: newId(),
        description: what,
        kind,
        amountCents: BigInt(cents),
        dueOn: new Date(due),
        ...(paid && { paidOn: new Date(paid), status: 'paid' as const }),
      })),
    })
    await db.recoveryCase.createMany({
      data: cases.map(({ number, shop, state, cents, deadline }) => ({
        organizationId,
        id: newId(),
        number,
        shopId: shops[shop],
        state,
        cause: 'freight' as const,
        amountCents: BigInt(cents),
        deadline: new Date(deadline),
        reason: 'frete',
      })),
    })
    await db.orderReturn.createMany({
      data: returned.map(({ number, shop, state, kind, cents, day }) => ({
        organizationId,
        id: newId(),
        number,
        state,
        kind,
        refundCents: BigInt(cents),
        shopId: shops[shop],
        orderId: orderIds[shop]!,
        openedAt: new Date(`${day}T15:00:00Z`),
      })),
    })
    await db.shop.updateMany({ where: { organizationId }, data: { connectedAt: new Date('2026-01-01') } })
  })
  await inspect(
    organizationId,
    `insert into shop_health (organization_id, shop_id, mark, value, target, details, as_of)
     select current_organization(), $1, m, v, t, '{}', now() from (values ('penaltyPoints', 2, null), ('lateShipmentRate', 4, 10)) x(m, v, t)`,
    [shops['Loja Norte']],
  )
  for (const shop of Object.keys(shops) as ShopName[])
    await addSettlements(
      company,
      shops[shop],
      settled
        .filter((one) => one.shop === shop)
        .map(({ code, state, expected, released, day, ...one }) => ({
          code,
          state,
          day,
          expected: BigInt(expected),
          released: released === null ? null : BigInt(released),
          ...('due' in one && { expectedOn: one.due, dueOn: one.due }),
        })),
    )
  await addMovements(company, shops['Loja Norte'], [
    { at: '2026-11-19T12:00:00Z', cents: 25_000n, balance: BigInt(walletCents), code: '2610AAAA01' },
  ])
  for (const [day, cents] of Object.entries(ads))
    await addAdsDay(company, shops['Loja Norte'], day, { '': BigInt(cents) })
  return { company, shops, products }
}
