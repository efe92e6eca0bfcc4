import { formatDateTime, formatDay } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatMoney } from '@/lib/core/money'
import { BEGINNING, formatCost } from '@/lib/catalog/costs/cost'
import type { FieldValue } from './changes'
import type { AuditLogEntry } from './entries'
import { placeOfCode } from './field-words'
import { kindOf } from '@/lib/core/audit/kinds'

type Values = Record<string, string | number | Date>
/** The texts under `audit`: keys of the trail are names of events and fields, which come out of the database. */
export type AuditWords = {
  (key: string, values?: Values): string
  has: (key: string) => boolean
  markup: (key: string, values: Record<string, string | number | Date | ((chunks: string) => string)>) => string
}
/** All texts: the words of a field's codes stand with the screens that the codes are of. */
export type AllWords = { has: (key: string) => boolean; raw: (key: string) => unknown }
/** For whom it is written. */
export type Reader = { t: AuditWords; all: AllWords; language: Language; timeZone: string }

type WhoFields = Pick<AuditLogEntry, 'actorKind' | 'actorId' | 'person'>

function whoOf({ actorKind, actorId, person }: WhoFields, { t }: Pick<Reader, 't'>): string {
  const name = person && (person.isMember ? person.name : t('who.left', { name: person.name }))
  switch (actorKind) {
    case 'assistant':
    case 'function':
      return name ? t(`who.${actorKind}`, { name }) : t(`who.${actorKind}Alone`)
    case 'person':
      return name ?? t('who.gone')
    default:
      return actorId && name ? name : t(`who.${actorKind}`)
  }
}

const subjectText = ({ subject }: Pick<AuditLogEntry, 'subject'>, { t }: Pick<Reader, 't'>) =>
  subject.name ?? t('kinds.gone')

type Sentence = Pick<AuditLogEntry, 'event' | 'before' | 'after' | 'subject'> & WhoFields

/** The values that a sentence may name of the change itself. */
function valuesOf({ event, before, after }: Sentence, reader: Reader): Values {
  const [was, is] = [before ?? {}, after ?? {}]
  if (event === 'stock.adjusted' && typeof was.onHand === 'number' && typeof is.onHand === 'number')
    return { way: is.onHand < was.onHand ? 'down' : 'up', from: String(was.onHand), to: String(is.onHand) }
  const field = { 'order.statusChanged': 'status', 'listing.priceSet': 'priceCents' }[event]
  if (!field || was[field] === undefined || is[field] === undefined) return { way: 'other', from: '', to: '' }
  const write = (value: unknown) => writeWord(kindOf(event), field, value, reader)
  return { way: 'known', from: write(was[field]), to: write(is[field]) }
}

const writeWord = (kind: string, field: string, value: unknown, reader: Reader) => {
  const text = String(value as string)
  return /Cents$/.test(field) ? formatMoney(BigInt(text), reader.language) : wordOf([kind, field], text, reader)
}

export const sentenceValues = (entry: Sentence, reader: Reader): Values => ({
  ...valuesOf(entry, reader),
  who: whoOf(entry, reader),
  subject: subjectText(entry, reader),
})

/** The key of the event's sentence; an event that is no longer known is shown by its kind alone. */
export const sentenceKey = (event: string, { t }: Pick<Reader, 't'>): string =>
  t.has(`events.${event}`) ? `events.${event}` : 'events.unknown'

export const sentenceOf = (entry: Sentence, reader: Reader): string =>
  reader.t.markup(sentenceKey(entry.event, reader), { ...sentenceValues(entry, reader), s: (chunks) => chunks })

/** The name of an event without an actor or a record. */
export const eventName = (event: string, { t }: Pick<Reader, 't'>): string => {
  const values = { who: '', subject: '', from: '', to: '', way: 'other' }
  const text = t.markup(sentenceKey(event, { t }), { ...values, s: (chunks) => chunks })
  const words = text
    .replace(/\s+/g, ' ')
    .replace(/[:,]\s*$/, '')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const fieldName = (field: string, t: AuditWords) => (t.has(`fields.${field}`) ? t(`fields.${field}`) : field)

/** A text that is no code stays as it stands. */
function wordOf([kind, field]: readonly [string, string], text: string, { t, all }: Pick<Reader, 't' | 'all'>): string {
  if (!/^[\w.]+$/.test(text)) return text
  const place = placeOfCode(kind, field, text)
  const word = place !== null && all.has(place) ? all.raw(place) : null
  if (typeof word === 'string' && !word.includes('{')) return word
  return /^\w+$/.test(text) && t.has(`values.${text}`) ? t(`values.${text}`) : text
}

type Names = (record: { kind: string; id: string }) => string | null

export function writeValue(value: FieldValue, reader: Reader, nameOf: Names): string {
  const { t, language, timeZone } = reader
  switch (value.kind) {
    case 'none':
      return t('list.empty')
    case 'money':
      return formatMoney(value.cents, language)
    case 'cost':
      return formatCost(value.amount, language)
    case 'day':
      return value.day === BEGINNING ? t('list.beginning') : formatDay(value.day, language)
    case 'instant':
      return formatDateTime(value.at, language, timeZone)
    case 'flag':
      return t(value.is ? 'list.yes' : 'list.no')
    case 'record':
      return nameOf({ kind: value.of, id: value.id }) ?? t('kinds.gone')
    case 'text':
      return wordOf(value.code, value.text, reader)
    case 'many': {
      const shown = value.values.map((inner) => writeValue(inner, reader, nameOf)).join('; ')
      return value.more > 0 ? `${shown}; ${t('list.more', { count: value.more })}` : shown
    }
    case 'group':
      return value.fields
        .map(({ field, value: inner }) => `${fieldName(field, t)}: ${writeValue(inner, reader, nameOf)}`)
        .join(', ')
  }
}
