import 'server-only'
import type { Db } from '@/lib/core/db'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { insertRules } from '@/lib/money/fees/write-rules'
import { newId } from '@/lib/core/ids'

/** The rules of a new company: Brazil's history, unconfirmed. Runs in the transaction that makes the company. */
export const seedFeeRules = (db: Db, organizationId: string): Promise<void> =>
  insertRules(
    db,
    organizationId,
    brazilFeeHistory.map((terms) => ({ ...terms, id: newId() })),
  )
