import { z } from 'zod'
import { EnvelopeAnswer, FileAnswer, shopEndpoint, type Endpoint } from '../gateway'
import type { PlatformSettings } from '../platform-settings'
import { PlatformError } from '../platform-error'
import { loadOrders, type PackageRow, type WholeOrder } from '../orders/order-rows'
import { choosePackage } from './arrange'
import { labelOf } from './label-of'
import { labelPdf, type Label } from './label-pdf'
import { labelZpl } from './label-zpl'
import { requestDocument } from './make-documents'
import { zipOf } from './zip'

const documentTypes = [
  'NORMAL_AIR_WAYBILL',
  'THERMAL_AIR_WAYBILL',
  'NORMAL_JOB_AIR_WAYBILL',
  'THERMAL_JOB_AIR_WAYBILL',
  'THERMAL_UNPACKAGED_LABEL',
] as const
const THERMAL = 'THERMAL_AIR_WAYBILL'
const SELECTABLE: readonly string[] = ['NORMAL_AIR_WAYBILL', THERMAL]
const SUGGESTED = 'NORMAL_AIR_WAYBILL'

const documentType = z.enum(documentTypes).optional()
const oneOrder = z.object({ order_sn: z.string(), package_number: z.string().optional() })
const upTo50 = <T extends z.ZodType>(element: T) =>
  z.array(element).refine((orders) => orders.length >= 1 && orders.length <= 50, 'limit [1,50]')

type OrderDocument = z.output<typeof oneOrder>
type OrderParcel = { whole: WholeOrder; parcel: PackageRow }
type Failure = { fail_error: string; fail_message: string }

const refuse = (code: string, message: string) => new PlatformError(`logistics.${code}`, message)

/** Each element by itself: what it answers, or why it fails. With none left the whole call counts as failed. */
async function answerEach<A extends OrderDocument>(
  orders: WholeOrder[],
  queries: A[],
  answer: (orderMatches: OrderParcel, element: A) => Promise<object>,
): Promise<EnvelopeAnswer> {
  const results: (OrderDocument & (object | Failure))[] = []
  const failed: OrderDocument[] = []
  for (const element of queries) {
    const names = {
      order_sn: element.order_sn,
      ...(element.package_number && { package_number: element.package_number }),
    }
    try {
      results.push({ ...names, ...(await answer(findPackage(orders, element), element)) })
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      failed.push(names)
      results.push({ ...names, fail_error: error.code, fail_message: error.message })
    }
  }
  const response = { result_list: results }
  if (failed.length < queries.length)
    return new EnvelopeAnswer({ response, warning: failed.length > 0 ? failed : null })
  return new EnvelopeAnswer({
    error: 'common.batch_api_all_failed',
    message: 'Failed, please check result_list for more details.',
    response,
  })
}

function findPackage(orders: WholeOrder[], { order_sn, package_number }: OrderDocument): OrderParcel {
  const whole = orders.find(({ order }) => order.order_sn === order_sn)
  if (!whole) throw refuse('order_not_exist', `The order_sn ${order_sn} you provided is not exist. Please check`)
  if (package_number && !whole.packages.some((parcel) => parcel.package_number === package_number))
    throw refuse('package_number_not_found', `The package_number ${package_number} is not exist.`)
  return { whole, parcel: choosePackage(whole, package_number) }
}

const getShippingDocumentParameter = shopEndpoint({
  method: 'POST',
  path: '/api/v2/logistics/get_shipping_document_parameter',
  body: z.object({ order_list: upTo50(oneOrder) }),
  run: async ({ db, shop, platform, body }) => {
    const orders = await loadOrders(
      db,
      shop.shop_id,
      body.order_list.map(({ order_sn }) => order_sn),
    )
    const thermal = platform.settings.thermalLabelsOnly
    return answerEach(orders, body.order_list, async () => ({
      suggest_shipping_document_type: thermal ? THERMAL : SUGGESTED,
      selectable_shipping_document_type: thermal ? [THERMAL] : SELECTABLE,
    }))
  },
})

const createShippingDocument = shopEndpoint({
  method: 'POST',
  path: '/api/v2/logistics/create_shipping_document',
  body: z.object({
    order_list: upTo50(
      oneOrder.extend({
        tracking_number: z.string().optional(),
        shipping_document_type: z.string().default(SUGGESTED),
      }),
    ),
  }),
  run: async ({ db, shop, now, platform, body }) => {
    const orders = await loadOrders(
      db,
      shop.shop_id,
      body.order_list.map(({ order_sn }) => order_sn),
    )
    const made: { parcel: PackageRow; type: string }[] = []
    const answer = await answerEach(orders, body.order_list, async ({ whole, parcel }, element) => {
      if (!SELECTABLE.includes(element.shipping_document_type))
        throw refuse(
          'shipping_document_type_invalid',
          'The shipping_document_type is not invalid. Please check the shipping_document_type.',
        )
      checkPrintable(whole, parcel)
      if (!parcel.tracking_number || element.tracking_number !== parcel.tracking_number)
        throw refuse('tracking_number_invalid', 'The tracking number is invalid. Please check the tracking number.')
      made.push({ parcel, type: element.shipping_document_type })
      return {}
    })
    if (made.length === body.order_list.length || !platform.settings.badLabelSpoilsBatch)
      for (const { parcel, type } of made) await requestDocument({ db, now, platform }, parcel, type)
    return answer
  },
})

