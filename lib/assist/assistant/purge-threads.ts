import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { keptDays } from '@/lib/sales/orders/buyer-term'
import { TITLE_CHARACTERS } from './schema'

const USAGE_DAYS = 180
const BATCH = 500

/**
 * Messages to the assistant, which may name a buyer, are kept as long as buyers are; a conversation is deleted once it
 * was unused for that long, and one that goes on is named after its first remaining question. The model's usage is kept
 * for half a year. Each batch is a transaction of its own.
 */
export async function purgeThreads(organizationId: string, batch = BATCH): Promise<void> {
  const where = { organizationId }
  const before = (days: number) => new Date(Date.now() - days * 86_400_000)
  await withOrganization(where, (db) =>
    db.assistantThread.deleteMany({ where: { ...where, usedAt: { lt: before(keptDays) } } }),
  )
  await withOrganization(where, (db) =>
    db.assistantUsage.deleteMany({ where: { ...where, day: { lt: before(USAGE_DAYS) } } }),
  )
  while ((await purgeMessages(organizationId, batch)) === batch);
}

async function purgeMessages(organizationId: string, batch: number): Promise<number> {
  const [{ gone }] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<[{ gone: number }]>`
      WITH old AS MATERIALIZED (
        SELECT m.id, m.thread_id FROM assistant_message m
        WHERE m.organization_id = ${organizationId}::uuid AND m.created_at < now() - ${keptDays}::int * interval '1 day'
        ORDER BY m.created_at LIMIT ${batch}::int
      ), renamed AS (
        UPDATE assistant_thread t SET title = coalesce((
          SELECT left(m.parts #>> '{0,text}', ${TITLE_CHARACTERS}::int) FROM assistant_message m
          WHERE m.organization_id = ${organizationId}::uuid AND m.thread_id = t.id AND m.question_id IS NULL
            AND m.created_at >= now() - ${keptDays}::int * interval '1 day'
          ORDER BY m.created_at LIMIT 1), '…')
        WHERE t.organization_id = ${organizationId}::uuid AND t.id IN (SELECT thread_id FROM old)
      ), gone AS (
        DELETE FROM assistant_message m USING old WHERE m.organization_id = ${organizationId}::uuid AND m.id = old.id RETURNING 1
      ) SELECT count(*)::int AS gone FROM gone`,
  )
  return gone
}
