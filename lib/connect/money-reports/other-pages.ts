import { recognizeHeadings } from '@/lib/core/sheets/heading-names'
import type { RefusalCode } from '@/lib/core/sheets/refusal'
import { catalogueSources } from '../catalogue-sheets/sources'
import { saleSources } from '../channel-sales/fields'
import type { SheetPart } from './columns'
import type { Headings } from './heading-search'
import { moneySources } from './money-sources'

/** Our own sheets are known by no heading of theirs alone: by so many together. */
const ownColumns = 5

/** The refusal of a sheet that another page takes: of products, stock and kits, or of another channel's sales. */
export function refusalOfOtherPage(headings: Headings): RefusalCode | null {
  const sales = recognizeHeadings(headings, saleSources)
  if (sales && isSure(sales)) return 'moneyFileIsSales'
  const catalogue = recognizeHeadings(headings, catalogueSources)
  return catalogue && isSure(catalogue) ? 'moneyFileIsCatalogue' : null
}

/** The reports that only the page of money files takes, and that no sheet of another system is mistaken for. */
const moneyParts: readonly SheetPart[] = ['income', 'adjustment', 'wallet', 'returns', 'advances', 'affiliates', 'ads']

/** The refusal of the marketplace's own reports, on a page of sheets of other systems. */
export function refusalOfReport(headings: Headings): RefusalCode | null {
  const source = recognizeHeadings(headings, moneySources)?.source
  if (source === 'orders') return 'moneyFileIsOrders'
  return source && moneyParts.includes(source) ? 'importIsMoney' : null
}

const isSure = ({ source, places }: { source: string; places: object }) =>
  source !== 'mascate' || Object.keys(places).length >= ownColumns
