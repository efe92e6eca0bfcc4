import 'server-only'
import { open } from 'node:fs/promises'
import { maskMemo } from '../bank/mask-memo'
import { recognizeHeadings, type Places } from '../imports/heading-names'
import { readInThread, readRowsInThread } from '../imports/read-in-thread'
import { SheetRefused } from '../imports/refusal'
import type { SheetRow } from '../imports/sheet-reader'
import { inspectTableFile } from '../imports/table-reader'
import { sheetLimits } from '../imports/zip-directory'
import type { Day } from '../dates'
import {
  moneySources,
  type AdjustmentField,
  type AdsField,
  type AdvanceField,
  type FreightField,
  type IncomeField,
  type ReturnField,
  type SheetPart,
  type WalletField,
} from './columns'
import {
  isOrderRow,
  makeAdjustments,
  makeRepeats,
  readFreightRow,
  readIncomeRow,
  type FreightNote,
} from './income-rows'
import type { MoneyItem } from './items'
import { looksLikeOfx, type OfxBatch } from './ofx'
import { readAdsRow, readAdvanceRow, readReturnRow, readWalletRow } from './other-rows'
import { daysIn, RowCells, type CellProblemAt } from './row-cells'
import type { MoneyFileType } from './schema'

const headBytes = 8 * 1024
/** Below that many rows there is a heading, or there is none. */
const preambleRows = 40
/** So many cells of a row may say whose file it is, and of when. */
const preambleCells = 50
const batchRows = 500
/** In the order in which they are read: what explains freight comes before the orders it explains. */
const sheets = ['shipping fee discrepancy', 'renda', 'income', 'adjustment', 'transaction report', 'orders', 'order']

export type GoodRow = { row: number; key: string; read: MoneyItem }
export type BadRow = { row: number; key: string; problems: CellProblemAt[] }
export type ReadRow = GoodRow | BadRow
export type ReadBatch = { rows: ReadRow[]; progress: number }
/** What stands above the headings: whose file it is, and of when. */
export type Preamble = { days: Day[]; texts: string[] }
export type FileFacts = {
  type: MoneyFileType
  preamble: Preamble
  account: { bank: string; branch: string; account: string } | null
  /** Rows of the whole file that are not taken, since nothing is asked of them. */
  leftOut: number
}

/** Refuses what is neither a sheet nor a statement. */
export async function inspectMoneyFile(path: string): Promise<'ofx' | 'sheet'> {
  const file = await open(path, 'r')
  const head = Buffer.alloc(headBytes)
  const { bytesRead } = await file.read(head, 0, headBytes, 0).finally(() => file.close())
  if (looksLikeOfx(head.subarray(0, bytesRead).toString('latin1'))) return 'ofx'
  await inspectTableFile(path)
  return 'sheet'
}

/** Reads a file of any known kind, told what it is with every batch of its rows. */
export async function readMoneyFile(
  path: string,
  onBatch: (facts: FileFacts, batch: ReadBatch) => Promise<void>,
): Promise<void> {
  if ((await inspectMoneyFile(path)) === 'ofx') return readStatement(path, onBatch)
  const reader = new SheetReading()
  const options = { path, preferredSheet: sheets[1]!, sheets, maxRows: sheetLimits.rows, batchRows }
  await readRowsInThread(options, async ({ rows, progress }) => {
    const read = rows.flatMap((row) => reader.take(row) ?? [])
    if (read.length > 0) await onBatch(reader.facts(), { rows: read, progress })
  })
  await onBatch(reader.facts(), { rows: reader.end(), progress: 1 })
}

/** In a thread, as a sheet: a statement built to exhaust memory or time ends the thread, never the worker. */
const readStatement = (path: string, onBatch: (facts: FileFacts, batch: ReadBatch) => Promise<void>) =>
  readInThread<OfxBatch>(
    'lib/money-files/ofx-thread.ts',
    { path, batchRows },
    async ({ account, rows, leftOut, progress }) => {
      if (rows.length + leftOut === 0) throw new SheetRefused('importNoRows')
      const { from, to, ...whose } = account
      const facts: FileFacts = {
        type: 'bank',
        preamble: { days: [from, to].flatMap((day) => day ?? []), texts: [] },
        account: whose,
        leftOut,
      }
      await onBatch(facts, { rows: rows.map(bankRow), progress })
    },
  )

function bankRow(one: OfxBatch['rows'][number]): ReadRow {
  const { row } = one
  if (!('problem' in one)) return { row, key: '', read: { type: 'bank', item: { ...one, memo: maskMemo(one.memo) } } }
  const { tag, value, problem } = one
  return { row, key: '', problems: [{ column: tag, cell: '', value, problem }] }
}

