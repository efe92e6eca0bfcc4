import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { seesEvidence } from '../dispatch/papers'
import { UserError } from '@/lib/core/errors'
import type { OrderStatus, ReturnKind, ReturnState } from '@/lib/generated/prisma/enums'
import { asId, type Page, type Query } from '@/lib/core/keyset'
import { shownPicture } from '@/lib/core/http/platform-pictures'
import { readReturnFilters, type ReturnFilters } from './filters'
import { countComingBack, countTabs, listReturns, type ReturnRow } from './queries'
import { returnOffers, WAITS_FOR_BUYER, WAITS_FOR_SELLER, type ReturnOffer, type ReturnTab } from './schema'

type Viewer = Pick<Member, 'organizationId' | 'role'>

const PAGE_SIZE = 50

export type ReturnList = {
  filters: ReturnFilters
  page: Page<ReturnRow>
  counts: Record<ReturnTab, number>
  comingBack: { units: number; returns: number }
  shops: { id: string; name: string }[]
}

export async function getReturnsFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<ReturnList> {
  const { organizationId, role } = viewer
  if (!can(role, 'dispatch.work')) throw new UserError('permissionDenied')
  const filters = readReturnFilters(query)
  return withOrganization(viewer, async (db) => ({
    filters,
    page: await listReturns(db, organizationId, filters, size),
    counts: await countTabs(db, organizationId, filters),
    comingBack: await countComingBack(db, organizationId),
    shops: await db.shop.findMany({
      where: { organizationId, platform: 'shopee' },
      select: { id: true, name: true },
      orderBy: { name: 'asc' },
    }),
  }))
}

export type ReturnItemView = {
  line: number
  sku: string | null
  title: string
  variation: string | null
  quantity: number
  refundCents: bigint | null
  sellable: number | null
  damaged: number | null
  missing: number | null
  photoFileId: string | null
  isMapped: boolean
}
export type ReturnView = {
  id: string
  version: number
  number: string
  orderId: string
  orderCode: string
  shopName: string
  kind: ReturnKind
  state: ReturnState
  platformStatus: string | null
  reason: string | null
  buyerText: string | null
  /** The buyer's; those that pages may not load are only links. */
  pictures: { url: string; isShown: boolean }[]
  refundCents: bigint | null
  dueAt: Date | null
  /** Until when proof that the platform asks for can be sent. */
  proofDueAt: Date | null
  /** The offers instead of the buyer's request, oldest first. */
  offers: ReturnOffer[]
  offersLeft: number | null
  offerDueAt: Date | null
  compensationCents: bigint | null
  openedAt: Date
  platformAt: Date | null
  trackingNumber: string | null
  answeredAt: Date | null
  answeredBy: string | null
  receivedAt: Date | null
  receivedBy: string | null
  note: string | null
  packed: { at: Date; by: string | null } | null
  items: ReturnItemView[]
  evidence: { id: string; isOfReturn: boolean; takenAt: Date }[]
  isFulfilledByPlatform: boolean
  /** The seller's last offer is with the buyer. */
  waitsForBuyer: boolean
  /** The buyer's offer is the last one, and the seller may agree to it. */
  buyerOffersCents: bigint | null
  canAnswer: boolean
  canReceive: boolean
}

/** Null where the company has no such return. */
export async function getReturnFor(viewer: Viewer, given: unknown): Promise<ReturnView | null> {
  const { organizationId, role } = viewer
  const id = asId(given)
  if (!can(role, 'dispatch.work')) throw new UserError('permissionDenied')
  if (!id) return null
  return withOrganization(viewer, async (db) => {
    const row = await getRow(db, organizationId, id)
    if (!row) return null
    const { packedAt, packedBy, isOfPlatform, images, negotiationStatus, isProofAsked, proofDueAt, ...shown } = row
    const isOver = shown.receivedAt !== null || shown.state === 'cancelled'
    const waitsForBuyer = negotiationStatus === WAITS_FOR_BUYER
    const offers = returnOffers.catch([]).parse(shown.offers)
    const last = offers.at(-1)
    return {
      ...shown,
      offers,
      proofDueAt: isProofAsked ? proofDueAt : null,
      waitsForBuyer,
      buyerOffersCents: last?.by === 'buyer' && negotiationStatus === WAITS_FOR_SELLER ? BigInt(last.cents) : null,
      pictures: images.flatMap((url) => {
        const isShown = shownPicture(url) !== null
        return isShown || url.startsWith('https://') ? { url, isShown } : []
      }),
      packed: packedAt && { at: packedAt, by: packedBy },
      items: await listItems(db, organizationId, id, shown.orderId),
      evidence: await listEvidence(db, viewer, shown),
      canAnswer: can(role, 'order.cancelPaid') && isOfPlatform && shown.state === 'open' && !waitsForBuyer,
      canReceive: !isOver && shown.kind !== 'refund_only' && !shown.isFulfilledByPlatform,
    }
  })
}

