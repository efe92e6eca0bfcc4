import type { ShopCaller } from './app'
import { callShopee } from './transport'

const kinds = {
  pdf: { fileType: 1, type: 'application/pdf' },
  jpeg: { fileType: 2, type: 'image/jpeg' },
  png: { fileType: 3, type: 'image/png' },
  xml: { fileType: 4, type: 'application/xml' },
} as const
export type InvoiceFile = { kind: keyof typeof kinds; fileName: string; bytes: Uint8Array }

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
