import { z } from 'zod'
import { shopEndpoint, type Endpoint } from '../gateway'
import { integer } from '../parameters'
import { PlatformError } from '../platform-error'
import { reais } from './escrow-answer'
import { WALLET_TYPES, type WalletType } from './wallet'

const MAX_PERIOD_SECONDS = 15 * 86_400

type Row = {
  /** One of WALLET_TYPES, or a word that this list does not know. */
  type: string
  status: string
  amount_cents: number
  balance_cents: bigint
  create_time: number
  order_sn: string
  refund_sn: string
  withdrawal_id: bigint | null
  reason: string
  description: string
  buyer_username: string | null
}

const SELECT = `
  SELECT w.type, w.status, w.amount_cents, w.balance_cents, w.create_time, w.order_sn, w.refund_sn, w.withdrawal_id,
    w.reason, w.description, o.buyer_username
  FROM wallet_transaction w LEFT JOIN orders o ON w.order_sn <> '' AND o.order_sn = w.order_sn
  WHERE w.shop_id = $1 AND ($2::int IS NULL OR w.create_time >= $2) AND ($3::int IS NULL OR w.create_time <= $3)
    AND ($4::text[] IS NULL OR w.type = ANY ($4)) AND ($5::int IS NULL OR sign(w.amount_cents) = $5)
  ORDER BY w.create_time DESC, w.id DESC LIMIT $6 OFFSET $7`

const query = z.object({
  page_no: integer.pipe(z.number().min(0)).default(0),
  page_size: integer.pipe(z.number().min(1).max(100)).default(40),
  create_time_from: integer.optional(),
  create_time_to: integer.optional(),
  wallet_type: z.string().optional(),
  transaction_type: z.string().optional(),
  money_flow: z.string().optional(),
  transaction_tab_type: z.string().optional(),
})

const TYPES = Object.entries(WALLET_TYPES) as [WalletType, (typeof WALLET_TYPES)[WalletType]][]

/** By name or number, and by tab; null = all of them. A value that is not known counts as not given. */
function typesOf({ transaction_type: type, transaction_tab_type: tab }: z.output<typeof query>): string[] | null {
  const byType = TYPES.filter(([name, { number }]) => type === name || type === String(number))
  const byTab = TYPES.filter(([, known]) => known.tab === tab)
  if (byType.length === 0 && byTab.length === 0) return null
  return (byType.length > 0 ? byType : byTab)
    .filter((each) => byTab.length === 0 || byTab.includes(each))
    .map(([name]) => name)
}

const isListed = (type: string): type is WalletType => type in WALLET_TYPES
const tabOf = (type: string): string => (isListed(type) ? WALLET_TYPES[type].tab : 'wallet_adjustment_filter')
// Described as Indonesia's alone (05/2026); a word that the list does not know comes with what it is called.
const titleOf = ({ type, reason }: Row): string => (isListed(type) ? '' : reason)

const SIGNS: Record<string, number> = { MONEY_IN: 1, MONEY_OUT: -1 }

function checkPeriod(from: number | undefined, to: number | undefined): void {
  if (from === undefined || to === undefined) return
  if (from > to)
    throw new PlatformError('time_invalid', 'The param error: create_time_from bigger than create_time_to.')
  if (to - from > MAX_PERIOD_SECONDS)
    throw new PlatformError('time_period_too_large', 'The param error: time period too large.')
}

export const walletEndpoints: Endpoint[] = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/payment/get_wallet_transaction_list',
    query,
    refuse: (issues) =>
      issues.some(({ path }) => String(path[0]).startsWith('create_time'))
        ? new PlatformError('time_invalid', 'The param error: time is invalid')
        : new PlatformError('error_param', 'parameter invalid'),
    run: async ({ db, shop, query: query }) => {
      checkPeriod(query.create_time_from, query.create_time_to)
      const { rows } = await db.query<Row>(SELECT, [
        shop.shop_id,
        query.create_time_from ?? null,
        query.create_time_to ?? null,
        typesOf(query),
        SIGNS[query.money_flow ?? ''] ?? null,
        query.page_size + 1,
        query.page_no * query.page_size,
      ])
      return {
        transaction_list: rows.slice(0, query.page_size).map((row) => ({
          status: row.status,
          transaction_type: row.type,
          amount: reais(row.amount_cents),
          current_balance: reais(row.balance_cents),
          create_time: row.create_time,
          order_sn: row.order_sn,
          refund_sn: row.refund_sn,
          withdrawal_type: '',
          transaction_fee: 0,
          description: row.description,
          buyer_name: row.buyer_username ?? '',
          pay_order_list: row.order_sn ? [{ order_sn: row.order_sn, shop_name: shop.name }] : [],
          shop_name: shop.name,
          withdrawal_id: row.withdrawal_id ?? 0,
          reason: row.reason,
          root_withdrawal_id: row.withdrawal_id ?? 0,
          transaction_tab_type: tabOf(row.type),
          txn_title: titleOf(row),
          money_flow: row.amount_cents < 0 ? 'MONEY_OUT' : 'MONEY_IN',
        })),
        more: rows.length > query.page_size,
      }
    },
  }),
]
