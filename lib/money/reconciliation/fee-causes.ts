import { absolute, sumOf } from '@/lib/core/big-int'
import { expectedFees } from '../fees/calculate'
import type { ExpectedCharges } from '../fees/expected-charges'
import type { TermsOfDay } from '../fees/terms'
import type { FeeBand, FeeRule } from '../fees/schema'
import type { Cents } from '@/lib/core/money'
import { chargesOf } from './expected'
import { termsOf, type CauseFacts, type OrderFacts, type Part, type SettlementFacts } from './settlement-facts'

type OfOrder = SettlementFacts & { order: OrderFacts }
/** As positive amounts: what was charged and what the rule expects. */
export type Fees = { commissionCents: Cents; serviceCents: Cents }
export type FeeQuestion = { facts: OfOrder; rule: FeeRule; charges: ExpectedCharges; charged: Fees; expected: Fees }

const text = (cents: Cents): string => cents.toString()
const edge = ({ fromCents, toCents }: Pick<FeeBand, 'fromCents' | 'toCents'>): string =>
  `${text(fromCents)}-${toCents === null ? '' : text(toCents)}`

/** Why commission and service are not what the rule says: the band, the version, the fixed part, a part that is not the shop's, or none of them. */
export function explainFees(question: FeeQuestion): Part[] {
  const { charged, expected } = question
  const commission = expected.commissionCents - charged.commissionCents
  const service = expected.serviceCents - charged.serviceCents
  if (commission === 0n && service === 0n) return []
  const facts = {
    chargedCommission: text(charged.commissionCents),
    expectedCommission: text(expected.commissionCents),
    rule: question.rule.name,
  }
  if (commission === 0n) return [explainService(question, service, findVersion(question))]
  const both = findBand(question, ({ commissionCents, serviceCents }) => {
    return commissionCents === charged.commissionCents && serviceCents === charged.serviceCents
  })
  if (both)
    return [{ cause: 'commission_band', cents: commission + service, line: 'commission', facts: { ...facts, ...both } }]
  const alone = findBand(question, ({ commissionCents }) => commissionCents === charged.commissionCents)
  const rest = service === 0n ? [] : [explainService(question, service)]
  if (alone)
    return [{ cause: 'commission_band', cents: commission, line: 'commission', facts: { ...facts, ...alone } }, ...rest]
  const version = findVersion(question)
  if (version?.isWhole)
    return [
      {
        cause: 'commission_rate',
        cents: commission + service,
        line: 'commission',
        facts: { ...facts, byRule: version.name },
      },
    ]
  const named: CauseFacts = version ? { ...facts, byRule: version.name } : facts
  return [{ cause: 'commission_rate', cents: commission, line: 'commission', facts: named }, ...rest]
}

/** The band, of all that lines may wrongly stand in, that explains the charge. */
function findBand({ facts, rule, charges }: FeeQuestion, says: (fees: Fees) => boolean): CauseFacts | null {
  const { items, sellerVoucherCents } = facts.order
  const more = charges.serviceCents - sumOf(charges.lines.map(({ serviceCents }) => serviceCents))
  const by = rule.bands.map((band) => ({
    band,
    lines: expectedFees([...items], sellerVoucherCents, { ...rule, bands: [{ ...band, fromCents: 0n, toCents: null }] })
      .lines,
  }))
  const own = charges.lines.map(({ band }) => band?.fromCents ?? null)
  const groups = [...new Set(own)].map((from) => own.map((each) => each === from))
  const singles = items.length > 1 ? items.map((_, index) => items.map((_item, other) => other === index)) : []
  for (const moved of [...groups, items.map(() => true), ...singles])
    for (const { band, lines } of by) {
      const changes = moved.some((isMoved, index) => isMoved && own[index] !== band.fromCents)
      if (!changes) continue
      const each = charges.lines.map((line, index) => (moved[index] ? (lines[index] ?? line) : line))
      const fees = {
        commissionCents: sumOf(each.map(({ commissionCents }) => commissionCents)),
        serviceCents: sumOf(each.map(({ serviceCents }) => serviceCents)) + more,
      }
      if (!says(fees)) continue
      const from = charges.lines.find((_, index) => moved[index])?.band
      return { expectedBand: from ? edge({ ...from }) : '', chargedBand: edge(band) }
    }
  return null
}

type Version = { name: string; isWhole: boolean }

