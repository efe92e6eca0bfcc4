import { maskMemo } from '../bank/mask-memo'
import { ColumnWatch } from '../imports/column-watch'
import { recognizeHeadings, type Places } from '../imports/heading-names'
import { SheetRefused, type RefusalCode } from '../imports/refusal'
import type { SheetRow } from '../imports/sheet-reader'
import { isTotalsRow, totalsOf } from '../imports/totals-row'
import { UnreadList } from '../imports/unread'
import { readReportWords, wordsOf } from '../wallet/report-words'
import type { SheetFields, SheetPart } from './columns'
import { fileTypes, moneySources, unreadTypes } from './money-sources'
import { adsReportOf, type AdsReport } from './ads-reports'
import { isKnownAdvanceStatus } from './advance-words'
import type { FileFacts, Preamble, ReadRow } from './file-facts'
import { isItemRow, isOrderRow, makeAdjustments, makeRepeats, readFreightRow, readIncomeRow } from './income-rows'
import { FreightNotes } from './freight-notes'
import { feeStateRank, readAffiliateRow, readServiceFeeRow, sumOf } from './fee-rows'
import type { MoneyItem, ReturnItem } from './items'
import { isTemplateRow, readListingRow } from './listing-rows'
import { ListingSheet } from './listing-sheet'
import { ListingStatSheets } from './listing-stat-rows'
import { readAdsRow, readAdvanceRow, readReturnRow, readWalletRow } from './other-rows'
import { readReturnKind, readReturnStatus } from './return-words'
import { daysIn, RowCells } from './row-cells'
import { makeRowTwice } from './row-twice'
import type { MoneyFileType } from './schema'
import { basisOf, readStatRow } from './stat-rows'
import { StatSheets } from './stat-sheet'
import { isSpareColumn, isSpareSheet } from './spare-columns'

/** Below that many rows there is a heading, or there is none. */
const preambleRows = 40
/** So many cells of a row may say whose file it is, and of when. */
const preambleCells = 50

type Layout = {
  part: SheetPart
  row: number
  places: Places<string>
  headings: ReadonlyMap<number, string>
  watch: ColumnWatch
}
const nothing: readonly ReadRow[] = []

/** The rows of a workbook, sheet after sheet: above the headings whose it is, below them what it says; what was not understood is listed. */
export class SheetReading {
  private type: MoneyFileType | null = null
  private layout: Layout | null = null
  private sheet: string | undefined
  private above: string[][] = []
  private rows = 0
  private refusal: RefusalCode | null = null
  private ads: AdsReport | null = null
  private readonly preamble: Preamble = { days: [], texts: [], lines: [] }
  private readonly freight = new FreightNotes()
  private readonly adjustments = makeAdjustments()
  private readonly repeats = makeRepeats()
  private readonly twice = makeRowTwice()
  private readonly returns = new Map<string, { row: ReadRow; item: ReturnItem }>()
  private readonly listings = new ListingSheet()
  private readonly stats = new StatSheets()
  private readonly listingStats = new ListingStatSheets()
  readonly unread = new UnreadList()

  facts(): FileFacts {
    if (!this.type) throw new SheetRefused(this.refusal ?? 'moneyFileUnknown')
    const ads = this.ads && { ads: this.ads }
    const { type, preamble, unread } = this
    return { type, preamble, leftOut: 0, unread, checks: this.stats.checks, ...ads }
  }

  take(row: SheetRow): readonly ReadRow[] {
    if (row.sheet !== this.sheet) this.open(row.sheet)
    if (isEmpty(row)) return nothing
    this.rows += 1
    if (!this.layout) {
      this.findLayout(row)
      return nothing
    }
    const { headings, places } = this.layout
    const isHeading = Object.values(places).every(
      (at) => at !== undefined && row.cells.get(at)?.text === headings.get(at),
    )
    return isHeading ? nothing : this.readRow(row, this.layout)
  }

  end(): readonly ReadRow[] {
    this.close()
    this.freight.tellLeft(this.unread)
    const listings = [...this.listings.end()].flatMap(({ cells, item }) =>
      this.answer(cells, item && { type: 'listings', item }),
    )
    const listingStats = this.listingStats
      .end(this.unread)
      .flatMap(({ cells, item }) => this.answer(cells, { type: 'listingStats', item }))
    return [...[...this.returns.values()].map(({ row }) => row), ...listings, ...listingStats, ...this.stats.lastDays]
  }

  private open(sheet: string | undefined) {
    this.close()
    this.sheet = sheet
    this.layout = null
    this.above = []
    this.rows = 0
  }

