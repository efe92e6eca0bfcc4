import { groupBy } from '@/lib/core/group-by'
import { isPlainText } from '@/lib/core/text/text'
import { maxSkuChars } from '../products/schema'
import { gtinForms } from '../products/gtin'
import { isSystemId } from '../products/system-id'

/** A listing without a product, as far as it says which article it sells. */
export type Article = {
  id: string
  shopId: string
  itemId: string | null
  modelId: string | null
  sku: string | null
  title: string
  variation: string | null
  /** Fourteen digits. */
  gtin: string | null
}
export type CatalogueProduct = { id: string; sku: string; title: string; barcodes: string[]; archived: boolean }

/**
 * `join`: it is the same article as the other of its SKU or barcode. `apart`: it is another one, whatever the barcode says.
 * `skip`: no product is made of it now.
 */
export const decisions = ['join', 'apart', 'skip'] as const
export type Decision = { sku?: string; as?: (typeof decisions)[number] }

export const articleProblems = ['skuBlank', 'skuInvalid', 'skuTwice', 'skuForeign', 'gtinTwice', 'skuId'] as const
export type ArticleProblem = (typeof articleProblems)[number]

type Made = { outcome: 'make'; sku: string; gtin: string | null }
type Joined = { outcome: 'join'; sku: string; leader: string }
type Matched = { outcome: 'match'; sku: string; product: CatalogueProduct; by: 'sku' | 'gtin' }
/** `peers`: the listings that contradict each other, this one among them. `other`: the products that have its SKU or barcode. */
type Mended = {
  outcome: 'mend'
  problem: ArticleProblem
  sku: string | null
  peers: string[]
  /** Nothing but their names speaks against their being one product. */
  joinable: boolean
  other: Pick<CatalogueProduct, 'id' | 'sku' | 'title'>[]
}
export type Judgement = Made | Joined | Matched | Mended | { outcome: 'skip' }

/**
 * `joinSame`: differently named listings of one SKU are one product, all of them. `keepIds`: SKUs that look like a system's own numbers are the
 * seller's all the same.
 */
type Given = { decisions: Record<string, Decision>; fillBlank: boolean; joinSame?: boolean; keepIds?: boolean }
type Candidate = { article: Article; sku: string; as: Decision['as'] }

const fold = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
const itemOf = ({ shopId, itemId }: Article) => (itemId ? `${shopId} ${itemId}` : null)

/** A SKU from the platform's own numbers for a listing without one; null where it has none. */
export const skuOfIds = ({ itemId, modelId }: Pick<Article, 'itemId' | 'modelId'>): string | null =>
  itemId && (modelId && modelId !== '0' ? `${itemId}-${modelId}` : itemId)

function skuOf(article: Article, { decisions: made, fillBlank }: Given): string | null {
  const own = (made[article.id]?.sku ?? article.sku ?? '').trim()
  return own || (fillBlank ? skuOfIds(article) : null)
}

/** The result for each listing, by its id: the same listings in another order come to the same products. */
export function judgeArticles(
  articles: readonly Article[],
  known: readonly CatalogueProduct[],
  given: Given,
): Map<string, Judgement> {
  const bySku = new Map(known.map((product) => [product.sku.toLowerCase(), product]))
  const byCode = groupBy(
    known.filter(({ archived }) => !archived).flatMap((product) => product.barcodes.map((code) => ({ code, product }))),
    ({ code }) => code,
  )
  const judged = new Map<string, Judgement>()
  const open: Candidate[] = []
  for (const article of articles.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const as = given.decisions[article.id]?.as
    const sku = skuOf(article, given)
    const coded = distinct(
      (article.gtin ? gtinForms(article.gtin) : []).flatMap((code) =>
        (byCode.get(code) ?? []).map((hit) => hit.product),
      ),
    )
    const verdict = judgeAlone({ article, sku, as }, sku ? bySku.get(sku.toLowerCase()) : undefined, coded)
    const isId = !given.keepIds && !given.decisions[article.id]?.sku && isIdOf(article)
    if (verdict) judged.set(article.id, verdict)
    else if (isId) judged.set(article.id, mendOf('skuId', article, sku))
    else open.push({ article, sku: sku!, as })
  }
  judgeTogether(open, judged, given.joinSame ?? false)
  return judged
}

const isIdOf = ({ sku, itemId, modelId }: Article) =>
  Boolean(sku?.trim()) && isSystemId(sku!, [itemId, modelId, skuOfIds({ itemId, modelId })])

const mendOf = (problem: ArticleProblem, { id }: Article, sku: string | null): Mended => ({
  outcome: 'mend',
  problem,
  sku,
  peers: [id],
  joinable: false,
  other: [],
})

