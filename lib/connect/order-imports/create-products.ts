import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { groupVariations } from '@/lib/catalog/mapping/group-variations'
import { enqueueImport } from './enqueue-import'
import { lockImport } from './confirm-import'
import type { ImportIdInput, ImportSummary } from './schema'

const batchSkus = 100
const batchTimeoutMs = 60_000

type Products = NonNullable<ImportSummary['products']>

/** Asks for a product for every SKU that the import's shop sold under and no product has; again after it had failed. */
export async function requestListingProducts(actor: Actor, { importId }: ImportIdInput): Promise<{ importId: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const result = await lockImport(db, organizationId, importId)
    const { move, products } = result.summary as ImportSummary
    if (result.state !== 'done' || move?.state === 'running') throw new UserError('importNotReady')
    const { state: before = null, created = 0, mapped = 0 } = products ?? {}
    await saveProducts(db, organizationId, importId, { state: 'running', created, mapped })
    await enqueueImport(db, actor, 'import-products', importId)
    await recordAudit(db, actor, {
      event: 'import.productsRequested',
      subjectId: importId,
      before: { state: before },
      after: { state: 'running', unknown: (result.summary as ImportSummary).unknown ?? 0 },
    })
    return { importId }
  })
}

/** Runs in the worker, some SKUs at a time; what is mapped is not unmapped any more, so a second run changes nothing. */
export async function createListingProducts(actor: Actor, importId: string): Promise<void> {
  for (let mapped = 1; mapped > 0;)
    mapped = await withOrganization(actor, (db) => createBatch(db, actor, importId), batchTimeoutMs)
}

async function createBatch(db: Db, actor: Actor, importId: string): Promise<number> {
  const { organizationId, userId } = actor
  const { shopId, summary } = await lockImport(db, organizationId, importId)
  if (!shopId) return 0
  const [made] = await db.$queryRaw<[{ created: number; mapped: number }]>`
    SELECT created, mapped FROM create_listing_products(${shopId}::uuid, ${batchSkus}::int, ${userId}::uuid)`
  const before = (summary as ImportSummary).products
  if (made.mapped === 0) await groupShopVariations(db, organizationId, shopId)
  const products: Products = {
    state: made.mapped > 0 ? 'running' : 'done',
    created: (before?.created ?? 0) + made.created,
    mapped: (before?.mapped ?? 0) + made.mapped,
  }
  await saveProducts(db, organizationId, importId, products)
  if (made.mapped > 0 || before?.state !== 'done') {
    await recordAudit(db, actor, {
      event: 'import.productsCreated',
      subjectId: importId,
      after: { ...made, state: products.state, allCreated: products.created, allMapped: products.mapped },
    })
  }
  return made.mapped
}

/** Once all are made: those that are variations of one listing belong together. */
async function groupShopVariations(db: Db, organizationId: string, shopId: string): Promise<void> {
  const rows = await db.$queryRaw<{ product: string }[]>`
    SELECT DISTINCT product_id AS product FROM listing
    WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid AND product_id IS NOT NULL AND variation IS NOT NULL`
  await groupVariations(
    db,
    organizationId,
    rows.map(({ product }) => product),
  )
}

/** Says that the making stopped; what was made stays, and asking again goes on from there. */
export async function failListingProducts(db: Db, actor: Actor, importId: string, reference: string): Promise<void> {
  const { organizationId } = actor
  const { products } = (await lockImport(db, organizationId, importId)).summary as ImportSummary
  if (products?.state !== 'running') return
  await saveProducts(db, organizationId, importId, { ...products, state: 'failed', reference })
  await recordAudit(db, actor, { event: 'import.productsFailed', subjectId: importId, after: { reference } })
}

async function saveProducts(db: Db, organizationId: string, importId: string, products: Products): Promise<void> {
  await db.$executeRaw`
    UPDATE import SET summary = summary || ${JSON.stringify({ products })}::jsonb
    WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid`
}
