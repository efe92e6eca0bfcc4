import type { Moment } from '../orders/move-order'
import { moveOrder } from '../orders/move-order'
import { getPixDiscount, lockOrder, type WholeOrder } from '../orders/order-rows'
import { judgeInvoice } from './judge-invoice'
import type { Nfe } from './nfe'

type Filed = { fileType: number | null; file: Uint8Array | null; nfe: Nfe | null }

const INVOICE = `
  INSERT INTO invoices (order_sn, shop_id, status, pending_reason, number, series_number, access_key, issue_date,
    total_value_cents, products_total_value_cents, tax_code, file_type, file, upload_time, verdict_time, verdict)
  VALUES ($1, $2, 'pending', '', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  ON CONFLICT (order_sn) DO UPDATE SET status = excluded.status, pending_reason = excluded.pending_reason,
    number = excluded.number, series_number = excluded.series_number, access_key = excluded.access_key,
    issue_date = excluded.issue_date, total_value_cents = excluded.total_value_cents,
    products_total_value_cents = excluded.products_total_value_cents, tax_code = excluded.tax_code,
    file_type = excluded.file_type, file = excluded.file, upload_time = excluded.upload_time,
    verdict_time = excluded.verdict_time, verdict = excluded.verdict`

/** Keeps the invoice and lets SEFAZ judge it: now, or after the delay that is set. */
export async function fileInvoice(moment: Moment, whole: WholeOrder, { fileType, file, nfe }: Filed): Promise<void> {
  const { db, now, platform } = moment
  const verdict = platform.settings.invoiceRejection ?? (nfe ? await judge(moment, whole, nfe) : '')
  const verdictTime = now + platform.settings.invoiceCheckSeconds
  await db.query(INVOICE, [
    whole.order.order_sn,
    whole.order.shop_id,
    nfe?.number ?? '',
    nfe?.series ?? '',
    nfe?.accessKey ?? '',
    nfe?.issueDate ?? now,
    nfe?.totalCents ?? whole.order.items_cents,
    nfe?.productsCents ?? whole.order.items_cents,
    nfe?.cfop ?? '',
    fileType,
    file,
    now,
    verdictTime,
    verdict,
  ])
  await db.query('UPDATE orders SET update_time = greatest(update_time, $2) WHERE order_sn = $1', [
    whole.order.order_sn,
    now,
  ])
  if (verdictTime <= now) await applyVerdict(moment, whole.order.order_sn)
}

async function judge({ db }: Moment, { order }: WholeOrder, nfe: Nfe): Promise<string> {
  const { rows } = await db.query('SELECT 1 FROM invoices WHERE access_key = $1 AND order_sn <> $2 LIMIT 1', [
    nfe.accessKey,
    order.order_sn,
  ])
  const sale = {
    itemsCents: order.items_cents,
    sellerVoucherCents: order.seller_voucher_cents,
    pixDiscountCents: await getPixDiscount(db, order.order_sn),
    totalAmountCents: order.total_amount_cents,
    buyerShippingFeeCents: order.buyer_shipping_fee_cents,
  }
  return judgeInvoice(nfe, sale, rows.length > 0)
}

/** SEFAZ has answered: the order is released, or the reason shows. */
export async function applyVerdict(moment: Moment, orderSn: string): Promise<void> {
  await moment.db.query(
    `UPDATE invoices SET status = CASE WHEN verdict = '' THEN 'valid' ELSE 'pending' END, pending_reason = verdict,
       verdict_time = NULL WHERE order_sn = $1 AND verdict_time IS NOT NULL`,
    [orderSn],
  )
  const whole = await lockOrder(moment.db, orderSn)
  if (whole?.invoice?.status === 'valid' && whole.order.status === 'INVOICE_PENDING')
    await moveOrder(moment, whole, 'acceptInvoice')
}
