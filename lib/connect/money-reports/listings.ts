import 'server-only'
import { recordAudits, type Change } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { exportListingKey } from '../order-imports/listing-key'
import type { ListingChange, MoneyOutcome } from './schema'
import type { Place, StoredListing } from './stored-items'

const listingColumns = {
  id: true,
  itemId: true,
  modelId: true,
  externalKey: true,
  sku: true,
  title: true,
  variation: true,
  priceCents: true,
  platformStock: true,
  gtin: true,
  fileAt: true,
  syncedAt: true,
  goneAt: true,
} as const
type KnownListing = NonNullable<Awaited<ReturnType<typeof listKnown>>>[number]

const listKnown = (db: Db, { organizationId, ownerId }: Place, rows: readonly StoredListing[]) =>
  db.listing.findMany({
    where: {
      organizationId,
      shopId: ownerId,
      OR: [
        { itemId: { in: rows.map(({ item }) => item) } },
        { itemId: null, externalKey: { in: rows.map((row) => exportListingKey(row)) } },
      ],
    },
    select: listingColumns,
  })

/** Listings of these items, and those that an export named alike; what is written meanwhile is put in. */
class Known {
  private readonly byKey = new Map<string, KnownListing>()
  /** The listings of each item, by model. */
  private readonly items = new Map<string, Map<string | null, KnownListing>>()

  constructor(rows: readonly KnownListing[]) {
    for (const row of rows) this.put(row)
  }

  put(row: KnownListing): void {
    this.byKey.set(row.externalKey, row)
    if (row.itemId === null) return
    const models = this.items.get(row.itemId) ?? new Map<string | null, KnownListing>()
    this.items.set(row.itemId, models.set(row.modelId, row))
  }

  of(row: StoredListing): KnownListing | undefined {
    const own = this.items.get(row.item)?.get(row.model)
    if (own) return own
    const named = row.isWhole ? this.byKey.get(exportListingKey(row)) : undefined
    return named?.itemId === null ? named : undefined
  }

  hasItem = (item: string) => this.items.has(item)
  /** An item that a file without variations named; null where there is none, or not any more. */
  placeholder(item: string): KnownListing | null {
    const entry = this.items.get(item)?.get('0')
    return entry && !entry.syncedAt && !entry.goneAt ? entry : null
  }
  isTaken = (key: string) => this.byKey.has(key)
}

type Values = Pick<KnownListing, 'sku' | 'title' | 'variation' | 'priceCents' | 'platformStock' | 'gtin'>
const cents = (price: number | null) => (price === null ? null : BigInt(price))

/**
 * A listing merged with a file: the newer value stands, and each fills in the other's gaps. The connection's own data
 * is newer.
 */
function merged(before: KnownListing, row: StoredListing): Values & { fileAt: Date | null } {
  const { sku, title, variation, priceCents, platformStock, gtin, fileAt } = before
  if (before.syncedAt) return { sku, title, variation, priceCents, platformStock, gtin: gtin ?? row.gtin, fileAt }
  const at = new Date(row.at)
  const isNewer = fileAt === null || at >= fileAt
  const pick = <T>(now: T | null, was: T | null) => (isNewer ? (now ?? was) : (was ?? now))
  return {
    sku: pick(row.sku, sku),
    title: row.isWhole && isNewer ? row.title : title,
    variation: pick(row.variation, variation),
    priceCents: pick(cents(row.price), priceCents),
    platformStock: pick(row.stock, platformStock),
    gtin: pick(row.gtin, gtin),
    fileAt: isNewer ? at : fileAt,
  }
}

const isSame = (before: KnownListing, { fileAt: _, ...now }: ReturnType<typeof merged>) =>
  before.itemId !== null &&
  (before.goneAt === null || before.syncedAt !== null) &&
  (Object.keys(now) as (keyof Values)[]).every((field) => before[field] === now[field])

const changeFields = ['title', 'variation', 'sku', 'priceCents', 'platformStock', 'gtin'] as const

/** The fields of a listing that a file changes, in the order in which they are shown. */
function changesOf(before: KnownListing, row: StoredListing): ListingChange[] {
  const after = merged(before, row)
  const said = (value: string | number | bigint | null) => (value === null ? null : String(value))
  return changeFields.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: said(before[field]), after: said(after[field]) }],
  )
}

