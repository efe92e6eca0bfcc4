import 'server-only'
import { can, type Permission } from '@/lib/core/permissions'
import { newOrderPath } from '@/lib/sales/orders/filters'
import { sheetsPath } from '@/lib/connect/catalogue-sheets/schema'
import { withOrganization } from '@/lib/core/db'
import type { BeginningName, Figure, ToolAnswer, ToolName, ToolViewer } from './contract'

/** The data of a tool's answer: without it there is no answer. */
const madeOf: Partial<Record<ToolName, 'orders' | 'products'>> = {
  sales_summary: 'orders',
  sales_by_shop: 'orders',
  top_products: 'orders',
  product_sales: 'orders',
  find_orders: 'orders',
  cancellations_and_returns: 'orders',
  product_margin: 'orders',
  fees_paid: 'orders',
  monthly_result: 'orders',
  product_stock: 'products',
  low_stock: 'products',
  slow_stock: 'products',
  products_without_cost: 'products',
  purchase_suggestion: 'products',
}

/** Zeros of these mean that nothing happened in those days; the others have no answer then. */
const ofDays: readonly ToolName[] = [
  ...(['sales_summary', 'sales_by_shop', 'top_products', 'product_margin', 'monthly_result'] as const),
]

type Beginning = { name: BeginningName; permission: Permission; href: string; where?: (has: Has) => boolean }
type Has = { orders: boolean; products: boolean; shops: boolean }

const beginnings: Record<'orders' | 'products', readonly Beginning[]> = {
  orders: [
    { name: 'connectShop', permission: 'shop.connect', href: '/dashboard/shops', where: ({ shops }) => !shops },
    { name: 'importOrders', permission: 'sheet.import', href: '/dashboard/orders/import' },
    { name: 'enterOrder', permission: 'order.create', href: newOrderPath, where: ({ products }) => products },
    { name: 'newProduct', permission: 'product.write', href: '/dashboard/products/new', where: (has) => !has.products },
  ],
  products: [
    { name: 'newProduct', permission: 'product.write', href: '/dashboard/products/new' },
    { name: 'importProducts', permission: 'sheet.import', href: sheetsPath },
    { name: 'connectShop', permission: 'shop.connect', href: '/dashboard/shops', where: ({ shops }) => !shops },
  ],
}

/** A share of nothing is none: one that is zero is of something. */
const isZero = ({ unit, value }: Figure) => value === null || (unit !== 'share' && Number(value) === 0)
const isNothing = ({ figures, compared, table }: ToolAnswer) =>
  [...figures, ...(compared?.figures ?? [])].every(isZero) && (figures.length > 0 || !table || table.rows.length === 0)

/** Says of an answer of zeros that there is nothing, and to a company that has yet to begin what this role can do about it. */
export async function markNothing(viewer: ToolViewer, name: ToolName, answer: ToolAnswer): Promise<ToolAnswer> {
  const needed = madeOf[name]
  if (!needed || !isNothing(answer)) return answer
  const has = await readHas(viewer)
  if (has[needed]) return ofDays.includes(name) ? { ...answer, nothing: { beginnings: [] } } : answer
  const open = beginnings[needed].filter(
    ({ permission, where }) => can(viewer.role, permission) && (where?.(has) ?? true),
  )
  return { ...answer, nothing: { beginnings: open.map(({ name: of, href }) => ({ name: of, href })) } }
}

const readHas = ({ organizationId, ...viewer }: ToolViewer): Promise<Has> =>
  withOrganization({ organizationId, ...viewer }, async (db) => {
    const one = { where: { organizationId }, select: { id: true } } as const
    return {
      orders: (await db.order.findFirst(one)) !== null,
      products: (await db.product.findFirst(one)) !== null,
      shops: (await db.shop.findFirst({ ...one, where: { organizationId, status: 'active' } })) !== null,
    }
  })
