import { absolute } from '@/lib/core/big-int'
import type { Messages } from 'next-intl'
import { formatDay, isDay } from '@/lib/core/dates'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import type { Language } from '@/lib/core/language'
import { formatMoney } from '@/lib/core/money'

export type ExplainedCause = { cause: DiscrepancyCause; facts: unknown }
type Sentence<C extends DiscrepancyCause> = keyof Messages['reconciliation']['why'][C] & string
type Key = { [C in DiscrepancyCause]: `${C}.${Sentence<C>}` }[DiscrepancyCause]
/** A sentence of `reconciliation.why`, and what it names. */
export type Explanation = { key: Key; values: Record<string, string> }

/**
 * The sentences of a cause with the facts of each, the most precise first; where none has all of its facts, the plain
 * one stands.
 */
const sentences: { [C in DiscrepancyCause]: readonly (readonly [Sentence<C>, ...string[]])[] } = {
  late: [['full', 'due']],
  released_less: [['full', 'stated', 'released']],
  released_more: [['full', 'stated', 'released']],
  released_twice: [['full', 'stated', 'released']],
  commission_band: [['full', 'expectedBand', 'chargedBand']],
  commission_rate: [
    ['more', 'byRule', 'chargedCommission', 'expectedCommission'],
    ['full', 'chargedCommission', 'expectedCommission'],
  ],
  fixed_fee: [
    ['more', 'expectedFixed', 'chargedFixed'],
    ['full', 'expectedFixed', 'chargedService', 'expectedService'],
  ],
  service: [
    ['part', 'part', 'chargedService', 'expectedService'],
    ['full', 'chargedService', 'expectedService'],
    ['more', 'charged', 'expected'],
  ],
  freight: [['full', 'carrier', 'covered']],
  reverse_freight: [['full', 'charged']],
  refund_without_return: [['full', 'charged', 'expected']],
  adjustment: [['full', 'adjusted']],
  fee_on_cancelled: [],
  compensation_missing: [
    ['full', 'expected', 'due'],
    ['more', 'charged', 'expected'],
  ],
  affiliate: [
    ['reported', 'charged', 'reported'],
    ['full', 'charged'],
    ['more', 'chargedService', 'expectedService'],
  ],
  protection: [['full', 'charged', 'expected']],
  ads_top_up: [['full', 'charged', 'expected']],
  other_fee: [['full', 'fee', 'charged', 'expected']],
  fees_kept: [['full', 'commission', 'service']],
  vouchers: [['full', 'charged', 'expected']],
  price: [['full', 'charged', 'expected']],
  withheld: [['full', 'charged']],
  unknown_here: [['full', 'released']],
  wallet: [['full', 'wallet', 'listed']],
  unexplained: [],
}

/** Names, as they are. Anything else that is a number is cents. */
const names = ['rule', 'byRule', 'part', 'times', 'fee']
/** These say by their sign which way the money went; of the rest the sentence says it. */
const signed = ['released', 'stated', 'wallet', 'listed', 'adjusted']

const asCents = (value: string | undefined) => (value && /^-?\d{1,18}$/.test(value) ? BigInt(value) : null)

function readFact(name: string, value: string, language: Language): string {
  if (names.includes(name)) return value
  const band = /^(\d{1,18})-(\d{0,18})$/.exec(value)
  if (band) return writeBand(BigInt(band[1]!), band[2] ? BigInt(band[2]) : null, language)
  const cents = asCents(value)
  if (cents !== null) return formatMoney(signed.includes(name) ? cents : absolute(cents), language)
  return isDay(value) ? formatDay(value, language) : value
}

const writeBand = (from: bigint, to: bigint | null, language: Language) =>
  to === null ? `≥ ${formatMoney(from, language)}` : `${formatMoney(from, language)} – ${formatMoney(to, language)}`

/** The buyer's payment and the platform's subsidy, beside the carrier's charge. */
function coveredBy({ buyerPaid, rebate, carrier }: Record<string, string>): Record<string, string> {
  const [paid, added, taken] = [asCents(buyerPaid), asCents(rebate), asCents(carrier)]
  return paid === null || added === null || !taken ? {} : { covered: (absolute(paid) + absolute(added)).toString() }
}

/** By what the cause was found out from. */
export function explainCause({ cause, facts }: ExplainedCause, language: Language): Explanation {
  const knownFacts = Object.entries((facts ?? {}) as Record<string, unknown>).filter(
    (fact): fact is [string, string] => typeof fact[1] === 'string' && fact[1] !== '',
  )
  const known = {
    ...Object.fromEntries(knownFacts),
    ...(cause === 'freight' && coveredBy(Object.fromEntries(knownFacts))),
  }
  const values = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, readFact(name, value, language)]),
  )
  const all: readonly (readonly [string, ...string[]])[] = sentences[cause]
  const sentence = all.find(([, ...needs]) => needs.every((name) => values[name] !== undefined))
  return { key: `${cause}.${sentence?.[0] ?? 'plain'}` as Key, values }
}
