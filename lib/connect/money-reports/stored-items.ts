import { localDay, type Day } from '@/lib/core/dates'
import { storedJson } from '@/lib/core/stored-json'
import type { NumberedMovement } from '@/lib/money/wallet/number-movements'
import { walletRows, type StoredMovement } from '@/lib/money/wallet/write-wallet'
import type { AdsDay } from './ads-days'
import type { AdsReport } from './ads-reports'
import type { ReportedAdvance } from './advance-words'
import type {
  AdvanceItem,
  BankItem,
  FeeDetail,
  FeeReport,
  IncomeItem,
  ListingItem,
  ListingStatItem,
  ReturnItem,
  StatItem,
} from './items'
import type { statSums } from './items'
import { returnRow } from './return-words'
import type { MoneyFileType, ShownRow } from './schema'

/** Whose file it is: the company, and the shop or the bank account. */
export type Place = { organizationId: string; ownerId: string }

/** The staged form of a row, as it is written later. Instants are texts, amounts numbers. */
export type StoredItem = { show: ShownRow; data: object }

const shown = (
  row: number,
  one: { code?: string | null; day: Day | null; text?: string; cents: bigint | null },
): ShownRow => ({
  row,
  code: one.code ?? null,
  day: one.day,
  text: (one.text ?? '').slice(0, 120),
  amountCents: one.cents === null ? null : String(one.cents),
})
const stored = (show: ShownRow, data: object): StoredItem => JSON.parse(storedJson({ show, data })) as StoredItem

export function storeIncome(row: number, item: IncomeItem, timeZone: string): StoredItem {
  const { code, part, amount, at, lines } = item
  const cents = amount ?? lines.reduce((sum, line) => sum + line.amount, 0n)
  const text = amount === null ? (lines[0]?.name ?? '') : part
  const day = localDay(at, timeZone)
  return stored(shown(row, { code: code || null, day, text, cents }), { ...item, day })
}

export function storeFees(row: number, item: FeeDetail): StoredItem {
  const { saidCents: _, ...data } = item
  const { code, fees } = data
  const text = fees.map(({ name }) => name).join(' · ')
  // The expected freight and the charged one are no parts of a sum.
  const cents = item.report === 'freight' ? fees.at(-1)!.amount : fees.reduce((sum, { amount }) => sum + amount, 0n)
  return stored(shown(row, { code, day: null, text, cents }), data)
}

export function storeMovement(row: number, movement: NumberedMovement, timeZone: string): StoredItem {
  const { orderCode: code, at, amountCents: cents, type, description } = movement
  const [data] = walletRows([movement], timeZone)
  return stored(shown(row, { code, day: localDay(at, timeZone), text: description ?? type, cents }), data!)
}

export function storeReturn(row: number, item: ReturnItem, timeZone: string): StoredItem {
  const { code, openedAt, refundCents: cents, number } = item
  return stored(shown(row, { code, day: localDay(openedAt, timeZone), text: number, cents }), returnRow(item))
}

export function storeAdvance(row: number, item: AdvanceItem, timeZone: string): StoredItem {
  const { code, at, receivedCents: cents, number } = item
  return stored(shown(row, { code, day: localDay(at, timeZone), text: number, cents }), item)
}

/** A day of a report; `isEarlier`: a later report of the same days is stored. */
export function storeAdsDay(
  row: number,
  items: AdsDay[],
  { from, report, isEarlier }: { from: Day; report: AdsReport; isEarlier: boolean },
): StoredItem {
  const { day, days } = items[0]!
  const cents = items.reduce((sum, { spendCents }) => sum + spendCents, 0n)
  const rows = items.map(({ day: _, days: __, ...rest }) => rest)
  return stored(shown(row, { day, text: String(items.length), cents }), { day, days, from, report, isEarlier, rows })
}

/** `at`: from when the file is. */
export function storeListing(row: number, item: ListingItem, at: Date): StoredItem {
  const { title, variation, sku, price } = item
  const text = [item.item, sku, title, variation].filter(Boolean).join(' · ')
  return stored(shown(row, { day: null, text, cents: price }), { ...item, at })
}

export function storeStat(row: number, item: StatItem): StoredItem {
  const { said: text, ...data } = item
  return stored(shown(row, { day: item.day, text, cents: item.sales }), data)
}

/** `from` to `to`: the days that the file is of. */
export function storeListingStat(row: number, item: ListingStatItem, { from, to }: { from: Day; to: Day }): StoredItem {
  const text = [item.item, item.sku, item.title].filter(Boolean).join(' · ')
  return stored(shown(row, { day: from, text, cents: item.sales }), { ...item, from, to })
}

/** `former`: the key that an earlier version kept the account under. */
type Account = { key: string; former: string | null; end: string; entity: string | null; of?: string }

export function storeEntry(row: number, { of: _, ...item }: BankItem, { key, ...account }: Account): StoredItem {
  const { day, memo, amountCents: cents } = item
  const data = { ...item, ...account, account: key }
  return stored(shown(row, { day, text: memo, cents }), data)
}

export type StoredIncome = { code: string; part: string; amount: number | null; at: string; day: Day; lines: object[] }

/** As it is staged: amounts are numbers, in cents. */
export type StoredFees = {
  code: string
  report: FeeReport
  fees: { key: string; name: string; amount: number; state: string | null }[]
}

export type StoredListing = Omit<ListingItem, 'price'> & { price: number | null; at: string }

type StatSum = (typeof statSums)[number]
export type StoredStat = Omit<StatItem, StatSum | 'said'> & Record<StatSum, number | null>

export type StoredListingStat = Omit<ListingStatItem, 'sales'> & { sales: number | null; from: Day; to: Day }

/** Back from the stage: every amount a number still. */
export type Stored = {
  income: StoredIncome | StoredFees
  affiliates: StoredFees
  listings: StoredListing
  stats: StoredStat
  listingStats: StoredListingStat
  wallet: StoredMovement
  returns: ReturnType<typeof returnRow>
  advances: ReportedAdvance & Pick<AdvanceItem, 'number' | 'code'>
  ads: {
    day: Day
    days: number
    from?: Day
    report?: AdsReport
    isEarlier?: boolean
    rows: Record<string, string | number | null>[]
  }
  bank: {
    fitid: string
    day: Day
    amountCents: number
    memo: string
    account: string
    former?: string | null
    rank?: number
    /** The account that a spreadsheet is known to be of. */
    of?: string
    end: string
    entity: string | null
  }
}
export type StoredOf<T extends MoneyFileType> = Stored[T]
