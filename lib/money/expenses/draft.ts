import type { z } from 'zod'
import { addMonths, type Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney } from '@/lib/core/money'
import { maxInstalments, type Rhythm } from './rhythm'
import { placeTypes, type createExpenseInput, type ExpenseKind, type RepeatInput } from './schema'

export type RepeatEnd = 'never' | 'on' | 'times'
/** An expense as its form holds it. */
export type ExpenseDraft = {
  description: string
  amount: string
  kind: ExpenseKind
  dueOn: Day | null
  category: string
  /** As `writePlaceFilter` writes it; 'company' for the whole company's. */
  place: string
  paid: boolean
  paidOn: Day | null
  receipt: { id: string; name: string } | null
  rhythm: Rhythm | null
  repeatEnd: RepeatEnd
  untilOn: Day | null
  times: string
  /** The days that the person changed, by the instalment's number less one; the others follow the first, month by month. */
  dueDays: Record<number, Day | null>
}

type ExpenseInput = z.input<typeof createExpenseInput>
export type ReadDraft = { ok: true; input: ExpenseInput } | { ok: false; fields: FieldErrors }

export const emptyDraft = (today: Day): ExpenseDraft => ({
  description: '',
  amount: '',
  kind: 'variable',
  dueOn: today,
  category: '',
  place: 'company',
  paid: false,
  paidOn: today,
  receipt: null,
  rhythm: null,
  repeatEnd: 'never',
  untilOn: null,
  times: '2',
  dueDays: {},
})

/** A new expense with the values that another page gives it. */
export const startDraft = (
  { description, amountCents, dueOn }: { description: string; amountCents: bigint | null; dueOn: Day | null },
  today: Day,
  language: Language,
): ExpenseDraft => ({
  ...emptyDraft(today),
  description,
  amount: amountCents === null ? '' : formatAmount(amountCents, language),
  dueOn: dueOn ?? today,
})

type Stored = {
  description: string
  amountCents: bigint
  kind: ExpenseKind
  dueOn: Day
  category: string | null
  paidOn: Day | null
  shopId: string | null
  channelId: string | null
  legalEntityId: string | null
  fileId: string | null
  receipt: { name: string } | null
}

function placeText({ shopId, channelId, legalEntityId }: Stored): string {
  if (shopId) return `shop:${shopId}`
  if (channelId) return `channel:${channelId}`
  return legalEntityId ? `entity:${legalEntityId}` : 'company'
}

export const draftOf = (expense: Stored, today: Day, language: Language): ExpenseDraft => ({
  ...emptyDraft(today),
  description: expense.description,
  amount: formatAmount(expense.amountCents, language),
  kind: expense.kind,
  dueOn: expense.dueOn,
  category: expense.category ?? '',
  place: placeText(expense),
  paid: expense.paidOn !== null,
  paidOn: expense.paidOn ?? today,
  receipt: expense.fileId && expense.receipt ? { id: expense.fileId, name: expense.receipt.name } : null,
})

const countOf = (times: string) => (/^\d{1,4}$/.test(times.trim()) ? Number(times.trim()) : null)

/** The due day of each instalment as it stands; empty while their number cannot be read. */
export function listDueDays({ dueOn, times, dueDays }: ExpenseDraft): (Day | null)[] {
  const count = countOf(times)
  if (count === null || count < 2 || count > maxInstalments || dueOn === null) return []
  return Array.from({ length: count }, (_, index) => {
    const own = dueDays[index]
    return own !== undefined && index > 0 ? own : addMonths(dueOn, index)
  })
}

function readRepeat(draft: ExpenseDraft, fields: FieldErrors): RepeatInput | null {
  const { rhythm, repeatEnd, untilOn } = draft
  if (rhythm === null) return null
  if (rhythm === 'instalments') {
    const dueDays = listDueDays(draft)
    if (dueDays.length === 0) fields.times = ['expenses.fields.instalmentsCount']
    const sound = dueDays.filter((day) => day !== null)
    if (sound.length < dueDays.length) fields.dueDays = ['errors.dateInvalid']
    return { rhythm, dueDays: sound }
  }
  if (repeatEnd === 'on' && untilOn === null) fields.untilOn = ['errors.dateInvalid']
  const times = repeatEnd === 'times' ? countOf(draft.times) : null
  if (repeatEnd === 'times' && (times === null || times < 2 || times > 600))
    fields.times = ['expenses.fields.timesInvalid']
  return { rhythm, untilOn: repeatEnd === 'on' ? untilOn : null, times }
}

/** The typed text as the action takes it; unreadable text is reported at its field. */
export function readDraft(draft: ExpenseDraft, language: Language): ReadDraft {
  const fields: FieldErrors = {}
  const amount = draft.amount.trim() === '' ? null : parseMoney(draft.amount, language)
  if (amount && !amount.ok) fields.amountCents = [`errors.${amount.error}`]
  if (draft.dueOn === null) fields.dueOn = ['errors.dateInvalid']
  if (draft.paid && draft.paidOn === null) fields.paidOn = ['errors.dateInvalid']
  const repeat = readRepeat(draft, fields)
  if (Object.keys(fields).length > 0 || draft.dueOn === null) return { ok: false, fields }
  const { description, kind, dueOn, category, paid, paidOn, receipt } = draft
  const [type, id] = draft.place.split(':')
  const known = placeTypes.find((each) => each === type)
  return {
    ok: true,
    input: {
      description,
      kind,
      dueOn,
      category,
      repeat,
      amountCents: amount?.ok ? amount.cents : null,
      paidOn: paid ? paidOn : null,
      place: known && id ? { type: known, id } : null,
      fileId: receipt?.id ?? null,
    },
  }
}
