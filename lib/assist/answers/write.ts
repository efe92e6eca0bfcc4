import 'server-only'
import { formatDay } from '@/lib/core/dates'
import { translatorOf, type Translate } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import type { ToolColumn, Unit } from '../tools/contract'

export type Words = Parameters<Translate>[0]

/** A value as the product writes it. */
export function writeValue(value: string, unit: Unit, language: Language): string {
  switch (unit) {
    case 'cents':
      return formatMoney(BigInt(value), language)
    case 'share':
      return formatPercent(value, language)
    case 'days':
      return formatNumber(value, language, 1)
    case 'count':
      return formatNumber(value, language)
  }
}

/** One cell in words; null is not known. */
export function writeCell(cell: string | null, column: ToolColumn, language: Language): string {
  const t = translatorOf(language)
  if (cell === null) return t('answerer.unknown')
  switch (column.unit) {
    case 'text':
      return cell
    case 'day':
      return formatDay(cell, language)
    case 'state': {
      const path = `${column.words}.${cell}` as Words
      return t.has(path) ? t(path) : cell
    }
    default:
      return writeValue(cell, column.unit, language)
  }
}

export const sizeOf = (value: string) => value.replace(/^-/, '')

/** The sign by which a template chooses. */
export function signOf(value: string | null | undefined): 'none' | 'minus' | 'zero' | 'plus' {
  if (value === null || value === undefined) return 'none'
  const number = Number(value)
  return number === 0 ? 'zero' : number < 0 ? 'minus' : 'plus'
}