/** From the moment the carrier is called until it has the parcel. */
function checkPrintable({ order }: WholeOrder, parcel: PackageRow): void {
  if (order.status === 'CANCELLED' || order.status === 'IN_CANCEL')
    throw refuse('order_status_error', 'Order status does not support awb printing.')
  if (!['LOGISTICS_REQUEST_CREATED', 'LOGISTICS_PICKUP_RETRY'].includes(parcel.logistics_status))
    throw refuse('package_can_not_print', 'The package can not print now.')
}

type DocumentRow = {
  package_number: string
  status: string
  fail_error: string
  fail_message: string
  download_count: number
}

const getShippingDocumentResult = shopEndpoint({
  method: 'POST',
  path: '/api/v2/logistics/get_shipping_document_result',
  body: z.object({ order_list: upTo50(oneOrder.extend({ shipping_document_type: documentType })) }),
  run: async ({ db, shop, body }) => {
    const orders = await loadOrders(
      db,
      shop.shop_id,
      body.order_list.map(({ order_sn }) => order_sn),
    )
    return answerEach(orders, body.order_list, async ({ parcel }, element) => {
      const { rows } = await db.query<DocumentRow>(
        `SELECT package_number, status, fail_error, fail_message FROM shipping_documents
         WHERE package_number = $1 AND document_type = $2`,
        [parcel.package_number, element.shipping_document_type ?? SUGGESTED],
      )
      if (!rows[0]) throw printFirst('order_sn')
      const { status, fail_error, fail_message } = rows[0]
      return { status, ...(fail_error && { fail_error, fail_message }) }
    })
  },
})

const printFirst = (detail: string) =>
  refuse(
    'shipping_document_should_print_first',
    `The package can not print now, please create shipping document first.Detail: ${detail}`,
  )

const downloadShippingDocument = shopEndpoint({
  method: 'POST',
  path: '/api/v2/logistics/download_shipping_document',
  body: z.object({ shipping_document_type: documentType, order_list: upTo50(oneOrder) }),
  run: async ({ db, shop, platform, body }) => {
    const type = body.shipping_document_type ?? SUGGESTED
    const orders = await loadOrders(
      db,
      shop.shop_id,
      body.order_list.map(({ order_sn }) => order_sn),
    )
    const matches = body.order_list.map((element) => findPackage(orders, element))
    const { rows } = await db.query<DocumentRow>(
      'SELECT package_number, status, download_count FROM shipping_documents WHERE document_type = $1 AND package_number = ANY ($2)',
      [type, matches.map(({ parcel }) => parcel.package_number)],
    )
    const withStatus = (status: string | undefined) =>
      matches
        .filter(({ parcel }) => rows.find((row) => row.package_number === parcel.package_number)?.status === status)
        .map(({ whole }) => whole.order.order_sn)
    if (withStatus(undefined).length > 0)
      throw printFirst(`these orders: ${withStatus(undefined).join(',')} should print`)
    if (withStatus('PROCESSING').length > 0)
      throw refuse('download_later', `Processing, please download later. Detail: ${withStatus('PROCESSING').join(',')}`)
    const gone = matches.filter(({ parcel }) => parcel.logistics_status !== 'LOGISTICS_REQUEST_CREATED')
    if (gone.length > 0 || withStatus('FAILED').length > 0)
      throw refuse(
        'package_print_failed',
        `Some package failed to print, please try again later. Detail: ${gone.map(({ parcel }) => parcel.package_number).join(',')}`,
      )
    await db.query(
      `UPDATE shipping_documents SET download_count = download_count + 1
       WHERE document_type = $1 AND package_number = ANY ($2)`,
      [type, matches.map(({ parcel }) => parcel.package_number)],
    )
    if (rows.some(({ download_count: before }) => before < platform.settings.emptyDownloads))
      return new FileAnswer(new Uint8Array(), 'application/pdf', 'shipping_document.pdf')
    const labels = matches.map(({ whole, parcel }) => labelOf(shop.name, whole, parcel))
    if (type.startsWith('NORMAL'))
      return new FileAnswer(await labelPdf(labels), 'application/pdf', 'shipping_document.pdf')
    return thermalFile(labels, platform.settings.thermalLabelForm)
  },
})

// The names of the archive and its entry are those that sellers met; the bare forms were announced, and never
// published.
async function thermalFile(labels: Label[], form: PlatformSettings['thermalLabelForm']): Promise<FileAnswer> {
  if (form === 'pdf_zip') {
    const zip = zipOf('shipping_document.pdf', await labelPdf(labels))
    return new FileAnswer(zip, 'application/zip', 'shipping_document.zip')
  }
  const zpl = Buffer.from(labels.map(labelZpl).join(''), 'utf8')
  if (form === 'zpl') return new FileAnswer(zpl, 'text/plain', 'thermal_zpl_shipping_label.txt')
  return new FileAnswer(zipOf('thermal_zpl_shipping_label.txt', zpl), 'application/zip', 'shipping_document.zip')
}

export const documentEndpoints: Endpoint[] = [
  getShippingDocumentParameter,
  createShippingDocument,
  getShippingDocumentResult,
  downloadShippingDocument,
]
