import 'server-only'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { daysBetween, type Day } from '@/lib/core/dates'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import {
  checkOrRefuse,
  finishSheetCheck,
  openSheetRun,
  stageSheetRows,
  type OpenedSheet,
} from '../order-imports/sheet-run'
import { makeNumbering } from '@/lib/money/wallet/number-movements'
import { byItem, shareOut } from './ads-days'
import { adsReportOf, withoutTotal } from './ads-reports'
import {
  accountEnd,
  accountKey,
  findEntity,
  formerAccountKey,
  findShop,
  type OwnerMatch,
  type Homes,
} from './find-owner'
import type { AdsItem, BankItem } from './items'
import { judges, type Verdict } from './judge-items'
import { madeAt } from './listing-rows'
import { isEarlierReport, listOverlaps } from './earlier-ads'
import type { BadRow, FileFacts, GoodRow, ReadRow } from './file-facts'
import type { OfxAccount } from './ofx'
import { readMoneyFile } from './read-file'
import { daysIn } from './row-cells'
import type { FailedMoneyRow, MoneyFacts, MoneyFileOptions, MoneyFileType } from './schema'
import { findSheetAccount, type SheetAccount } from './sheet-account'
import { SumChecks } from './sum-checks'
import {
  storeAdsDay,
  storeAdvance,
  storeEntry,
  storeFees,
  storeIncome,
  storeListing,
  storeListingStat,
  storeMovement,
  storeReturn,
  storeStat,
  type StoredItem,
} from './stored-items'

const batchTimeoutMs = 60_000
/** So many rows are looked at before it is said whose the file is. */
const readAhead = 2_000
const batchRows = 500
const maxAdsItems = 20_000
const maxAdsDays = 366
/** Items times days: a row of each is kept. */
const maxAdsShares = 500_000
/** So many of those are staged at once, and at least a day. */
const batchShares = 5_000

/** Reads a file of the seller's, says what it is, whose it is and what each row would do, and stages that; no money changes. */
export async function checkMoneyFile(actor: Actor, importId: string): Promise<void> {
  const opened = await openSheetRun(actor, importId, 'money')
  if (!opened) return
  await checkOrRefuse(actor, importId, opened, async (path) => {
    const check = new MoneyCheck(actor, importId, opened)
    await readMoneyFile(path, (facts, { rows, progress }) => check.take(facts, rows, progress))
    const money = await check.end()
    await finishSheetCheck(actor, importId, opened, { money }, money.asks !== null)
  })
}

type Good = { row: number; item: StoredItem }

type Match = Omit<OwnerMatch, 'asks'> & Pick<MoneyFacts, 'asks' | 'accounts'>

class MoneyCheck {
  private facts: FileFacts | null = null
  private ownerMatch: (Match & { homes?: Homes }) | null = null
  private sheetAccount: SheetAccount | null = null
  private readonly accounts = new Map<string, OfxAccount>()
  private ahead: ReadRow[] = []
  private readonly ads: AdsItem[] = []
  private readonly number = makeNumbering()
  private readonly options: MoneyFileOptions
  private readonly madeAt: Date
  private readonly sums = new SumChecks()
  private staged = 0
  private days: { from: Day | null; to: Day | null } = { from: null, to: null }
  private totals = { total: 0n, new: 0n, unknown: new Set<string>(), off: 0, rows: 0 }

  constructor(
    private readonly actor: Actor,
    private readonly importId: string,
    private readonly opened: OpenedSheet,
  ) {
    this.options = opened.options as MoneyFileOptions
    const now = new Date()
    const made = madeAt(opened.fileName)
    this.madeAt = made && made < now ? made : now
  }

  async take(facts: FileFacts, rows: readonly ReadRow[], progress: number): Promise<void> {
    this.facts = facts
    this.totals.rows += rows.length
    for (const row of rows)
      if ('read' in row && row.read.type === 'bank')
        this.accounts.set(JSON.stringify(row.read.item.of), row.read.item.of)
    if (!this.ownerMatch) {
      this.ahead.push(...rows)
      if (this.ahead.length < readAhead && progress < 1) return
      this.ownerMatch = await this.findOwner(facts)
    } else this.ahead.push(...rows)
    if (this.ownerMatch.asks) this.ahead = []
    else await this.flush(progress)
  }

  async end(): Promise<MoneyFacts> {
    const unreadCount = this.facts?.unread.list().length ?? 0
    if (!this.facts || this.totals.rows + this.facts.leftOut + unreadCount === 0) throw new SheetRefused('importNoRows')
    if (!this.ownerMatch) {
      this.ownerMatch = await this.findOwner(this.facts)
      if (!this.ownerMatch.asks) await this.flush(1)
    }
    const { homes: _, ...found } = this.ownerMatch
    const { type, preamble, leftOut, unread } = this.facts
    if (type === 'ads' && !this.ownerMatch.asks) await this.stageAds()
    const days = type === 'listingStats' && !this.ownerMatch.asks ? this.periodOfFile() : preamble.days.toSorted()
    const [from, to] = [days[0] ?? null, days.at(-1) ?? null]
    return {
      type,
      from: this.days.from ?? from,
      to: type === 'listingStats' ? to : (this.days.to ?? to),
      ...found,
      totalCents: String(this.totals.total),
      newCents: String(this.totals.new),
      unknownOrders: this.totals.unknown.size,
      notAddingUp: this.totals.off,
      account: [...this.accounts.values()].map(accountEnd).join(', ') || null,
      ...(leftOut > 0 && { leftOut }),
      unread: unread.list(),
      checks: this.ownerMatch.asks ? [] : [...this.sums.list(type, preamble.lines), ...(this.facts.checks ?? [])],
    }
  }

