import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import { enqueueInTurn } from '@/lib/core/queue/task'

type Step = 'export-list' | 'export-save'

/** One of a company's lists at a time: however many it asks for, the other workers stay with the others. */
export const enqueueExport = (
  db: Db,
  { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
  step: Step,
  exportId: string,
) => enqueueInTurn(db, step, { exportId, userId }, { key: `${step}:${exportId}`, queue: `exports:${organizationId}` })
