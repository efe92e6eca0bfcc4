import 'server-only'
import { adsCells, adsHeadings } from '@/lib/money/ads/sheet'
import type { ColumnType, Value } from '@/lib/core/exports/list-kind'
import type { Translate } from '@/lib/core/i18n/translator'
import { ratio } from '@/lib/sales/sales-figures/figures'
import { addMonths } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import type { CoverRow } from './cover-queries'
import type { ProfitGroup } from '@/lib/sales/sales-figures/analysis-filters'
import { coverageOf, marginAfterAds, marginRate } from '@/lib/sales/sales-figures/margin'
import type { AbcRow } from '@/lib/sales/sales-figures/product-figures'
import type { ProfitRow } from './profit-groups'
import { reasonKey, whoKey } from './reasons'
import type { AnalyticsSections, AnalyticsView } from './views'

type Column = { title: string; type: ColumnType; width: number }
/** One table: what it tells and its rows, numbers as numbers. */
export type SectionSheet = { headings: Column[]; rows: Value[][] }

type Titles = Parameters<Translate>[0]
/** A file's amounts have no mark of their own. */
const column = (t: Translate, key: string, type: ColumnType, width = 14): Column => {
  const title = t(`analytics.columns.${key}` as Titles)
  return { title: type === 'money' ? `${title} (R$)` : title, type, width }
}
const sheet = (headings: Column[], rows: Value[][]): SectionSheet => ({ headings, rows })
const count = (value: bigint | number | null): Value => (value === null ? null : Number(value))

/** The table of a section that is short enough to be one, with no more than the role was shown; the others are lists (exportKindOf). */
export function sheetOf(view: AnalyticsView, t: Translate): SectionSheet {
  const { section } = view
  switch (section.tab) {
    case 'abc':
    case 'cover':
      throw new Error(`${section.tab} is exported as a list`)
    case 'profit':
      return profitSheet(view, section, t)
    case 'ads':
      return sheet(
        adsHeadings(view.filters.spent, t),
        section.rows.map((row) => adsCells(row, view.filters.spent, t)),
      )
    case 'hours':
      return hoursSheet(view, section, t)
    case 'cohorts':
      return cohortsSheet(section, t)
    case 'cancellations':
      return lossesSheet(section, t)
    case 'price':
      return priceSheet(section, t)
  }
}

export const abcColumns = (t: Translate): Column[] => [
  column(t, 'place', 'number', 8),
  column(t, 'sku', 'text', 20),
  column(t, 'product', 'text', 44),
  column(t, 'class', 'text', 8),
  column(t, 'units', 'number'),
  column(t, 'value', 'money'),
  column(t, 'share', 'ratio'),
  column(t, 'upto', 'ratio'),
]

export const abcCells = (row: AbcRow, totalCents: Cents): Value[] => [
  row.place,
  row.sku,
  row.title,
  row.class,
  count(row.units),
  row.valueCents,
  totalCents > 0n && row.valueCents > 0n ? ratio(row.valueCents, totalCents) : 0,
  totalCents > 0n ? ratio(row.uptoCents, totalCents) : 0,
]

export function profitColumns(by: ProfitGroup, seesMoney: boolean, t: Translate): Column[] {
  const money = [
    column(t, 'taken', 'money', 18),
    column(t, 'cost', 'money'),
    column(t, 'margin', 'money'),
    column(t, 'marginRate', 'ratio'),
    column(t, 'coverage', 'ratio', 18),
    ...(by === 'state' ? [] : [column(t, 'adsSpend', 'money'), column(t, 'marginAfterAds', 'money', 18)]),
  ]
  return [
    column(t, by, 'text', 44),
    column(t, 'sku', 'text', 20),
    column(t, 'orders', 'number'),
    column(t, 'units', 'number'),
    column(t, 'revenue', 'money'),
    column(t, 'before', 'money', 18),
    ...(seesMoney ? money : []),
  ]
}

export function profitCells(row: ProfitRow, by: ProfitGroup, seesMoney: boolean, t: Translate): Value[] {
  const cost = row.coveredCents > 0n ? row.costCents : null
  const ads = by === 'state' ? [] : [row.adsCents, marginAfterAds(row)]
  const money = [row.takenCents, cost, row.marginCents, marginRate(row), coverageOf(row), ...ads]
  return [
    row.name || t(`analytics.profit.unknown.${by}`),
    row.detail,
    count(row.orders),
    count(row.units),
    row.revenueCents,
    row.previousCents,
    ...(seesMoney ? money : []),
  ]
}

