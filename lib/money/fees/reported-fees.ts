import { absolute } from '@/lib/core/big-int'
import { foldText } from '@/lib/core/text/fold-text'
import type { Cents } from '@/lib/core/money'

const isOver = /deduzid|descontad|cobrad|pag[oa]|conclu|deducted|paid|charged|complet/
const isOpen =
  /nao conclu|incomplet|not complet|pendent|process|aguard|pending|waiting|\ba (deduzir|descontar|cobrar|pagar)\b|to be (deducted|charged)/
const isOff = /cancel|invalid|reembols|nao deduz|sem dedu|isent|refund|not deducted|no deduction/
const CALLED_OFF = 3
const ranks: [number, RegExp][] = [
  [CALLED_OFF, isOff],
  [1, isOpen],
  [2, isOver],
]

/**
 * The progress of an affiliate charge by the report's words: 3 called off, 2 charged, 1 to be charged; 0 where it is
 * unknown. The words themselves are our guess from their headings: no report of a seller was seen.
 */
export const feeStateRank = (state: string | null): number =>
  state === null ? 0 : (ranks.find(([, words]) => words.test(foldText(state)))?.[0] ?? 0)

/** A part of an order's fees as a report of the platform says it, in the report's own sign. */
export type ReportedFee = {
  report: 'service_fees' | 'affiliates' | 'freight'
  key: string
  amountCents: Cents
  state: string | null
}

/** The parts of an order's fees by the reports beside its income, as positive amounts; null where they say nothing of it. */
export type ReportedFees = {
  /** The affiliates' charges that were not called off, and all of them. */
  affiliatesOwedCents: Cents | null
  affiliatesMostCents: Cents | null
  /** The parts of the service fee together, and its fixed part. */
  serviceCents: Cents | null
  perItemCents: Cents | null
}

export function feesOfReports(fees: readonly ReportedFee[]): ReportedFees {
  const sumOf = (rows: readonly ReportedFee[]) => absolute(rows.reduce((sum, { amountCents }) => sum + amountCents, 0n))
  const sumOrNull = (rows: readonly ReportedFee[]) => (rows.length === 0 ? null : sumOf(rows))
  const affiliates = fees.filter(({ report }) => report === 'affiliates')
  const service = fees.filter(({ report }) => report === 'service_fees')
  return {
    affiliatesOwedCents:
      affiliates.length === 0 ? null : sumOf(affiliates.filter(({ state }) => feeStateRank(state) !== CALLED_OFF)),
    affiliatesMostCents: sumOrNull(affiliates),
    serviceCents: sumOrNull(service),
    perItemCents: sumOrNull(service.filter(({ key }) => key === 'fee_per_item')),
  }
}
