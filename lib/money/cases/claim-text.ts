import 'server-only'
import { formatDay, type Day } from '@/lib/core/dates'
import { translatorOf } from '@/lib/core/i18n/translator'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { formatMoney } from '@/lib/core/money'
import { explainCause } from './explain-cause'

export type ClaimedOrder = {
  code: string
  day: Day
  expectedCents: bigint | null
  paidCents: bigint | null
  /** Positive. */
  askedCents: bigint
  facts: unknown
}
type Claim = { cause: DiscrepancyCause; shopName: string; protocol?: string | null }

const pt = translatorOf('pt')
const money = (cents: bigint) => formatMoney(cents, 'pt')

/** The requested remedy: a late payout is requested itself, a fee is to be given back. */
const requestOf: Partial<Record<DiscrepancyCause, 'release' | 'rest' | 'reversal' | 'compensation'>> = {
  late: 'release',
  released_less: 'rest',
  price: 'rest',
  vouchers: 'rest',
  wallet: 'rest',
  unexplained: 'rest',
  commission_band: 'reversal',
  commission_rate: 'reversal',
  fixed_fee: 'reversal',
  service: 'reversal',
  freight: 'reversal',
  reverse_freight: 'reversal',
  refund_without_return: 'reversal',
  adjustment: 'reversal',
  fee_on_cancelled: 'reversal',
  affiliate: 'reversal',
  protection: 'reversal',
  ads_top_up: 'reversal',
  other_fee: 'reversal',
  fees_kept: 'reversal',
  withheld: 'reversal',
  compensation_missing: 'compensation',
}

/** The text for the marketplace's chat: in Portuguese, in any language of the seller. */
export function writeClaim({ cause, shopName, protocol }: Claim, orders: readonly ClaimedOrder[]): string {
  const total = orders.reduce((sum, { askedCents }) => sum + askedCents, 0n)
  const kind = requestOf[cause] ?? 'other'
  const lines = orders.map((order, index) => `${index + 1}. ${writeOrder(cause, order)}`)
  return [
    pt('cases.claim.greeting', { shop: shopName, count: orders.length }),
    pt('cases.claim.subject', { kind, cause: pt(`reconciliation.causes.${cause}`), total: money(total) }),
    ...(protocol ? [pt('cases.claim.protocol', { protocol })] : []),
    '',
    ...lines,
    '',
    pt('cases.claim.request', { kind, total: money(total) }),
  ].join('\n')
}

function writeOrder(cause: DiscrepancyCause, order: ClaimedOrder): string {
  const { key, values } = explainCause({ cause, facts: order.facts }, 'pt')
  const { expectedCents, paidCents } = order
  return pt('cases.claim.order', {
    code: order.code,
    day: formatDay(order.day, 'pt'),
    expected: expectedCents === null ? pt('cases.claim.unknown') : money(expectedCents),
    paid: paidCents === null ? pt('cases.claim.nothing') : money(paidCents),
    difference: money(order.askedCents),
    why: pt(`reconciliation.why.${key}`, values),
  })
}
