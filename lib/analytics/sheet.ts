import 'server-only'
import type { ColumnType, Translate, Value } from '../exports/list-kind'
import { ratio } from '../dashboard/metrics'
import { addMonths } from '../dates'
import { coverageOf, marginRate } from './margin'
import { reasonKey, whoKey } from './reasons'
import type { AnalyticsSections, AnalyticsView } from './views'

type Column = { title: string; type: ColumnType; width: number }
/** One table: what it tells and its rows, numbers as numbers. */
export type SectionSheet = { headings: Column[]; rows: Value[][] }

type Titles = Parameters<Translate>[0]
const column = (t: Translate, key: string, type: ColumnType, width = 14): Column => ({
  title: t(`analytics.columns.${key}` as Titles),
  type,
  width,
})
const sheet = (headings: Column[], rows: Value[][]): SectionSheet => ({ headings, rows })
const count = (value: bigint | number | null): Value => (value === null ? null : Number(value))

/** The section's table as a file has it: all of its rows, and no more than the role was shown. */
export function sheetOf(view: AnalyticsView, t: Translate): SectionSheet {
  const { section } = view
  switch (section.tab) {
    case 'abc':
      return abcSheet(section, t)
    case 'profit':
      return profitSheet(view, section, t)
    case 'hours':
      return hoursSheet(view, section, t)
    case 'cohorts':
      return cohortsSheet(section, t)
    case 'cancellations':
      return lossesSheet(section, t)
    case 'cover':
      return coverSheet(section, t)
    case 'price':
      return priceSheet(section, t)
  }
}

const abcSheet = ({ rows, totalCents }: AnalyticsSections['abc'], t: Translate) =>
  sheet(
    [
      column(t, 'place', 'number', 8),
      column(t, 'sku', 'text', 20),
      column(t, 'product', 'text', 44),
      column(t, 'class', 'text', 8),
      column(t, 'units', 'number'),
      column(t, 'value', 'money'),
      column(t, 'share', 'ratio'),
      column(t, 'upto', 'ratio'),
    ],
    rows.map((row) => [
      row.place,
      row.sku,
      row.title,
      row.class,
      count(row.units),
      row.valueCents,
      totalCents > 0n && row.valueCents > 0n ? ratio(row.valueCents, totalCents) : 0,
      totalCents > 0n ? ratio(row.uptoCents, totalCents) : 0,
    ]),
  )

function profitSheet({ filters, seesMoney }: AnalyticsView, { rows }: AnalyticsSections['profit'], t: Translate) {
  const money = [
    column(t, 'taken', 'money', 18),
    column(t, 'cost', 'money'),
    column(t, 'margin', 'money'),
    column(t, 'marginRate', 'ratio'),
    column(t, 'coverage', 'ratio', 18),
  ]
  return sheet(
    [
      column(t, filters.by, 'text', 44),
      column(t, 'sku', 'text', 20),
      column(t, 'orders', 'number'),
      column(t, 'units', 'number'),
      column(t, 'revenue', 'money'),
      column(t, 'before', 'money', 18),
      ...(seesMoney ? money : []),
    ],
    rows.map((row) => [
      row.name || t(`analytics.profit.unknown.${filters.by}`),
      row.detail,
      count(row.orders),
      count(row.units),
      row.revenueCents,
      row.previousCents,
      ...(seesMoney
        ? [
            row.takenCents,
            row.coveredCents > 0n ? row.costCents : null,
            row.marginCents,
            marginRate(row),
            coverageOf(row),
          ]
        : []),
    ]),
  )
}

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

const coverSheet = ({ rows, periodDays }: AnalyticsSections['cover'], t: Translate) =>
  sheet(
    [
      column(t, 'sku', 'text', 20),
      column(t, 'product', 'text', 44),
      column(t, 'sold', 'number'),
      column(t, 'perDay', 'number'),
      column(t, 'available', 'number'),
      column(t, 'days', 'number'),
      column(t, 'band', 'text', 22),
    ],
    rows.map((row) => [
      row.sku,
      row.title,
      count(row.units),
      Number(row.units) / periodDays,
      count(row.available),
      row.days,
      t(`analytics.cover.bands.${row.band}`),
    ]),
  )

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
