import { queryPlanned } from './database'

/** Tables of these people that stand outside any organization. */
const PERSONAL = ['app_user', 'account', 'recovery_code', 'verification', 'avatar', 'session']
const keyOf = (table: string) => (table === 'app_user' ? 'id' : 'user_id')
const textOf = (table: string) => (table === 'session' ? `(to_jsonb(t) - 'last_seen_at')::text` : 't::text')

/**
 * Everything that an organization and its members hold, table by table, as a count and a sum of hashes: as long as it is equal,
 * nothing was written. When a session was last seen is left out, since looking at it is not a change.
 */
export async function fingerprint(organizationId: string): Promise<Record<string, string>> {
  const tables = await queryPlanned<{ name: string }>(
    organizationId,
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'session' order by 1`,
    [],
  )
  // A sum needs no order, and the text of a row a sixth of what its JSON takes.
  const mark = (table: string, where: string) => `
      select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${textOf(table)}, 0)), 0) as mark
      from "${table}" t where ${where}`
  const people = '(select user_id from membership where organization_id = $1)'
  const marks = [
    ...tables.map(({ name }) => mark(name, 'organization_id = $1')),
    ...PERSONAL.map((table) => mark(table, `${keyOf(table)} in ${people}`)),
  ].join(' union all ')
  const rows = await queryPlanned<{ name: string; mark: string }>(organizationId, marks, [organizationId])
  return Object.fromEntries(rows.map((row) => [row.name, row.mark]))
}
