import 'server-only'
import type { z } from 'zod'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { Prisma } from '@/lib/generated/prisma/client'
import { listSkuMappings, type BulkInput, type MappingRequest } from './map-by-sku'
import { countChanges, type MappingPreview } from './preview-mapping'
import { judgeDraft, planProducts, type DraftInput } from './products-run'
import type { previewBulkInput } from './schema'

/** The effect of mapping many listings at once on existing orders, before it is done. */
export async function previewBulk(scope: Scope, input: z.output<typeof previewBulkInput>): Promise<MappingPreview> {
  const { organizationId } = scope
  return withOrganization(scope, async (db) => {
    const mappings = input.runId
      ? await listRunMappings(db, organizationId, input.runId)
      : await listSkuMappings(db, organizationId, input.shopId, Prisma.empty)
    return countChanges(
      db,
      organizationId,
      mappings.map(({ listing, product, quantity }) => ({ listingId: listing, productId: product, quantity })),
      input.since,
    )
  })
}

async function listRunMappings(db: Db, organizationId: string, runId: string): Promise<MappingRequest[]> {
  const where = {
    organizationId,
    id: runId,
    kind: { in: ['sheet' as const, 'products' as const] },
    state: 'ready' as const,
  }
  const run = await db.mappingRun.findFirst({ where, select: { input: true, kind: true } })
  if (!run) throw new UserError('notFound')
  if (run.kind === 'sheet') return (run.input as BulkInput).rows
  // Products that are to be made have no orders and no stock yet: any name does for them.
  return planProducts(await judgeDraft(db, { organizationId }, run.input as DraftInput), newId).rows
}
