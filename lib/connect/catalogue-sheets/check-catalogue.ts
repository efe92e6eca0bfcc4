import 'server-only'
import { createHash } from 'node:crypto'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { reportGuessedDays } from '@/lib/core/sheets/date-order'
import { findZeroTwins } from '@/lib/catalog/products/lost-zeros'
import { isSystemId } from '@/lib/catalog/products/system-id'
import { ColumnWatch } from '@/lib/core/sheets/column-watch'
import { SheetChoice } from '../order-imports/choose-sheet'
import { readRowsInThread } from '../order-imports/read-in-thread'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { isTotalsRow } from '@/lib/core/sheets/totals-row'
import { UnreadList } from '@/lib/core/sheets/unread'
import { findLayout, LayoutUnknown, listSavedLayouts } from '../order-imports/sheet-layouts'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import {
  checkOrRefuse,
  finishSheetCheck,
  openSheetRun,
  stageSheetRows,
  type OpenedSheet,
} from '../order-imports/sheet-run'
import { maxCatalogueRows } from './fields'
import { judgeKit, RowGroups } from './group-rows'
import { judgeRow, type StagedRow } from './judge-rows'
import { findKnownProducts } from './known-products'
import { layoutFromSaved, layoutOf, type CatalogueLayout, type SavedCatalogueLayout } from './layout'
import { addProblem, readRow, type CatalogueRow } from './read-row'
import type { CatalogueSummary } from './schema'
import { anyNames, isSpareCatalogueColumn } from './sources'

const batchRows = 500
const batchTimeoutMs = 60_000
const headRows = 20
const preferredSheet = 'produtos'

/** Reads a sheet of products, says of each row what it would do and stages that; nothing of the catalogue changes. */
export async function checkCatalogue(actor: Actor, importId: string): Promise<void> {
  const opened = await openSheetRun(actor, importId, 'catalogue')
  if (!opened) return
  await checkOrRefuse(actor, importId, opened, async (path) => {
    const check = new CatalogueCheck(
      actor,
      importId,
      opened,
      await listSavedLayouts<SavedCatalogueLayout>(actor, 'catalogue'),
    )
    try {
      const maxRows = maxCatalogueRows + headRows
      const options = { path, preferredSheet, sheets: [preferredSheet], all: true, maxRows, batchRows }
      await readRowsInThread(options, ({ rows, progress }) => check.take(rows, progress))
      await finishSheetCheck(actor, importId, opened, await check.end())
    } catch (error) {
      if (!(error instanceof LayoutUnknown)) throw error
      const summary: CatalogueSummary = { unknownSheet: error.sheet }
      await finishSheetCheck(actor, importId, opened, summary, true)
    }
  })
}

class CatalogueCheck {
  private layout: CatalogueLayout | null = null
  private groups: RowGroups | null = null
  private watch: ColumnWatch | null = null
  private readonly seen = new Map<string, string>()
  private readonly today: Day
  private rows = 0
  private readonly unread = new UnreadList()
  private readonly choice = new SheetChoice<CatalogueLayout>((rows) => this.find(rows), this.unread)

  constructor(
    private readonly actor: Actor,
    private readonly importId: string,
    private readonly opened: OpenedSheet,
    private readonly saved: Map<string, SavedCatalogueLayout>,
  ) {
    this.today = localDay(new Date(), opened.timeZone)
  }

  async take(given: readonly SheetRow[], progress: number): Promise<void> {
    await this.takeRows(this.choice.take(given), progress)
  }

  private async takeRows(rows: readonly SheetRow[], progress: number): Promise<void> {
    if (!this.choice.layout || rows.length === 0) return
    if (!this.layout) {
      const layout = (this.layout = this.choice.layout)
      const headings = new Map(layout.headings)
      this.watch = new ColumnWatch(headings, Object.values(layout.places), isSpareCatalogueColumn)
      if (layout.shape !== 'products') this.groups = new RowGroups(layout)
    }
    const { places } = this.layout
    const headings = new Map(this.layout.headings)
    const read = rows.flatMap((row) => {
      if (isTotalsRow(row, [places.sku, places.title])) {
        this.unread.add({ kind: 'row', name: 'Total', place: row.sheet ?? '' })
        return []
      }
      this.watch?.take(row)
      reportGuessedDays(this.unread, row, [places.costSince], headings)
      return readRow(row, this.layout!) ?? []
    })
    for (const { column, cell, value } of read.flatMap(({ odd }) => odd))
      this.unread.add({ kind: 'cell', name: column, sample: `${cell}: ${value}` })
    this.rows += read.length
    if (this.rows > maxCatalogueRows) throw new SheetRefused('importTooManyRows', { rows: maxCatalogueRows })
    if (this.groups) for (const row of read) this.groups.take(row)
    else await this.stageProducts(read, progress)
  }

