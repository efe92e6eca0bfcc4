import 'server-only'
import type { Db } from '@/lib/core/db'
import { asId } from '@/lib/core/keyset'
import { gtinForms } from '../products/gtin'
import { unexplainedCents, invoiceContent, unitsOf, type InvoiceContent } from './invoice-content'

export type ProductChoice = { id: string; sku: string; title: string }
/** How a line's product was found; null where somebody has to say it. */
export type MatchedBy = 'code' | 'ean' | 'sku'
export type MatchedLine = { product: ProductChoice | null; by: MatchedBy | null; units: number | null }

export type InvoiceView = {
  id: string
  version: number
  state: 'open' | 'booked' | 'dropped'
  number: string
  series: string
  accessKey: string
  issuedOn: string
  isOurs: boolean
  addressedTo: string | null
  purchaseId: string | null
  content: InvoiceContent
  /** The part of the total beyond its parts. */
  unexplainedCents: bigint
  lines: MatchedLine[]
  supplierIsNew: boolean
  /** Open purchases of the supplier that the invoice may be for. */
  purchases: { id: string; number: number; totalCents: bigint }[]
}

export async function getInvoiceView(db: Db, organizationId: string, givenId: unknown): Promise<InvoiceView | null> {
  const id = asId(givenId)
  const purchaseInvoice =
    id &&
    (await db.purchaseInvoice.findUnique({
      where: { organizationId_id: { organizationId, id } },
      select: {
        id: true,
        version: true,
        state: true,
        number: true,
        series: true,
        accessKey: true,
        issuedOn: true,
        legalEntityId: true,
        addressedTo: true,
        purchaseOrderId: true,
        content: true,
      },
    }))
  if (!purchaseInvoice) return null
  const content = invoiceContent.parse(purchaseInvoice.content)
  const supplier = await db.supplier.findUnique({
    where: { organizationId_document: { organizationId, document: content.supplier.document } },
    select: { id: true },
  })
  const purchases = supplier
    ? await db.purchaseOrder.findMany({
        where: { organizationId, supplierId: supplier.id, status: 'sent' },
        select: { id: true, number: true, totalCents: true },
        orderBy: { number: 'desc' },
        take: 20,
      })
    : []
  const { issuedOn, legalEntityId, purchaseOrderId, ...invoice } = purchaseInvoice
  return {
    ...invoice,
    content,
    issuedOn: issuedOn.toISOString().slice(0, 10),
    isOurs: legalEntityId !== null,
    purchaseId: purchaseOrderId,
    supplierIsNew: !supplier,
    unexplainedCents: unexplainedCents(content),
    purchases: purchases.map(({ totalCents, ...purchase }) => ({ ...purchase, totalCents: totalCents ?? 0n })),
    lines: await matchLines(db, organizationId, supplier?.id ?? null, content),
  }
}

/** By what the supplier was seen to call it, else by barcode, else by a SKU that is the supplier's own code. */
async function matchLines(
  db: Db,
  organizationId: string,
  supplierId: string | null,
  { lines }: InvoiceContent,
): Promise<MatchedLine[]> {
  const lineJson = JSON.stringify(lines.map(({ code, ean }, line) => ({ line, code, eans: ean ? gtinForms(ean) : [] })))
  const rows = await db.$queryRaw<
    { line: number; by: MatchedBy; id: string; sku: string; title: string; unitsPerPack: number }[]
  >`
    SELECT x.line, m.by, p.id, p.sku::text AS sku, p.title, m.units_per_pack AS "unitsPerPack"
    FROM jsonb_to_recordset(${lineJson}::jsonb) AS x(line int, code text, eans text[])
    CROSS JOIN LATERAL (
      (SELECT 1 AS place, 'code' AS by, s.product_id, s.units_per_pack FROM supplier_product s
        WHERE s.organization_id = ${organizationId}::uuid AND s.supplier_id = ${supplierId}::uuid AND s.code = x.code)
      UNION ALL
      (SELECT 2, 'ean', b.id, 1 FROM product b WHERE b.organization_id = ${organizationId}::uuid AND b.archived_at IS NULL
        AND b.barcodes && x.eans ORDER BY b.id LIMIT 1)
      UNION ALL
      (SELECT 3, 'sku', k.id, 1 FROM product k WHERE k.organization_id = ${organizationId}::uuid AND k.archived_at IS NULL
        AND k.sku_key = lower(x.code))
    ) m JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = m.product_id AND p.archived_at IS NULL
    WHERE NOT EXISTS (SELECT 1 FROM kit_component c WHERE c.organization_id = ${organizationId}::uuid AND c.kit_id = p.id)
    ORDER BY x.line, m.place`
  return lines.map(({ quantity }, index) => {
    const match = rows.find(({ line }) => line === index)
    if (!match) return { product: null, by: null, units: unitsOf(quantity, 1) }
    const { id, sku, title, by, unitsPerPack } = match
    return { product: { id, sku, title }, by, units: unitsOf(quantity, unitsPerPack) }
  })
}
