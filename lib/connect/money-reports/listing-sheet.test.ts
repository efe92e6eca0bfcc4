import { processorMs } from '@/lib/testing/harnesses/processor-time'
import { ListingSheet } from './listing-sheet'
import { judgeListings } from './listings'

const ROWS = 10_000
const listing = { item: '40000001', sku: null, title: 'Caneca', variation: 'Azul', price: 100, stock: 1, gtin: null }

// A copy of all rows for each of them takes twice the limit or more; a slow machine stays below half of it.
const SAME = 4 * ROWS

test('so many rows of one listing are refused in no time', async () => {
  const sheet = new ListingSheet()
  let refused = 0
  const cells = { refuse: () => (refused += 1) } as never
  let results: { item: unknown }[] = []
  const spent = await processorMs(() => {
    for (let row = 0; row < SAME; row += 1)
      sheet.take(cells, {
        item: { ...listing, price: 100n, model: '90000001', isWhole: true },
        parentSku: null,
        location: null,
      })
    results = [...sheet.end()]
  })
  expect(spent).toBeLessThan(2_000)
  expect([results.length, results.filter(({ item }) => item).length, refused]).toEqual([SAME, 0, SAME])
})

test('an item of so many variations is known in no time', async () => {
  const listings = Array.from({ length: ROWS }, (_, model) => ({
    id: `${model}`,
    itemId: listing.item,
    modelId: `${model}`,
    externalKey: `${model}`,
    sku: null,
    title: 'Caneca',
    variation: 'Azul',
    priceCents: 100n,
    platformStock: 1,
    gtin: null,
    fileAt: null,
    syncedAt: null,
    goneAt: null,
  }))
  const db = { listing: { findMany: () => Promise.resolve(listings) } } as never
  const row = { ...listing, at: '2026-11-20T12:00:00Z' }
  const rows = [
    { ...row, model: '7', isWhole: true },
    { ...row, model: '0', isWhole: false },
    { ...row, model: '90000001', isWhole: true },
  ]
  const spent = await processorMs(async () =>
    expect(await judgeListings(db, { organizationId: 'x', ownerId: 'y' }, rows)).toMatchObject(
      ['same', 'same', 'new'].map((outcome) => ({ outcome })),
    ),
  )
  expect(spent).toBeLessThan(200)
})

const rowsOf = (rows: [location: string | null, change: object][]) => {
  const sheet = new ListingSheet()
  const cells = { refuse: () => {} } as never
  for (const [location, change] of rows)
    sheet.take(cells, {
      item: { ...listing, price: 100n, model: '90000001', isWhole: true, ...change },
      parentSku: null,
      location,
    })
  return [...sheet.end()].map(({ item }) => item)
}

test.each([
  [
    'each with a stock',
    [
      ['SP', { stock: 3 }],
      ['PR', { stock: 4 }],
    ],
    7,
  ],
  [
    'of which one names no stock',
    [
      ['SP', { stock: null }],
      ['PR', { stock: 4 }],
    ],
    4,
  ],
  [
    'of which one alone names the price and the barcode',
    [
      ['SP', { stock: 2, gtin: '07891234567895' }],
      ['PR', { price: null, stock: 5 }],
    ],
    7,
  ],
  [
    'none of which names a stock',
    [
      ['SP', { stock: null }],
      ['PR', { stock: null }],
    ],
    null,
  ],
] as [string, [string, object][], number | null][])(
  'a listing at two locations, %s, has the stock of both',
  (_, rows, stock) => {
    expect(rowsOf(rows)).toMatchObject([{ model: '90000001', price: 100n, stock }])
    expect(rowsOf(rows.toReversed())).toMatchObject([{ model: '90000001', price: 100n, stock }])
  },
)

test.each([
  [
    'two prices',
    [
      ['SP', { price: 100n }],
      ['PR', { price: 200n }],
    ],
  ],
  [
    'one location twice',
    [
      ['SP', { stock: 3 }],
      ['SP', { stock: 4 }],
    ],
  ],
  [
    'no location',
    [
      [null, { stock: 3 }],
      ['PR', { stock: 4 }],
    ],
  ],
] as [string, [string | null, object][]][])('rows of one listing with %s are refused', (_, rows) => {
  expect(rowsOf(rows)).toEqual([null, null])
})