  private close() {
    this.stats.endSheet()
    if (this.layout) this.layout.watch.tell(this.unread, this.sheet)
    else if (this.sheet !== undefined && isSpareSheet(this.sheet)) this.takePreamble()
    else if (this.rows > 0 && this.sheet !== undefined) this.unread.add({ kind: 'sheet', name: this.sheet }, this.rows)
    this.layout = null
    this.rows = 0
  }

  private findLayout(row: SheetRow) {
    if (this.above.length >= preambleRows) return
    const headings = new Map([...row.cells].map(([at, { text }]) => [at, text] as const))
    const found = recognizeHeadings(headings, moneySources, this.sheet)
    const type = found && fileTypes[found.source]
    if (found && !type) this.refusal ??= unreadTypes[found.source] ?? null
    if (!found || !type || (this.type && this.type !== type)) {
      const said = [...row.cells.values()].slice(0, preambleCells)
      this.above.push(said.map(({ text }) => text.trim().slice(0, 200)))
      return
    }
    this.layout = {
      ...{ part: found.source, row: row.number, places: found.places, headings },
      watch: new ColumnWatch(headings, Object.values(found.places), (name) => isSpareColumn(found.source, name), true),
    }
    if (type === 'ads') {
      const report = adsReportOf([...headings.values()], this.above.flat())
      if (!report) throw new SheetRefused('moneyFileAdsDivided')
      this.ads = report
    }
    this.type = type
    this.takePreamble()
  }

  /** What stands above the headings, or on a sheet of totals: whose the file is, of when, and what it comes to. */
  private takePreamble() {
    this.preamble.lines.push(...this.above)
    const texts = this.above.flat()
    this.preamble.texts.push(...texts)
    this.preamble.days.push(...texts.flatMap(daysIn))
  }

  private readRow(row: SheetRow, { part, places, headings, watch, row: headingsAt }: Layout): readonly ReadRow[] {
    const cells = <F extends string>() => new RowCells<F>(row, places as Places<F>, headings)
    if (part === 'listings' && isTemplateRow(cells<SheetFields['listings']>(), headingsAt)) {
      this.preamble.texts.push(...[...row.cells.values()].map(({ text }) => text.trim().slice(0, 200)))
      return nothing
    }
    if (places.code !== undefined && isTotalsRow(row, [places.code, places.on, places.at, places.releasedOn])) {
      this.preamble.lines.push(...totalsOf(row, headings, Object.values(places)))
      return nothing
    }
    const amounts = watch.take(row)
    switch (part) {
      case 'income': {
        const income = cells<SheetFields['income']>()
        if (!isOrderRow(income)) {
          const view = income.note('view', 40)
          const total = income.money('total')
          if (!isItemRow(view) && total) this.tellWord(view ?? '-', income, 'view', total)
          return nothing
        }
        const read = readIncomeRow(income, this.freight, this.repeats, amounts)
        if (read && 'repeated' in read) return this.tellTwice(read.repeated, income.money('total'))
        return this.answer(income, read && { type: 'income', ...read })
      }
      case 'adjustment': {
        const adjustment = cells<SheetFields['adjustment']>()
        const item = this.adjustments(adjustment)
        return this.answer(adjustment, item && { type: 'income', item, isOff: false })
      }
      case 'freight': {
        const freight = cells<SheetFields['freight']>()
        const note = readFreightRow(freight)
        this.tellOdd([...freight.problems, ...freight.odd])
        return !note || this.freight.add(note.code, note, this.sheet)
          ? nothing
          : this.tellTwice(note.code, note.chargedCents)
      }
      case 'serviceFees': {
        const fees = cells<SheetFields['serviceFees']>()
        const item = readServiceFeeRow(fees, amounts)
        if (item && this.twice(fees.said())) return this.tellTwice(item.code, sumOf(item))
        return this.answer(fees, item && { type: 'fees', item })
      }
      case 'affiliates': {
        const fees = cells<SheetFields['affiliates']>()
        const item = readAffiliateRow(fees)
        if (item && this.twice(fees.said())) return this.tellTwice(item.code, sumOf(item))
        const state = item?.fees[0]?.state
        if (item && state && feeStateRank(state) === 0) this.tellWord(state, fees, 'state', sumOf(item))
        return this.answer(fees, item && { type: 'fees', item })
      }
      case 'wallet': {
        const wallet = cells<SheetFields['wallet']>()
        const item = readWalletRow(wallet)
        if (item && item.balanceCents !== null && item.amountCents !== 0n && this.twice(wallet.said()))
          return this.tellTwice(item.orderCode ?? item.type, item.amountCents)
        if (item && !readReportWords(item.type, item.description ?? '', item.amountCents).isKnown)
          this.tellWord(wordsOf(item.type, item.description ?? ''), wallet, 'type', item.amountCents)
        return this.answer(wallet, item && { type: 'wallet', item })
      }
      case 'returns':
        return this.takeReturn(cells<SheetFields['returns']>())
      case 'advances': {
        const advance = cells<SheetFields['advances']>()
        const item = readAdvanceRow(advance)
        if (item && this.twice(advance.said())) return this.tellTwice(item.code, item.receivedCents)
        if (item?.status && !isKnownAdvanceStatus(item.status))
          this.tellWord(item.status, advance, 'status', item.receivedCents)
        return this.answer(advance, item && { type: 'advances', item })
      }
      case 'ads': {
        const ads = cells<SheetFields['ads']>()
        const item = readAdsRow(ads)
        if (item && item.spendCents > 0n && this.twice(ads.said()))
          return this.tellTwice(item.title || item.item, item.spendCents)
        return this.answer(ads, item && { type: 'ads', item })
      }
      case 'listings':
        return this.takeListing(cells<SheetFields['listings']>())
      case 'stats':
        return this.takeStat(cells<SheetFields['stats']>())
      case 'listingStats': {
        const listing = cells<SheetFields['listingStats']>()
        return this.listingStats.take(listing, this.unread) ? nothing : this.answer(listing, null)
      }
      case 'affiliateTotals':
      case 'fullStock':
      case 'orders':
        return nothing
    }
  }

