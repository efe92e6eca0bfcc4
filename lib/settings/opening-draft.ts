import type { Day } from '@/lib/dates'
import type { FieldErrors } from '@/lib/errors'
import type { Language } from '@/lib/language'
import { formatAmount, parseMoney } from '@/lib/money'

type Month = { month: Day; revenueCents: bigint | null }
type ReadMonths = { months: Month[]; fields: FieldErrors; totalCents: bigint; known: number }

/** What stands in the fields as the action takes it: nothing is unknown, where zero is zero. */
export function readMonths(months: { month: Day }[], texts: string[], language: Language): ReadMonths {
  const fields: FieldErrors = {}
  const read = months.map(({ month }, index) => {
    const text = texts[index]?.trim() ?? ''
    const parsed = text === '' ? null : parseMoney(text, language)
    if (parsed && !parsed.ok) fields[`months.${index}.revenueCents`] = [`errors.${parsed.error}`]
    return { month, revenueCents: parsed?.ok ? parsed.cents : null }
  })
  const amounts = read.flatMap(({ revenueCents }) => (revenueCents === null ? [] : [revenueCents]))
  return { months: read, fields, totalCents: amounts.reduce((sum, cents) => sum + cents, 0n), known: amounts.length }
}

/** A column copied from a sheet, from the field it is pasted into downwards; null for what is a single value. */
export function fillDown(texts: string[], at: number, pasted: string, language: Language): string[] | null {
  const lines = pasted.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  if (lines.length < 2) return null
  return texts.map((text, index) => {
    const line = lines[index - at]
    if (index < at || line === undefined) return text
    const value = line.trim()
    const parsed = parseMoney(value, language)
    return parsed.ok ? formatAmount(parsed.cents, language) : value
  })
}
