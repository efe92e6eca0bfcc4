import type { Day } from '@/lib/core/dates'
import { foldText } from '@/lib/core/text/fold-text'

export type BankLine = { day: Day; amountCents: number; memo: string }
/** `sure`: many of their entries agree. `likely`: few do, and say the same. `other`: two accounts of which some entries are alike. */
export type SameAccount = 'sure' | 'likely' | 'other'

const many = 3
const share = 0.7

export const bareOf = ({ day, amountCents }: Pick<BankLine, 'day' | 'amountCents'>): string => `${day}|${amountCents}`

/**
 * Whether two statements are of one account, by the days that both have: a spreadsheet names no account, and the same statement as a spreadsheet and as an OFX
 * file has nearly all entries in both. Two banks may have a day and an amount in common.
 */
export function compareAccounts(one: readonly BankLine[], other: readonly BankLine[]): SameAccount {
  const [mine, theirs] = [within(one, other), within(other, one)]
  const left = new Map<string, string[]>()
  for (const line of theirs) left.set(bareOf(line), [...(left.get(bareOf(line)) ?? []), line.memo])
  let [met, alike] = [0, 0]
  for (const line of mine) {
    const memos = left.get(bareOf(line)) ?? []
    if (memos.length === 0) continue
    const at = memos.findIndex((memo) => isAlike(memo, line.memo))
    memos.splice(Math.max(at, 0), 1)
    met += 1
    if (at >= 0) alike += 1
  }
  const least = Math.min(mine.length, theirs.length)
  if (met >= many && met >= least * share) return 'sure'
  return met > 0 && met === least && alike === met ? 'likely' : 'other'
}

/** The lines between the first and the last day of the others. */
export function within(lines: readonly BankLine[], others: readonly BankLine[]): BankLine[] {
  const days = others.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? [] : lines.filter(({ day }) => day >= from && day <= to)
}

/** A bank words its two forms differently: a word of four letters that both have is enough. */
function isAlike(one: string, other: string): boolean {
  const words = new Set(foldText(one).match(/\p{L}{4,}/gu))
  return (
    (foldText(other).match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word)) || foldText(one) === foldText(other)
  )
}
