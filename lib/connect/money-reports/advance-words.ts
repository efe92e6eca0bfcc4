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
  restCents: number
  returnedCents: number
  status: string | null
  dueOn: string | null
}

/** The rest to be paid only shrinks, and the amount given back only grows: an earlier report takes nothing back, in any order of reading. */
export function isFurtherAdvance(before: ReportedAdvance, now: ReportedAdvance): boolean {
  const measure = ({ status, returnedCents, restCents }: ReportedAdvance) => [rankOf(status), returnedCents, -restCents]
  const [was, is] = [measure(before), measure(now)]
  const at = was.findIndex((value, i) => value !== is[i])
  if (at !== -1) return is[at]! > was[at]!
  const text = (one: ReportedAdvance) =>
    JSON.stringify([one.receivedCents, one.feeCents, one.advanceCents, one.status, one.dueOn, Date.parse(one.at)])
  return text(now) > text(before)
}
