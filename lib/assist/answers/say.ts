import 'server-only'
import { changeOf } from '@/lib/sales/sales-figures/figures'
import type { Day } from '@/lib/core/dates'
import { translatorOf, type Translate } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'
import { formatPercent } from '@/lib/core/money'
import type { Course } from './course'
import type { Refusal } from './grammar'
import { chosen, knownValue, peakSentence, scopeText, figureSentence, type Said, type Saying } from './sentence'
import { writeCell, writeValue } from './write'

export type { Said } from './sentence'

type SentenceContext = { compares: boolean; isEqual: boolean; today: Day; course: Course | null }

/** The answer in words: a sentence with the requested figure, then rows, then notes. */
export function sayAnswer(
  said: readonly Said[],
  { compares, isEqual, today, course }: SentenceContext,
  language: Language,
): string {
  const t = translatorOf(language)
  const saying: Saying = { compares, today, t, language }
  const sentences = said.map((one) => sayOne(one, course, saying))
  const [first, second] = said
  const change = compares && first && second ? sayChange(first, second, t, language) : null
  return [...sentences, ...(isEqual ? [t('answerer.equalSpans')] : []), ...(change ? [change] : [])].join('\n')
}

function sayOne(one: Said, course: Course | null, saying: Saying): string {
  const { answer, metric } = one
  const { t } = saying
  if (answer.nothing) return sayNothing(one, saying)
  const [head] = chosen(one)
  const isMissing = head?.name === metric.figures[0] && !metric.tellsNone && head && knownValue(head, answer) === null
  const sentence = isMissing ? sayMissing(one, saying) : (figureSentence(one, saying) ?? sayGeneral(one, saying))
  const rows = listRows(one, saying)
  const peak = course && peakSentence(answer, saying)
  // A single row that is the whole answer is in the sentence already.
  const isListed = rows.length > (metric.figures.length === 0 ? 1 : 0)
  return [
    sentence,
    ...(isListed ? [`${rows.join('; ')}.`] : []),
    ...(peak ? [peak] : []),
    ...answer.notes.map(({ name, values }) => t(`tools.notes.${name}`, values as never)),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Zeros alone say less than that there is nothing yet, and what to do. */
function sayNothing({ answer }: Said, saying: Saying): string {
  const { t, language } = saying
  const steps = answer.nothing!.beginnings.map(({ name }) => t(`answerer.beginnings.${name}`))
  const or = new Intl.ListFormat(language === 'pt' ? 'pt-BR' : 'en-US', { type: 'disjunction' })
  const scope = scopeText(answer, saying)
  if (steps.length === 0) return t('answerer.nothingThen', { scope })
  return `${t('answerer.nothing', { scope })} ${t('answerer.begin', { steps: or.format(steps) })}`
}

/** A missing figure is never shown as zero; the known ones beside it are shown. */
function sayMissing(one: Said, saying: Saying): string {
  const { t } = saying
  const [head, ...others] = chosen(one)
  const known = others.filter(({ value }) => value !== null)
  return [
    t('answerer.missing', { name: t(`tools.figures.${head!.name}`), scope: scopeText(one.answer, saying) }),
    ...(known.length > 0
      ? [t('answerer.known', { body: nameFigures({ ...one, answer: { ...one.answer, figures: known } }, saying) })]
      : []),
  ].join(' ')
}

const nameFigures = (one: Said, { t, language }: Saying): string =>
  chosen(one)
    .map(({ name, unit, value }) =>
      t('answerer.figure', {
        name: t(`tools.figures.${name}`),
        value: value === null ? t('answerer.unknown') : writeValue(value, unit, language),
      }),
    )
    .join('; ')

/** For what has no sentence of its own. */
function sayGeneral(one: Said, saying: Saying): string {
  const { t } = saying
  const { asked: criteria, table } = one.answer
  const what = [t(`tools.names.${one.metric.tool}`), ...statusOf(one, t)].join(' · ')
  const scope = `${scopeText(one.answer, saying)}${criteria.product ? ` (${criteria.product})` : ''}`
  const count = table?.rows.length ?? 0
  const body = nameFigures(one, saying)
  return body ? t('answerer.general', { what, scope, body }) : t('answerer.generalRows', { what, scope, count })
}

/** Which of them were asked for. */
function statusOf({ metric: { tool }, input }: Said, t: Translate): string[] {
  if (tool === 'unreconciled_payouts' && input.state) return [t(`reconciliation.states.${input.state as 'late'}`)]
  if (tool === 'find_orders' && input.status) return [t(`orders.filters.statuses.${input.status as 'pending'}`)]
  if (tool === 'find_orders' && input.waiting) return [t(`answerer.waiting.${input.waiting as 'late'}`)]
  if (tool === 'low_stock') return [t(`answerer.stock.${input.state as 'low'}`)]
  if (tool !== 'expenses') return []
  return [
    t(`answerer.expenses.${input.status as 'all'}`),
    ...(input.kind ? [t(`expenses.kinds.${input.kind as 'fixed'}`)] : []),
  ]
}

function listRows({ metric: { rows, row }, answer: { table }, most }: Said, { t, language }: Saying): string[] {
  if (!table || !rows || row) return []
  const column = rows.value === undefined ? null : table.columns[rows.value]!
  return table.rows.slice(0, most ?? rows.most).map(({ cells }, index) => {
    const name = writeCell(cells[rows.name]!, table.columns[rows.name]!, language)
    const place = String(index + 1)
    if (!column) return t('answerer.row', { place, name })
    const written = writeCell(cells[rows.value!]!, column, language)
    // An amount says what it is; a number alone does not.
    const value = column.unit === 'count' ? `${t(`tools.columns.${column.name}`).toLowerCase()}: ${written}` : written
    return t('answerer.rowOf', { place, name, value })
  })
}

/** The first period less the second, of the figure that was asked for. */
function sayChange(first: Said, second: Said, t: Translate, language: Language): string | null {
  const [a, b] = [chosen(first)[0], chosen(second)[0]]
  if (!a || !b || a.name !== b.name || a.value === null || b.value === null || a.unit === 'share') return null
  const [now, before] = [BigInt(a.value), BigInt(b.value)]
  const share = changeOf(now, before)
  const difference = writeValue(String(now - before), a.unit, language)
  return share
    ? t('answerer.changeOf', { difference, share: formatPercent(share.value, language, { signed: true }) })
    : t('answerer.change', { difference })
}

export function sayRefusal({ why, values }: Refusal, meant: string | null, language: Language): string {
  const t = translatorOf(language)
  const suggestions =
    meant === null ? [] : [t(why === 'reasons' ? 'answerer.instead' : 'answerer.meant', { question: meant })]
  return [sayWhy({ why, values }, t), ...suggestions].join(' ')
}

function sayWhy({ why, values }: Pick<Refusal, 'why' | 'values'>, t: Translate): string {
  switch (why) {
    case 'shopUnknown':
    case 'shopAmbiguous':
    case 'productUnknown':
    case 'productAmbiguous':
      return t(`errors.${why}`, { name: values.name ?? '' })
    case 'orderUnknown':
      return t('answerer.refusals.orderUnknown', { name: values.name ?? '' })
    case 'unknownWords':
      return t('answerer.refusals.unknownWords', { words: values.words ?? '' })
    default:
      return t(`answerer.refusals.${why}`)
  }
}
