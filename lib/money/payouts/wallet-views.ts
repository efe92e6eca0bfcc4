import 'server-only'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Page, Query } from '@/lib/core/keyset'
import { listAgainstOrders, sumAgainstOrders, type AgainstOrders, type AgainstRow } from '../wallet/against-orders'
import { AGAINST_SHOWN } from '../wallet/against-pieces'
import { countWallet, getBalances, listWallet, sumWallet } from '../wallet/queries'
import type { ShopBalance, WalletRow, WalletSum } from '../wallet/queries'
import { listShops, type Viewer } from './views'
import { asWalletFilters, readLedgerFilters, type LedgerFilters } from './wallet-filters'

const ROWS_SHOWN = 50

export type WalletScreenView = {
  filters: LedgerFilters
  today: Day
  shops: { id: string; name: string }[]
  balances: ShopBalance[]
  /** For the period and the shop, with any other filter of the ledger. */
  sums: WalletSum[]
  /** The cost of early payouts: withheld from them, or charged apart. */
  earlyFeeCents: bigint
  /** The wallet's payouts against what the orders were released, and the orders of the piece that is asked for. */
  against: AgainstOrders & { rows: AgainstRow[] }
  page: Page<WalletRow>
  matching: bigint
  /** Whether any movement is known at all. */
  isKnown: boolean
}

export async function getWalletScreenFor(
  viewer: Viewer,
  query: Query,
  { now = new Date(), size = ROWS_SHOWN } = {},
): Promise<WalletScreenView> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
  const today = localDay(now, timeZone)
  const filters = readLedgerFilters(query, today)
  const walletFilters = asWalletFilters(filters)
  return withOrganization(viewer, async (db) => {
    const wallet = await listWallet(db, organizationId, walletFilters, { size })
    const gone = wallet.rows.length === 0 && (filters.after ?? filters.before) !== null
    const balances = await getBalances(db, organizationId)
    const compared = { range: filters.days, shop: filters.shop }
    const { against: piece } = filters
    const sums = await sumWallet(db, organizationId, walletFilters)
    return {
      filters,
      today,
      sums,
      shops: await listShops(db, organizationId),
      balances: filters.shop ? balances.filter(({ shopId }) => shopId === filters.shop) : balances,
      earlyFeeCents: await sumEarlyFees(db, organizationId, walletFilters),
      against: {
        ...(await sumAgainstOrders(db, viewer, compared)),
        rows: piece ? await listAgainstOrders(db, viewer, { ...compared, piece, size: AGAINST_SHOWN }) : [],
      },
      page: gone
        ? await listWallet(db, organizationId, { ...walletFilters, after: null, before: null }, { size })
        : wallet,
      matching: await countWallet(db, organizationId, walletFilters),
      isKnown: balances.length > 0,
    }
  })
}

async function sumEarlyFees(
  db: Db,
  organizationId: string,
  { from, to, shop }: { from: Day | null; to: Day | null; shop: string | null },
) {
  const [row] = await db.$queryRaw<[{ cents: bigint }]>`
    SELECT coalesce(sum(fee_cents) FILTER (WHERE kind <> 'early_payout_fee'), 0)::bigint
      - coalesce(sum(in_cents + out_cents) FILTER (WHERE kind = 'early_payout_fee'), 0)::bigint AS cents
    FROM wallet_day WHERE organization_id = ${organizationId}::uuid AND kind IN ('early_payout', 'early_payout_rest', 'early_payout_fee', 'early_payout_return')
      AND day BETWEEN ${from}::date AND ${to}::date AND (${shop}::uuid IS NULL OR shop_id = ${shop}::uuid)`
  return row.cents
}
