import type { Db } from '../../lib/core/db'

/** In a company of any size the SKU that is searched fills a page: what is compared is the search, not rows shown. */
const SEARCHED_SKU_ORDERS = 300

/** Whom the bench asks as, and where in the company's rows it looks. */
export async function placesOf(name: string) {
  const { withOrganization } = await import('../../lib/core/db')
  const { withOwner } = await import('../../lib/testing/harnesses/database')
  const { addDays, addMonths, defaultTimeZone, localDay } = await import('../../lib/core/dates')
  const { writePlace } = await import('../../lib/core/keyset')
  const { signInAs } = await import('../../lib/testing/factories/factories')
  const { readOrderFilters } = await import('../../lib/sales/orders/filters')
  const { listOrders } = await import('../../lib/sales/orders/queries')
  const { placeOrder } = await import('../../lib/sales/orders/place-order')
  const { organizationId, userId } = await withOwner(async (owner) => {
    const { rows } = await owner.query<{ organizationId: string }>(
      `select organization_id as "organizationId" from organization where name = $1`,
      [name],
    )
    await owner.query(`select set_config('app.organization_id', $1, false)`, [rows[0]!.organizationId])
    const members = await owner.query<{ userId: string }>(
      `select user_id as "userId" from membership where organization_id = $1`,
      [rows[0]!.organizationId],
    )
    return { ...rows[0]!, ...members.rows[0]! }
  })
  const actor = { organizationId, userId, role: 'owner' as const, kind: 'person' as const }
  const { cookie } = await signInAs(actor)
  const look = <T>(run: (db: Db) => Promise<T>) => withOrganization({ organizationId }, run, 60_000)
  const first = <T>(rows: T[]) => rows[0]!
  const deep = await look(async (db) =>
    first(
      await db.$queryRaw<{ id: string; at: Date; code: string; external: string; tracking: string; sku: string }[]>`
        SELECT o.id, o.placed_at AS at, o.code, o.external_code AS external, o.tracking_number AS tracking,
          (SELECT sku FROM (SELECT sku, count(*) AS sold FROM order_item WHERE organization_id = ${organizationId}::uuid GROUP BY sku) s
            ORDER BY abs(sold - ${SEARCHED_SKU_ORDERS}), sku LIMIT 1) AS sku
        FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.tracking_number IS NOT NULL
          AND o.local_day = (SELECT min(local_day) + 60 FROM orders WHERE organization_id = ${organizationId}::uuid) LIMIT 1`,
    ),
  )
  const channel = await look((db) => db.channel.findFirstOrThrow({ where: { organizationId }, select: { id: true } }))
  const products = await look((db) =>
    db.product.findMany({ where: { organizationId }, orderBy: { sku: 'asc' }, select: { id: true }, take: 200 }),
  )
  const hot = products[0]!.id
  const another = () => products[1 + Math.floor(Math.random() * (products.length - 1))]!
  const today = localDay(new Date(), defaultTimeZone)
  const clock = { timeZone: defaultTimeZone, today, now: new Date() }
  const filters = readOrderFilters({}, today)
  return {
    organizationId,
    userId,
    channelId: channel.id,
    cookie: `${cookie.name}=${cookie.value}; language=pt`,
    records: { ...(await look((db) => findRecords(db, organizationId))), product: hot },
    deep: { ...deep, place: writePlace({ value: deep.at.toISOString(), id: deep.id }) },
    today,
    yearAgo: addDays(addMonths(today, -12), 1),
    monthsAgo: addDays(today, -75),
    firstPage: (db: Db) => listOrders(db, organizationId, filters, clock, { size: 50 }),
    hotAndOther: (): [string, string] => [hot, another().id],
    twoOthers: (): [string, string] => [another().id, another().id],
    async saveOne() {
      const lines = [{ productId: hot, quantity: 1 }]
      const order = {
        channelId: channel.id,
        status: 'confirmed' as const,
        customerName: null,
        note: null,
        seenTotalCents: null,
        lines,
      }
      return (await placeOrder(actor, order)).code
    },
  }
}

/** One record of each kind that has a page or a form of its own. */
async function findRecords(db: Db, organizationId: string) {
  const [row] = await db.$queryRaw<
    [Record<'parcelOrder' | 'purchase' | 'supplier' | 'count' | 'orderReturn' | 'expense', string>]
  >`
    SELECT (SELECT order_id FROM package WHERE organization_id = ${organizationId}::uuid ORDER BY number LIMIT 1) AS "parcelOrder",
      (SELECT purchase_order_id FROM purchase_receipt WHERE organization_id = ${organizationId}::uuid ORDER BY id LIMIT 1) AS purchase,
      (SELECT id FROM supplier WHERE organization_id = ${organizationId}::uuid ORDER BY document LIMIT 1) AS supplier,
      (SELECT id FROM stock_count WHERE organization_id = ${organizationId}::uuid ORDER BY created_at DESC LIMIT 1) AS count,
      (SELECT id FROM order_return WHERE organization_id = ${organizationId}::uuid ORDER BY opened_at DESC LIMIT 1) AS "orderReturn",
      (SELECT id FROM expense WHERE organization_id = ${organizationId}::uuid AND series_id IS NOT NULL ORDER BY due_on, id LIMIT 1) AS expense`
  return row
}

export type Places = Awaited<ReturnType<typeof placesOf>>
