import 'server-only'
import { sealTrail } from '../../audit/seal-trail'
import { callGlobal, withOrganization } from '../../db'
import { removeFile } from '../../files/store'
import { Prisma } from '../../generated/prisma/client'

const FOLD_BATCH = 5000
const HOUSEKEEPING_TIMEOUT_MS = 120_000

/** Seals new rows of every trail and folds new deltas of every read model. Runs every few seconds. */
export async function sealAndFold(): Promise<void> {
  const waiting = await callGlobal<{ organizationId: string; unsealed: boolean; unfolded: boolean }>(
    Prisma.sql`SELECT organization_id AS "organizationId", unsealed, unfolded FROM list_organizations_with_work()`,
  )
  for (const { organizationId, unsealed, unfolded } of waiting) {
    if (unsealed) await sealTrail(organizationId)
    if (unfolded) await foldSales(organizationId)
  }
}

export async function foldSales(organizationId: string): Promise<number> {
  const [row] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<[{ folded: number }]>`SELECT fold_sales(${FOLD_BATCH}::int) AS folded`,
    HOUSEKEEPING_TIMEOUT_MS,
  )
  return row.folded
}

/** Forgets buyers' data, files, answered idempotency keys and counted attempts whose term has passed. Runs every night. */
export async function forgetExpired(): Promise<void> {
  const waiting = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organizations_with_expired()`,
  )
  for (const { organizationId } of waiting) {
    await withOrganization({ organizationId }, async (db) => {
      await db.orderBuyer.deleteMany({ where: { organizationId, purgeAfter: { lt: new Date() } } })
      await db.idempotency.deleteMany({ where: { organizationId, expiresAt: { lt: new Date() } } })
    })
    await forgetFiles(organizationId)
  }
  await callGlobal(Prisma.sql`DELETE FROM rate_limit WHERE expire < ${Date.now()}::bigint RETURNING 1`)
}

/** First the file, then its row: what is interrupted between the two is done again the next night. */
async function forgetFiles(organizationId: string): Promise<void> {
  const where = { organizationId, expiresAt: { lt: new Date() } }
  const expired = await withOrganization({ organizationId }, (db) =>
    db.storedFile.findMany({ where, select: { id: true, place: true } }),
  )
  for (const { place } of expired) await removeFile(place)
  const id = { in: expired.map((file) => file.id) }
  await withOrganization({ organizationId }, (db) => db.storedFile.deleteMany({ where: { organizationId, id } }))
}
