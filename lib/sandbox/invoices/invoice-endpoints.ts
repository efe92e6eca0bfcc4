import { z } from 'zod'
import { EnvelopeAnswer, shopEndpoint, type Endpoint } from '../gateway'
import { integer } from '../parameters'
import { PlatformError } from '../platform-error'
import { notFound } from '../orders/get-order-detail'
import { lockOrder } from '../orders/order-rows'
import { fileInvoice } from './file-invoice'
import { readNfe } from './nfe'

const MAX_BYTES = 1024 * 1024
const XML = 4

/** By file_type: how the file begins. */
const beginnings: Record<number, (head: Buffer) => boolean> = {
  1: (head) => head.subarray(0, 5).toString('latin1') === '%PDF-',
  2: (head) => head[0] === 0xff && head[1] === 0xd8,
  3: (head) => head.subarray(1, 4).toString('latin1') === 'PNG',
  [XML]: (head) => /^(\uFEFF|\s)*</.test(head.toString('utf8')),
}

const fileError = () => new PlatformError('order.upload_invoice_error', 'File error.')

const uploadInvoiceDoc = shopEndpoint({
  method: 'POST',
  path: '/api/v2/order/upload_invoice_doc',
  body: z.object({
    order_sn: z.string(),
    file_type: integer.refine((type) => Object.hasOwn(beginnings, type), 'is invalid'),
    file: z.instanceof(File).refine(({ size }) => size <= MAX_BYTES, 'size must be 1MB or less'),
  }),
  run: async ({ db, shop, now, platform, body }) => {
    const whole = await lockOrder(db, body.order_sn, shop.shop_id)
    if (!whole) throw notFound()
    const isWaiting = ['INVOICE_PENDING', 'READY_TO_SHIP'].includes(whole.order.status)
    if (!isWaiting || whole.order.fulfillment_flag === 'fulfilled_by_shopee')
      throw new PlatformError('error_param', 'Wrong parameters, detail: the order does not need an invoice.')
    const file = Buffer.from(await body.file.arrayBuffer())
    if (!beginnings[body.file_type]!(file)) throw fileError()
    const nfe = body.file_type === XML ? readNfe(file.toString('utf8')) : null
    if (body.file_type === XML && !nfe) throw fileError()
    await fileInvoice({ db, now, platform }, whole, { fileType: body.file_type, file, nfe })
    return new EnvelopeAnswer({})
  },
})

export const invoiceEndpoints: Endpoint[] = [uploadInvoiceDoc]
