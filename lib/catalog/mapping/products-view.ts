import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Scope } from '@/lib/core/db'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { shownPicture } from '@/lib/core/http/platform-pictures'
import type { ArticleProblem, Judgement } from './judge-products'
import { judgeDraft, planProducts, type DraftInput, type JudgedDraft } from './products-run'
import { toView, runFields, type RunView } from './run-view'
import { draftTabs, type DraftTab } from './paths'

type Viewer = Pick<Member, 'timeZone' | 'role'> & Scope

const DRAFT_PAGE = 50

export type DraftLine = {
  id: string
  /** Stands under the same item as the line before it. */
  isSister: boolean
  shopName: string
  title: string
  variation: string | null
  imageUrl: string | null
  listingSku: string | null
  sku: string | null
  gtin: string | null
  /** The listing's own barcode, where the product does not take it. */
  gtinLeft: string | null
  priceCents: bigint | null
  stock: number | null
  weightGrams: number | null
  /** Length, width and height in millimetres, where all three are known. */
  size: [number, number, number] | null
  outcome: Judgement['outcome']
  problem: ArticleProblem | null
  peers: number
  /** Products that have its SKU or barcode; of a match the one. */
  products: { id: string; sku: string; title: string; archived: boolean }[]
  matchedBy: 'sku' | 'gtin' | null
}
export type DraftView = {
  run: RunView
  today: string
  /** Null once it is being made. */
  draft: {
    tab: DraftTab
    page: number
    pages: number
    counts: Record<DraftTab, number>
    rows: DraftLine[]
    fillBlank: boolean
    /** Listings without a SKU that have numbers of the platform. */
    blank: number
    joinSame: boolean
    /** Differently named listings of one SKU that could be one product. */
    twins: number
    keepIds: boolean
    /** Listings whose SKU looks like a system's own number. */
    ids: number
    products: number
    /** Products for which the platform tells one stock. */
    stocks: number
    shopName: string | null
    listings: number
  } | null
}

const tabOf = ({ outcome }: Judgement): DraftTab => (outcome === 'join' ? 'make' : outcome)

const countMended = (
  { judged }: JudgedDraft,
  isCounted: (verdict: Extract<Judgement, { outcome: 'mend' }>) => boolean,
) => [...judged.values()].filter((verdict) => verdict.outcome === 'mend' && isCounted(verdict)).length

/** The preview of the products that listings would become, or how far their making is; null for no such run. */
export async function getProductsRunFor(viewer: Viewer, id: unknown, query: Query): Promise<DraftView | null> {
  const { organizationId, timeZone } = viewer
  const runId = asId(id)
  if (!runId) return null
  return withOrganization(viewer, async (db) => {
    const stored = await db.mappingRun.findFirst({
      where: { organizationId, id: runId, kind: { in: ['products', 'productsUndo'] } },
      select: runFields,
    })
    if (!stored) return null
    const run = await toView(db, organizationId, stored)
    const today = localDay(new Date(), timeZone)
    if (run.state !== 'ready') return { run, today, draft: null }
    const input = stored.input as DraftInput
    const judgedDraft = await judgeDraft(db, viewer, input)
    const { articles, judged } = judgedDraft
    const counts = { mend: 0, make: 0, match: 0, skip: 0 }
    for (const verdict of judged.values()) counts[tabOf(verdict)] += 1
    const wantedTab = draftTabs.find((known) => known === firstOf(query.tab))
    const tab = wantedTab ?? draftTabs.find((each) => counts[each] > 0) ?? 'make'
    const shown = articles.filter((article) => tabOf(judged.get(article.id)!) === tab)
    const pages = Math.max(1, Math.ceil(shown.length / DRAFT_PAGE))
    const page = Math.min(pages, Math.max(1, Number.parseInt(firstOf(query.page) ?? '1', 10) || 1))
    const rows = shown.slice((page - 1) * DRAFT_PAGE, page * DRAFT_PAGE)
    const { makes } = planProducts(judgedDraft, () => '')
    const shop =
      input.shopId && (await db.shop.findFirst({ where: { organizationId, id: input.shopId }, select: { name: true } }))
    return {
      run,
      today,
      draft: {
        tab,
        page,
        pages,
        counts,
        fillBlank: input.fillBlank,
        products: makes.length,
        listings: articles.length,
        joinSame: input.joinSame ?? false,
        twins: countMended(
          input.joinSame ? await judgeDraft(db, viewer, { ...input, joinSame: false }) : judgedDraft,
          ({ joinable }) => joinable,
        ),
        keepIds: input.keepIds ?? false,
        ids: countMended(
          input.keepIds ? await judgeDraft(db, viewer, { ...input, keepIds: false }) : judgedDraft,
          ({ problem }) => problem === 'skuId',
        ),
        blank: articles.filter(({ sku, itemId, id: own }) => !sku && itemId && !input.decisions[own]?.sku).length,
        stocks: makes.filter(({ stock }) => stock).length,
        shopName: shop ? shop.name : null,
        rows: rows.map((article, at): DraftLine => {
          const verdict = judged.get(article.id)!
          const before = rows[at - 1]
          const { lengthMm, widthMm, heightMm } = article
          const gtin = verdict.outcome === 'make' ? verdict.gtin : article.gtin
          return {
            id: article.id,
            shopName: article.shopName,
            title: article.title,
            variation: article.variation,
            priceCents: article.priceCents,
            stock: article.stock,
            weightGrams: article.weightGrams,
            listingSku: article.sku,
            outcome: verdict.outcome,
            gtin,
            isSister: Boolean(before?.itemId) && before?.itemId === article.itemId && before?.shopId === article.shopId,
            imageUrl: shownPicture(article.imageUrl),
            sku: verdict.outcome === 'skip' ? article.sku : verdict.sku,
            gtinLeft: article.gtin !== gtin ? article.gtin : null,
            size: lengthMm && widthMm && heightMm ? [lengthMm, widthMm, heightMm] : null,
            problem: verdict.outcome === 'mend' ? verdict.problem : null,
            peers: verdict.outcome === 'mend' ? verdict.peers.length : 1,
            products:
              verdict.outcome === 'match'
                ? [verdict.product]
                : verdict.outcome === 'mend'
                  ? verdict.other.map((other) => ({ ...other, archived: false }))
                  : [],
            matchedBy: verdict.outcome === 'match' ? verdict.by : null,
          }
        }),
      },
    }
  })
}
