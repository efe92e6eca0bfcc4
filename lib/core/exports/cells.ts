import { plainDecimal } from '@/lib/core/money'
import { tzOffset } from '@date-fns/tz'
import { safeCsvText, safeText } from '../sheets/csv'
import type { Language } from '../language'
import type { ColumnType, Value } from './list-kind'

const two = (value: number) => String(value).padStart(2, '0')
const decimalMark = { pt: ',', en: '.' } as const

// Offsets change at quarters of an hour at most, and finding one out is slow.
const quarterMs = 900_000
const maxKnown = 20_000
const offsets = new Map<string, number>()

function offsetMs(instant: Date, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(instant.getTime() / quarterMs)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= maxKnown) offsets.clear()
  const result = tzOffset(timeZone, instant) * 60_000
  offsets.set(key, result)
  return result
}

/** The clock on the wall of that zone, as if it were UTC: spreadsheets know no zones. */
export const onTheWall = (instant: Date, timeZone: string) => new Date(instant.getTime() + offsetMs(instant, timeZone))

const decimal = (value: number) => (Number.isInteger(value) ? String(value) : String(Number(value.toFixed(6))))

function dayText(day: string, language: Language) {
  const [year = '', month = '', date = ''] = day.split('-')
  return language === 'pt' ? `${date}/${month}/${year}` : day
}

/** A value as a CSV file of the language writes it: 1234,56 and 21/11/2026 13:45 in pt, 1234.56 and 2026-11-21 13:45 in en. */
export function csvText(value: Value, type: ColumnType, language: Language, timeZone: string): string {
  if (value === null) return ''
  if (value instanceof Date) {
    const wall = onTheWall(value, timeZone)
    const time = `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`
    return `${dayText(wall.toISOString().slice(0, 10), language)} ${time}`
  }
  if (type === 'day') return dayText(String(value), language)
  if (typeof value === 'bigint') return plainDecimal(value).replace('.', decimalMark[language])
  if (typeof value === 'number') return decimal(value).replace('.', decimalMark[language])
  return safeCsvText(value)
}

/** A spreadsheet refuses a workbook with more in one cell. */
const MAX_CELL_TEXT = 32_767
const cut = (text: string) => (text.length > MAX_CELL_TEXT ? `${text.slice(0, MAX_CELL_TEXT - 2)}…` : text)

/** A text for a worksheet, no longer than a cell holds. Workbooks write letters that XML cannot hold as _x000D_: a text that looks so has its underscore written so itself. */
export const sheetText = (text: string): string => safeText(cut(text)).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** The same value for a worksheet: numbers as numbers, days and times as dates. */
export function sheetValue(value: Value, type: ColumnType, timeZone: string): string | number | Date | null {
  if (value === null) return null
  if (value instanceof Date) return onTheWall(value, timeZone)
  if (type === 'day') return new Date(`${String(value)}T00:00:00Z`)
  if (typeof value === 'bigint') return Number(plainDecimal(value))
  return typeof value === 'number' ? value : sheetText(value)
}