type Layout = { part: SheetPart; places: Places<string>; headings: ReadonlyMap<number, string> }
const typeOf: Partial<Record<SheetPart, MoneyFileType>> = {
  income: 'income',
  adjustment: 'income',
  freight: 'income',
  wallet: 'wallet',
  returns: 'returns',
  advances: 'advances',
  ads: 'ads',
}

/** The rows of a workbook, sheet after sheet: above the headings whose it is, below them what it says. */
class SheetReading {
  private type: MoneyFileType | null = null
  private layout: Layout | null = null
  private sheet: string | undefined
  private above = 0
  private readonly preamble: Preamble = { days: [], texts: [] }
  private readonly freight = new Map<string, FreightNote>()
  private readonly adjustments = makeAdjustments()
  private readonly repeats = makeRepeats()
  private last: ReadRow | null = null

  facts(): FileFacts {
    if (!this.type) throw new SheetRefused('moneyFileUnknown')
    return { type: this.type, preamble: this.preamble, account: null, leftOut: 0 }
  }

  take(row: SheetRow): ReadRow | null {
    if (row.sheet !== this.sheet) this.open(row.sheet)
    if (this.layout) return this.readRow(row, this.layout)
    this.findLayout(row)
    return null
  }

  end(): ReadRow[] {
    const left = this.last ? [this.last] : []
    this.last = null
    return left
  }

  private open(sheet: string | undefined) {
    this.sheet = sheet
    this.layout = null
    this.above = 0
  }

  private findLayout(row: SheetRow) {
    const headings = new Map([...row.cells].map(([at, { text }]) => [at, text] as const))
    const found = recognizeHeadings(headings, moneySources)
    if (found?.source === 'orders') throw new SheetRefused('moneyFileIsOrders')
    if (found) {
      this.layout = { part: found.source, places: found.places, headings }
      const type = typeOf[found.source]!
      if (this.type && this.type !== type) throw new SheetRefused('moneyFileUnknown')
      this.type = type
      return
    }
    this.above += 1
    if (this.above > preambleRows) {
      // A further sheet of a report that is known may say nothing to us.
      if (!this.type) throw new SheetRefused('moneyFileUnknown')
      return
    }
    const said = [...row.cells.values()].slice(0, preambleCells)
    const texts = said.map(({ text }) => text.trim().slice(0, 200))
    this.preamble.texts.push(...texts)
    this.preamble.days.push(...texts.flatMap(daysIn))
  }

  private readRow(row: SheetRow, { part, places, headings }: Layout): ReadRow | null {
    const cells = <F extends string>() => new RowCells<F>(row, places as Places<F>, headings)
    switch (part) {
      case 'income': {
        const income = cells<IncomeField>()
        if (!isOrderRow(income) || isEmpty(row)) return null
        const read = readIncomeRow(income, this.freight, this.repeats)
        return answer(income, read && { type: 'income', ...read })
      }
      case 'adjustment': {
        const adjustment = cells<AdjustmentField>()
        if (isEmpty(row)) return null
        const item = this.adjustments(adjustment)
        return answer(adjustment, item && { type: 'income', item, isOff: false })
      }
      case 'freight': {
        const note = readFreightRow(cells<FreightField>())
        if (note) this.freight.set(...note)
        return null
      }
      case 'wallet': {
        if (isEmpty(row)) return null
        const wallet = cells<WalletField>()
        const item = readWalletRow(wallet)
        return answer(wallet, item && { type: 'wallet', item })
      }
      case 'returns':
        return isEmpty(row) ? null : this.takeReturn(cells<ReturnField>())
      case 'advances': {
        if (isEmpty(row)) return null
        const advance = cells<AdvanceField>()
        const item = readAdvanceRow(advance)
        return answer(advance, item && { type: 'advances', item })
      }
      case 'ads': {
        if (isEmpty(row)) return null
        const ads = cells<AdsField>()
        const item = readAdsRow(ads)
        return answer(ads, item && { type: 'ads', item })
      }
      case 'orders':
        throw new SheetRefused('moneyFileIsOrders')
    }
  }

  /** A return has a row an item, one after the other: it is handed on when the next one begins. */
  private takeReturn(cells: RowCells<ReturnField>): ReadRow | null {
    const item = readReturnRow(cells)
    const next = answer(cells, item && { type: 'returns', item })
    const { last } = this
    if (item && last && 'read' in last && last.read.type === 'returns' && last.read.item.number === item.number) {
      last.read.item.lines.push(...item.lines)
      return null
    }
    this.last = next
    return last
  }
}

const isEmpty = ({ cells }: SheetRow) => [...cells.values()].every(({ text }) => /^[\s-]*$/.test(text))

function answer<F extends string>(cells: RowCells<F>, read: MoneyItem | null): ReadRow {
  const code = cells.has('code' as F) ? (cells.note('code' as F, 40) ?? '') : ''
  const at = { row: cells.row.number, key: code }
  return read ? { ...at, read } : { ...at, problems: cells.problems }
}