type Worked =
  | 'pictures'
  | 'packed'
  | 'items'
  | 'evidence'
  | 'offers'
  | 'waitsForBuyer'
  | 'buyerOffersCents'
  | 'canAnswer'
  | 'canReceive'
type Row = Omit<ReturnView, Worked> & {
  images: string[]
  offers: unknown
  negotiationStatus: string | null
  isProofAsked: boolean
  packedAt: Date | null
  packedBy: string | null
  /** The platform gave it a number of its own: it takes an answer. */
  isOfPlatform: boolean
}

async function getRow(db: Db, organizationId: string, id: string): Promise<Row | undefined> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT r.id, r.version, r.number, r.order_id AS "orderId", coalesce(o.external_code, o.code) AS "orderCode", s.name AS "shopName", r.kind, r.state,
      r.platform_status AS "platformStatus", r.reason, r.buyer_text AS "buyerText", r.images, r.refund_cents AS "refundCents", r.due_at AS "dueAt",
      r.opened_at AS "openedAt", r.platform_at AS "platformAt", r.tracking_number AS "trackingNumber", r.answered_at AS "answeredAt",
      r.negotiation_status AS "negotiationStatus", r.offers, r.offers_left AS "offersLeft", r.offer_due_at AS "offerDueAt", r.proof_due_at AS "proofDueAt",
      coalesce(r.proof_status LIKE '%PENDING%', false) AS "isProofAsked", r.compensation_cents AS "compensationCents",
      r.received_at AS "receivedAt", r.note, r.number IS DISTINCT FROM o.external_code AS "isOfPlatform",
      o.fulfilled_by_platform AS "isFulfilledByPlatform",
      (SELECT n.display_name FROM list_actor_names(ARRAY[r.answered_by]) n) AS "answeredBy",
      (SELECT n.display_name FROM list_actor_names(ARRAY[r.received_by]) n) AS "receivedBy",
      k.packed_at AS "packedAt", (SELECT n.display_name FROM list_actor_names(ARRAY[k.packed_by]) n) AS "packedBy"
    FROM order_return r JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = r.order_id
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = r.shop_id
    LEFT JOIN LATERAL (SELECT packed_at, packed_by FROM package WHERE organization_id = ${organizationId}::uuid AND order_id = r.order_id
      AND packed_at IS NOT NULL ORDER BY packed_at DESC LIMIT 1) k ON true
    WHERE r.organization_id = ${organizationId}::uuid AND r.id = ${id}::uuid`
  return rows[0]
}

const listItems = (db: Db, organizationId: string, id: string, orderId: string): Promise<ReturnItemView[]> =>
  db.$queryRaw<ReturnItemView[]>`
    SELECT i.line, coalesce(p.sku::text, i.sku) AS sku, i.title, i.variation, i.quantity, i.refund_cents AS "refundCents", i.sellable, i.damaged, i.missing,
      p.photo_file_id AS "photoFileId", oi.product_id IS NOT NULL AS "isMapped"
    FROM return_item i
    LEFT JOIN order_item oi ON oi.organization_id = ${organizationId}::uuid AND oi.order_id = ${orderId}::uuid AND oi.line = i.order_line
    LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = oi.product_id
    WHERE i.organization_id = ${organizationId}::uuid AND i.return_id = ${id}::uuid ORDER BY i.line`

/** How the order was packed, and how this return came back, as far as the viewer may see it; what has passed its term is gone. */
async function listEvidence(
  db: Db,
  viewer: Viewer,
  { id, orderId, state }: Pick<ReturnView, 'id' | 'orderId' | 'state'>,
): Promise<ReturnView['evidence']> {
  const { organizationId } = viewer
  const rows = await db.$queryRaw<(ReturnView['evidence'][number] & { status: OrderStatus; shippedAt: Date | null })[]>`
    SELECT e.id, e.return_id IS NOT NULL AS "isOfReturn", e.taken_at AS "takenAt", o.status, o.shipped_at AS "shippedAt" FROM order_evidence e
    JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = e.order_id
    JOIN stored_file f ON f.organization_id = ${organizationId}::uuid AND f.id = e.file_id
    WHERE e.organization_id = ${organizationId}::uuid AND e.order_id = ${orderId}::uuid AND (e.return_id IS NULL OR e.return_id = ${id}::uuid)
    ORDER BY e.taken_at`
  return rows.flatMap(({ status, shippedAt, ...photo }) =>
    seesEvidence(viewer, { status, shippedAt }, photo.isOfReturn ? state : null) ? photo : [],
  )
}
