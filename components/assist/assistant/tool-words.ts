'use client'

import { useLocale, useTranslations } from 'next-intl'
import { formatDay, type DayRange } from '@/lib/core/dates'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import type { StateWords, ToolAnswer, ToolColumn, ToolName, Unit } from '@/lib/assist/tools/contract'

/** The name of a look-up; a name that only a model knows is shown as it is. */
export function useToolName() {
  const t = useTranslations('tools.names')
  return (name: string) => (t.has(name as ToolName) ? t(name as ToolName) : name)
}

/** Days as they stand on a card: one alone, or the first to the last. */
export function useSpan() {
  const t = useTranslations('assistant.consulted')
  const language = useLocale()
  return ({ from, to }: DayRange) => {
    const [first, last] = [formatDay(from, language), formatDay(to, language)]
    return from === to ? first : t('period', { from: first, to: last })
  }
}

/** The period, shop and product that a look-up was about. */
export function useQuestionText() {
  const span = useSpan()
  return ({ asked: { period, shop, product } }: Pick<ToolAnswer, 'asked'>) =>
    [period && span(period), shop, product].filter(Boolean).join(' · ')
}

/** A value as a person reads it; null is unknown. */
export function useValue() {
  const t = useTranslations('assistant.consulted')
  const language = useLocale()
  return (value: string, unit: Unit | 'text' | 'day'): string => {
    if (unit === 'cents') return formatMoney(BigInt(value), language)
    if (unit === 'count') return formatNumber(value, language)
    if (unit === 'share') return formatPercent(value, language)
    if (unit === 'days') return t('days', { count: Number(value) })
    return unit === 'day' ? formatDay(value, language) : value
  }
}

/** The word of a code, in the words of the screen that it comes from. */
export function useCell() {
  const value = useValue()
  const words = useStateWords()
  return (cell: string, column: ToolColumn) =>
    column.unit === 'state' ? words[column.words](cell) : value(cell, column.unit)
}

type Words = { (key: string): string; has: (key: string) => boolean }

function useStateWords(): Record<StateWords, (code: string) => string> {
  const read = (t: unknown) => (code: string) => {
    const words = t as Words
    return words.has(code) ? words(code) : code
  }
  return {
    'orders.filters.statuses': read(useTranslations('orders.filters.statuses')),
    'reconciliation.states': read(useTranslations('reconciliation.states')),
    'reconciliation.causes': read(useTranslations('reconciliation.causes')),
    'cases.states': read(useTranslations('cases.states')),
    'returns.states': read(useTranslations('returns.states')),
    'returns.kinds': read(useTranslations('returns.kinds')),
    'health.marks': read(useTranslations('health.marks')),
    'result.lines': read(useTranslations('result.lines')),
    'orders.detail.kinds': read(useTranslations('orders.detail.kinds')),
    'analytics.losses.reasons': read(useTranslations('analytics.losses.reasons')),
    'analytics.losses.who': read(useTranslations('analytics.losses.who')),
    'expenses.kinds': read(useTranslations('expenses.kinds')),
    'fees.lines': read(useTranslations('fees.lines')),
    'tools.tasks': read(useTranslations('tools.tasks')),
    'tools.payoutLines': read(useTranslations('tools.payoutLines')),
  }
}
