import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** A condition of the marketplace's orders `o`: sent, and no fiscal document is known that stands. */
export const withoutDocument = (organizationId: string): Prisma.Sql => Prisma.sql`(
  o.platform = 'shopee' AND o.status IN ('shipped', 'delivered') AND o.invoice_state IS DISTINCT FROM 'valid'
  AND NOT EXISTS (SELECT FROM fiscal_document f WHERE f.organization_id = ${organizationId}::uuid AND f.order_id = o.id
    AND f.state NOT IN ('rejected', 'cancelled')))`
