import { Prisma } from '@/lib/generated/prisma/client'

/** Shops, as `s`, that wait for their first authorization. One whose data came by a sheet does not wait for any. */
export const neverAuthorized = Prisma.sql`
  s.platform = 'shopee' AND s.status = 'pending' AND s.connected_at IS NULL AND NOT EXISTS (
    SELECT FROM import i WHERE i.organization_id = s.organization_id AND i.shop_id = s.id AND i.state = 'done')`
