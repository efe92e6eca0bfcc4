import { z } from 'zod'
import { EnvelopeAnswer, FileAnswer, shopEndpoint, type Endpoint } from '../gateway'
import { integer } from '../parameters'
import { PlatformError } from '../platform-error'
import { notFound } from '../orders/get-order-detail'
import { lockOrder } from '../orders/order-rows'
import { fileInvoice } from './file-invoice'
import { readNfe } from './nfe'

const MAX_BYTES = 1024 * 1024
const XML = 4

/** By file_type: how the file begins, its media type and its ending. */
const kinds: Record<number, { begins: (head: Buffer) => boolean; mediaType: string; ending: string }> = {
  1: {
    begins: (head) => head.subarray(0, 5).toString('latin1') === '%PDF-',
    mediaType: 'application/pdf',
    ending: 'pdf',
  },
  2: { begins: (head) => head[0] === 0xff && head[1] === 0xd8, mediaType: 'image/jpeg', ending: 'jpg' },
  3: { begins: (head) => head.subarray(1, 4).toString('latin1') === 'PNG', mediaType: 'image/png', ending: 'png' },
  [XML]: {
    begins: (head) => /^(\uFEFF|\s)*</.test(head.toString('utf8')),
    mediaType: 'application/xml',
    ending: 'xml',
  },
}

const fileError = () => new PlatformError('order.upload_invoice_error', 'File error.')

const uploadInvoiceDoc = shopEndpoint({
  method: 'POST',
  path: '/api/v2/order/upload_invoice_doc',
  body: z.object({
    order_sn: z.string(),
    file_type: integer.refine((type) => Object.hasOwn(kinds, type), 'is invalid'),
    file: z.instanceof(File).refine(({ size }) => size <= MAX_BYTES, 'size must be 1MB or less'),
  }),
  run: async ({ db, shop, now, platform, body }) => {
    const whole = await lockOrder(db, body.order_sn, shop.shop_id)
    if (!whole) throw notFound()
    const isWaiting = ['INVOICE_PENDING', 'READY_TO_SHIP'].includes(whole.order.status)
    if (!isWaiting || whole.order.fulfillment_flag === 'fulfilled_by_shopee')
      throw new PlatformError('error_param', 'Wrong parameters, detail: the order does not need an invoice.')
    const file = Buffer.from(await body.file.arrayBuffer())
    if (!kinds[body.file_type]!.begins(file)) throw fileError()
    const nfe = body.file_type === XML ? readNfe(file.toString('utf8')) : null
    if (body.file_type === XML && !nfe) throw fileError()
    await fileInvoice({ db, now, platform }, whole, { fileType: body.file_type, file, nfe })
    return new EnvelopeAnswer({})
  },
})

const downloadInvoiceDoc = shopEndpoint({
  method: 'GET',
  path: '/api/v2/order/download_invoice_doc',
  query: z.object({ order_sn: z.string() }),
  run: async ({ db, shop, query }) => {
    const { rows } = await db.query<{ file: Buffer | null; file_type: number | null }>(
      'SELECT file, file_type FROM invoices WHERE shop_id = $1 AND order_sn = $2',
      [shop.shop_id, query.order_sn],
    )
    const kind = kinds[rows[0]?.file_type ?? 0]
    if (!rows[0]?.file || !kind)
      throw new PlatformError('error_order', 'Invoice is not available for this order. Please try again later.')
    return new FileAnswer(rows[0].file, kind.mediaType, `${query.order_sn}.${kind.ending}`)
  },
})

/** For other countries: a Brazilian shop gets the answer, order by order, that there is nothing. */
const getBuyerInvoiceInfo = shopEndpoint({
  method: 'POST',
  path: '/api/v2/order/get_buyer_invoice_info',
  flat: true,
  body: z.object({ queries: z.array(z.object({ order_sn: z.string() })) }),
  refuse: () => new PlatformError('error_param', 'Order SN is a required parameter. Please check your request data.'),
  run: async ({ db, shop, body }) => {
    const orderSns = body.queries.map(({ order_sn }) => order_sn)
    if (new Set(orderSns).size < orderSns.length) throw new PlatformError('error_param', 'The Order SN is duplicated.')
    const { rows } = await db.query<{ order_sn: string }>(
      'SELECT order_sn FROM orders WHERE shop_id = $1 AND order_sn = ANY ($2)',
      [shop.shop_id, orderSns],
    )
    const known = new Set(rows.map((row) => row.order_sn))
    return {
      invoice_info_list: orderSns.map((order_sn) => ({
        order_sn,
        invoice_type: '',
        invoice_detail: null,
        error: known.has(order_sn) ? 'receipt settings not found' : 'order not found',
        is_requested: false,
      })),
    }
  },
})

export const invoiceEndpoints: Endpoint[] = [uploadInvoiceDoc, downloadInvoiceDoc, getBuyerInvoiceInfo]
