import 'server-only'
import type { Reader } from '@/lib/core/db'
import { isHistory } from '../orders/history'
import { CANCEL_BELIEVED_HOURS } from '../orders/platform-cancel'
import { cancelsAt, due, isUnscannedLate, parcels, toShip } from '../orders/unscanned'
import { stage } from './queries'

export type UrgentOrder = {
  id: string
  code: string
  shopName: string
  kind: 'platformCancels' | 'invoiceToCancel' | 'cancellationAsked' | 'cancelledPrinted'
  /** For platformCancels the expected moment; for the others when it happened or was due. */
  at: Date | null
  text: string | null
  /** For platformCancels: its shipment can be arranged now. */
  toArrange: boolean
}

const SHOWN = 50
/** The most urgent first. */
const ranks: UrgentOrder['kind'][] = ['platformCancels', 'invoiceToCancel', 'cancelledPrinted', 'cancellationAsked']
/**
 * How long SEFAZ takes the cancelling of an NF-e: 24 hours from its authorization (Ajuste SINIEF 07/05), and with a fine up to 480 in São
 * Paulo (Portaria CAT 162/2008, art. 18, § 2). Counted from the order's own cancelling, which is later: none is left out too early.
 */
const INVOICE_CANCEL_HOURS = 480

/**
 * Urgent orders, those first that the platform will cancel by itself and soonest: a buyer who asks to cancel, a
 * cancelled order whose parcel may stand ready, and one whose invoice is still valid at the tax office. The invoice
 * waits for the second answer of the platform, unless the order is known from sheets alone. A failed delivery needs
 * another kind of invoice, and older orders are the accountant's.
 */
export async function listUrgent(db: Reader, organizationId: string, now: Date): Promise<UrgentOrder[]> {
  return db.$queryRaw<UrgentOrder[]>`
    SELECT o.id, coalesce(o.external_code, o.code) AS code, s.name AS "shopName", u.kind, u.at, u.text, u."toArrange" FROM (
      (SELECT o.id, 'platformCancels' AS kind, ${cancelsAt} AS at, NULL AS text, ${stage} = 'arrange' AS "toArrange" FROM orders o ${parcels(organizationId)}
        WHERE o.organization_id = ${organizationId}::uuid AND ${toShip} AND ${isUnscannedLate(now)}
        ORDER BY 3, ${due} LIMIT ${SHOWN})
      UNION ALL
      (SELECT o.id, 'invoiceToCancel', o.cancelled_at, o.cancel_reason, false FROM orders o
        WHERE o.organization_id = ${organizationId}::uuid AND o.status = 'cancelled' AND o.invoice_state = 'valid' AND o.shipped_at IS NULL
          AND o.cancelled_at > ${now}::timestamptz - make_interval(hours => ${INVOICE_CANCEL_HOURS})
          AND (o.cancel_confirmed_at IS NOT NULL OR o.cancelled_at < ${now}::timestamptz - make_interval(hours => ${CANCEL_BELIEVED_HOURS})
            OR NOT EXISTS (SELECT 1 FROM order_source s
              WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = o.id AND s.source = 'api'))
          AND NOT EXISTS (
          SELECT 1 FROM fiscal_document d WHERE d.organization_id = ${organizationId}::uuid AND d.order_id = o.id AND d.state = 'cancelled'
            AND (d.access_key IS NOT NULL OR d.file_id IS NOT NULL OR d.file_name IS NULL))
        ORDER BY o.cancelled_at DESC LIMIT ${SHOWN})
      UNION ALL
      (SELECT o.id, 'cancellationAsked', o.ship_by, o.cancel_reason, false FROM orders o
        WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('confirmed', 'processing') AND o.platform = 'shopee' AND o.cancellation_asked
          AND NOT ${isHistory(now)}
        ORDER BY o.ship_by LIMIT ${SHOWN})
      UNION ALL
      -- Each parcel's order by its id: they are few, the cancelled orders are many.
      (SELECT o.id, 'cancelledPrinted', o.cancelled_at, o.cancel_reason, false FROM (
          SELECT DISTINCT k.order_id FROM package k
          WHERE k.organization_id = ${organizationId}::uuid AND k.printed_at > ${now}::timestamptz - interval '7 days') p
        CROSS JOIN LATERAL (
          SELECT o.id, o.cancelled_at, o.cancel_reason FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.id = p.order_id
            AND o.status = 'cancelled' AND o.shipped_at IS NULL LIMIT 1) o
        ORDER BY o.cancelled_at DESC LIMIT ${SHOWN})
    ) u JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = u.id
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = o.shop_id
    ORDER BY array_position(${ranks}::text[], u.kind), u.at NULLS LAST, o.id`
}
