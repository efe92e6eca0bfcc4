import {
  isTooMany,
  addToCart,
  cartTotalCents,
  readQuantity,
  readStoredCart,
  refreshLines,
  emptyCart,
  type CartLine,
} from './cart'
import { newId } from '@/lib/core/ids'
import { writePlace } from '@/lib/core/keyset'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { showBuyer, showName, visibilityOf } from './buyer'
import { orderListPath, isFiltered, listHrefOf, orderHref, orderListHref, readOrderFilters } from './filters'
import { maxLineUnits, maxOrderLines } from './schema'
import { mayBeCancelled, nextSteps, stageOf } from './stage'

const today = '2026-11-21'
const whole = { money: true, buyers: true }
const product = { id: 'a', sku: 'A', title: 'Produto', priceCents: '1990', available: 5 }
const line = (more: Partial<CartLine> = {}): CartLine => ({ ...product, quantity: 1, ...more })

describe('the cart', () => {
  test('a product scanned again raises its line instead of making another', () => {
    const lines = addToCart([line({ quantity: 2 })], product, 3)
    expect(lines).toEqual([{ ...product, quantity: 5 }])
    expect(cartTotalCents(lines as CartLine[])).toBe(9_950n)
  })

  test('an invalid input is refused whole', () => {
    expect(addToCart([line({ quantity: maxLineUnits })], product, 1)).toBe('units')
    const full = Array.from({ length: maxOrderLines }, (_, index) => line({ id: `p${index}` }))
    expect(addToCart(full, product, 1)).toBe('lines')
  })

  test.each([
    ['100000', false],
    ['100001', true],
    ['99999999999', true],
    ['1,5', false],
    ['', false],
  ])('%j is too many units: %j', (text, tooMany) => expect(isTooMany(text)).toBe(tooMany))

  test('a quantity that is too large is none either', () => {
    expect(readQuantity('99999999999')).toBeNull()
  })

  test.each([
    ['1', 1],
    [' 12 ', 12],
    ['0', null],
    ['', null],
    ['1,5', null],
    ['-1', null],
    ['1e3', null],
    ['999999', null],
  ])('%j is read as %j units', (text, quantity) => expect(readQuantity(text)).toBe(quantity))

  test('comes back from the storage as it was, and nothing else does', () => {
    const cart = { ...emptyCart, key: 'k', lines: [line()], customerName: 'Ana' }
    expect(readStoredCart(JSON.stringify(cart))).toEqual(cart)
    for (const broken of [null, '', '{', 'null', '[]', JSON.stringify({ ...cart, lines: [{ id: 'a' }] })])
      expect(readStoredCart(broken)).toBeNull()
    const priced = { ...cart, lines: [{ ...line(), priceCents: '12.5' }] }
    expect(readStoredCart(JSON.stringify(priced))).toBeNull()
  })

  test('takes the new price, marks what has gone, and leaves alone what was not asked for', () => {
    const added = line({ id: 'c' })
    const lines = refreshLines(
      [line({ quantity: 3 }), line({ id: 'b' }), added],
      ['a', 'b'],
      [{ ...product, priceCents: '2490' }],
    )
    expect(lines).toEqual([line({ quantity: 3, priceCents: '2490' }), line({ id: 'b', gone: true }), added])
  })
})

