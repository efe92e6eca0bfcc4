import type { Actor, Db } from '@/lib/core/db'
import { asDay } from '@/lib/core/database/days'
import { bookReceipt } from '@/lib/catalog/purchases/receive-purchase'
import { addPurchase } from '@/lib/catalog/purchases/save-purchase'
import { addSupplier } from '@/lib/catalog/purchases/save-supplier'
import { putOnOrder } from '@/lib/catalog/purchases/send-purchase'
import { addDays } from '@/lib/core/dates'
import { goods } from './catalogue'
import { asDate, type DemoClock } from './clock'
import { on, auditPaid } from './audits'
import type { StockedGoods } from './goods'

type Line = readonly [sku: string, units: number, cents: number]
type Plan = {
  supplier: number
  /** Days ago; null: still a draft. */
  sent: number | null
  /** Days from today. */
  expected: number | null
  paymentDays: number[]
  lines: readonly Line[]
  freight?: number
  note?: string
  /** How many of each line's units came today. */
  received?: readonly number[]
}

const suppliers = [
  {
    name: 'Utilidades Paraná Importadora',
    document: '11222333000181',
    contactName: 'Cláudia',
    leadTimeDays: 12,
    pack: 12,
  },
  { name: 'TechSul Distribuidora', document: '11444777000161', contactName: 'Rogério', leadTimeDays: 6, pack: 6 },
  { name: 'Têxtil Vale do Itajaí', document: null, contactName: 'Marlene', leadTimeDays: 20, pack: 1 },
  { name: 'PetMais Atacado', document: null, contactName: null, leadTimeDays: null, pack: 5 },
] as const

/** The products of each supplier, besides those of the purchases below. */
const sources: readonly (readonly [supplier: number, skus: readonly string[]])[] = [
  [0, ['ORG-GAV-6', 'JOG-FAC-6', 'LIX-PED-12', 'AIR-POR-4L']],
  [1, ['CHA-ELE-18', 'FIT-LED-5M', 'UMI-AR-300', 'CAB-USBC-2M', 'SUP-CEL-VEI']],
  [2, ['CAP-SOF-3L', 'NEC-VIA-AZ']],
]

const plans: readonly Plan[] = [
  {
    supplier: 2,
    sent: 26,
    expected: -5,
    paymentDays: [14, 28],
    note: 'Prometeram despachar esta semana.',
    lines: [
      ['COR-BLA-2', 30, 4890],
      ['TOA-BAN-4', 24, 7390],
    ],
  },
  {
    supplier: 0,
    sent: 15,
    expected: -1,
    paymentDays: [28, 56],
    received: [60, 48, 0],
    lines: [
      ['GAR-1L-INX', 60, 2890],
      ['POT-KIT-3', 96, 1910],
      ['ESC-BAN-INX', 36, 1120],
    ],
  },
  { supplier: 3, sent: 9, expected: 0, paymentDays: [10], lines: [['CAM-PET-M', 15, 3390]], received: [15] },
  {
    supplier: 1,
    sent: 4,
    expected: 3,
    paymentDays: [21],
    freight: 9_400,
    lines: [
      ['LUM-ART-PR', 24, 3990],
      ['ESP-MAQ-LED', 30, 2290],
      ['CAI-SOM-BT', 12, 6250],
    ],
  },
  { supplier: 0, sent: null, expected: 14, paymentDays: [30], lines: [['TAP-60-90', 60, 1430]] },
]

type Scope = { actor: Actor; legalEntityId: string; clock: DemoClock }

/** Purchases on the way, one of them late, one come in part and one come whole today, and one not sent yet. */
export async function makePurchases(db: Db, scope: Scope, stocked: readonly StockedGoods[]): Promise<void> {
  const { actor, clock } = scope
  const { organizationId } = actor
  const idOf = (sku: string) => stocked.find((one) => one.sku === sku)!.id
  const ids: string[] = []
  for (const { pack: _, ...supplier } of suppliers)
    ids.push(
      (await addSupplier(db, on(actor, clock.at(90, 36_000)), { ...supplier, email: null, phone: null, note: null }))
        .id,
    )
  await db.supplierProduct.createMany({
    data: [...sources, ...plans.map(({ supplier, lines }) => [supplier, lines.map(([sku]) => sku)] as const)].flatMap(
      ([supplier, skus]) =>
        skus.map((sku) => ({
          organizationId,
          supplierId: ids[supplier]!,
          code: codeOf(supplier, sku),
          productId: idOf(sku),
          unitsPerPack: suppliers[supplier]!.pack,
          minimumUnits: supplier === 2 ? 12 : null,
        })),
    ),
  })
  for (const plan of plans) {
    const sentOn = on(actor, clock.at(plan.sent ?? 1, 39_000))
    const { id } = await addPurchase(db, sentOn, {
      supplierId: ids[plan.supplier]!,
      legalEntityId: scope.legalEntityId,
      expectedOn: plan.expected === null ? null : clock.dayAgo(-plan.expected),
      note: plan.note ?? null,
      paymentDays: plan.paymentDays,
      freightCents: BigInt(plan.freight ?? 0),
      ipiCents: 0n,
      stCents: 0n,
      otherCents: 0n,
      discountCents: 0n,
      lines: plan.lines.map(([sku, quantity, cents]) => ({
        productId: idOf(sku),
        supplierCode: codeOf(plan.supplier, sku),
        quantity,
        unitCostCents: BigInt(cents),
      })),
    })
    if (plan.sent !== null) await send(db, scope, { id, ago: plan.sent })
    if (plan.received)
      await bookReceipt(db, actor, {
        id,
        version: 2,
        note: null,
        allowOver: false,
        lines: plan.received.flatMap((units, index) => (units > 0 ? [{ line: index + 1, units, note: null }] : [])),
      })
  }
}

/** As the supplier's catalogue might have it. */
const codeOf = (supplier: number, sku: string) => {
  const initials = suppliers[supplier]!.name.replace(/[^A-Z]/g, '').slice(0, 2)
  return `${initials}-${1004 + 37 * goods.findIndex((one) => one.sku === sku)}`
}

/** Sent in the past, with what is owed counted from that day; what was due by now has been paid. */
async function send(db: Db, { actor, clock }: Scope, { id, ago }: { id: string; ago: number }) {
  const { organizationId } = actor
  const sentAt = clock.at(ago, 40_000)
  await putOnOrder(db, on(actor, sentAt), { id, version: 1 }, 'pt')
  await db.purchaseOrder.updateMany({ where: { organizationId, id }, data: { sentAt, createdAt: sentAt } })
  const payables = await db.purchasePayable.findMany({
    where: { organizationId, purchaseOrderId: id },
    select: { number: true, dueOn: true, expenseId: true },
  })
  for (const { number, dueOn, expenseId } of payables) {
    const day = addDays(asDay(dueOn), -ago)
    const paid = day < clock.today
    await db.purchasePayable.updateMany({
      where: { organizationId, purchaseOrderId: id, number },
      data: { dueOn: asDate(day) },
    })
    await db.expense.updateMany({
      where: { organizationId, id: expenseId },
      data: { dueOn: asDate(day), ...(paid && { status: 'paid', paidOn: asDate(day) }) },
    })
    if (paid) await auditPaid(db, actor, [{ id: expenseId, day }])
  }
}
