import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { runAlone } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { historyProgress, type HistoryProgress, type HistoryState } from './progress'

export type FirstHistory = { shopId: string; shopName: string } & Pick<
  HistoryProgress,
  'percent' | 'orders' | 'reached' | 'secondsLeft'
>

type StateRow = HistoryState & { shopId: string; shopName: string }

const statesOf = (organizationId: string) => Prisma.sql`
  SELECT y.shop_id AS "shopId", s.name::text AS "shopName", y.history_from AS "historyFrom", y.history_reached AS "historyReached",
    y.history_started_at AS "historyStartedAt", y.history_done AS "historyDone", y.history_moved_at AS "historyMovedAt"
  FROM sync_state y JOIN shop s ON s.organization_id = y.organization_id AND s.id = y.shop_id AND s.status = 'active'
  WHERE y.organization_id = ${organizationId}::uuid AND y.stream = 'orders' AND y.history_reached > y.history_from`

const toHistories = (states: StateRow[], now: Date): FirstHistory[] =>
  states
    .flatMap(({ shopId, shopName, ...state }) => {
      const history = historyProgress(state, now)
      return history ? [{ shopId, shopName, ...history }] : []
    })
    .sort((a, b) => a.shopName.localeCompare(b.shopName, 'pt-BR'))

/** The shops whose first history is still coming in: what is older than `reached` is not, or not wholly, here yet. */
export async function listFirstHistoriesFor(
  viewer: Pick<Member, 'organizationId' | 'role'>,
  now = new Date(),
): Promise<FirstHistory[]> {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  return toHistories(await runAlone<StateRow>(viewer, statesOf(viewer.organizationId)), now)
}