describe('filters in the address', () => {
  test('are written as they are read', () => {
    const id = '01a1fd82-b326-782a-8806-96424a4ad72b'
    const href = `/dashboard/orders?q=2611&from=2026-11-01&to=2026-11-21&shop=${id}&channel=shopee&status=shipped%2Ccancelled&valid=1&waiting=late`
    const query = Object.fromEntries(new URL(href, 'http://x').searchParams)
    expect(orderListHref(readOrderFilters(query, today))).toBe(href)
  })

  test('the desk’s are written as they are read, and always say their sort', () => {
    const id = '01a1fd82-b326-782a-8806-96424a4ad72b'
    const href = `${orderListPath}?q=gar&unmapped=1&negative=1&min=10.05&max=99&ids=${id}&sort=margin`
    const query = Object.fromEntries(new URL(href, 'http://x').searchParams)
    expect(orderListHref(readOrderFilters(query, today, whole), {}, orderListPath)).toBe(href)
    expect(orderListHref(readOrderFilters({}, today), {}, orderListPath)).toBe(`${orderListPath}?sort=newest`)
  })

  test('a role that may not read money has no filter and no sort by margin', () => {
    const query = { negative: '1', sort: 'margin' }
    expect(readOrderFilters(query, today, { money: false, buyers: true })).toMatchObject({
      negative: false,
      sort: 'newest',
    })
  })

  test('values in the wrong order are swapped, and what is no amount is no bound', () => {
    expect(readOrderFilters({ min: '50', max: '7.5' }, today)).toMatchObject({ minCents: 750n, maxCents: 5_000n })
    expect(readOrderFilters({ min: '-1', max: '1e9' }, today)).toMatchObject({ minCents: null, maxCents: null })
  })

  test('a place is one of the sort that it was written for', () => {
    const place = writePlace({ id: newId(), value: '-350' })
    expect(readOrderFilters({ sort: 'margin', after: place }, today, whole).after).toBe(place)
    expect(readOrderFilters({ sort: 'newest', after: place }, today, whole).after).toBeNull()
  })

  test('an order leads back to where on the desk one was, and nowhere else', () => {
    const after = writePlace({ id: newId(), value: '2026-11-21T13:45:00.000Z' })
    const filters = readOrderFilters({ q: 'gar', after }, today, whole)
    const { searchParams } = new URL(orderHref('x', { path: orderListPath, filters }), 'http://x')
    expect(listHrefOf(searchParams.get('desk'), today, whole)).toBe(`${orderListPath}?q=gar&sort=newest&after=${after}`)
    expect(listHrefOf(null, today, whole)).toBe('/dashboard/orders')
    expect(listHrefOf('https://example.com/?q=a', today, whole)).toBe(`${orderListPath}?sort=newest`)
  })

  test('statuses may be repeated, and what is none is dropped', () => {
    const { statuses } = readOrderFilters({ status: ['cancelled', 'shipped,bogus'] }, today)
    expect(statuses).toEqual(['shipped', 'cancelled'])
  })

  test('an unreadable filter is none', () => {
    const filters = readOrderFilters(
      { from: '2026-02-31', shop: "' or 1=1", channel: 'x', status: 'all', valid: 'yes', waiting: '?' },
      today,
    )
    expect(isFiltered(filters)).toBe(false)
  })

  test('a place in the list at a day that does not exist is no place', () => {
    const placed = (value: string) => writePlace({ id: '01a1fd82-b326-782a-8806-96424a4ad72b', value })
    const [real, unreal] = [placed('2026-11-21T13:45:00.000Z'), placed('2026-99-99T99:99:99.000Z')]
    expect(readOrderFilters({ after: real, before: unreal }, today)).toMatchObject({ after: real, before: null })
    for (const never of ['2026-11-29T10:00:00+99', '2026-11-29 10:00:00 garbage'])
      expect(readOrderFilters({ after: placed(never) }, today).after).toBeNull()
    const products = (after: string, sort: string) => readProductFilters({ after, sort }, true).after
    const [updated, never] = [placed('2026-11-21 13:45:00.123456+00'), placed('2026-02-30 13:45:00+00')]
    expect([products(updated, 'updated'), products(never, 'updated')]).toEqual([updated, null])
    expect(products(never, 'title')).toBe(never)
  })

  test('days in the wrong order are swapped, and a named period stands for its days', () => {
    expect(readOrderFilters({ from: '2026-11-21', to: '2026-11-01' }, today)).toMatchObject({ from: '2026-11-01' })
    expect(readOrderFilters({ period: '7d' }, today)).toMatchObject({ from: '2026-11-15', to: today, period: '7d' })
  })

  test('another filter starts at the first page', () => {
    const filters = readOrderFilters(
      { after: writePlace({ id: newId(), value: '2026-11-21T13:45:00.000Z' }), totals: 'exact' },
      today,
    )
    expect(orderListHref(filters, { valid: true })).toBe('/dashboard/orders?valid=1')
  })
})

describe('the stage of an order', () => {
  const order = { platform: 'manual', status: 'pending', platformStatus: null, shippedAt: null } as const
  test.each([
    [order, 'new'],
    [{ ...order, status: 'cancelled' }, 'cancelled'],
    [{ ...order, status: 'cancelled', shippedAt: new Date() }, 'returning'],
    [{ ...order, platform: 'shopee' }, 'unpaid'],
    [{ ...order, platform: 'shopee', status: 'confirmed', platformStatus: 'INVOICE_PENDING' }, 'invoicePending'],
    ...(['none', 'sent'] as const).map(
      (invoiceState) =>
        [
          { ...order, platform: 'shopee', status: 'confirmed', platformStatus: 'READY_TO_SHIP', invoiceState },
          'invoicePending',
        ] as const,
    ),
    [
      { ...order, platform: 'shopee', status: 'confirmed', platformStatus: 'READY_TO_SHIP', invoiceState: 'valid' },
      'toShip',
    ],
    [{ ...order, platform: 'shopee', status: 'delivered', platformStatus: 'Concluído' }, 'completed'],
    [{ ...order, platform: 'shopee', status: 'shipped', platformStatus: 'TO_RETURN' }, 'returning'],
    [{ ...order, platform: 'shopee', status: 'cancelled', platformStatus: 'TO_RETURN' }, 'cancelled'],
    [{ ...order, platform: 'shopee', status: 'confirmed', platformStatus: 'Em triagem' }, 'unknown'],
  ] as const)('%j is %s', (given, stage) => expect(stageOf(given)).toBe(stage))

  test('only goes forward, and ends with delivery or cancellation', () => {
    expect(nextSteps('pending')).toEqual(['confirmed', 'shipped', 'delivered'])
    expect(nextSteps('processing')).toEqual(['shipped', 'delivered'])
    expect(nextSteps('cancelled')).toEqual([])
    expect(mayBeCancelled('shipped')).toBe(true)
    expect(mayBeCancelled('delivered')).toBe(false)
  })
})

describe("a buyer's data", () => {
  const buyer = {
    name: 'Maria Souza',
    username: 'maria.souza',
    phone: '11987654321',
    document: '12345678901',
    address: 'Rua das Flores 10',
    city: 'Campinas',
    state: 'SP',
    postalCode: '13010000',
  }
  test('is whole, a shadow or absent by role and shipment', () => {
    expect(visibilityOf('all', true)).toBe('full')
    expect(visibilityOf('maskedOnceShipped', false)).toBe('full')
    expect(visibilityOf('maskedOnceShipped', true)).toBe('masked')
    expect(visibilityOf('none', false)).toBe('none')
    expect(showBuyer(buyer, 'none')).toBeNull()
    expect(showName('Maria', 'none')).toBeNull()
  })

  test('masked, keeps nothing that names the person', () => {
    const shown = JSON.stringify(showBuyer(buyer, 'masked'))
    for (const personal of ['aria', 'ouza', '98765', '12345678', 'Flores', '010000'])
      expect(shown).not.toContain(personal)
    expect(shown).toContain('Campinas')
  })
})
