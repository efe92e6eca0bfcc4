import { maskMemo } from '@/lib/money/bank/mask-memo'
import { feeStateRank } from '@/lib/money/fees/reported-fees'
import { localDay, type Day } from '@/lib/core/dates'
import { ColumnWatch } from '@/lib/core/sheets/column-watch'
import type { Places } from '@/lib/core/sheets/heading-names'
import { SheetRefused, type RefusalCode } from '@/lib/core/sheets/refusal'
import { reportGuessedDays } from '@/lib/core/sheets/date-order'
import { rowFault } from '@/lib/core/sheets/row-fault'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { isTotalsRow, noteIn, totalsOf } from '@/lib/core/sheets/totals-row'
import { UnreadList } from '@/lib/core/sheets/unread'
import type { SheetFields, SheetPart } from './columns'
import {
  HeadingSearch,
  headingsOf,
  isWordsAlone,
  recognizedIn,
  withRowBelow,
  type FoundHeadings,
} from './heading-search'
import { fileTypes, unreadTypes } from './money-sources'
import { adsReportOf, type AdsReport } from './ads-reports'
import { BankSheet } from './bank-sheet'
import { isCancelledAdvance, isKnownAdvanceStatus } from './advance-words'
import { saidBy, type FileFacts, type Preamble, type ReadRow } from './file-facts'
import { isItemRow, isOrderRow, makeAdjustments, makeRepeats, readFreightRow, readIncomeRow } from './income-rows'
import { FreightNotes } from './freight-notes'
import { makeFeeDifferences, readAffiliateRow, readServiceFeeRow, sumOf } from './fee-rows'
import { isTemplateRow, readListingRow } from './listing-rows'
import { ListingSheet } from './listing-sheet'
import { ListingStatSheets } from './listing-stat-rows'
import { readAdsRow, readAdvanceRow, readReturnRow } from './other-rows'
import { refusalOfOtherPage } from './other-pages'
import { ReturnSheet } from './return-sheet'
import { readReturnKind, readReturnStatus } from './return-words'
import { daysIn, RowCells } from './row-cells'
import { RowAnswers } from './row-answers'
import { makeRowTwice } from './row-twice'
import type { MoneyFileType } from './schema'
import { basisOf, readStatRow } from './stat-rows'
import { StatSheets } from './stat-sheet'
import { isSpareColumn, isSpareSheet } from './spare-columns'
import { reportLackingIn } from './useful-columns'
import { WalletSheet } from './wallet-sheet'

type Layout = { part: SheetPart; found: FoundHeadings; watch: ColumnWatch }
const nothing: readonly ReadRow[] = []

/** The rows of a workbook, sheet after sheet: above the headings whose it is, below them what it says; what was not understood is listed. */
export class SheetReading {
  private type: MoneyFileType | null = null
  private layout: Layout | null = null
  private sheet: string | undefined
  private isHidden = false
  private isLeftOut = false
  private readonly parts = new Set<SheetPart>()
  private search = new HeadingSearch()
  private above: string[][] = []
  private rows = 0
  private refusal: RefusalCode | null = null
  private ads: AdsReport | null = null
  private adsSpent = 0n
  private readonly preamble: Preamble = { days: [], texts: [], lines: [] }
  private readonly freight = new FreightNotes()
  private readonly adjustments = makeAdjustments()
  private readonly repeats = makeRepeats()
  private readonly twice = makeRowTwice()
  private readonly differsFrom = makeFeeDifferences()
  private readonly returns = new ReturnSheet()
  private readonly listings = new ListingSheet()
  private readonly stats = new StatSheets()
  private readonly listingStats = new ListingStatSheets()
  readonly unread = new UnreadList()
  private readonly rowAnswers = new RowAnswers(this.unread)
  private readonly wallet = new WalletSheet(this.rowAnswers, this.unread, this.twice)
  private readonly bank = new BankSheet(this.unread)

  /** `today`: an entry of a bank's statement after it has not come yet. */
  constructor(private readonly today: Day = localDay(new Date(), 'America/Sao_Paulo')) {}

  facts(): FileFacts {
    if (!this.type) throw new SheetRefused(this.refusal ?? 'moneyFileUnknown')
    const ads = this.ads && { ads: this.ads }
    const { type, preamble, unread, bank } = this
    return { type, preamble, leftOut: bank.leftOut, unread, checks: [...this.stats.checks, ...bank.checks], ...ads }
  }

  take(row: SheetRow): readonly ReadRow[] {
    const before = row.sheet === this.sheet ? nothing : this.open(row)
    if (isEmpty(row)) return before
    this.rows += 1
    if (this.isLeftOut) return before
    const read = this.layout ? this.takeBelow(row, this.layout) : this.findLayout(row)
    return before.length === 0 ? read : [...before, ...read]
  }