  private findOwner(facts: FileFacts): Promise<Match & { homes?: Homes }> {
    const { organizationId } = this.actor
    const { ownerId: chosen } = this.options
    const named = { codes: new Set<string>(), items: new Set<string>() }
    for (const row of this.ahead) {
      if (row.key) named.codes.add(row.key)
      if ('read' in row && 'item' in row.read.item && row.read.item.item) named.items.add(row.read.item.item)
    }
    return withOrganization(this.actor, async (db): Promise<Match & { homes?: Homes }> => {
      if (facts.type === 'bank') {
        const match = await findEntity(db, organizationId, [...this.accounts.values()], chosen)
        return this.findAccount(db, match)
      }
      const things = { codes: [...named.codes], items: [...named.items] }
      return findShop(db, organizationId, facts, { named: things, chosen })
    })
  }

  /** Which of its owner's accounts a statement as a spreadsheet is of; a file of entries that all went out has none to tell. */
  private async findAccount(db: Db, match: OwnerMatch & { homes: Homes }): Promise<Match & { homes?: Homes }> {
    const entries = this.ahead.flatMap((row) => ('read' in row && row.read.type === 'bank' ? [row.read.item] : []))
    const [first] = entries
    if (!match.owner || first?.rank === undefined) return match
    const found = await findSheetAccount(db, this.actor.organizationId, {
      entity: match.owner.id,
      lines: entries.map(({ day, amountCents, memo }) => ({ day, amountCents: Number(amountCents), memo })),
      end: accountEnd(first.of),
      chosen: this.options.account,
    })
    if ('asks' in found) return { ...match, asks: 'account', accounts: found.asks }
    this.sheetAccount = found
    return match
  }

  private async flush(progress: number): Promise<void> {
    while (this.ahead.length > 0) {
      const rows = this.ahead.splice(0, batchRows)
      const bad = rows.flatMap((row) => ('problems' in row ? [row] : []))
      const good = rows.flatMap((row) => ('read' in row ? this.store(row) : []))
      await this.stage(good, bad, progress)
    }
  }

  private store(row: GoodRow): Good[] {
    const { timeZone } = this.opened
    const { read } = row
    this.sums.add(row.row, read)
    switch (read.type) {
      case 'income':
        if (read.isOff) this.totals.off += 1
        return [{ row: row.row, item: storeIncome(row.row, read.item, timeZone) }]
      case 'fees':
        return [{ row: row.row, item: storeFees(row.row, read.item) }]
      case 'wallet':
        return [{ row: row.row, item: storeMovement(row.row, this.number(read.item), timeZone) }]
      case 'returns':
        return [{ row: row.row, item: storeReturn(row.row, read.item, timeZone) }]
      case 'advances':
        return [{ row: row.row, item: storeAdvance(row.row, read.item, timeZone) }]
      case 'listings':
        return [{ row: row.row, item: storeListing(row.row, read.item, this.madeAt) }]
      case 'listingStats': {
        const [from, to] = this.periodOfFile()
        return [{ row: row.row, item: storeListingStat(row.row, read.item, { from, to }) }]
      }
      case 'stats':
        return [{ row: row.row, item: storeStat(row.row, read.item) }]
      case 'bank':
        return [{ row: row.row, item: storeEntry(row.row, read.item, this.accountOf(read.item)) }]
      case 'ads':
        this.ads.push(read.item)
        if (this.ads.length > maxAdsItems) throw new SheetRefused('importTooManyRows', { rows: maxAdsItems })
        return []
    }
  }

  private accountOf({ of, rank }: BankItem) {
    const { organizationId } = this.actor
    const end = accountEnd(of)
    if (rank !== undefined) {
      const { key, of: account } = this.sheetAccount!
      return { key, former: null, end, entity: null, ...(account !== null && { of: account }) }
    }
    const key = accountKey(organizationId, of).toString('hex')
    const former = formerAccountKey(organizationId, of)?.toString('hex') ?? null
    return { key, former, end, entity: this.ownerMatch?.homes?.get(key) ?? null }
  }

  /** As the file says above its headings, else as it is called. */
  private periodOfFile(): [Day, Day] {
    const { texts, lines } = this.facts!.preamble
    const days = lines
      .filter((line) => !line.some((text) => whenMade.test(text)))
      .flatMap((line) => line.flatMap(daysIn))
    return periodOf(texts, days.length > 0 ? days : daysIn(this.opened.fileName))
  }