  private find(rows: readonly SheetRow[]) {
    const seesMoney = this.opened.options.seesMoney ?? false
    return findLayout(rows, {
      saved: this.saved,
      names: anyNames,
      fromSaved: (headings, saved) => layoutFromSaved(headings, saved, seesMoney),
      recognize: (headings) => layoutOf(headings, seesMoney),
    })
  }

  async end(): Promise<CatalogueSummary> {
    await this.takeRows(this.choice.end(), 1)
    const { layout, groups } = this
    if (!layout || this.rows === 0) throw new SheetRefused('importNoRows')
    if (groups) await this.stageGroups(groups)
    const { source, shape, places, headings, units, zeroIsEmpty } = layout
    this.watch?.report(this.unread, undefined)
    const deposits = [...(groups?.deposits ?? [])].slice(0, 50)
    return { sheet: { source, shape, places, headings, units, zeroIsEmpty, deposits }, unread: this.unread.list() }
  }

  private async stageProducts(all: readonly CatalogueRow[], progress: number): Promise<void> {
    const rows = all.filter((row) => this.isFirst(row))
    for (const row of rows) {
      const since = row.values.costSince
      if (typeof since === 'string' && since > this.today)
        addProblem(row, this.layout!, 'costSince', 'inTheFuture', row.written.costSince ?? '')
    }
    await this.stage(
      rows.map(({ values }) => String(values.sku ?? '')),
      (known, twins) => {
        this.reportLostZeros(rows, twins)
        return rows.map((row) =>
          judgeRow(row, this.layout!, known.get(String(row.values.sku ?? '').toLowerCase()), newId),
        )
      },
      progress,
    )
  }

  private get skuHeading() {
    const at = this.layout!.places.sku
    return (at === undefined ? undefined : new Map(this.layout!.headings).get(at)) ?? 'SKU'
  }

  /** A row that says all that an earlier one said counts once; one that says otherwise of its product is refused. */
  private isFirst(row: CatalogueRow): boolean {
    const { sku } = row.values
    if (typeof sku !== 'string') return true
    const said = createHash('sha256').update(JSON.stringify(row.written)).digest('base64').slice(0, 22)
    const before = this.seen.get(sku.toLowerCase())
    if (before === undefined) this.seen.set(sku.toLowerCase(), said)
    else if (before === said) {
      this.unread.add({ kind: 'repeat', name: sku })
      return false
    } else addProblem(row, this.layout!, 'sku', 'repeated', sku)
    return true
  }

  private async stageGroups({ groups, bad }: RowGroups): Promise<void> {
    const all = [...groups.values()]
    for (let at = 0; at < all.length; at += batchRows) {
      const batch = all.slice(at, at + batchRows)
      const skus = batch.flatMap(({ row, parts }) => [String(row.values.sku ?? ''), ...parts.keys()])
      await this.stage(
        skus,
        (known, twins) => {
          this.reportLostZeros(
            batch.map(({ row }) => row),
            twins,
          )
          return batch.map((group) =>
            this.layout!.shape === 'kits'
              ? judgeKit(group, this.layout!, known, newId)
              : judgeRow(group.row, this.layout!, known.get(String(group.row.values.sku ?? '').toLowerCase()), newId),
          )
        },
        at / all.length,
      )
    }
    if (bad.length > 0) await this.stage([], () => bad, 1)
  }

  /** A product that the company has under more zeros is not made once more: the seller says which is meant. */
  private reportLostZeros(rows: readonly CatalogueRow[], twins: ReadonlyMap<string, string>): void {
    for (const row of rows) {
      const sku = String(row.values.sku ?? '')
      const twin = twins.get(sku)
      if (twin !== undefined) addProblem(row, this.layout!, 'sku', 'zerosLost', `${sku} → ${twin}`)
    }
  }

  private async stage(
    skus: readonly string[],
    judge: (known: Awaited<ReturnType<typeof findKnownProducts>>, twins: ReadonlyMap<string, string>) => StagedRow[],
    progress: number,
  ): Promise<void> {
    const { organizationId } = this.actor
    const options = { today: this.today, lockStock: this.layout!.places.stock !== undefined }
    await withOrganization(
      this.actor,
      async (db) => {
        const known = await findKnownProducts(db, organizationId, skus, options)
        const unknown = skus.filter((sku) => !known.has(sku.toLowerCase()))
        const rows = judge(known, await findZeroTwins(db, organizationId, unknown))
        for (const { key, outcome } of rows)
          if (outcome === 'new' && isSystemId(key))
            this.unread.add({ kind: 'systemId', name: this.skuHeading, sample: key })
        await stageSheetRows(db, organizationId, this.importId, rows, progress)
      },
      batchTimeoutMs,
    )
  }
}
