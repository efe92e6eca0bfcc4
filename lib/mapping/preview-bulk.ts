import 'server-only'
import type { z } from 'zod'
import { withOrganization, type Db, type Scope } from '../db'
import { UserError } from '../errors'
import { Prisma } from '../generated/prisma/client'
import { listSkuWishes, type BulkInput, type Wish } from './map-by-sku'
import { countChanges, type MappingPreview } from './preview-mapping'
import type { previewBulkInput } from './schema'

/** What mapping many listings at once would do to the orders that exist, before it does it. */
export async function previewBulk(scope: Scope, input: z.output<typeof previewBulkInput>): Promise<MappingPreview> {
  const { organizationId } = scope
  return withOrganization(scope, async (db) => {
    const wishes = input.runId
      ? await listSheetWishes(db, organizationId, input.runId)
      : await listSkuWishes(db, organizationId, input.shopId, Prisma.empty)
    return countChanges(
      db,
      organizationId,
      wishes.map(({ listing, product, quantity }) => ({ listingId: listing, productId: product, quantity })),
      input.since,
    )
  })
}

async function listSheetWishes(db: Db, organizationId: string, runId: string): Promise<Wish[]> {
  const where = { organizationId, id: runId, kind: 'sheet' as const, state: 'ready' as const }
  const run = await db.mappingRun.findFirst({ where, select: { input: true } })
  if (!run) throw new UserError('notFound')
  return (run.input as BulkInput).rows
}