const profitSheet = ({ filters, seesMoney }: AnalyticsView, { rows }: AnalyticsSections['profit'], t: Translate) =>
  sheet(
    profitColumns(filters.by, seesMoney, t),
    rows.map((row) => profitCells(row, filters.by, seesMoney, t)),
  )

const hoursSheet = ({ filters }: AnalyticsView, { map }: AnalyticsSections['hours'], t: Translate) =>
  sheet(
    [
      column(t, 'weekday', 'text', 16),
      column(t, 'hour', 'number', 8),
      column(t, 'orders', 'number'),
      filters.figure === 'gross'
        ? column(t, 'revenue', 'money')
        : column(t, filters.figure === 'orders' ? 'orders' : 'units', 'number'),
    ],
    map.rows.flatMap(({ weekday, cells }) =>
      cells.map(({ hour, orders, value }) => [
        t(`analytics.hours.weekdays.${weekday}` as Titles),
        hour,
        count(orders),
        filters.figure === 'gross' ? value : count(value),
      ]),
    ),
  )

const cohortsSheet = ({ cohorts }: AnalyticsSections['cohorts'], t: Translate) =>
  sheet(
    [
      column(t, 'firstMonth', 'day'),
      column(t, 'month', 'day'),
      column(t, 'buyers', 'number'),
      column(t, 'cameBack', 'ratio'),
      column(t, 'orders', 'number'),
      column(t, 'revenue', 'money'),
    ],
    cohorts.rows.flatMap(({ firstMonth, cells }) =>
      cells.flatMap((cell, offset) =>
        cell && cell.buyers > 0n
          ? [
              [
                firstMonth,
                addMonths(firstMonth, offset),
                count(cell.buyers),
                cell.rate,
                count(cell.orders),
                cell.revenueCents,
              ],
            ]
          : [],
      ),
    ),
  )

function lossesSheet({ reasons, returns, items }: AnalyticsSections['cancellations'], t: Translate) {
  const say = (reason: string | null) => {
    const known = reason && reasonKey(reason)
    return known ? t(`analytics.losses.reasons.${known}`) : (reason ?? t('analytics.losses.reasons.none'))
  }
  const sayWho = (by: string | null) => t(`analytics.losses.who.${whoKey(by) ?? 'unknown'}`)
  const kind = (key: 'cancellations' | 'returns' | 'byProduct') => t(`analytics.losses.${key}`)
  return sheet(
    [
      column(t, 'table', 'text', 24),
      column(t, 'reason', 'text', 44),
      column(t, 'by', 'text', 16),
      column(t, 'count', 'number'),
      column(t, 'value', 'money'),
      column(t, 'returnedUnits', 'number', 18),
      column(t, 'refund', 'money'),
    ],
    [
      ...reasons.map((row): Value[] => [
        kind('cancellations'),
        say(row.reason),
        sayWho(row.by),
        count(row.orders),
        row.cents,
        null,
        null,
      ]),
      ...returns.map((row): Value[] => [
        kind('returns'),
        say(row.reason),
        null,
        null,
        null,
        count(row.returns),
        row.cents,
      ]),
      ...items.map((row): Value[] => [
        kind('byProduct'),
        row.sku ? `${row.sku} – ${row.title}` : row.title,
        null,
        count(row.cancelledUnits),
        row.cancelledCents,
        count(row.returnedUnits),
        row.refundCents,
      ]),
    ],
  )
}

export const coverColumns = (t: Translate): Column[] => [
  column(t, 'sku', 'text', 20),
  column(t, 'product', 'text', 44),
  column(t, 'sold', 'number'),
  column(t, 'perDay', 'number'),
  column(t, 'available', 'number'),
  column(t, 'days', 'number'),
  column(t, 'band', 'text', 22),
]

export const coverCells = (row: CoverRow, periodDays: number, t: Translate): Value[] => [
  row.sku,
  row.title,
  count(row.units),
  Number(row.units) / periodDays,
  count(row.available),
  row.days,
  t(`analytics.cover.bands.${row.band}`),
]

const priceSheet = ({ points }: AnalyticsSections['price'], t: Translate) =>
  sheet(
    [
      column(t, 'from', 'day'),
      column(t, 'to', 'day'),
      column(t, 'units', 'number'),
      column(t, 'revenue', 'money'),
      column(t, 'price', 'money', 18),
    ],
    points.map(({ from, to, units, revenueCents, priceCents }) => [from, to, count(units), revenueCents, priceCents]),
  )
