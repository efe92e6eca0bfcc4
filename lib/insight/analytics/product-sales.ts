import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, seesTotals } from '@/lib/core/permissions'
import { soldItems } from '@/lib/sales/sales-figures/product-sales'
import { addDays, localDay, type DayRange } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { asId } from '@/lib/core/keyset'
import { coverageOf, marginOf } from '@/lib/sales/sales-figures/margin'
import type { Cents } from '@/lib/core/money'

const DAYS = 30

/** A product's sales in the last thirty days, today among them. */
export type ProductSales = {
  range: DayRange
  units: bigint
  revenueCents: Cents
  /**
   * After the marketplace's fees, packaging and the goods, before tax and ads; of the sales whose cost is known, whose share of all is
   * `coverage`, 0 to 1. Null where no cost is known. Left out for roles that may not read money.
   */
  profitCents?: Cents | null
  coverage?: number
}

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'legalEntityIds'>

/** Null for roles that see no totals of the company. */
export async function getProductSalesFor(viewer: Viewer, id: string, now = new Date()): Promise<ProductSales | null> {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  const productId = asId(id)
  if (!productId || !seesTotals(viewer)) return null
  const seesMoney = can(viewer.role, 'money.read')
  const today = localDay(now, viewer.timeZone)
  const range = { from: addDays(today, 1 - DAYS), to: today }
  const rows = soldItems(viewer, {
    range,
    today,
    salesChannels: { shop: null, channel: null },
    items: Prisma.sql`item_key = ${productId}::uuid`,
    ...(!seesMoney && { columns: ['units', 'revenue_cents'] as const }),
  })
  const money = seesMoney
    ? Prisma.sql`coalesce(sum(deductions_cents) + sum(packaging_cents), 0)::bigint AS "takenCents",
        coalesce(sum(revenue_with_cost_cents), 0)::bigint AS "coveredCents", coalesce(round(sum(cost) * 100), 0)::bigint AS "costCents"`
    : Prisma.sql`0::bigint AS "takenCents", 0::bigint AS "coveredCents", 0::bigint AS "costCents"`
  const [sold] = await withOrganization(
    viewer,
    (db) => db.$queryRaw<
      [{ units: bigint; revenueCents: Cents; takenCents: Cents; coveredCents: Cents; costCents: Cents }]
    >`
      SELECT coalesce(sum(units), 0)::bigint AS units, coalesce(sum(revenue_cents), 0)::bigint AS "revenueCents", ${money}
      FROM (${rows}) counted WHERE mapped`,
  )
  const { units, revenueCents } = sold
  return {
    range,
    units,
    revenueCents,
    ...(seesMoney && { profitCents: marginOf(sold), coverage: coverageOf(sold) }),
  }
}
