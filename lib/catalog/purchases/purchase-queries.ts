import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { PurchaseStatus } from '@/lib/generated/prisma/enums'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import type { PurchaseFilters, PurchaseView } from './filters'

export type PurchaseRow = {
  id: string
  number: number
  supplierName: string
  status: PurchaseStatus
  expectedOn: Day | null
  createdAt: Date
  totalCents: bigint
  units: number
  received: number
}

/** Said as the partial indexes say it: a status itself is never a condition of an index here (decision 001). */
const views: Record<PurchaseView, Prisma.Sql> = {
  draft: Prisma.sql`p.status = 'draft'`,
  open: Prisma.sql`p.status IN ('sent', 'partly_received')`,
  received: Prisma.sql`p.status = 'received'`,
  cancelled: Prisma.sql`p.status = 'cancelled'`,
}

function conditionsOf(organizationId: string, { view, supplier, product, q }: PurchaseFilters): Prisma.Sql[] {
  const where = [Prisma.sql`p.organization_id = ${organizationId}::uuid`]
  if (view) where.push(views[view])
  if (supplier) where.push(Prisma.sql`p.supplier_id = ${supplier}::uuid`)
  if (product)
    where.push(Prisma.sql`p.id IN (SELECT l.purchase_order_id FROM purchase_order_line l
      WHERE l.organization_id = ${organizationId}::uuid AND l.product_id = ${product}::uuid)`)
  if (/^\d{1,9}$/.test(q)) where.push(Prisma.sql`p.number = ${Number(q)}`)
  else
    for (const words of matchesWords(Prisma.sql`s.words`, q))
      where.push(Prisma.sql`p.supplier_id IN (
        SELECT s.id FROM supplier s WHERE s.organization_id = ${organizationId}::uuid AND ${words})`)
  return where
}

export async function countPurchases(db: Db, organizationId: string, filters: PurchaseFilters): Promise<bigint> {
  const [row] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) AS count FROM purchase_order p WHERE ${Prisma.join(conditionsOf(organizationId, filters), ' AND ')}`
  return row.count
}

/** Newest first. */
export async function listPurchases(
  db: Db,
  organizationId: string,
  filters: PurchaseFilters,
  size: number,
): Promise<Page<PurchaseRow>> {
  const wanted = requestPage(filters, size, { isPlace: (value) => /^\d{1,9}$/.test(value) })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`p.number`, Prisma.sql`p.id`, Prisma.sql`int`)
  const where = Prisma.join(conditionsOf(organizationId, filters), ' AND ')
  const rows = await db.$queryRaw<PurchaseRow[]>`
    WITH page AS (
      SELECT p.* FROM purchase_order p WHERE ${where} ${beyond} ORDER BY p.number ${order} LIMIT ${size + 1}
    )
    SELECT p.id, p.number, s.name AS "supplierName", p.status, to_char(p.expected_on, 'YYYY-MM-DD') AS "expectedOn",
      p.created_at AS "createdAt", p.total_cents AS "totalCents", l.units, l.received
    FROM page p JOIN supplier s ON s.organization_id = ${organizationId}::uuid AND s.id = p.supplier_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.quantity), 0)::int AS units, coalesce(sum(l.received), 0)::int AS received FROM purchase_order_line l
      WHERE l.organization_id = ${organizationId}::uuid AND l.purchase_order_id = p.id) l
    ORDER BY p.number ${order}`
  return pageOf(wanted, rows, ({ number, id }) => ({
    value: String(number),
    id,
  }))
}

const day = (date: Date | null): Day | null => date && date.toISOString().slice(0, 10)

export type PurchaseDetail = NonNullable<Awaited<ReturnType<typeof getPurchase>>>

export async function getPurchase(db: Db, organizationId: string, id: string) {
  const purchaseOrder = await db.purchaseOrder.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: {
      id: true,
      number: true,
      status: true,
      version: true,
      note: true,
      paymentDays: true,
      expectedOn: true,
      legalEntityId: true,
      createdAt: true,
      sentAt: true,
      goodsCents: true,
      freightCents: true,
      ipiCents: true,
      stCents: true,
      otherCents: true,
      discountCents: true,
      totalCents: true,
      supplier: { select: { id: true, name: true, leadTimeDays: true } },
      lines: {
        select: {
          line: true,
          productId: true,
          supplierCode: true,
          quantity: true,
          goodsCents: true,
          landedCents: true,
          orderedUnits: true,
          orderedGoodsCents: true,
          received: true,
          product: { select: { sku: true, title: true } },
        },
        orderBy: { line: 'asc' },
      },
      payables: {
        select: {
          number: true,
          dueOn: true,
          amountCents: true,
          expenseId: true,
          expense: { select: { status: true, voidedAt: true } },
        },
        orderBy: { number: 'asc' },
      },
      receipts: {
        select: {
          id: true,
          number: true,
          receivedOn: true,
          note: true,
          createdAt: true,
          createdBy: true,
          reversedAt: true,
          reversalReason: true,
          lines: {
            select: {
              line: true,
              units: true,
              landedCents: true,
              note: true,
              product: { select: { sku: true, title: true } },
            },
            orderBy: { line: 'asc' },
          },
        },
        orderBy: { number: 'desc' },
      },
      invoices: { select: { id: true, number: true, accessKey: true }, orderBy: { id: 'asc' } },
    },
  })
  if (!purchaseOrder) return null
  return {
    ...purchaseOrder,
    expectedOn: day(purchaseOrder.expectedOn),
    totalCents: purchaseOrder.totalCents ?? 0n,
    lines: purchaseOrder.lines.map((line) => ({ ...line, landedCents: line.landedCents ?? 0n })),
    payables: purchaseOrder.payables.map(({ expense, dueOn, ...payable }) => ({
      ...payable,
      dueOn: day(dueOn)!,
      state: expense.voidedAt ? ('voided' as const) : expense.status,
    })),
    receipts: purchaseOrder.receipts.map(({ receivedOn, ...receipt }) => ({
      ...receipt,
      receivedOn: day(receivedOn)!,
    })),
  }
}

export type OpenInvoice = { id: string; number: string; supplierName: string; totalCents: bigint; isOurs: boolean }
const mostOpen = 50

export async function listOpenInvoices(db: Db, organizationId: string): Promise<OpenInvoice[]> {
  return db.$queryRaw`
    SELECT i.id, i.number, i.supplier_name AS "supplierName", i.total_cents AS "totalCents", i.legal_entity_id IS NOT NULL AS "isOurs"
    FROM purchase_invoice i WHERE i.organization_id = ${organizationId}::uuid AND i.state = 'open' ORDER BY i.id DESC LIMIT ${mostOpen}`
}

/** The last purchase cost of a product, else its present cost; in whole cents, for a draft. */
export async function listLikelyCosts(db: Db, organizationId: string, ids: string[], today: Day) {
  const rows = await db.$queryRaw<{ id: string; cents: bigint | null }[]>`
    SELECT p.id, round(coalesce(
      (SELECT l.goods_cents::numeric / l.quantity FROM purchase_order_line l
        JOIN purchase_order o ON o.organization_id = l.organization_id AND o.id = l.purchase_order_id AND o.status NOT IN ('draft', 'cancelled')
        WHERE l.organization_id = ${organizationId}::uuid AND l.product_id = p.id AND l.quantity > 0 ORDER BY o.number DESC LIMIT 1),
      unit_cost_on(p.id, ${today}::date) * 100))::bigint AS cents
    FROM product p WHERE p.organization_id = ${organizationId}::uuid AND p.id = ANY (${ids}::uuid[])`
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}