  private takeBelow(row: SheetRow, layout: Layout): readonly ReadRow[] {
    const { found } = layout
    const joined = withRowBelow(found, row, this.sheet)
    if (joined) {
      this.layout = layoutOf(joined)
      return nothing
    }
    const isHeading = Object.values(found.places).every(
      (at) => at !== undefined && row.cells.get(at)?.text === found.headings.get(at),
    )
    if (isHeading) {
      // Files of mass updates that were joined have each its own head of several rows.
      this.layout = { ...layout, found: { ...found, row: row.number } }
      return nothing
    }
    const again = found.source !== 'listings' && isWordsAlone(row) ? recognizedIn(row, this.sheet) : null
    if (again?.source !== found.source) return this.readRow(row, layout)
    // Reports of several months that were joined have each its own headings.
    layout.watch.report(this.unread, this.sheet)
    this.layout = layoutOf(again)
    return nothing
  }

  end(): readonly ReadRow[] {
    const last = this.close()
    const freight = this.freight.takeLeft(this.unread)
    const listings = [...this.listings.end()].flatMap(({ cells, item, more }) => {
      this.rowAnswers.odd(more.flatMap(({ odd }) => odd))
      return this.rowAnswers.answer(cells, item && { type: 'listings', item })
    })
    const listingStats = this.listingStats
      .end(this.unread)
      .flatMap(({ cells, item }) => this.rowAnswers.answer(cells, { type: 'listingStats', item }))
    const returns = this.endReturns()
    const bank = this.bank.end(this.today)
    const own = [...this.wallet.end(), ...bank, ...returns]
    return [...last, ...freight, ...own, ...listings, ...listingStats, ...this.stats.lastDays]
  }

  private open({ sheet, isHidden }: SheetRow): readonly ReadRow[] {
    const last = this.close()
    this.sheet = sheet
    this.isHidden = isHidden === true
    this.isLeftOut = false
    this.rowAnswers.sheet = sheet
    this.above = []
    this.search = new HeadingSearch()
    return last
  }

  private close(): readonly ReadRow[] {
    const isSpare = this.sheet !== undefined && isSpareSheet(this.sheet)
    const last = this.layout || isSpare || this.isLeftOut ? nothing : this.findByMeaning()
    this.stats.endSheet()
    if (this.isLeftOut) this.unread.add({ kind: 'hidden', name: this.sheet ?? '' }, this.rows)
    else if (this.layout) this.layout.watch.report(this.unread, this.sheet)
    else if (isSpare) this.takePreamble()
    else if (this.rows > 0 && this.sheet !== undefined) this.unread.add({ kind: 'sheet', name: this.sheet }, this.rows)
    this.layout = null
    this.rows = 0
    return last
  }

  private findLayout(row: SheetRow): readonly ReadRow[] {
    if (this.search.isOver) return nothing
    const result = this.search.take(row, this.sheet)
    const type = result && fileTypes[result.source]
    if (result && type && type !== 'bank' && (!this.type || this.type === type)) this.start(result, type)
    else {
      this.refusal ??= refusalOfOtherPage(headingsOf(row)) ?? (result && unreadTypes[result.source]) ?? null
      this.above.push(saidBy(row))
    }
    return !this.layout && !this.isLeftOut && this.search.isOver ? this.findByMeaning() : nothing
  }

  /** No row has headings that are known: those whose meaning is are taken, and what stands below them is read. */
  private findByMeaning(): readonly ReadRow[] {
    const meant = this.search.byMeaning(this.type) ?? this.search.ofBank(this.type)
    const type = meant && fileTypes[meant.found.source]
    if (!meant || !type) return nothing
    this.above = meant.above.map(saidBy)
    this.start(meant.found, type)
    if (this.isLeftOut) return nothing
    return meant.below.flatMap((row) => this.takeBelow(row, this.layout!))
  }

  private start(foundHeadings: FoundHeadings, type: MoneyFileType) {
    // A hidden sheet counts where no other says the same.
    this.isLeftOut = this.isHidden && this.parts.has(foundHeadings.source)
    if (this.isLeftOut) return
    if (this.isHidden) this.unread.add({ kind: 'hiddenRead', name: this.sheet ?? '' })
    this.parts.add(foundHeadings.source)
    if (type === 'ads') {
      const report = adsReportOf([...foundHeadings.headings.values()], this.above.flat())
      if (!report) throw new SheetRefused('moneyFileAdsDivided')
      this.ads = report
    }
    if (foundHeadings.bank) this.bank.open(foundHeadings.bank, foundHeadings.headings, this.above)
    this.layout = layoutOf(foundHeadings)
    reportLackingIn(this.unread, foundHeadings, this.sheet)
    this.type = type
    this.takePreamble()
  }