function findVersion({ facts, charged }: FeeQuestion): Version | null {
  const terms = termsOf(facts)
  const matches = facts.otherRules.map((rule) => ({ rule, fees: chargesOf(facts, rule, terms) }))
  const same = matches.filter(({ fees }) => fees.commissionCents === charged.commissionCents)
  const whole = same.find(({ fees }) => fees.serviceCents === charged.serviceCents)
  const best = whole ?? same[0]
  return best ? { name: best.rule.name, isWhole: best === whole } : null
}

/** A service fee that is off by a part that the shop's terms leave out, by another version, by fixed parts, or by none of them. */
function explainService(question: FeeQuestion, difference: Cents, version: Version | null = null): Part {
  const { charged, expected, rule, charges, facts } = question
  const line = 'service'
  const said = {
    chargedService: text(charged.serviceCents),
    expectedService: text(expected.serviceCents),
    rule: rule.name,
  }
  const part = findPart(question, difference)
  if (part) {
    const cause = part === 'affiliate_service' ? 'affiliate' : 'service'
    return { cause, cents: difference, line, facts: { ...said, part } }
  }
  if (version?.isWhole)
    return { cause: 'commission_rate', cents: difference, line, facts: { ...said, byRule: version.name } }
  const fixed = fixedParts(question)
  if (fixed && fixed.expected - fixed.charged === difference)
    return {
      cause: 'fixed_fee',
      cents: difference,
      line,
      facts: { ...said, expectedFixed: text(fixed.expected), chargedFixed: text(fixed.charged) },
    }
  const service: Part = { cause: 'service', cents: difference, line, facts: said }
  if (fixed && fixed.expected === fixed.charged) return service
  const apart = absolute(difference)
  const times = (cents: Cents, most: bigint) => cents > 0n && apart % cents === 0n && apart / cents <= most
  const units = facts.order.items.reduce((all, { quantity }) => all + BigInt(quantity), 0n)
  const volume = termsOf(facts).highVolume ? rule.parts.find(({ kind }) => kind === 'individual_volume') : undefined
  for (const { band, quantity } of charges.lines) {
    if (!band) continue
    const other = rule.bands.find(
      ({ fromCents, fixedCents }) =>
        fromCents !== band.fromCents &&
        (expected.serviceCents - charged.serviceCents === (band.fixedCents - fixedCents) * BigInt(quantity) ||
          difference === band.fixedCents - fixedCents),
    )
    if (other)
      return {
        cause: 'fixed_fee',
        cents: difference,
        line,
        facts: { ...said, expectedFixed: text(band.fixedCents), chargedFixed: text(other.fixedCents) },
      }
    // For an individual with many orders the charge for a unit is both.
    const each = [band.fixedCents, band.fixedCents + (volume?.fixedCents ?? 0n)].find((cents) => times(cents, units))
    if (each !== undefined)
      return {
        cause: 'fixed_fee',
        cents: difference,
        line,
        facts: { ...said, expectedFixed: text(each), times: text(apart / each) },
      }
  }
  return service
}

/** The fixed part of the service fee, where the report that takes the fee apart makes it what was charged. */
function fixedParts({ facts, charged, charges }: FeeQuestion): { expected: Cents; charged: Cents } | null {
  const { serviceCents = null, perItemCents = null } = facts.reported ?? {}
  if (perItemCents === null || serviceCents !== charged.serviceCents) return null
  const expected = sumOf(charges.lines.map((line) => line.serviceCents - line.serviceRateCents))
  return { expected, charged: perItemCents }
}

/** Which of the rule's parts was charged although the terms leave it out, or was not although they name it. */
function findPart({ facts, rule, charges }: FeeQuestion, difference: Cents): string | null {
  const terms = termsOf(facts)
  const others: [string, TermsOfDay][] = [
    ['campaign', { ...terms, campaign: !terms.campaign }],
    ['affiliate_service', { ...terms, affiliates: !terms.affiliates }],
    ['individual_volume', { ...terms, highVolume: !terms.highVolume }],
    // No order says that its parcel is bulky: the charge itself does, or the shop where all are.
    ['bulky', { ...terms, bulky: !terms.bulky }],
  ]
  for (const [kind, other] of others) {
    const turned = chargesOf(facts, rule, other)
    if (charges.serviceCents - turned.serviceCents === difference && difference !== 0n) return kind
  }
  return null
}
