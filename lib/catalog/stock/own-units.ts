import { Prisma } from '@/lib/generated/prisma/client'

/** On hand at the own shelf of the product whose id this expression gives; null where nothing was ever booked. */
export const ownUnits = (organizationId: string, product: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT l.on_hand::int FROM stock_level l
    JOIN stock_location s ON s.organization_id = l.organization_id AND s.id = l.location_id AND s.kind = 'own'
    WHERE l.organization_id = ${organizationId}::uuid AND l.product_id = ${product})`
