import 'server-only'
import { plainDecimal } from '@/lib/core/money'
import { getTranslations } from 'next-intl/server'

export type Words = {
  say: (value: unknown) => unknown
  nameOf: (field: string) => string
  /** The name of the file, for that order and that day. */
  fileName: (code: string, day: string) => string
}

/** A record in the reader's words: names and known values; cents as reais with two decimals; no unknown values. */
export async function readerOfWords(timeZone: string): Promise<Words> {
  const t = await getTranslations('privacy.file')
  const word = (value: string, of: 'fields' | 'values') =>
    t.has(`${of}.${value}` as never) ? t(`${of}.${value}` as never) : value
  const say = (value: unknown, name = ''): unknown => {
    if (typeof value === 'bigint') return plainDecimal(value)
    if (value instanceof Date) return atOffset(value, timeZone)
    if (Array.isArray(value)) return value.map((each) => say(each))
    if (typeof value === 'string') return name === 'kind' || name === 'stage' ? word(value, 'values') : value
    if (typeof value !== 'object' || value === null) return value
    const known = Object.entries(value).filter(
      ([, inner]) => inner !== null && !(Array.isArray(inner) && inner.length === 0),
    )
    return Object.fromEntries(known.map(([key, inner]) => [word(key, 'fields'), say(inner, key)]))
  }
  return { say, nameOf: (field) => word(field, 'fields'), fileName: (code, day) => t('name', { code, day }) }
}

/** A moment as the company's clocks show it, and how far these are from UTC: the day is the buyer's own. */
export function atOffset(moment: Date, timeZone: string): string {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment)
  const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')!.value
  return `${shown.replace(' ', 'T')}${offset.slice('GMT'.length) || '+00:00'}`
}

/** Takes what still fits; what does not takes no room from what comes after it. */
export function makeSpace(bytes: number): (taken: number) => boolean {
  let left = bytes
  return (taken) => {
    if (taken > left) return false
    left -= taken
    return true
  }
}
