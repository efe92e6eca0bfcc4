import 'server-only'
import { getLocale } from 'next-intl/server'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import { addDays, type Day } from '@/lib/core/dates'
import { addExpenses } from '@/lib/money/expenses/add-expenses'
import { asDate } from '@/lib/core/database/days'
import { translatorOf } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'
import { apportion } from './apportion'

export type Instalment = { dueOn: Day; amountCents: bigint }

/** Equal parts of a total, each due so many days after a day. */
export const instalmentsOf = (totalCents: bigint, paymentDays: readonly number[], from: Day): Instalment[] =>
  apportion(
    totalCents,
    paymentDays.map(() => 1n),
  ).map((amountCents, index) => ({ dueOn: addDays(from, paymentDays[index]!), amountCents }))

type Payables = {
  purchaseId: string
  number: number
  legalEntityId: string | null
  instalments: Instalment[]
  /** The language of the booking member; by default the request's. */
  language?: Language
}

/**
 * The payables of a purchase, an expense for each instalment, named in the language of the booking member: from then on
 * it is an expense like any other, renamed, searched and exported by its own words. They are marked as goods for stock:
 * the result counts the goods at cost when they are sold, and would count them twice.
 */
export async function bookPayables(
  db: Db,
  actor: Actor,
  { purchaseId, number, language, ...rest }: Payables,
): Promise<void> {
  const { organizationId } = actor
  const instalments = rest.instalments.filter(({ amountCents }) => amountCents > 0n)
  if (instalments.length === 0) return
  const t = translatorOf(language ?? (await getLocale()))
  const ids = await addExpenses(
    db,
    actor,
    instalments.map(({ dueOn, amountCents }, index) => ({
      description: t('purchases.payable.description', {
        purchase: String(number),
        place: index + 1,
        of: instalments.length,
      }),
      amountCents,
      dueOn,
      kind: 'variable' as const,
      category: t('purchases.payable.category'),
      stockPurchase: true,
      instalment: { number: index + 1, of: instalments.length },
      legalEntityId: rest.legalEntityId,
    })),
  )
  const before = await db.purchasePayable.count({ where: { organizationId, purchaseOrderId: purchaseId } })
  await db.purchasePayable.createMany({
    data: instalments.map(({ dueOn, amountCents }, index) => ({
      organizationId,
      purchaseOrderId: purchaseId,
      number: before + index + 1,
      dueOn: asDate(dueOn),
      amountCents,
      expenseId: ids[index]!,
    })),
  })
}

/**
 * The payables of a purchase that are not void, locked until the transaction ends: no payment runs meanwhile, and a
 * running one is waited for.
 */
export const lockPayables = (db: Db, organizationId: string, purchaseId: string) =>
  db.$queryRaw<{ expenseId: string; paid: boolean }[]>`
    SELECT e.id AS "expenseId", e.status = 'paid' AS paid
    FROM purchase_payable p JOIN expense e ON e.organization_id = ${organizationId}::uuid AND e.id = p.expense_id
    WHERE p.organization_id = ${organizationId}::uuid AND p.purchase_order_id = ${purchaseId}::uuid AND e.voided_at IS NULL
    ORDER BY e.id FOR UPDATE OF e`

/** The unpaid payables of a cancelled purchase are void. Paid ones stay, for people to settle. */
export async function voidPayables(db: Db, actor: Actor, purchaseId: string): Promise<void> {
  const { organizationId } = actor
  const payables = await lockPayables(db, organizationId, purchaseId)
  const ids = payables.flatMap(({ expenseId, paid }) => (paid ? [] : [expenseId]))
  await db.expense.updateMany({
    where: { organizationId, id: { in: ids } },
    data: { voidedAt: new Date(), version: { increment: 1 } },
  })
  for (const id of ids) await recordAudit(db, actor, { event: 'expense.voided', subjectId: id, after: { purchaseId } })
}
