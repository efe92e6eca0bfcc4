import 'server-only'
import { asWalletFilters, ledgerHref, readLedgerFilters, type LedgerFilters } from '../payouts/wallet-filters'
import { countWallet, listWallet, type WalletRow } from './queries'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['wallet']) => t(`exports.columns.wallet.${key}`)

export const wallet = defineList<LedgerFilters, WalletRow>({
  permission: 'money.read',
  filtersOf: (query, { today }) => readLedgerFilters({ ...query, after: undefined, before: undefined }, today),
  // A period by its name would mean other days by the time the file is written.
  addressOf: ({ days, ...filters }) => ledgerHref({ ...filters, days: { ...days, period: 'custom' } }),
  count: (db, filters, { organizationId }) => countWallet(db, organizationId, asWalletFilters(filters)),
  list: (db, filters, { organizationId }, after, size) =>
    listWallet(db, organizationId, { ...asWalletFilters(filters), after }, { size }),
  columns: ({ t }) => [
    { title: titleOf(t, 'at'), type: 'instant', width: 17, value: (row) => row.at },
    { title: titleOf(t, 'shop'), type: 'text', width: 20, value: (row) => row.shopName },
    { title: titleOf(t, 'kind'), type: 'text', width: 22, value: (row) => t(`shopeeMoney.kinds.${row.kind}`) },
    { title: titleOf(t, 'amount'), type: 'money', width: 13, value: (row) => row.amountCents },
    { title: titleOf(t, 'fee'), type: 'money', width: 11, value: (row) => row.feeCents },
    { title: titleOf(t, 'balance'), type: 'money', width: 13, value: (row) => row.balanceCents },
    { title: titleOf(t, 'order'), type: 'text', width: 18, value: (row) => row.orderCode },
    { title: titleOf(t, 'refund'), type: 'text', width: 18, value: (row) => row.refundNumber },
    { title: titleOf(t, 'withdrawal'), type: 'text', width: 16, value: (row) => row.withdrawalId },
    { title: titleOf(t, 'type'), type: 'text', width: 26, value: (row) => row.type },
    { title: titleOf(t, 'description'), type: 'text', width: 40, value: (row) => row.description ?? row.reason },
    { title: titleOf(t, 'source'), type: 'text', width: 10, value: (row) => t(`shopeeMoney.sources.${row.source}`) },
  ],
})
