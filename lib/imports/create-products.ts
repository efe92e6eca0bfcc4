import 'server-only'
import { recordAudit } from '@/lib/audit/record'
import { withOrganization, writeOnce, type Actor } from '@/lib/db'
import { UserError } from '@/lib/errors'
import { enqueueJob } from '@/lib/jobs/task'
import type { ImportIdInput, ImportSummary } from './schema'

const batchSkus = 100
const batchTimeoutMs = 60_000

/** Asks for a product for every SKU that the import's shop sold under and no product has. */
export async function requestListingProducts(actor: Actor, { importId }: ImportIdInput): Promise<{ importId: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const found = await db.import.findUnique({
      where: { organizationId_id: { organizationId, id: importId } },
      select: { state: true },
    })
    if (!found) throw new UserError('notFound')
    if (found.state !== 'done') throw new UserError('importNotReady')
    const running = { products: { state: 'running', created: 0, mapped: 0 } } satisfies ImportSummary
    await db.$executeRaw`
      UPDATE import SET summary = summary || ${JSON.stringify(running)}::jsonb
      WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid`
    await enqueueJob(db, 'import-products', { importId, userId }, `import-products:${importId}`)
    return { importId }
  })
}

/** Runs in the worker, some SKUs at a time; what is mapped is not unmapped any more, so a second run changes nothing. */
export async function createListingProducts(actor: Actor, importId: string): Promise<void> {
  const { organizationId, userId } = actor
  for (let mapped = 1; mapped > 0;) {
    mapped = await withOrganization(
      actor,
      async (db) => {
        const found = await db.import.findUnique({
          where: { organizationId_id: { organizationId, id: importId } },
          select: { shopId: true, summary: true },
        })
        if (!found?.shopId) return 0
        const [made] = await db.$queryRaw<[{ created: number; mapped: number }]>`
          SELECT * FROM create_listing_products(${found.shopId}::uuid, ${batchSkus}::int, ${userId}::uuid)`
        const before = (found.summary as ImportSummary).products
        const products: ImportSummary['products'] = {
          state: made.mapped > 0 ? 'running' : 'done',
          created: (before?.created ?? 0) + made.created,
          mapped: (before?.mapped ?? 0) + made.mapped,
        }
        await db.$executeRaw`
          UPDATE import SET summary = summary || ${JSON.stringify({ products })}::jsonb
          WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid`
        if (products.state === 'done') {
          await recordAudit(db, actor, { event: 'import.productsCreated', subjectId: importId, after: products })
        }
        return made.mapped
      },
      batchTimeoutMs,
    )
  }
}
