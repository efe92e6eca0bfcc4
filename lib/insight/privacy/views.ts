import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { likePattern } from '@/lib/core/keyset'
import { limitConcurrency, limitConcurrencyByKey } from '@/lib/core/process/concurrency'
import { findBuyer, buyerErasureOf, type Buyer } from './buyer-orders'
import type { BuyerErasure, FindBuyersInput, BuyerMatch, BuyerMatches } from './schema'

const SHOWN = 20
/** Counted in orders, newest first: a buyer of many does not hide the others. */
const LOOKED_THROUGH = 5000
/** As a number or a name is written elsewhere: '#2611…', 'Pedido 2611…', '@ana'. */
const BEFORE_A_NUMBER = /^(?:(?:pedido|order)\s+)?[#@]?\s*/i
/** Digits of a telephone or a CPF. */
const FEWEST_DIGITS = 8

type Viewer = Pick<Member, 'organizationId' | 'role'> & Partial<Pick<Member, 'legalEntityIds'>>
const mayAnswer = ({ role }: Viewer) => can(role, 'organization.edit')

/** The possible actions for the buyer of an order, for members who answer buyers; else null. */
export async function getBuyerErasureFor(viewer: Viewer, orderId: string): Promise<BuyerErasure | null> {
  if (!mayAnswer(viewer)) return null
  const { organizationId } = viewer
  return withOrganization(viewer, async (db) => {
    const buyer = await findBuyer(db, organizationId, orderId)
    return buyer && buyerErasureOf(db, organizationId, buyer)
  })
}

export type Erasure = { id: string; erasedAt: Date; by: string | null; orders: number }

/** The erasures so far. */
export async function listErasuresFor(viewer: Viewer): Promise<Erasure[]> {
  if (!mayAnswer(viewer)) throw new UserError('permissionDenied')
  return withOrganization(viewer, (db) => listErasures(db, viewer.organizationId))
}

/** Digits are looked for in every buyer there is: one search of each company at a time, and two in all, hold a connection each. */
const limitedByCompany = limitConcurrencyByKey({ atOnce: 1, waiting: 3 })
const limited = limitConcurrency({ atOnce: 2, waiting: 20 })

/** Buyers by name, username, CPF, telephone or the number of an order, who bought last first; whether there are more than are shown. */
export const findBuyers = (actor: Pick<Actor, 'organizationId'>, { query }: FindBuyersInput): Promise<BuyerMatches> => {
  const find = () =>
    withOrganization(actor, (db) => listBuyers(db, actor.organizationId, query.replace(BEFORE_A_NUMBER, '')))
  return limitedByCompany(actor.organizationId, () => limited(find))
}

type Hit = Buyer & { shownName: string | null; isCut: boolean } & Pick<
    BuyerMatch,
    'username' | 'city' | 'state' | 'placedAt'
  >

async function listBuyers(db: Db, organizationId: string, query: string): Promise<BuyerMatches> {
  const hits = await findHits(db, organizationId, query)
  const buyers: BuyerMatch[] = []
  for (const { shownName: name, username, city, state, placedAt, isCut: _, ...buyer } of hits.slice(0, SHOWN))
    buyers.push({ ...(await buyerErasureOf(db, organizationId, buyer)), name, username, city, state, placedAt })
  return { buyers, more: hits.length > SHOWN || hits.some(({ isCut }) => isCut) }
}

/** The newest order of each buyer that matches by order number, words or digits: one more than are shown. */
const findHits = (db: Db, organizationId: string, query: string): Promise<Hit[]> => {
  const code = query.toUpperCase()
  const digits = query.replace(/\D/g, '')
  const number = digits.length >= FEWEST_DIGITS && !/\p{L}/u.test(query) ? likePattern(digits) : null
  const words = query.split(/\s+/).filter((word) => word.length > 2)
  const patterns = words.map(likePattern)
  return db.$queryRaw<Hit[]>`
    WITH looked AS MATERIALIZED (
      SELECT search_orders(ARRAY(SELECT search_text(p) FROM unnest(${patterns}::text[]) p), true, NULL, NULL, NULL, NULL, false, NULL) AS id
      LIMIT ${LOOKED_THROUGH}
    ), hit AS MATERIALIZED (
      SELECT o.id FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND (o.code = ${code} OR o.external_code = ${code})
      UNION SELECT b.order_id FROM order_buyer b WHERE b.organization_id = ${organizationId}::uuid AND ${number}::text IS NOT NULL
        AND (regexp_replace(b.document, '\\D', '', 'g') LIKE ${number} OR regexp_replace(b.phone, '\\D', '', 'g') LIKE ${number})
      UNION SELECT d.order_id FROM order_list d WHERE ${patterns.length > 0} AND d.organization_id = ${organizationId}::uuid
        AND d.order_id = ANY (ARRAY(SELECT id FROM looked))
        AND d.buyer_words LIKE ALL (ARRAY(SELECT search_text(p) FROM unnest(${patterns}::text[]) p))
    ), newest AS MATERIALIZED (
      SELECT DISTINCT ON (o.buyer_key, n.name, n.unnamed) o.id, o.placed_at, o.buyer_key, o.customer_name, coalesce(o.external_code, o.code) AS code FROM hit
      JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = hit.id
      CROSS JOIN LATERAL (SELECT CASE WHEN o.buyer_key IS NULL THEN o.customer_name END AS name,
        CASE WHEN o.buyer_key IS NULL AND o.customer_name IS NULL THEN o.id END AS unnamed) n
      ORDER BY o.buyer_key, n.name, n.unnamed, o.placed_at DESC, o.id DESC
    )
    SELECT o.id AS "orderId", o.code, o.buyer_key AS key, o.customer_name AS name, coalesce(b.name, o.customer_name) AS "shownName", b.username,
      b.city, b.state, o.placed_at AS "placedAt",
      (SELECT count(*) FROM looked) >= ${LOOKED_THROUGH} AS "isCut"
    FROM (SELECT * FROM newest ORDER BY placed_at DESC, id DESC LIMIT ${SHOWN + 1}) o
    LEFT JOIN order_buyer b ON b.organization_id = ${organizationId}::uuid AND b.order_id = o.id
    ORDER BY o.placed_at DESC, o.id DESC`
}

const listErasures = (db: Db, organizationId: string) => db.$queryRaw<Erasure[]>`
  SELECT e.id, e.erased_at AS "erasedAt", e.orders, n.display_name AS by FROM buyer_erasure e
  LEFT JOIN list_actor_names(ARRAY(SELECT DISTINCT erased_by FROM buyer_erasure WHERE organization_id = ${organizationId}::uuid)) n
    ON n.user_id = e.erased_by
  WHERE e.organization_id = ${organizationId}::uuid ORDER BY e.erased_at DESC, e.id DESC LIMIT 100`
