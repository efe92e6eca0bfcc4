import 'server-only'
import { findZeroTwins } from '@/lib/catalog/products/lost-zeros'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { reportGuessedDays } from '@/lib/core/sheets/date-order'
import { ColumnWatch } from '@/lib/core/sheets/column-watch'
import { reportLacking, type Useful } from '@/lib/core/sheets/lacking-columns'
import { readRowsInThread } from '../order-imports/read-in-thread'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { findLayout, LayoutUnknown, listSavedLayouts } from '../order-imports/sheet-layouts'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import {
  checkOrRefuse,
  finishSheetCheck,
  openSheetRun,
  stageSheetRows,
  type OpenedSheet,
  type StagedSheetRow,
} from '../order-imports/sheet-run'
import { UnreadList } from '@/lib/core/sheets/unread'
import { judgeSale, lineOf, marketplaceCodes, saleKey, SaleGroups, type Sale, type SaleContext } from './assemble-sales'
import { maxSaleRows, namesInSources, saleColumns, type SaleField, type SaleLayout, type SalesSummary } from './fields'
import { withMarket } from './other-markets'
import { SaleReader } from './read-sale-row'
import { isSpareSaleColumn } from './spare-columns'
import { SheetChoice } from '../order-imports/choose-sheet'
import { saleLayoutFromSaved, saleLayoutOf, type SavedSaleLayout } from './sale-layout'

const batchRows = 500
const batchSales = 500
const batchTimeoutMs = 60_000
const headRows = 20
const preferredSheet = 'vendas'

/** Reads a sheet of sales, puts its orders together and stages them; nothing is sold yet. */
export async function checkSales(actor: Actor, importId: string): Promise<void> {
  const opened = await openSheetRun(actor, importId, 'sales')
  if (!opened) return
  await checkOrRefuse(actor, importId, opened, async (path) => {
    try {
      const read = await readSales(path, opened, await listSavedLayouts<SavedSaleLayout>(actor, 'sales'))
      await finishSheetCheck(actor, importId, opened, await stageSales(actor, importId, read))
    } catch (error) {
      if (!(error instanceof LayoutUnknown)) throw error
      await finishSheetCheck(actor, importId, opened, { unknownSheet: withMarket(error.sheet) }, true)
    }
  })
}

const usefulColumns: readonly Useful<SaleField>[] = [
  { fields: ['status'], name: saleColumns.status[0]!, follows: 'salesOver' },
  { fields: ['code'], name: saleColumns.code[0]!, follows: 'rowsApart' },
]

type ParsedSheet = { layout: SaleLayout; reader: SaleReader; groups: SaleGroups; watch: ColumnWatch }
type ReadSales = { layout: SaleLayout; sales: Sale[]; unread: UnreadList }

async function readSales(path: string, opened: OpenedSheet, saved: Map<string, SavedSaleLayout>): Promise<ReadSales> {
  const { timeZone, options } = opened
  const now = Date.now()
  let orderMatches: ParsedSheet | null = null
  let count = 0
  const unread = new UnreadList()
  const choice = new SheetChoice<SaleLayout>(
    (rows) =>
      findLayout(rows, {
        saved,
        names: namesInSources,
        fromSaved: saleLayoutFromSaved,
        recognize: saleLayoutOf,
      }),
    unread,
  )
  const start = (layout: SaleLayout): ParsedSheet => {
    const isSpare = (heading: string) => isSpareSaleColumn(layout, heading)
    // A customer may stand in any of them: nothing of their words is shown.
    const watch = new ColumnWatch(new Map(layout.headings), Object.values(layout.places), isSpare, true)
    reportLacking(unread, usefulColumns, (field) => layout.places[field] !== undefined)
    const groups = new SaleGroups(layout, options.channel ?? layout.channel ?? null, unread)
    return { layout, reader: new SaleReader(layout, timeZone, now, unread), groups, watch }
  }
  const take = (rows: readonly SheetRow[]) => {
    if (!choice.layout) return
    orderMatches ??= start(choice.layout)
    const days = [orderMatches.layout.places.day]
    const headings = new Map(orderMatches.layout.headings)
    for (const row of rows) {
      const read = orderMatches.reader.take(row)
      if (!read) continue
      count += read.length
      orderMatches.watch.take(row)
      reportGuessedDays(unread, row, days, headings)
      if (count > maxSaleRows) throw new SheetRefused('importTooManyRows', { rows: maxSaleRows })
      for (const sale of read) orderMatches.groups.take(sale)
    }
  }
  const maxRows = maxSaleRows + headRows
  await readRowsInThread(
    { path, preferredSheet, sheets: [preferredSheet], all: true, maxRows, batchRows },
    ({ rows }) => Promise.resolve().then(() => take(choice.take(rows))),
  )
  take(choice.end())
  const done = orderMatches as ParsedSheet | null
  for (const sale of done?.reader.end() ?? []) {
    count += 1
    done?.groups.take(sale)
  }
  if (!done || count === 0) throw new SheetRefused('importNoRows')
  done.watch.report(unread, undefined)
  return { layout: done.layout, sales: [...done.groups.sales.values()], unread }
}

