import 'server-only'
import type { Db } from '../db'

const DAYS_KEPT = 180

/** Conversations that nobody has used for long, and what the model cost in days long gone. */
export async function forgetThreads(db: Db, organizationId: string): Promise<void> {
  const passed = { lt: new Date(Date.now() - DAYS_KEPT * 86_400_000) }
  await db.assistantThread.deleteMany({ where: { organizationId, usedAt: passed } })
  await db.assistantUsage.deleteMany({ where: { organizationId, day: passed } })
}
