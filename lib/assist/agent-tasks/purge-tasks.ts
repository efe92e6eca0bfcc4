import 'server-only'
import { withOrganization, type Db } from '@/lib/core/db'
import { expireFile } from '@/lib/core/files/store'
import { keptDays } from '@/lib/sales/orders/buyer-term'

const BATCH = 50

/** Longer work that ended (or was begun and left) as long ago as buyers are kept, whom a question or a paper may name: with the data it was given, what was said of it and its files. Each batch is a transaction of its own. */
export async function purgeTasks(organizationId: string, batch = BATCH): Promise<void> {
  while ((await withOrganization({ organizationId }, (db) => purgeBatch(db, organizationId, batch))) === batch);
}

async function purgeBatch(db: Db, organizationId: string, batch: number): Promise<number> {
  const passed = { lt: new Date(Date.now() - keptDays * 86_400_000) }
  const old = await db.agentTask.findMany({
    where: { organizationId, createdAt: passed, OR: [{ finishedAt: null }, { finishedAt: passed }] },
    orderBy: { createdAt: 'asc' },
    take: batch,
    select: { id: true },
  })
  const taskId = { in: old.map(({ id }) => id) }
  const files = await db.agentTaskFile.findMany({ where: { organizationId, taskId }, select: { fileId: true } })
  await db.agentTaskFile.deleteMany({ where: { organizationId, taskId } })
  await db.agentTaskEvent.deleteMany({ where: { organizationId, taskId } })
  await db.dataPack.deleteMany({ where: { organizationId, taskId } })
  await db.agentTask.deleteMany({ where: { organizationId, id: taskId } })
  // The files themselves go with those whose term has passed.
  for (const { fileId } of files) if (fileId) await expireFile(db, organizationId, fileId)
  return old.length
}
