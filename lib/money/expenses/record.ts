import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'
import { asDay } from '@/lib/core/database/days'

/** An expense as its writes read it. */
export const expenseFields = {
  id: true,
  description: true,
  amountCents: true,
  kind: true,
  dueOn: true,
  status: true,
  paidOn: true,
  category: true,
  shopId: true,
  channelId: true,
  legalEntityId: true,
  seriesId: true,
  instalment: true,
  instalmentOf: true,
  fileId: true,
  voidedAt: true,
  version: true,
} as const satisfies Prisma.ExpenseSelect

export type StoredExpense = Prisma.ExpenseGetPayload<{ select: typeof expenseFields }>

/** The audited fields. */
export function toAuditValues({ dueOn, paidOn, ...row }: StoredExpense): Record<string, unknown> {
  const { id, description, amountCents, kind, status, category, version } = row
  const { shopId, channelId, legalEntityId, fileId, instalment } = row
  const said = Object.entries({ shopId, channelId, legalEntityId, fileId, instalment }).filter(([, value]) => value)
  const days = { dueOn: asDay(dueOn), paidOn: paidOn && asDay(paidOn) }
  return { id, description, amountCents, kind, status, category, version, ...days, ...Object.fromEntries(said) }
}
