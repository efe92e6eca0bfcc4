import type { ShopCaller } from './app'
import type { FileAnswer } from './envelope'
import { pendingInvoicePage } from './order-schemas'
import { cursorAfter, type Page } from './orders'
import { read } from './reading'
import { callForFile, callShopee } from './transport'

const kinds = {
  pdf: { fileType: 1, type: 'application/pdf' },
  jpeg: { fileType: 2, type: 'image/jpeg' },
  png: { fileType: 3, type: 'image/png' },
  xml: { fileType: 4, type: 'application/xml' },
} as const
export type InvoiceFile = { kind: keyof typeof kinds; fileName: string; bytes: Uint8Array }

/** Paid orders that wait for their invoice. */
export async function listPendingInvoices(shop: ShopCaller, cursor: string | null = null): Promise<Page<string>> {
  const path = '/api/v2/order/get_pending_buyer_invoice_order_list'
  const query = { page_size: 100, cursor: cursor ?? '' }
  const { response } = await callShopee(shop, { path, repeatable: true, query })
  const { data, raw } = read(path, pendingInvoicePage, response)
  return {
    data: data.order_list.map((line) => line.order_sn),
    raw,
    nextCursor: cursorAfter(path, data.more, data.next_cursor),
  }
}

/** Uploads an order's invoice. The tax office's answer comes later, in the order's own invoice. */
export async function uploadInvoice(shop: ShopCaller, orderSn: string, file: InvoiceFile): Promise<void> {
  const { fileType, type } = kinds[file.kind]
  await callShopee(shop, {
    path: '/api/v2/order/upload_invoice_doc',
    repeatable: false,
    form: {
      fields: { order_sn: orderSn, file_type: fileType },
      file: { field: 'file', fileName: file.fileName, type, bytes: file.bytes },
    },
  })
}

export const downloadInvoice = (shop: ShopCaller, orderSn: string): Promise<FileAnswer> =>
  callForFile(shop, { path: '/api/v2/order/download_invoice_doc', repeatable: true, query: { order_sn: orderSn } })
