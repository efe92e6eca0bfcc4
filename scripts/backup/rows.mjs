/** Rows that are only ever added, by company: fewer of them than a backup counted were lost. As a superuser, who sees all companies. */
export async function countRows(client) {
  const { rows } = await client.query(`
    select o.organization_id as id,
      (select count(*)::text from stock_movement m where m.organization_id = o.organization_id) as movements,
      (select count(*)::text from audit_event e where e.organization_id = o.organization_id) as events,
      (select count(*)::text from audit_chain s where s.organization_id = o.organization_id) as links
    from organization o order by 1`)
  return rows
}

/** The rows that a restored database lacks from the backup's counts. */
export function missingRows(counted, result) {
  const byId = new Map(result.map((company) => [company.id, company]))
  return counted.flatMap(({ id, ...counts }) => {
    const now = byId.get(id)
    if (!now) return [`company ${id} is gone: deleted since the backup, or lost`]
    return Object.entries(counts)
      .filter(([name, count]) => BigInt(now[name]) < BigInt(count))
      .map(([name, count]) => `company ${id} has ${now[name]} ${name} where the backup counted ${count}`)
  })
}

/** Files that the database names, were there when the backup ended, and are not among its copies. A sheet that was taken in is gone before its row. */
export async function missingFiles(client, store, finishedAt) {
  const { rows } = await client.query(
    `select place || '-' || encode(sha256, 'hex') as path from stored_file
     where created_at <= $1 and (expires_at is null or expires_at > now()) and kind <> 'import'`,
    [finishedAt],
  )
  const kept = new Set(store.map(({ path }) => path))
  return rows.filter(({ path }) => !kept.has(path)).map(({ path }) => `files/${path} is not among the copies`)
}