/** Null where a product is to be made of it, unless other listings say otherwise. */
function judgeAlone(
  { article, sku, as }: Omit<Candidate, 'sku'> & { sku: string | null },
  named: CatalogueProduct | undefined,
  coded: CatalogueProduct[],
): Judgement | null {
  const [first, second] = coded
  const mend = (problem: ArticleProblem, other: CatalogueProduct[]): Mended => ({
    ...mendOf(problem, article, sku),
    other: other.map(({ id, sku: its, title }) => ({ id, sku: its, title })),
  })
  if (as === 'skip') return { outcome: 'skip' }
  if (named) {
    const isItsCode = !article.gtin || coded.includes(named) || !hasOtherCode(named, article.gtin)
    const isOtherProduct = (first && !coded.includes(named)) || !isItsCode
    return isOtherProduct && as !== 'join'
      ? mend('skuForeign', distinct([named, ...coded]))
      : { outcome: 'match', sku: named.sku, product: named, by: 'sku' }
  }
  if (as !== 'apart') {
    if (second) return mend('gtinTwice', coded)
    if (first) return { outcome: 'match', sku: first.sku, product: first, by: 'gtin' }
  }
  if (!sku) return mend('skuBlank', [])
  return sku.length > maxSkuChars || !isPlainText(sku) ? mend('skuInvalid', []) : null
}

/** A product whose barcodes are all of another article. A code of the house is no barcode of the trade. */
function hasOtherCode({ barcodes }: CatalogueProduct, gtin: string): boolean {
  const codes = barcodes.filter((code) => /^\d{12,14}$/.test(code))
  const forms = gtinForms(gtin)
  return codes.length > 0 && !codes.some((code) => forms.includes(code))
}

function judgeTogether(open: Candidate[], judged: Map<string, Judgement>, joinSame: boolean): void {
  const groups: Candidate[][] = []
  for (const group of groupBy(open, ({ sku }) => sku.toLowerCase()).values()) {
    const articles = group.map(({ article }) => article)
    const isSure = !contradicts(articles) || (joinSame && !isSplit(articles)) || group.every(({ as }) => as === 'join')
    if (isSure) groups.push(group)
    else mendAll(group, 'skuTwice', judged)
  }
  const codeOf = (group: Candidate[]) =>
    group.some(({ as }) => as === 'apart') ? null : (group.find(({ article }) => article.gtin)?.article.gtin ?? null)
  const shared = groupBy(
    groups.filter((group) => codeOf(group)),
    (group) => codeOf(group)!,
  )
  for (const group of groups) {
    const code = codeOf(group)
    const alike = code ? shared.get(code)! : [group]
    const all = alike.flat()
    if (alike.length === 1) lead(group, code, judged)
    // Variations of one item are articles of their own: their common code is none.
    else if (isOneItem(all)) lead(group, null, judged)
    else if (!all.every(({ as }) => as === 'join')) mendAll(group, 'gtinTwice', judged, all)
    else if (group === alike[0]) lead(all, code, judged)
  }
}

/** One listing becomes the product, the others are mapped to it. */
function lead(group: Candidate[], gtin: string | null, judged: Map<string, Judgement>): void {
  const [leader, ...rest] = group
  const { article, sku } = leader!
  judged.set(article.id, { outcome: 'make', sku, gtin })
  for (const each of rest) judged.set(each.article.id, { outcome: 'join', sku, leader: article.id })
}

function mendAll(group: Candidate[], problem: ArticleProblem, judged: Map<string, Judgement>, all = group): void {
  const peers = all.map(({ article }) => article.id)
  const joinable = problem === 'skuTwice' && !isSplit(group.map(({ article }) => article))
  for (const { article, sku } of group)
    judged.set(article.id, { outcome: 'mend', problem, sku, peers, joinable, other: [] })
}

const isOneItem = (group: Candidate[]) =>
  distinct(group.map(({ article }) => itemOf(article) ?? article.id)).length === 1

/** One SKU for two variations of an item, for two barcodes, or for differently named listings of one shop. */
function contradicts(articles: Article[]): boolean {
  if (articles.length === 1) return false
  if (isSplit(articles)) return true
  const shops = groupBy(articles, ({ shopId }) => shopId)
  return [...shops.values()].some(
    (own) => new Set(own.map(({ title, variation }) => `${fold(title)}\n${fold(variation ?? '')}`)).size > 1,
  )
}

/** Two variations of an item, or two barcodes. */
function isSplit(articles: Article[]): boolean {
  const items = articles.flatMap((article) => itemOf(article) ?? [])
  const codes = articles.flatMap(({ gtin }) => gtin ?? [])
  return new Set(items).size < items.length || new Set(codes).size > 1
}

const distinct = <T>(all: T[]) => [...new Set(all)]