function outcomeOf(known: Known, row: StoredListing): MoneyOutcome {
  // A file without variations makes an item known, and says nothing of one that is.
  if (!row.isWhole && known.hasItem(row.item)) return 'same'
  const before = known.of(row)
  if (!before) return 'new'
  return isSame(before, merged(before, row)) ? 'same' : 'changed'
}

type JudgedListing = { outcome: MoneyOutcome; changes: ListingChange[] }

export async function judgeListings(db: Db, place: Place, rows: readonly StoredListing[]): Promise<JudgedListing[]> {
  const known = new Known(await listKnown(db, place, rows))
  return rows.map((row) => {
    const outcome = outcomeOf(known, row)
    const before = outcome === 'changed' ? known.of(row) : undefined
    return { outcome, changes: before ? changesOf(before, row) : [] }
  })
}

/** In the caller's transaction; the same rows again change nothing. A listing under the SKU of a product is mapped to it, and the trail says so. */
export async function writeListings(db: Db, place: Place, rows: readonly StoredListing[], actor: Actor) {
  const { organizationId, ownerId: shopId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${shopId}, 0))`
  const known = new Known(await listKnown(db, place, rows))
  const products = await listProducts(db, organizationId, rows)
  const written = { created: 0, updated: 0, kept: 0 }
  const mapped: Change[] = []
  for (const row of rows) {
    const outcome = outcomeOf(known, row)
    if (outcome === 'same') {
      written.kept += 1
      continue
    }
    const before = known.of(row)
    if (before) {
      const values = { ...merged(before, row), itemId: row.item, modelId: row.model, goneAt: null }
      const where = { organizationId_id: { organizationId, id: before.id } }
      known.put(await db.listing.update({ where, data: values, select: listingColumns }))
      written.updated += 1
    } else {
      const productId = products.get(row.sku?.toLowerCase() ?? '') ?? null
      const made = await create(db, place, row, { productId, known, mappedBy: actor.userId })
      if (productId) mapped.push(mappingOf(made.id, productId))
      known.put(made)
      written.created += 1
    }
    if (row.model !== '0') await endPlaceholder(db, place, known, row.item)
  }
  await recordAudits(db, actor, mapped)
  return written
}

const mappingOf = (subjectId: string, productId: string): Change => ({
  event: 'listing.mapped',
  subjectId,
  before: { productId: null, quantity: 1 },
  after: { productId, quantity: 1, how: 'sku', scope: 'future', sinceDay: null },
})

async function create(
  db: Db,
  { organizationId, ownerId: shopId }: Place,
  row: StoredListing,
  { productId, known, mappedBy }: { productId: string | null; known: Known; mappedBy: string | null },
): Promise<KnownListing> {
  const { item: itemId, model: modelId, sku, title, variation, price, stock: platformStock, gtin, at } = row
  const [id, key] = [newId(), exportListingKey(row)]
  const made = await db.listing.create({
    data: {
      organizationId,
      id,
      shopId,
      itemId,
      modelId,
      sku,
      title,
      variation,
      priceCents: cents(price),
      platformStock,
      gtin,
      externalKey: known.isTaken(key) ? `i:${itemId}:${modelId}` : key,
      fileAt: new Date(at),
      productId,
    },
    select: listingColumns,
  })
  if (productId)
    await db.listingMapping.create({
      data: { organizationId, id: newId(), listingId: id, productId, how: 'sku', mappedBy },
      select: { id: true },
    })
  return made
}

/** An item that a file without variations named is not on the platform as such. */
async function endPlaceholder(db: Db, { organizationId, ownerId: shopId }: Place, known: Known, item: string) {
  const placeholder = known.placeholder(item)
  if (!placeholder) return
  await db.listing.updateMany({ where: { organizationId, shopId, id: placeholder.id }, data: { goneAt: new Date() } })
  known.put({ ...placeholder, goneAt: new Date() })
}

async function listProducts(
  db: Db,
  organizationId: string,
  rows: readonly StoredListing[],
): Promise<Map<string, string>> {
  const skus = rows.flatMap(({ sku }) => sku ?? [])
  const matches = await db.$queryRaw<{ id: string; sku: string }[]>`
    SELECT p.id, lower(p.sku::text) AS sku FROM product p
    WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND p.sku = ANY (${skus}::text[]::citext[])`
  return new Map(matches.map(({ id, sku }) => [sku, id]))
}
