import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** A shop or channel, and the day whose legal entity counts: columns of the statement. */
type Held = { outlet: Prisma.Sql; day: Prisma.Sql }

/** Every shop and channel that is or once was of the legal entity; each day's own entity is asked for by `heldBy`. */
export const outletsOf = (entity: string): Prisma.Sql => Prisma.sql`(SELECT outlets_of(ARRAY[${entity}::uuid]))::uuid[]`

/** Whether the outlet was of the legal entity on that day. Those that never moved, nearly all, are known by their id alone. */
export const heldBy = (entity: string, { outlet, day }: Held): Prisma.Sql => Prisma.sql`(
  ${outlet} = ANY (${outletsOf(entity)})
  AND (${outlet} <> ALL ((SELECT moved_outlets())::uuid[]) OR entity_on(${outlet}, ${day}) = ${entity}::uuid))`

/** The legal entity of an outlet on a day, where its present one is known. */
export const entityOn = (present: Prisma.Sql, { outlet, day }: Held): Prisma.Sql => Prisma.sql`(
  CASE WHEN ${outlet} = ANY ((SELECT moved_outlets())::uuid[]) THEN entity_on(${outlet}, ${day}) ELSE ${present} END)`
