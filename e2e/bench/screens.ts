import { analyticsPath, analyticsTabs } from '../../lib/analytics/filters'
import type { Db } from '../../lib/db'

const desk = '/dashboard/minha-empresa/pedidos'
const warehouse = '/dashboard/minha-empresa/produtos'

/** Whom the bench asks as, and where in the company's rows it looks. */
export async function placesOf(name: string) {
  const { withOrganization } = await import('../../lib/db')
  const { withOwner } = await import('../../lib/testing/database')
  const { addDays, addMonths, defaultTimeZone, localDay } = await import('../../lib/dates')
  const { writePlace } = await import('../../lib/keyset')
  const { signInAs } = await import('../../lib/testing/factories')
  const { readOrderFilters } = await import('../../lib/orders/filters')
  const { listOrders } = await import('../../lib/orders/queries')
  const { placeOrder } = await import('../../lib/orders/place-order')
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
          (SELECT i.sku FROM order_item i WHERE i.organization_id = o.organization_id AND i.order_id = o.id LIMIT 1) AS sku
        FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.tracking_number IS NOT NULL
          AND o.local_day = (SELECT min(local_day) + 60 FROM orders WHERE organization_id = ${organizationId}::uuid) LIMIT 1`,
    ),
  )
  const channel = await look((db) => db.channel.findFirstOrThrow({ where: { organizationId }, select: { id: true } }))
  const products = await look((db) =>
    db.product.findMany({ where: { organizationId }, select: { id: true }, take: 200 }),
  )
  const hot = products[0]!.id
  const another = () => products[1 + Math.floor(Math.random() * (products.length - 1))]!
  const today = localDay(new Date(), defaultTimeZone)
  const clock = { timeZone: defaultTimeZone, today, now: new Date() }
  const filters = readOrderFilters({}, today)
  return {
    ...{ organizationId, userId, channelId: channel.id, cookie: `${cookie.name}=${cookie.value}; language=pt` },
    deep: { ...deep, place: writePlace({ value: deep.at.toISOString(), id: deep.id }) },
    ...{ today, yearAgo: addDays(addMonths(today, -12), 1) },
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

export type Places = Awaited<ReturnType<typeof placesOf>>

/** What is also asked of the company with 10,000 orders. */
export const listDeskViews = (deep: Places['deep']): Record<string, string> => ({
  'desk first page': desk,
  'desk deep page': `${desk}?after=${deep.place}`,
  'desk search, rare word': `${desk}?q=${deep.tracking.slice(2)}`,
  'desk search, common word': `${desk}?q=silva`,
  'desk search, SKU': `${desk}?q=${deep.sku}`,
  'desk exact code': `${desk}?q=${deep.external}`,
})

/** Every screen that is timed, by its address. */
export const listScreens = ({ deep, today, yearAgo }: Places): Record<string, string> => ({
  ...listDeskViews(deep),
  'desk late': `${desk}?waiting=late`,
  'desk negative margin': `${desk}?negative=1`,
  'dashboard 30 days': '/dashboard?period=30d',
  'dashboard 12 months': `/dashboard?period=custom&from=${yearAgo}&to=${today}`,
  'result (DRE)': '/dashboard/minha-empresa/painel',
  ...Object.fromEntries(analyticsTabs.map((tab) => [`analytics ${tab}`, `${analyticsPath}?tab=${tab}`])),
  hub: '/dashboard/minha-empresa/hub',
  'warehouse levels': warehouse,
  ...Object.fromEntries(
    ['movimentos', 'contagens', 'valor', 'sugestao', 'compras', 'fornecedores', 'planilhas'].map((room) => [
      `warehouse ${room}`,
      `${warehouse}/${room}`,
    ]),
  ),
  products: '/dashboard/products',
  orders: '/dashboard/orders',
  'one order': `/dashboard/orders/${deep.id}`,
  expenses: '/dashboard/expenses',
  'expenses in full': '/dashboard/minha-empresa/despesas',
  mapping: '/dashboard/minha-empresa/mapeamento-produtos',
  'operations centre': '/dashboard/minha-empresa/shopee-central',
  returns: '/dashboard/minha-empresa/shopee-central/devolucoes',
  shops: '/dashboard/shops',
  notifications: '/dashboard/notifications',
})
