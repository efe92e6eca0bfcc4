import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { historyProgress, type HistoryProgress } from './progress'

export type FirstHistory = { shopId: string; shopName: string } & Pick<
  HistoryProgress,
  'percent' | 'orders' | 'reached' | 'secondsLeft'
>

/** The shops whose first history is still coming in: what is older than `reached` is not, or not wholly, here yet. */
export async function listFirstHistories(db: Db, organizationId: string, now: Date): Promise<FirstHistory[]> {
  const states = await db.syncState.findMany({
    where: {
      organizationId,
      stream: 'orders',
      shop: { status: 'active' },
      historyReached: { gt: db.syncState.fields.historyFrom },
    },
    select: {
      shopId: true,
      historyFrom: true,
      historyReached: true,
      historyStartedAt: true,
      historyDone: true,
      shop: { select: { name: true } },
    },
  })
  return states
    .flatMap(({ shopId, shop, ...state }) => {
      const history = historyProgress(state, now)
      return history ? [{ shopId, shopName: shop.name, ...history }] : []
    })
    .sort((a, b) => a.shopName.localeCompare(b.shopName, 'pt-BR'))
}

export async function listFirstHistoriesFor(
  viewer: Pick<Member, 'organizationId' | 'role'>,
  now = new Date(),
): Promise<FirstHistory[]> {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  return withOrganization(viewer, (db) => listFirstHistories(db, viewer.organizationId, now))
}