  private takeStat(cells: RowCells<SheetFields['stats']>): readonly ReadRow[] {
    const { basis, isKnown } = basisOf(this.sheet)
    const read = readStatRow(cells, basis, this.sheet)
    if (!read) return this.answer(cells, null)
    if (this.twice(basis + cells.said())) return this.tellTwice(read.from, null)
    if (!isKnown && this.stats.isEmpty) this.unread.add({ kind: 'word', name: this.sheet ?? '' })
    this.tellOdd(cells.odd)
    return this.stats.take(read, cells)
  }

  private takeListing(cells: RowCells<SheetFields['listings']>): readonly ReadRow[] {
    const read = readListingRow(cells)
    if (!read) return this.answer(cells, null)
    if (this.twice(cells.said())) return this.tellTwice(read.item.item, null)
    this.listings.take(cells, read)
    return nothing
  }

  /** A return has a row an item, wherever they stand: it is whole at the end of the file. */
  private takeReturn(cells: RowCells<SheetFields['returns']>): readonly ReadRow[] {
    const item = readReturnRow(cells)
    if (!item) return this.answer(cells, null)
    if (this.twice(cells.said())) return this.tellTwice(item.number, null)
    const before = this.returns.get(item.number)
    if (before) {
      before.item.lines.push(...item.lines)
      this.tellOdd(cells.odd)
      return nothing
    }
    if (item.status !== '' && !readReturnStatus(item.status).isKnown)
      this.tellWord(item.status, cells, 'status', item.refundCents)
    for (const { field, word } of readReturnKind(item).unknown) this.tellWord(word, cells, field, item.refundCents)
    const [row] = this.answer(cells, { type: 'returns', item })
    this.returns.set(item.number, { row: row!, item })
    return nothing
  }

  private answer<F extends string>(cells: RowCells<F>, read: MoneyItem | null): readonly ReadRow[] {
    const code = cells.has('code' as F) ? (cells.note('code' as F, 40) ?? '') : ''
    const at = { row: cells.row.number, key: code }
    if (!read) return [{ ...at, problems: [...cells.problems, ...cells.odd] }]
    this.tellOdd(cells.odd)
    return [{ ...at, read }]
  }

  private tellOdd(odd: RowCells<string>['odd']) {
    for (const { column, cell, value } of odd)
      this.unread.add({ kind: 'cell', name: column, place: this.sheet, sample: maskMemo(`${cell}: ${value}`) })
  }

  private tellTwice(name: string, cents: bigint | null): readonly ReadRow[] {
    this.unread.add({ kind: 'repeat', name, place: this.sheet, cents })
    return nothing
  }

  private tellWord<F extends string>(name: string, cells: RowCells<F>, field: F, cents: bigint) {
    this.unread.add({ kind: 'word', name: maskMemo(name), place: cells.headingOf(field), cents })
  }
}

const isEmpty = ({ cells }: SheetRow) => [...cells.values()].every(({ text }) => /^[\s-]*$/.test(text))
