import 'server-only'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { idAt } from '@/lib/core/ids'
import { can } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { asInstant } from '../orders/new-orders'

/** More are shown as "99+". */
const COUNTED = 99

/** Returns written after `since`, up to 99; none for what is no instant. */
export async function countNewReturnsFor(
  viewer: Pick<Member, 'organizationId' | 'role'> & Scope,
  since: string | null,
): Promise<number> {
  if (!can(viewer.role, 'dispatch.work')) throw new UserError('permissionDenied')
  const from = asInstant(since)
  if (!from) return 0
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => {
    const [row] = await db.$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM order_return WHERE organization_id = ${organizationId}::uuid AND id > ${idAt(from.getTime(), 0)}::uuid LIMIT ${COUNTED}::int) x`
    return row.count
  })
}
