import { isDay } from './dates'

/** A row's place in a sorted list: the value it is sorted by, and its id. */
export type Place = { value: string; id: string }

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const maxPlaceChars = 2000

/** The id in an address or a form, or null. */
export const asId = (value: unknown): string | null =>
  typeof value === 'string' && idPattern.test(value.toLowerCase()) ? value.toLowerCase() : null

// Without Buffer, which a browser has not and would be sent whole: filters stand on both sides.
export function writePlace({ value, id }: Place): string {
  const bytes = new TextEncoder().encode(`${id}${value}`)
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function decode(text: string): string | null {
  if (!/^[\w-]*$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
  } catch {
    return null
  }
}

/** An unreadable cursor counts as none, and the list starts at its first page. */
export function readPlace(text: string | null): Place | null {
  if (!text || text.length > maxPlaceChars) return null
  const plain = decode(text)
  if (plain === null) return null
  const id = asId(plain.slice(0, 36))
  const value = plain.slice(36)
  return id && !value.includes('\0') ? { value, id } : null
}

const instantPattern = /^.{10}[T ]([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?(Z|[+-](0\d|1[0-4])(:[0-5]\d)?)$/

/** An instant of a day that the calendar here knows, written as JavaScript or the database writes it, and nothing after it. */
export const isInstant = (value: string): boolean => isDay(value.slice(0, 10)) && instantPattern.test(value)

/** A deadline as the database writes it; without one a row stands at the end of all time. */
export const isDeadline = (value: string): boolean => value === 'infinity' || isInstant(value)

/** A place in a list sorted by time. */
export function readInstantPlace(text: string | null): Place | null {
  const place = readPlace(text)
  return place && isInstant(place.value) ? place : null
}

export type Page<Row> = { rows: Row[]; previous: string | null; next: string | null }

/**
 * Cuts a page out of `size + 1` fetched rows. Rows before a place are fetched nearest first, so they are turned round;
 * one row more than fits says that the list goes on that way.
 */
export function cutPage<Row>(
  fetched: Row[],
  { size, backwards, fromPlace }: { size: number; backwards: boolean; fromPlace: boolean },
  placeOf: (row: Row) => Place,
): Page<Row> {
  const more = fetched.length > size
  const rows = fetched.slice(0, size)
  if (backwards) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  const hasPrevious = backwards ? more : fromPlace
  const hasNext = backwards ? true : more
  return {
    rows,
    previous: hasPrevious && first ? writePlace(placeOf(first)) : null,
    next: hasNext && last ? writePlace(placeOf(last)) : null,
  }
}

/** The parameters of a page's address. */
export type Query = Record<string, string | string[] | undefined>

export const firstOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

/** The words that a list is searched for (`q`), as the database can take them. */
export const searchText = (query: Query, maxChars = 200): string =>
  (firstOf(query.q) ?? '').replaceAll('\0', '').trim().slice(0, maxChars)

/** A LIKE pattern that finds the text itself, wherever it stands. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
