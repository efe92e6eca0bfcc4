import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { cutPage, readPlace, type Page, type Place } from '../keyset'

/** The page of a list that is read: `size` rows beyond a place, or the first ones. */
export type PageRequest = { place: Place | null; backwards: boolean; ascending: boolean; size: number }

type Cursor = { after: string | null; before: string | null }
type Order = { ascending?: boolean; isPlace?: (value: string) => boolean }

/** Newest first unless `ascending`. A cursor whose value `isPlace` refuses counts as none: the database could not cast it. */
export function requestPage(
  { after, before }: Cursor,
  size: number,
  { ascending = false, isPlace = () => true }: Order = {},
): PageRequest {
  const read = readPlace(after ?? before)
  const place = read && isPlace(read.value) ? read : null
  const backwards = place !== null && after === null
  return { place, backwards, ascending: ascending !== backwards, size }
}

/** The direction in which the rows are fetched: those before a place nearest first. */
export const orderOf = ({ ascending }: PageRequest): Prisma.Sql => (ascending ? Prisma.sql`ASC` : Prisma.sql`DESC`)

/** `AND (sorted, id) > (…)` for the rows beyond the place; nothing for the first page. */
export const beyondPlace = (
  { place, ascending }: PageRequest,
  sorted: Prisma.Sql,
  id: Prisma.Sql,
  cast: Prisma.Sql,
): Prisma.Sql =>
  place
    ? Prisma.sql`AND (${sorted}, ${id}) ${ascending ? Prisma.sql`>` : Prisma.sql`<`} (${place.value}::${cast}, ${place.id}::uuid)`
    : Prisma.empty

/** The page out of `size + 1` rows fetched in `orderOf`. */
export const pageOf = <Row>(
  { place, backwards, size }: PageRequest,
  fetched: Row[],
  placeOf: (row: Row) => Place,
): Page<Row> => cutPage(fetched, { size, backwards, fromPlace: place !== null }, placeOf)
