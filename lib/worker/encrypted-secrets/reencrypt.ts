import 'server-only'
import type { ClientBase } from 'pg'
import { encrypt, encryptionKeyId, decrypt } from '@/lib/core/crypto'
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './columns'

const BATCH = 200

/**
 * Encrypted again, left for another time (locked by another process), and values that no named key decrypts, by the
 * key's id.
 */
export type Reencrypted = { done: number; left: number; lacking: Record<string, number> }
type Row = { id: string; encrypted: string }

const batchOf = ({ table, column, id, whose }: EncryptedColumn) => `
  SELECT ${id ?? 'organization_id'}::text AS id, ${column} AS encrypted FROM ${table}
  WHERE ${column} IS NOT NULL AND ${column} NOT LIKE $1 AND ($2::text IS NULL OR ${id ?? 'organization_id'}::text > $2)
    ${whose === 'organization' ? 'AND organization_id = current_organization()' : ''}
  ORDER BY ${id ?? 'organization_id'}::text LIMIT ${BATCH}`

/** Only over the text that was read: what somebody else wrote meanwhile is newer, and under the key in force. */
const rewrite = ({ table, column, id, whose, free }: EncryptedColumn) => `
  UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${id ?? 'organization_id'}::text = $3
    ${whose === 'organization' ? 'AND organization_id = current_organization()' : ''} ${free ? `AND ${free}` : ''}`

/** Everything that lies encrypted under an earlier key is encrypted with the one in force, some rows at a time, while the product runs. */
export async function reencryptAll(owner: ClientBase, organizationIds: string[]): Promise<Reencrypted> {
  const summary: Reencrypted = { done: 0, left: 0, lacking: {} }
  for (const column of ENCRYPTED_COLUMNS)
    if (column.whose === 'person') await reencryptColumn(owner, column, '', summary)
    else for (const organizationId of organizationIds) await reencryptColumn(owner, column, organizationId, summary)
  return summary
}

async function reencryptColumn(
  owner: ClientBase,
  column: EncryptedColumn,
  organizationId: string,
  summary: Reencrypted,
) {
  await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
  const inForce = `${encryptionKeyId()}.%`
  let after: string | null = null
  for (;;) {
    const { rows }: { rows: Row[] } = await owner.query<Row>(batchOf(column), [inForce, after])
    for (const row of rows) await reencryptRow(owner, column, organizationId, row, summary)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

async function reencryptRow(
  owner: ClientBase,
  column: EncryptedColumn,
  organizationId: string,
  row: Row,
  summary: Reencrypted,
) {
  const about = column.about(organizationId, row.id)
  let secret: string
  try {
    secret = decrypt(row.encrypted, about)
  } catch {
    const keyId = /^[0-9a-f]{8}(?=\.)/.exec(row.encrypted)?.[0] ?? 'of no known form'
    summary.lacking[keyId] = (summary.lacking[keyId] ?? 0) + 1
    return
  }
  const { rowCount } = await owner.query(rewrite(column), [encrypt(secret, about), row.encrypted, row.id])
  if (rowCount === 0) summary.left += 1
  else summary.done += 1
}

/** The number of rows still under a key, by its id; queued mails are counted with the jobs that carry them. */
export async function countUnder(owner: ClientBase, organizationIds: string[], keyId: string): Promise<number> {
  let count = 0
  const add = async (sql: string) => {
    const { rows } = await owner.query<{ n: string }>(sql, [`${keyId}.%`])
    count += Number(rows[0]!.n)
  }
  for (const { table, column, whose } of ENCRYPTED_COLUMNS)
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