  /** The text above the headings, or on a sheet of totals: the file's owner, its period and its total. */
  private takePreamble() {
    this.preamble.lines.push(...this.above)
    const texts = this.above.flat()
    this.preamble.texts.push(...texts)
    this.preamble.days.push(...texts.flatMap(daysIn))
  }

  private readRow(row: SheetRow, { part, found, watch }: Layout): readonly ReadRow[] {
    const { places, headings, row: headingsAt } = found
    const cells = <F extends string>() => new RowCells<F>(row, places as Places<F>, headings)
    if (part === 'listings' && isTemplateRow(cells<SheetFields['listings']>(), headingsAt)) {
      if (recognizedIn(row, this.sheet)?.source === part) watch.addTitles(row)
      this.preamble.texts.push(...[...row.cells.values()].map(({ text }) => text.trim().slice(0, 200)))
      return nothing
    }
    if (isTotalsRow(row, keysOf(part, places))) {
      if (part === 'ads') this.rowAnswers.twice('Total', cells<SheetFields['ads']>().money('spend'))
      this.preamble.lines.push(...totalsOf(row, headings, Object.values(places)))
      return nothing
    }
    if (part === 'bankSheet' && this.bank.goesOn(row)) return nothing
    const note = noteIn(row)
    if (note !== null) {
      this.unread.add({ kind: 'row', name: maskMemo(note), ...(this.sheet !== undefined && { place: this.sheet }) })
      return nothing
    }
    const fault = rowFault(row, found.width)
    if (fault) {
      const faulty = cells<string>()
      faulty.refuse(Object.keys(places)[0]!, fault)
      return this.rowAnswers.answer(faulty, null)
    }
    reportGuessedDays(
      this.unread,
      row,
      dayFields.map((field) => places[field]),
      headings,
    )
    // The row of an order has the amounts of its items' rows.
    const isOfItem = part === 'income' && isItemRow(cells<SheetFields['income']>().note('view', 40))
    const amounts = isOfItem ? [] : watch.take(row)
    switch (part) {
      case 'income': {
        const income = cells<SheetFields['income']>()
        if (!isOrderRow(income)) {
          const view = income.note('view', 40)
          if (!isItemRow(view)) this.rowAnswers.word(view ?? '-', income, 'view', income.money('total'))
          return nothing
        }
        const read = readIncomeRow(income, this.freight, this.repeats, amounts)
        if (read && 'repeated' in read) return this.rowAnswers.twice(read.repeated, income.money('total'))
        return this.rowAnswers.answer(income, read && { type: 'income', ...read })
      }
      case 'adjustment': {
        const adjustment = cells<SheetFields['adjustment']>()
        const item = this.adjustments(adjustment)
        return this.rowAnswers.answer(adjustment, item && { type: 'income', item, isOff: false })
      }
      case 'freight': {
        const freight = cells<SheetFields['freight']>()
        const note = readFreightRow(freight)
        this.rowAnswers.odd([...freight.problems, ...freight.odd])
        return !note || this.freight.add(note.code, { ...note, row: row.number }, this.sheet)
          ? nothing
          : this.rowAnswers.twice(note.code, note.chargedCents)
      }
      case 'serviceFees': {
        const fees = cells<SheetFields['serviceFees']>()
        const item = readServiceFeeRow(fees, amounts)
        if (item && this.twice(fees.said())) return this.rowAnswers.twice(item.code, sumOf(item))
        const smaller = item && this.differsFrom(item)
        if (item && smaller)
          this.unread.add({ kind: 'differs', name: item.code, place: this.sheet, cents: sumOf(smaller) })
        return this.rowAnswers.answer(fees, item && { type: 'fees', item })
      }
      case 'affiliates': {
        const fees = cells<SheetFields['affiliates']>()
        const item = readAffiliateRow(fees)
        if (item && this.twice(fees.said())) return this.rowAnswers.twice(item.code, sumOf(item))
        const state = item?.fees[0]?.state
        if (item && state && feeStateRank(state) === 0) this.rowAnswers.word(state, fees, 'state', sumOf(item))
        return this.rowAnswers.answer(fees, item && { type: 'fees', item })
      }
      case 'wallet':
        return this.wallet.take(cells<SheetFields['wallet']>())
      case 'returns':
        return this.takeReturn(cells<SheetFields['returns']>())
      case 'advances': {
        const advance = cells<SheetFields['advances']>()
        const item = readAdvanceRow(advance)
        if (item && this.twice(advance.said())) return this.rowAnswers.twice(item.code, item.receivedCents)
        if (item && isCancelledAdvance(item.status))
          this.unread.add({ kind: 'notMoved', name: item.status!, cents: item.advanceCents, sample: item.code })
        else if (item?.status && !isKnownAdvanceStatus(item.status))
          this.rowAnswers.word(item.status, advance, 'status', item.receivedCents)
        return this.rowAnswers.answer(advance, item && { type: 'advances', item })
      }
      case 'ads': {
        const ads = cells<SheetFields['ads']>()
        const item = readAdsRow(ads)
        if (item && item.title === '' && item.item === '' && item.spendCents > 0n && item.spendCents === this.adsSpent)
          return this.rowAnswers.twice('Total', item.spendCents)
        this.adsSpent += item?.spendCents ?? 0n
        if (item && item.spendCents > 0n && this.twice(ads.saidByRow()))
          return this.rowAnswers.twice(item.title || item.item, item.spendCents)
        return this.rowAnswers.answer(ads, item && { type: 'ads', item })
      }
      case 'listings':
        return this.takeListing(cells<SheetFields['listings']>())
      case 'stats':
        return this.takeStat(cells<SheetFields['stats']>())
      case 'listingStats': {
        const listing = cells<SheetFields['listingStats']>()
        return this.listingStats.take(listing, this.unread) ? nothing : this.rowAnswers.answer(listing, null)
      }
      case 'bankSheet':
        this.bank.take(row)
        return nothing
      case 'affiliateTotals':
      case 'fullStock':
      case 'overview':
      case 'orders':
        return nothing
    }
  }