async function stageSales(actor: Actor, importId: string, { layout, sales, unread }: ReadSales): Promise<SalesSummary> {
  const { organizationId } = actor
  const totals = new Totals()
  for (let at = 0; at < sales.length; at += batchSales) {
    const batch = sales.slice(at, at + batchSales)
    await withOrganization(
      actor,
      async (db) => {
        const context = await findContext(db, organizationId, batch)
        const staged = batch.map((sale) => judgeSale(sale, layout, context, unread))
        staged.forEach((row, index) => totals.add(row, batch[index]!.channel))
        await stageSheetRows(db, organizationId, importId, staged, at / sales.length)
      },
      batchTimeoutMs,
    )
  }
  const { existing, isSoldBeside } = await withOrganization(actor, async (db) => ({
    existing: await db.channel.findMany({ where: { organizationId, archivedAt: null }, select: { name: true } }),
    isSoldBeside: await hasShopOrders(db, organizationId, totals.days),
  }))
  const summary = totals.summary(new Set(existing.map(({ name }) => name.toLowerCase())))
  if (isSoldBeside) totals.reportMarketplace(unread)
  return { sales: { ...layout, ...summary }, unread: unread.list() }
}

async function findContext(db: Db, organizationId: string, sales: readonly Sale[]): Promise<SaleContext> {
  const skus = [...new Set(sales.flatMap(({ rows }) => rows.flatMap(({ values }) => values.sku?.toLowerCase() ?? [])))]
  const products = await db.$queryRaw<{ sku: string; archived: boolean }[]>`
    SELECT sku::text AS sku, archived_at IS NOT NULL AS archived FROM product WHERE organization_id = ${organizationId}::uuid AND sku_key = ANY (${skus})`
  const here = new Set(products.map(({ sku }) => sku.toLowerCase()))
  const zeroTwins = await findZeroTwins(
    db,
    organizationId,
    skus.filter((sku) => !here.has(sku)),
  )
  const numbers = sales.map(({ sale }) => sale)
  const known = await db.channelSale.findMany({
    where: { organizationId, number: { in: numbers } },
    select: {
      number: true,
      channel: { select: { name: true } },
      order: {
        select: { localDay: true, status: true, items: { select: { sku: true, quantity: true, subtotalCents: true } } },
      },
    },
  })
  const ofShops = await db.order.findMany({
    where: {
      organizationId,
      platform: 'shopee',
      externalCode: { in: sales.flatMap(marketplaceCodes) },
    },
    select: { externalCode: true },
  })
  return {
    zeroTwins,
    ofShops: new Set(ofShops.map(({ externalCode }) => externalCode!)),
    skus: new Map(products.map(({ sku, archived }) => [sku.toLowerCase(), { archived }])),
    known: new Map(
      known.map(({ number, channel, order }) => [
        saleKey(channel.name, number),
        {
          day: order.localDay.toISOString().slice(0, 10),
          status: order.status,
          lines: order.items.map(({ sku, quantity, subtotalCents }) => lineOf(sku ?? '', quantity, subtotalCents)),
        },
      ]),
    ),
  }
}

/** Whether a shop of the marketplace sold on any of these days. */
async function hasShopOrders(db: Db, organizationId: string, { from, to }: { from: string | null; to: string | null }) {
  if (from === null || to === null) return false
  const localDay = { gte: new Date(from), lte: new Date(to) }
  return (await db.order.count({ where: { organizationId, platform: 'shopee', localDay }, take: 1 })) > 0
}

/** The sums of the staged sales. */
class Totals {
  private from: string | null = null
  private to: string | null = null
  private units = 0
  private revenue = 0n
  private readonly channels = new Map<string, { name: string; orders: number; cents: bigint }>()

  add({ outcome, payload }: StagedSheetRow, channel: string): void {
    if (outcome !== 'new' && outcome !== 'changed') return
    const { day, units, revenue } = payload as { day: string; units: number; revenue: string }
    if (this.from === null || day < this.from) this.from = day
    if (this.to === null || day > this.to) this.to = day
    this.units += units
    this.revenue += BigInt(revenue)
    const known = this.channels.get(channel.toLowerCase()) ?? { name: channel, orders: 0, cents: 0n }
    if (outcome === 'new') {
      known.orders += 1
      known.cents += BigInt(revenue)
    }
    this.channels.set(channel.toLowerCase(), known)
  }

  get days() {
    return { from: this.from, to: this.to }
  }

  /** Sales of a channel that is called as the marketplace is, under numbers that no order of its shops has. */
  reportMarketplace(unread: UnreadList): void {
    for (const { name, orders, cents } of this.channels.values())
      if (orders > 0 && /shopee/i.test(name)) unread.add({ kind: 'soldBeside', name, cents }, orders)
  }

  summary(existing: ReadonlySet<string>) {
    const channels = [...this.channels.values()].map(({ name, orders }) => ({
      name,
      orders,
      isNew: !existing.has(name.toLowerCase()),
    }))
    const { from, to, units, revenue } = this
    return { from, to, units, revenueCents: `${revenue}`, channels }
  }
}
