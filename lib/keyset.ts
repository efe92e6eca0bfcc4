/** A row's place in a sorted list: the value it is sorted by, and its id. */
export type Place = { value: string; id: string }

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const maxPlaceChars = 2000

/** What an address or a form calls an id, or null. */
export const asId = (value: unknown): string | null =>
  typeof value === 'string' && idPattern.test(value.toLowerCase()) ? value.toLowerCase() : null

export const writePlace = ({ value, id }: Place): string => Buffer.from(`${id}${value}`).toString('base64url')

/** What cannot be read is no place, and the list starts at its first page. */
export function readPlace(text: string | null): Place | null {
  if (!text || text.length > maxPlaceChars) return null
  const plain = Buffer.from(text, 'base64url').toString()
  const id = asId(plain.slice(0, 36))
  const value = plain.slice(36)
  return id && !value.includes('\0') ? { value, id } : null
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

export const firstOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

/** A LIKE pattern that finds the text itself, wherever it stands. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
