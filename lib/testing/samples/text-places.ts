import { queryPlanned } from '../harnesses/database'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const PERSONAL: Record<string, string> = { app_user: 'id' }

/** Every row that a company and its people hold, by table, as JSON; of these tables alone where some are named. */
async function rowsOf(organizationId: string, only?: string[]): Promise<{ table: string; row: Json }[]> {
  const tables = await queryPlanned<{ name: string }>(
    organizationId,
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [],
  )
  const people = '(select user_id from membership where organization_id = $1)'
  const sources = [
    ...tables.map(({ name }) => ({ name, where: 'organization_id = $1' })),
    ...Object.entries(PERSONAL).map(([name, key]) => ({ name, where: `${key} in ${people}` })),
  ].filter(({ name }) => only?.includes(name) ?? true)
  return queryPlanned(
    organizationId,
    sources
      .map(({ name, where }) => `select '${name}' as table, to_jsonb(t) as row from "${name}" t where ${where}`)
      .join(' union all '),
    [organizationId],
  )
}

function* textsIn(value: Json, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, `${path}.*`)
  else if (value) for (const [key, item] of Object.entries(value)) yield* textsIn(item, `${path}.${key}`)
}

/** The columns in which the company holds exactly this text. */
export async function placesOf(organizationId: string, text: string): Promise<string[]> {
  const places = new Set<string>()
  for (const { table, row } of await rowsOf(organizationId))
    for (const [path, one] of textsIn(row, table)) if (one === text) places.add(path)
  return [...places]
}

/** Whether one of these columns holds exactly this text. */
export async function isKept(organizationId: string, places: string[], text: string): Promise<boolean> {
  const tables = [...new Set(places.map((place) => place.split('.')[0]!))]
  for (const { table, row } of await rowsOf(organizationId, tables))
    for (const [path, one] of textsIn(row, table)) if (one === text && places.includes(path)) return true
  return false
}
