import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import { enqueueInTurn } from '@/lib/core/queue/task'

type Step = 'import-check' | 'import-apply' | 'import-products' | 'import-move'

/** One of a company's files at a time: however many it sends, the other workers stay with the others. */
export const enqueueImport = (db: Db, { organizationId, userId }: Actor, step: Step, importId: string) =>
  enqueueInTurn(db, step, { importId, userId }, { key: `${step}:${importId}`, queue: `imports:${organizationId}` })
