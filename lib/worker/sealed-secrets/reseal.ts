import 'server-only'
import type { ClientBase } from 'pg'
import { seal, sealingKeyId, unseal } from '@/lib/core/crypto'
import { SEALED_COLUMNS, type SealedColumn } from './columns'

const BATCH = 200

/**
 * Encrypted again, left for another time (locked by another process), and values that no named key decrypts, by the
 * key's id.
 */
export type Resealed = { done: number; left: number; lacking: Record<string, number> }
type Row = { id: string; sealed: string }

const batchOf = ({ table, column, id, whose }: SealedColumn) => `
  SELECT ${id ?? 'organization_id'}::text AS id, ${column} AS sealed FROM ${table}
  WHERE ${column} IS NOT NULL AND ${column} NOT LIKE $1 AND ($2::text IS NULL OR ${id ?? 'organization_id'}::text > $2)
    ${whose === 'organization' ? 'AND organization_id = current_organization()' : ''}
  ORDER BY ${id ?? 'organization_id'}::text LIMIT ${BATCH}`

/** Only over the text that was read: what somebody else wrote meanwhile is newer, and under the key in force. */
const rewrite = ({ table, column, id, whose, free }: SealedColumn) => `
  UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${id ?? 'organization_id'}::text = $3
    ${whose === 'organization' ? 'AND organization_id = current_organization()' : ''} ${free ? `AND ${free}` : ''}`

/** Everything that lies sealed under an earlier key is sealed with the one in force, some rows at a time, while the product runs. */
export async function resealAll(owner: ClientBase, organizationIds: string[]): Promise<Resealed> {
  const told: Resealed = { done: 0, left: 0, lacking: {} }
  for (const column of SEALED_COLUMNS)
    if (column.whose === 'person') await resealColumn(owner, column, '', told)
    else for (const organizationId of organizationIds) await resealColumn(owner, column, organizationId, told)
  return told
}

async function resealColumn(owner: ClientBase, column: SealedColumn, organizationId: string, told: Resealed) {
  await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
  const inForce = `${sealingKeyId()}.%`
  let after: string | null = null
  for (;;) {
    const { rows }: { rows: Row[] } = await owner.query<Row>(batchOf(column), [inForce, after])
    for (const row of rows) await resealRow(owner, column, organizationId, row, told)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

async function resealRow(owner: ClientBase, column: SealedColumn, organizationId: string, row: Row, told: Resealed) {
  const about = column.about(organizationId, row.id)
  let secret: string
  try {
    secret = unseal(row.sealed, about)
  } catch {
    const keyId = /^[0-9a-f]{8}(?=\.)/.exec(row.sealed)?.[0] ?? 'of no known form'
    told.lacking[keyId] = (told.lacking[keyId] ?? 0) + 1
    return
  }
  const { rowCount } = await owner.query(rewrite(column), [seal(secret, about), row.sealed, row.id])
  if (rowCount === 0) told.left += 1
  else told.done += 1
}

/** The number of rows still under a key, by its id; queued mails are counted with the jobs that carry them. */
export async function countUnder(owner: ClientBase, organizationIds: string[], keyId: string): Promise<number> {
  let count = 0
  const add = async (sql: string) => {
    const { rows } = await owner.query<{ n: string }>(sql, [`${keyId}.%`])
    count += Number(rows[0]!.n)
  }
  for (const { table, column, whose } of SEALED_COLUMNS)
    if (whose === 'person') await add(`SELECT count(*) AS n FROM ${table} WHERE ${column} LIKE $1`)
    else
      for (const organizationId of organizationIds) {
        await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
        await add(
          `SELECT count(*) AS n FROM ${table} WHERE organization_id = current_organization() AND ${column} LIKE $1`,
        )
      }
  const { rows } = await owner.query<{ n: string }>(
    `SELECT count(*) AS n FROM graphile_worker._private_jobs WHERE payload::text LIKE '%"' || $1 || '.%'`,
    [keyId],
  )
  return count + Number(rows[0]!.n)
}
