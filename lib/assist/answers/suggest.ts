import 'server-only'
import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import type { ToolViewer } from '../tools/contract'
import { mayAnswer, suggestFor, wordQuestions, type QuestionName } from './suggestions'

const MOST = 4

type Shown = Partial<Record<QuestionName, boolean>>

/** Each condition is one that a partial index answers, so that what a company has none of is as quick to tell. Questions that the company's data gives reason to ask, and beside them what can always be asked; each is one that the rules answer. */
export async function suggestQuestions(viewer: ToolViewer): Promise<string[]> {
  const { organizationId } = viewer
  const today = localDay(new Date(), viewer.timeZone)
  const [shown] = await withOrganization(
    viewer,
    (db) => db.$queryRaw<[Shown]>`
      SELECT EXISTS (SELECT 1 FROM expense WHERE organization_id = ${organizationId}::uuid AND status = 'pending' AND voided_at IS NULL
          AND due_on < ${today}::date) AS "overdueExpenses",
        EXISTS (SELECT 1 FROM settlement WHERE organization_id = ${organizationId}::uuid AND difference_cents <> 0 AND state = 'late') AS "latePayouts",
        EXISTS (SELECT 1 FROM settlement WHERE organization_id = ${organizationId}::uuid AND difference_cents <> 0 AND state = 'underpaid') AS differences,
        EXISTS (SELECT 1 FROM recovery_case WHERE organization_id = ${organizationId}::uuid AND closed_at IS NULL AND state = 'detected') AS cases,
        EXISTS (SELECT 1 FROM listing WHERE organization_id = ${organizationId}::uuid AND gone_at IS NULL AND product_id IS NULL) AS unmapped,
        EXISTS (SELECT 1 FROM order_return WHERE organization_id = ${organizationId}::uuid AND received_at IS NULL AND state NOT IN ('closed', 'cancelled')) AS returns`,
  )
  const names = (Object.keys(shown) as QuestionName[]).filter((name) => shown[name] && mayAnswer(viewer, name))
  const always = suggestFor(viewer)
  // One that can always be asked stays among them.
  return [...new Set([...wordQuestions(viewer, names).slice(0, MOST - 1), ...always])].slice(0, MOST)
}