  /** A report of several days is shared out to them; the days are those that stand above its headings, the last two named. */
  private async stageAds(): Promise<void> {
    const [from, to] = this.periodOfFile()
    const named = adsReportOf([], [this.opened.fileName])
    if (!named) throw new SheetRefused('moneyFileAdsDivided')
    const whole = withoutTotal(this.ads, named === 'gmv_max' ? named : (this.facts!.ads ?? 'general'))
    if (whole.left) this.facts!.unread.add(whole.left)
    const items = byItem(whole.items)
    if (items.length === 0) return

    const days = daysBetween(from, to) + 1
    if (items.length * days > maxAdsShares) throw new SheetRefused('moneyFileAdsTooLong', { items: items.length, days })
    const place = { organizationId: this.actor.organizationId, ownerId: this.ownerMatch!.owner!.id }
    const reported = { report: whole.report, from, to, days }
    const { isEarlier, overlaps } = await withOrganization(this.actor, async (db) => ({
      isEarlier: await isEarlierReport(db, place, reported, items),
      overlaps: await listOverlaps(db, place, reported, items),
    }))
    for (const { name, days: count, cents } of overlaps) this.facts!.unread.add({ kind: 'overlap', name, cents }, count)
    let batch: Good[] = []
    let row = 0
    for (const shares of shareOut(items, { from, to })) {
      row += 1
      batch.push({ row, item: storeAdsDay(row, shares, { from, report: whole.report, isEarlier }) })
      if (batch.length * items.length < batchShares) continue
      await this.stage(batch, [], 1)
      batch = []
    }
    if (batch.length > 0) await this.stage(batch, [], 1)
  }

  private async stage(good: Good[], bad: BadRow[], progress: number) {
    const { organizationId } = this.actor
    const { type } = this.facts!
    const place = { organizationId, ownerId: this.ownerMatch!.owner!.id }
    await withOrganization(
      this.actor,
      async (db) => {
        const verdicts = good.length > 0 ? await judge(db, type, place, good) : []
        const rows = [
          ...good.map(({ row, item }, i) => this.stagedRow(row, item, verdicts[i]!)),
          ...bad.map(({ row, key, problems }) => this.failedRow({ row, key, cells: problems })),
        ]
        await stageSheetRows(db, organizationId, this.importId, rows, progress)
      },
      batchTimeoutMs,
    )
  }

  private stagedRow(row: number, item: StoredItem, verdict: Verdict) {
    const { code, day, amountCents } = item.show
    if (verdict.outcome === 'failed') {
      const cells = [{ column: '', cell: '', problem: verdict.problem, value: code ?? '' }]
      return this.failedRow({ row, key: code ?? '', cells })
    }
    if (verdict.isUnknown && code) this.totals.unknown.add(code)
    if (verdict.like) {
      const { end, isOnce } = verdict.like
      const place = end && `•• ${end}`
      const cents = BigInt(amountCents ?? 0)
      this.facts!.unread.add({
        kind: isOnce ? 'onceWith' : 'otherAccount',
        name: item.show.text,
        place,
        cents,
        sample: day ?? '',
      })
    }
    // The parts of fees in an income report are contained in its rows' amounts.
    const isPart = this.facts!.type === 'income' && 'fees' in item.data
    const cents = isPart ? 0n : BigInt(amountCents ?? 0)
    this.totals.total += cents
    if (verdict.outcome === 'new') this.totals.new += cents
    if (day && (!this.days.from || day < this.days.from)) this.days.from = day
    if (day && (!this.days.to || day > this.days.to)) this.days.to = day
    this.staged += 1
    const { changes = [] } = verdict
    const show = changes.length > 0 ? { ...item.show, changes } : item.show
    const payload = verdict.outcome === 'same' ? { show } : { ...item, show }
    return { number: this.staged, key: code ?? '', outcome: verdict.outcome, payload }
  }

  private failedRow(failed: FailedMoneyRow) {
    this.staged += 1
    return { number: this.staged, key: failed.key, outcome: 'failed' as const, payload: { problems: [failed] } }
  }
}

const judge = (db: Db, type: MoneyFileType, place: Parameters<typeof judges.wallet>[1], good: Good[]) =>
  judges[type](db, place, good.map(({ item }) => item.data) as never)

/** A line that says when the report was made says nothing of its days. */
const whenMade = /cria[cç]|gerad|emitid|creat|generat/i

/** The line that speaks of the period has it; the report's own day of making stands in another. */
function periodOf(texts: readonly string[], days: readonly Day[]): [Day, Day] {
  const said = texts.findIndex((text) => /per[ií]odo|period|intervalo|date range/i.test(text))
  const near =
    said === -1
      ? []
      : texts
          .slice(said, said + 3)
          .flatMap(daysIn)
          .slice(0, 2)
  const [from, to = from] = near.length > 0 ? near : days.slice(-2)
  if (!from || !to) throw new SheetRefused('moneyFileNoPeriod')
  const [first, last] = from <= to ? [from, to] : [to, from]
  if ((Date.parse(last) - Date.parse(first)) / 86_400_000 >= maxAdsDays) throw new SheetRefused('moneyFileNoPeriod')
  return [first, last]
}
