import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import type { Decision } from './judge-products'
import { enqueueMappingRun } from './map-listing'
import { judgeDraft, lockDraft, planProducts, type DraftInput, type ProductsInput } from './products-run'
import type { DecideArticleInput, DraftProductsInput, FillSkusInput, MakeProductsInput } from './schema'

const lockRuns = (db: Db, organizationId: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('products-run:' || ${organizationId}, 0))`

/**
 * Opens the preview of the products that listings would become, of a shop, of some listings or of all without a product. A company has one:
 * what was decided in it before stays.
 */
export async function draftProducts(
  actor: Actor,
  { shopId, listingIds }: DraftProductsInput,
): Promise<{ runId: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    if (shopId && (await db.shop.count({ where: { organizationId, id: shopId } })) === 0)
      throw new UserError('notFound')
    const named = { organizationId, id: { in: listingIds ?? [] } }
    if (listingIds && (await db.listing.count({ where: named })) < listingIds.length) throw new UserError('notFound')
    await lockRuns(db, organizationId)
    const open = await db.mappingRun.findFirst({
      where: { organizationId, kind: 'products', state: 'ready' },
      select: { id: true, input: true },
    })
    const before = open?.input as DraftInput | undefined
    const input: DraftInput = {
      shopId,
      listingIds,
      decisions: before?.decisions ?? {},
      fillBlank: before?.fillBlank ?? false,
      joinSame: before?.joinSame ?? false,
      keepIds: before?.keepIds ?? false,
    }
    const id = open?.id ?? newId()
    await db.mappingRun.upsert({
      where: { organizationId_id: { organizationId, id } },
      create: { organizationId, id, kind: 'products', state: 'ready', input, createdBy: userId },
      update: { input },
      select: { id: true },
    })
    return { runId: id }
  })
}

/** A person's decision about a listing; with `peers` about all that contradict each other with it. */
export async function decideArticle(actor: Actor, input: DecideArticleInput): Promise<{ runId: string }> {
  const { runId, listingId, sku, as, peers } = input
  return writeOnce(actor, async (db) => {
    const draft = await lockDraft(db, actor.organizationId, runId)
    const { judged } = await judgeDraft(db, actor, draft)
    const verdict = judged.get(listingId)
    if (!verdict) throw new UserError('notFound')
    const all = peers && verdict.outcome === 'mend' ? verdict.peers : [listingId]
    const isReset = sku === null && as === null
    const decided = all.map((id): [string, Decision] => {
      const typed = sku ?? draft.decisions[id]?.sku
      return [id, isReset ? {} : { ...(typed && { sku: typed }), ...(as && { as }) }]
    })
    const decisions = { ...draft.decisions, ...Object.fromEntries(decided) }
    await saveDraft(db, actor, runId, { ...draft, decisions })
    return { runId }
  })
}

/** Whether listings without a SKU take the platform's own numbers as theirs, those of one SKU are one product, and numbers of a system are SKUs. */
export async function fillSkus(actor: Actor, { runId, ...asked }: FillSkusInput): Promise<{ runId: string }> {
  return writeOnce(actor, async (db) => {
    const draft = await lockDraft(db, actor.organizationId, runId)
    await saveDraft(db, actor, runId, { ...draft, ...asked })
    return { runId }
  })
}

const saveDraft = (db: Db, { organizationId }: Actor, runId: string, input: DraftInput) =>
  db.mappingRun.update({
    where: { organizationId_id: { organizationId, id: runId } },
    data: { input },
    select: { id: true },
  })

/** Leaves the making to the worker, as the preview shows it at this moment. */
export async function makeProducts(
  actor: Actor,
  input: MakeProductsInput,
): Promise<{ runId: string; products: number }> {
  const { organizationId, userId } = actor
  const { runId, opening, scope, sinceDay } = input
  return writeOnce(actor, async (db) => {
    await lockRuns(db, organizationId)
    const draft = await lockDraft(db, organizationId, runId)
    const judged = await judgeDraft(db, actor, draft)
    const plan = planProducts(judged, newId)
    if (plan.rows.length === 0) throw new UserError('mappingNothingToMake')
    const stored: ProductsInput = { ...draft, ...plan, opening, scope, sinceDay, how: 'sku' }
    const outcomes = [...judged.judged.values()]
    const summary = {
      bad: outcomes.filter(({ outcome }) => outcome === 'mend').length,
      matched: outcomes.filter(({ outcome }) => outcome === 'match').length,
    }
    await db.mappingRun.update({
      where: { organizationId_id: { organizationId, id: runId } },
      data: { state: 'applying', input: stored, total: plan.rows.length, summary },
      select: { id: true },
    })
    await enqueueMappingRun(db, 'mapping-products', { runId, userId }, organizationId)
    await recordAudit(db, actor, {
      event: 'listing.productsAsked',
      subjectId: runId,
      after: { products: plan.makes.length, listings: plan.rows.length, opening, scope, sinceDay },
    })
    return { runId, products: plan.makes.length }
  })
}
