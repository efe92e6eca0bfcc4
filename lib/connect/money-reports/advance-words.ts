import { foldHeading } from '@/lib/core/sheets/heading-names'

/** The list's words for where an advance stands. */
const statuses = [
  'Antecipação paga',
  'Totalmente pago',
  'Antecipação parcialmente reembolsada',
  'Antecipação totalmente reembolsada',
  'Em aberto',
  'Pago',
  'Parcialmente pago',
  'Pendente',
  'Vencido',
  'Advance paid',
  'Advance partially refunded',
  'Advance fully refunded',
  'Fully paid',
  'Partially paid',
  'Paid',
  'Open',
  'Pending',
  'Overdue',
].map(foldHeading)

/** The same in other words: whole or in part, of the advance or of the money. */
const likeThem =
  /^(antecipac\w+ )?((total|parcial)mente )?(pag[oa]|reembolsad[oa]|quitad[oa]|atrasad[oa])( (total|parcial)mente)?$/

export const isKnownAdvanceStatus = (status: string): boolean =>
  statuses.includes(foldHeading(status)) || likeThem.test(foldHeading(status))

const called = /cancel|recusad|rejeitad|falh|nao (concluid|realizad|aprovad)|refused|reject|fail|declined/

/** An advance that did not come about: whatever amounts stand beside it, nothing of them was received. */
export const isCancelledAdvance = (status: string | null): boolean => called.test(foldHeading(status ?? ''))

/** Whether a word says that some of an advance was given back. */
export const isReturnedAdvance = (status: string | null): boolean =>
  /reembolsad|refunded/.test(foldHeading(status ?? ''))

const ranks: [number, RegExp][] = [
  [6, called],
  [5, /totalmente reembolsad|reembolsad\w+ totalmente|(fully|totally) refunded/],
  [4, /reembolsad|refunded/],
  [3, /totalmente pag|pag\w+ totalmente|quitad|^pag[oa]$|fully paid|^paid$/],
  [2, /vencid|atrasad|overdue/],
]
const rankOf = (status: string | null) => {
  const name = foldHeading(status ?? '')
  return ranks.find(([, words]) => words.test(name))?.[0] ?? (name === '' ? 0 : 1)
}

/** An advance as a report names it; amounts in cents, the instant and the day as texts. */
export type ReportedAdvance = {
  at: string
  advanceCents: number
  feeCents: number
  receivedCents: number
  /** Null, as of the amount given back: the report does not say it. */
  restCents: number | null
  returnedCents: number | null
  status: string | null
  dueOn: string | null
}

/** The rest to be paid only shrinks, and the amount given back only grows: an earlier report takes nothing back, in any order of reading. */
export function isFurtherAdvance(before: ReportedAdvance, now: ReportedAdvance): boolean {
  const steps = [
    [rankOf(before.status), rankOf(now.status)],
    [before.returnedCents, now.returnedCents],
    [now.restCents, before.restCents],
  ]
  // An amount that one of the two does not say tells nothing of which is later.
  const step = steps.find(([was, is]) => was !== null && is !== null && was !== is)
  if (step) return step[1]! > step[0]!
  const text = (one: ReportedAdvance) =>
    JSON.stringify([one.receivedCents, one.feeCents, one.advanceCents, one.status, one.dueOn, Date.parse(one.at)])
  return text(now) > text(before)
}

/** An advance as two reports tell it: the further one stands, and each fills in what the other does not say. Null where the second brings nothing. */
export function followAdvance<T extends ReportedAdvance>(before: ReportedAdvance, now: T): T | null {
  const isFurther = isFurtherAdvance(before, now)
  const [stands, other] = isFurther ? [now, before] : [before, now]
  const restCents = stands.restCents ?? other.restCents
  const returnedCents = stands.returnedCents ?? other.returnedCents
  if (!isFurther && restCents === before.restCents && returnedCents === before.returnedCents) return null
  const { at, advanceCents, feeCents, receivedCents, status, dueOn } = stands
  return { ...now, at, advanceCents, feeCents, receivedCents, status, dueOn, restCents, returnedCents }
}
