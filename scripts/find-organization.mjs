/** The one organization that is meant; several of a name are listed with their ids. */
export async function findOrganization(query, wanted) {
  const { rows } = await query(
    `select organization_id as id, name, created_at as since from organization
       where organization_id::text = lower($1) or (lower(name) = lower($1)
         -- A company may call itself as another is numbered.
         and not exists (select 1 from organization where organization_id::text = lower($1))) order by created_at`,
    [wanted.trim()],
  )
  if (rows.length === 1) return rows[0]
  if (rows.length === 0) throw new Error(`There is no company of the name or id "${wanted}".`)
  const list = rows.map(({ id, name, since }) => `  ${id}  ${name}, since ${since.toISOString().slice(0, 10)}`)
  throw new Error(`Several companies have that name. Say which one by its id:\n${list.join('\n')}`)
}
