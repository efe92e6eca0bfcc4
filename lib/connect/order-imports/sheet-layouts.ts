import 'server-only'
import { createHash } from 'node:crypto'
import { withOrganization, type Actor } from '@/lib/core/db'
import { cellText } from '@/lib/core/sheets/cell-values'
import { findPlaces, foldHeading, isAddedHeading, type HeadingSource } from '@/lib/core/sheets/heading-names'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { refusalOfReport } from '../money-reports/other-pages'
import type { SheetKind } from './sheet-run'

/** Below that many rows there is a heading, or there is none. */
export const headingRows = 20
const shownRows = 3
const shownColumns = 80

export type Headings = [at: number, text: string][]
export type UnknownSheet = {
  headings: Headings
  places: Record<string, number>
  sample: [at: number, text: string][][]
  /** The marketplace whose report it seems to be, where one has to know more of it than which column is which. */
  market?: OtherMarket
}
/** Whose reports tell no price of one unit. */
export const otherMarkets = ['amazon', 'magalu'] as const
export type OtherMarket = (typeof otherMarkets)[number]

/** Asks the person which column is which. */
export class LayoutUnknown extends Error {
  constructor(readonly sheet: UnknownSheet) {
    super('layout unknown')
  }
}

export const hashHeadings = (headings: ReadonlyMap<number, string>) =>
  createHash('sha256')
    .update(JSON.stringify([...headings].sort(([a], [b]) => a - b).map(([at, text]) => [at, foldHeading(text)])))
    .digest()

export const listHeadings = (headings: ReadonlyMap<number, string>): Headings =>
  [...headings]
    .sort(([a], [b]) => a - b)
    .map(([at, text]) => [at, cellText({ kind: 'text', text }).slice(0, 80)] as [number, string])

/** The company's earlier mappings of headings, by their hash. */
export async function listSavedLayouts<Saved>(actor: Actor, kind: SheetKind): Promise<Map<string, Saved>> {
  const { organizationId } = actor
  const saved = await withOrganization(actor, (db) =>
    db.sheetLayout.findMany({
      where: { organizationId, kind },
      orderBy: { updatedAt: 'desc' },
      take: 200,
      select: { headingsHash: true, layout: true },
    }),
  )
  return new Map(saved.map(({ headingsHash, layout }) => [Buffer.from(headingsHash).toString('hex'), layout as Saved]))
}

type Finder<Layout, Saved> = {
  saved: ReadonlyMap<string, Saved>
  fromSaved: (headings: ReadonlyMap<number, string>, saved: Saved) => Layout | null
  recognize: (headings: ReadonlyMap<number, string>) => Layout | null
  names: HeadingSource<string, string>['columns']
}

/** Where the headings stand and what they mean: as the company's people have said, else as the source's words say. */
export function findLayout<Layout, Saved>(
  rows: readonly SheetRow[],
  { saved, fromSaved, recognize, names }: Finder<Layout, Saved>,
): { layout: Layout; from: number; hash: string } {
  const first = rows.slice(0, headingRows)
  for (const [index, row] of first.entries()) {
    const headings = headingsOf(row)
    if (headings.size < 2) continue
    const hash = hashHeadings(headings).toString('hex')
    const mine = saved.get(hash)
    const layout = (mine && fromSaved(headings, mine)) ?? recognize(headings)
    if (layout) return { layout, from: index + 1, hash }
  }
  throw unknown(first, rows, names)
}

const headingsOf = ({ cells }: SheetRow) =>
  new Map(
    [...cells]
      .map(([at, { text }]) => [at, text] as const)
      .filter(([, text]) => text.trim() !== '' && !isAddedHeading(text)),
  )

/** The row with the most words is the likeliest heading. */
function unknown(
  first: readonly SheetRow[],
  rows: readonly SheetRow[],
  names: Finder<unknown, unknown>['names'],
): Error {
  const words = ({ cells }: SheetRow) =>
    [...cells.values()].filter(({ kind, text }) => kind === 'text' && !/^[\d.,\s]*$/.test(text)).length
  const heading = first.toSorted((a, b) => words(b) - words(a))[0]
  if (!heading || words(heading) < 2) return new SheetRefused('importNoRows')
  const at = rows.indexOf(heading) + 1
  const headings = headingsOf(heading)
  const report = refusalOfReport(headings)
  if (report) return new SheetRefused(report)
  return new LayoutUnknown({
    headings: listHeadings(headings).slice(0, shownColumns),
    places: findPlaces(headings, names) as Record<string, number>,
    sample: rows
      .slice(at, at + shownRows)
      .map(({ cells }) => [...cells].slice(0, shownColumns).map(([place, { text }]) => [place, text.slice(0, 60)])),
  })
}
