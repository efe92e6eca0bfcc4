import { reportLacking, type Useful } from '@/lib/core/sheets/lacking-columns'
import type { Follows, UnreadList } from '@/lib/core/sheets/unread'
import { incomeColumns, returnColumns, walletColumns, type SheetPart } from './columns'
import type { FoundHeadings } from './heading-search'

type Names = Readonly<Record<string, readonly string[]>>
const usefulOf =
  (columns: Names) =>
  (follows: Follows, ...fields: string[]): Useful<string> => ({ fields, name: columns[fields[0]!]![0]!, follows })

const [income, wallet, returns] = [usefulOf(incomeColumns), usefulOf(walletColumns), usefulOf(returnColumns)]

/** Columns without which a sheet is known for what it is, and something of its rows is not. */
const usefulColumns: Partial<Record<SheetPart, readonly Useful<string>[]>> = {
  income: [income('noDay', 'releasedOn')],
  wallet: [wallet('noOrders', 'code')],
  returns: [returns('returnsOpen', 'status')],
}

export const reportLackingIn = (unread: UnreadList, { source, places }: FoundHeadings, sheet: string | undefined) =>
  reportLacking(unread, usefulColumns[source] ?? [], (field) => places[field] !== undefined, sheet)
