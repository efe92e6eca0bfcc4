import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import type { UnreadList } from '@/lib/core/sheets/unread'
import type { Day } from '@/lib/core/dates'
import type { AdsReport } from './ads-reports'
import type { MoneyItem } from './items'
import type { CellProblemAt } from './row-cells'
import type { MoneyFileType, SumCheck } from './schema'

export type GoodRow = { row: number; key: string; read: MoneyItem }
export type BadRow = { row: number; key: string; problems: CellProblemAt[] }
export type ReadRow = GoodRow | BadRow
export type ReadBatch = { rows: readonly ReadRow[]; progress: number }
/** The text above the headings: the file's owner and period; cell by cell, and line by line. */
export type Preamble = { days: Day[]; texts: string[]; lines: string[][] }
export type FileFacts = {
  type: MoneyFileType
  preamble: Preamble
  /** Rows of the whole file that are not taken, since nothing is asked of them. */
  leftOut: number
  /** Which of the ads reports it is. */
  ads?: AdsReport
  /** Sums that a sheet tells of itself and that its rows do not make, as far as it has been read. */
  checks?: readonly SumCheck[]
  /** The parts not understood so far. */
  unread: UnreadList
}

/** So many cells of a row may say whose file it is, and of when. */
const preambleCells = 50
export const saidBy = ({ cells }: SheetRow): string[] =>
  [...cells.values()].slice(0, preambleCells).map(({ text }) => text.trim().slice(0, 200))
