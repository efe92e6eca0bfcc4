import 'server-only'
import { changeOf } from '@/lib/sales/sales-figures/figures'
import {
  formatDay,
  formatMonth,
  type Day,
  addDays,
  addMonths,
  daysBetween,
  startOfMonth,
  type DayRange,
} from '@/lib/core/dates'
import type { Translate } from '@/lib/core/i18n/translator'
import { type Language, locales } from '@/lib/core/language'
import { formatPercent } from '@/lib/core/money'
import type { Figure, FigureName, ToolAnswer } from '../tools/contract'
import type { RanTool } from './contract'
import type { Metric } from './grammar'
import { signOf, sizeOf, writeCell, writeValue, type Words } from './write'

const monthName = (day: Day, language: Language) =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** Days as a person says them: 'hoje', 'nos últimos 30 dias', 'em outubro de 2026'. */
function daysText({ from, to }: DayRange, today: Day, t: Translate, language: Language): string {
  const days = daysBetween(from, to) + 1
  if (from === to) {
    if (to === today) return t('answerer.when.today')
    if (to === addDays(today, 1)) return t('answerer.when.tomorrow')
    if (to === addDays(today, -1)) return t('answerer.when.yesterday')
    return t('answerer.when.day', { day: formatDay(to, language) })
  }
  if (to === today && from === startOfMonth(today)) return t('answerer.when.thisMonth')
  if (to === today && from === `${today.slice(0, 4)}-01-01`) return t('answerer.when.thisYear')
  if (to === today) return t('answerer.when.lastDays', { days })
  if (from === today) return t('answerer.when.nextDays', { days })
  if (from === startOfMonth(from) && to === addDays(addMonths(from, 1), -1))
    return t('answerer.when.month', { month: monthName(from, language) })
  if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`)
    return t('answerer.when.year', { year: from.slice(0, 4) })
  return t('answerer.when.days', { from: formatDay(from, language), to: formatDay(to, language) })
}

/** The days before, of which there are as many. */
const daysBeforeText = ({ from, to }: DayRange, t: Translate): string =>
  t('answerer.when.before', { days: daysBetween(from, to) + 1 })

export type Said = { metric: Metric; input: RanTool['input']; answer: ToolAnswer; most: number | null }
export type Saying = { compares: boolean; today: Day; t: Translate; language: Language }

type Values = Record<string, string | number>

/** A template shows the size of these figures: its words say that they were taken. */
const saidBySize: readonly FigureName[] = ['fees', 'freight', 'goodsCost', 'salesTax', 'adsSpend', 'profit']

export const chosen = ({ metric, answer }: Said): Figure[] =>
  metric.figures.flatMap((name) => answer.figures.find((figure) => figure.name === name) ?? [])

/** ' nos últimos 30 dias (Loja Norte)': it follows a word. */
export function scopeText({ asked: { period, shop } }: ToolAnswer, { today, t, language }: Saying): string {
  const when = period && daysText(period, today, t, language)
  return [when && ` ${when}`, shop && ` (${shop})`].filter(Boolean).join('')
}

/** Null where the metric has no sentence of its own, or the answer lacks what it begins with. */
export function figureSentence(said: Said, saying: Saying): string | null {
  const { t } = saying
  const path = `answerer.sentences.${said.metric.id}` as Words
  const [head] = said.metric.figures
  if (!t.has(path) || (head && !hasHead(said, head))) return null
  return t(path, valuesOf(said, saying) as never).trim()
}

const hasHead = ({ answer: { figures, table } }: Said, head: FigureName): boolean =>
  figures.some(({ name }) => name === head) || (figures.length === 0 && typeof table?.total === 'number')

/** Where not all were counted, as many as were. */
export const knownValue = ({ unit, value }: Figure, { notes, table }: ToolAnswer): string | null =>
  value === null && unit === 'count' && notes.some(({ name }) => name === 'atLeast')
    ? String(table?.total ?? table?.rows.length ?? 0)
    : value

/**
 * The values of a template: each requested figure, with its size and sign; the first row and the number of rows; the
 * days and shop; the change against the days before.
 */
function valuesOf(said: Said, saying: Saying): Values {
  const { metric, answer } = said
  const { table } = answer
  const [head] = chosen(said)
  const values: Values = {
    scope: scopeText(answer, saying),
    change: head ? changeSentence(head, answer, saying) : '',
    product: answer.asked.product ?? '',
    rowCount: table?.total ?? table?.rows.length ?? 0,
    rowListed: table?.rows.length ?? 0,
    ...firstRow(said, saying.language),
  }
  for (const name of metric.figures) {
    const figure = answer.figures.find((one) => one.name === name)
    values[`${name}Sign`] = signOf(figure?.value)
    // A role without totals still sees the number of rows.
    if (!figure) values[name] = table?.total ?? 0
    else if (figure.unit === 'count') values[name] = Number(knownValue(figure, answer) ?? 0)
    else {
      values[name] = figure.value === null ? '' : writeValue(figure.value, figure.unit, saying.language)
      values[`${name}Size`] =
        figure.value === null ? '' : writeValue(sizeOf(figure.value), figure.unit, saying.language)
    }
  }
  return values
}

function firstRow({ metric, answer: { table } }: Said, language: Language): Values {
  const row = metric.row ? table?.rows.find(({ cells }) => cells[0] === metric.row) : table?.rows[0]
  const columns = metric.row ? { name: 0, value: 1 } : metric.rows
  if (!table || !columns) return {}
  const write = (at: number | undefined, of: (cell: string) => string = (cell) => cell) => {
    const cell = at === undefined ? null : (row?.cells[at] ?? null)
    return cell === null ? '' : writeCell(of(cell), table.columns[at!]!, language)
  }
  const cell = columns.value === undefined ? null : row?.cells[columns.value]
  // Where the platform stated a sum alone, its parts are unknown; without any amount they are zero.
  const isNone = metric.row !== undefined && !row && table.rows.length === 0
  return {
    firstName: write(columns.name),
    firstValue: write(columns.value),
    firstSize: write(columns.value, sizeOf),
    firstSign: isNone ? 'zero' : signOf(cell),
  }
}

/** ', 8,0% a mais que nos 30 dias anteriores': empty where both are zero. A requested comparison has its own text. */
function changeSentence(
  { name, unit, value }: Figure,
  { compared }: ToolAnswer,
  { compares, t, language }: Saying,
): string {
  const past = compared?.figures.find((figure) => figure.name === name)?.value ?? null
  if (compares || !compared || value === null || past === null || !['cents', 'count'].includes(unit)) return ''
  const before = daysBeforeText(compared.period, t)
  const [now, then] = [signOf(value), signOf(past)]
  if (now === 'zero' && then === 'zero') return ''
  if (then === 'zero') return t('answerer.changes.wasNothing', { before })
  const bySize = saidBySize.includes(name)
  if (now !== then || (now === 'minus' && !bySize)) {
    const was = bySize && now === 'zero' ? sizeOf(past) : past
    return t('answerer.changes.was', { before, value: writeValue(was, unit, language) })
  }
  const change = changeOf(BigInt(sizeOf(value)), BigInt(sizeOf(past)))!
  if (change.value === 0) return t('answerer.changes.same', { before })
  const share = formatPercent(Math.abs(change.value), language)
  return t(`answerer.changes.${change.value > 0 ? 'more' : 'less'}`, { before, share })
}

/** The step of a course that was the most. */
export function peakSentence({ series }: ToolAnswer, { t, language }: Saying): string | null {
  if (!series || series.unit === 'share') return null
  const peak = series.points.reduce<(typeof series.points)[number] | null>(
    (most, point) => (point.value !== null && BigInt(point.value) > BigInt(most?.value ?? '0') ? point : most),
    null,
  )
  if (!peak) return null
  const step = series.by === 'month' ? formatMonth(peak.from, language) : formatDay(peak.from, language)
  return t(`answerer.peaks.${series.by}`, { step, value: writeValue(peak.value!, series.unit, language) })
}