  private takeStat(cells: RowCells<SheetFields['stats']>): readonly ReadRow[] {
    const { basis, isKnown } = basisOf(this.sheet)
    const read = readStatRow(cells, basis, this.sheet)
    if (!read) return this.rowAnswers.answer(cells, null)
    if (this.twice(basis + cells.said())) return this.rowAnswers.twice(read.from, null)
    if (!isKnown && this.stats.isEmpty) this.unread.add({ kind: 'word', name: this.sheet ?? '' })
    this.rowAnswers.odd(cells.odd)
    return this.stats.take(read, cells)
  }

  private takeListing(cells: RowCells<SheetFields['listings']>): readonly ReadRow[] {
    const read = readListingRow(cells, this.listings.lastItem)
    if (!read) return this.rowAnswers.answer(cells, null)
    if (this.twice(cells.said())) return this.rowAnswers.twice(read.item.item, null)
    this.listings.take(cells, read)
    return nothing
  }

  private takeReturn(cells: RowCells<SheetFields['returns']>): readonly ReadRow[] {
    const item = readReturnRow(cells)
    if (!item) return this.rowAnswers.answer(cells, null)
    if (this.twice(cells.said())) return this.rowAnswers.twice(item.number, null)
    this.returns.take(cells, item)
    return nothing
  }

  private endReturns(): ReadRow[] {
    return [...this.returns.end()].flatMap(({ cells, item, isBad, more, older, less }) => {
      if (isBad) return this.rowAnswers.answer(cells, null)
      for (const row of more) this.rowAnswers.odd(row.cells.odd)
      for (const { cells: before, item: was } of older)
        this.unread.add({ kind: 'older', name: item.number, sample: `${before.row.number}: ${was.status}` })
      for (const { cells: row, item: said } of less) {
        const name = row.headingOf('amount')
        this.unread.add({ kind: 'cell', name, place: this.sheet, cents: said.refundCents, sample: item.number })
      }
      if (item.status !== '' && !readReturnStatus(item.status).isKnown)
        this.rowAnswers.word(item.status, cells, 'status', item.refundCents)
      for (const { field, word } of readReturnKind(item).unknown)
        this.rowAnswers.word(word, cells, field, item.refundCents)
      return this.rowAnswers.answer(cells, { type: 'returns', item })
    })
  }
}

function layoutOf(foundHeadings: FoundHeadings): Layout {
  const { source, places, bank } = foundHeadings
  const isSpare = (name: string) => isSpareColumn(source, name)
  return {
    part: source,
    found: foundHeadings,
    watch: new ColumnWatch(foundHeadings.headings, Object.values(bank ?? places).flat(), isSpare, true),
  }
}

const dayFields = ['at', 'on', 'releasedOn', 'openedAt', 'due', 'dueOn']

/** The key fields that every row of a sheet has except sums. */
const keysOf = (part: SheetPart, { code, on, at, releasedOn, number, item, title }: Places<string>) => [
  code,
  on,
  at,
  releasedOn,
  number,
  item,
  ...(part === 'ads' ? [title] : []),
]

const isEmpty = ({ cells }: SheetRow) => [...cells.values()].every(({ text }) => /^[\s-]*$/.test(text))
