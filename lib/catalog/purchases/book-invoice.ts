import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { noExtras, type Extras } from './apportion'
import { bookPayables, lockPayables, voidPayables } from './book-payables'
import { invoiceContent, owedCents, type InvoiceContent, type InvoiceLine } from './invoice-content'
import { lockPurchase, type LockedPurchase } from './lock-purchase'
import { requireProducts } from './save-purchase'
import { addSupplier } from './save-supplier'
import { takeNumber } from './take-number'
import type { BookInvoiceInput, PurchaseInput } from './schema'

/** Makes a purchase of an invoice, or lets it take the place of what was ordered; what it says is owed becomes payables. */
export async function bookInvoice(actor: Actor, input: BookInvoiceInput): Promise<{ purchaseId: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const invoice = await takeInvoice(db, organizationId, input)
    if (invoice.legalEntityId === null && !input.notOurs) throw new UserError('purchaseInvoiceNotOurs')
    const content = invoiceContent.parse(invoice.content)
    const lines = matchLines(content, input)
    await requireProducts(
      db,
      organizationId,
      lines.map(({ productId }) => productId),
    )
    const supplierId = await findSupplier(db, actor, content)
    await rememberLines(db, organizationId, supplierId, lines)
    const { id, number } = await writePurchase(db, actor, input, { ...invoice, supplierId, content, lines })
    if (input.withPayables) {
      await voidPayables(db, actor, id)
      const { legalEntityId } = invoice
      const instalments =
        content.instalments.length > 0 ? datedInstalments(content, input) : atOnce(content, invoice.issuedOn)
      await bookPayables(db, actor, { purchaseId: id, number, legalEntityId, instalments })
    }
    await db.purchaseInvoice.updateMany({
      where: { organizationId, id: input.id },
      data: { state: 'booked', purchaseOrderId: id, version: { increment: 1 } },
    })
    await recordAudit(db, actor, {
      event: 'purchaseInvoice.booked',
      subjectId: input.id,
      after: { purchaseId: id, lines: lines.length, withPayables: input.withPayables },
    })
    return { purchaseId: id }
  })
}

export async function dropInvoice(actor: Actor, input: PurchaseInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await takeInvoice(db, organizationId, input)
    await db.purchaseInvoice.updateMany({
      where: { organizationId, id: input.id },
      data: { state: 'dropped', version: { increment: 1 } },
    })
    await recordAudit(db, actor, { event: 'purchaseInvoice.dropped', subjectId: input.id })
    return { id: input.id }
  })
}

async function takeInvoice(db: Db, organizationId: string, { id, version }: PurchaseInput) {
  await db.$executeRaw`
    SELECT 1 FROM purchase_invoice WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const invoice = await db.purchaseInvoice.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { state: true, version: true, content: true, legalEntityId: true, issuedOn: true, number: true },
  })
  if (!invoice) throw new UserError('notFound')
  if (invoice.version !== version) throw new UserError('staleVersion')
  if (invoice.state !== 'open') throw new UserError('purchaseMovedOn')
  return invoice
}

const atOnce = (content: InvoiceContent, issuedOn: Date) => [
  { dueOn: issuedOn.toISOString().slice(0, 10), amountCents: owedCents(content) },
]

/** The days that the invoice leaves open are those that the person fills in. */
function datedInstalments({ instalments }: InvoiceContent, { dueDays = [] }: BookInvoiceInput) {
  return instalments.map(({ dueOn, amountCents }, index) => {
    const day = dueOn ?? dueDays[index] ?? null
    if (day === null)
      throw new UserError('invalidInput', { fields: { [`dueDays.${index}`]: ['purchases.fields.dueDay'] } })
    return { dueOn: day, amountCents }
  })
}

/** The same product on several lines is bought once. */
function matchLines(content: InvoiceContent, { lines }: BookInvoiceInput): BoughtLine[] {
  if (lines.length !== content.lines.length) throw new UserError('invalidInput')
  const bought = content.lines.flatMap((line, index): BoughtLine[] => {
    const { productId, units } = lines[index]!
    if (productId === null) return []
    if (units === null)
      throw new UserError('invalidInput', { fields: { [`lines.${index}.units`]: ['purchases.fields.units'] } })
    return [{ ...line, productId, units }]
  })
  if (bought.length === 0) throw new UserError('purchaseInvoiceNothing')
  return bought
}

async function findSupplier(db: Db, actor: Actor, { supplier }: InvoiceContent): Promise<string> {
  const { organizationId } = actor
  const known = await db.supplier.findUnique({
    where: { organizationId_document: { organizationId, document: supplier.document } },
    select: { id: true },
  })
  if (known) return known.id
  const { name, document, phone } = supplier
  const nothing = { contactName: null, email: null, leadTimeDays: null, note: null }
  return (await addSupplier(db, actor, { name, document, phone, ...nothing })).id
}

type Booked = {
  supplierId: string
  legalEntityId: string | null
  content: InvoiceContent
  lines: BoughtLine[]
}

async function writePurchase(db: Db, actor: Actor, { purchaseId }: BookInvoiceInput, booked: Booked) {
  const { organizationId, userId } = actor
  const ordered = purchaseId === null ? null : await takeOrdered(db, organizationId, purchaseId, booked.supplierId)
  const rows = mergeLines(booked.lines, ordered)
  const sum = (field: keyof Extras | 'goodsCents') => rows.reduce((total, row) => total + row[field], 0n)
  const head = {
    goodsCents: sum('goodsCents'),
    freightCents: sum('freightCents'),
    ipiCents: sum('ipiCents'),
    stCents: sum('stCents'),
    otherCents: sum('otherCents'),
    discountCents: sum('discountCents'),
    legalEntityId: booked.legalEntityId,
  }
  const id = ordered?.id ?? newId()
  const number = ordered?.number ?? (await takeNumber(db, organizationId))
  if (ordered) {
    await db.purchaseOrder.updateMany({
      where: { organizationId, id },
      data: { ...head, version: { increment: 1 } },
    })
    await db.purchaseOrderLine.deleteMany({ where: { organizationId, purchaseOrderId: id } })
  } else
    await db.purchaseOrder.create({
      data: {
        organizationId,
        id,
        number,
        supplierId: booked.supplierId,
        status: 'sent',
        sentAt: new Date(),
        ...head,
        createdBy: userId,
      },
      select: { id: true },
    })
  await db.purchaseOrderLine.createMany({
    data: rows.map((row, index) => ({ organizationId, purchaseOrderId: id, line: index + 1, ...row })),
  })
  return { id, number }
}

/** A purchase of which nothing came and nothing is paid yet: else the invoice would change what is settled. */
async function takeOrdered(db: Db, organizationId: string, id: string, supplierId: string): Promise<LockedPurchase> {
  const purchaseOrder = await db.purchaseOrder.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { version: true, supplierId: true },
  })
  if (!purchaseOrder || purchaseOrder.supplierId !== supplierId) throw new UserError('notFound')
  const purchase = await lockPurchase(db, organizationId, { id, version: purchaseOrder.version }, ['sent'])
  const payables = await lockPayables(db, organizationId, id)
  if (payables.some(({ paid }) => paid)) throw new UserError('purchaseHasPayables')
  return purchase
}

type Row = Extras & {
  productId: string
  supplierCode: string | null
  quantity: number
  goodsCents: bigint
  orderedUnits: number | null
  orderedGoodsCents: bigint | null
}

/** One row a product; beside what is invoiced stands what was ordered, and what was ordered in vain keeps its row without units. */
export function mergeLines(lines: readonly BoughtLine[], ordered: Pick<LockedPurchase, 'lines'> | null): Row[] {
  const rows = new Map<string, Row>()
  for (const line of lines) {
    const { productId, units, code } = line
    const before = rows.get(productId)
    const row = before ?? {
      productId,
      supplierCode: code,
      quantity: 0,
      goodsCents: 0n,
      ...noExtras,
      orderedUnits: ordered ? 0 : null,
      orderedGoodsCents: ordered ? 0n : null,
    }
    row.quantity += units
    row.goodsCents += line.goodsCents
    for (const kind of Object.keys(noExtras) as (keyof Extras)[]) row[kind] += line[kind]
    rows.set(productId, row)
  }
  for (const { productId, supplierCode, quantity, goodsCents } of ordered?.lines ?? []) {
    const row = rows.get(productId)
    const was = { orderedUnits: quantity, orderedGoodsCents: goodsCents }
    if (row) Object.assign(row, was)
    else rows.set(productId, { productId, supplierCode, quantity: 0, goodsCents: 0n, ...noExtras, ...was })
  }
  return [...rows.values()]
}

type BoughtLine = InvoiceLine & { productId: string; units: number }

/** The supplier's code of each product, and our units in one of theirs, for the next invoice. */
async function rememberLines(
  db: Db,
  organizationId: string,
  supplierId: string,
  lines: readonly BoughtLine[],
): Promise<void> {
  for (const { code, productId, units, quantity } of lines) {
    const perPack = units / Number(quantity)
    const unitsPerPack = Number.isInteger(perPack) && perPack >= 1 && perPack <= 100_000 ? perPack : 1
    const key = { organizationId, supplierId, code }
    const known = { productId, unitsPerPack, updatedAt: new Date() }
    await db.supplierProduct.upsert({
      where: { organizationId_supplierId_code: key },
      create: { ...key, ...known },
      update: known,
      select: { code: true },
    })
  }
}
