import type { Readings, ShopCaller } from './app'
import type { FileAnswer } from './envelope'
import { parcelFields, type Parcel } from './logistics'
import { documentResult, type DocumentResult } from './logistics-schemas'
import { elementsOf } from './orders'
import { readEach } from './reading'
import { callForFile, callShopee } from './transport'

/** All refused is said with an error, though each element still says why. */
const ALL_FAILED = ['batch_api_all_failed']

export type DocumentRequest = Parcel & { trackingNumber?: string | null; documentType?: string }

const reshapeResult = (result: DocumentResult) => ({
  orderSn: result.order_sn,
  packageNumber: result.package_number,
  /** PROCESSING, READY or FAILED, where it was asked for. */
  status: result.status,
  suggestedType: result.suggest_shipping_document_type,
  selectableTypes: result.selectable_shipping_document_type,
  failure: result.fail_error === null ? null : { code: result.fail_error, text: result.fail_message ?? '' },
})
export type DocumentState = ReturnType<typeof reshapeResult>

async function requestDocuments(
  shop: ShopCaller,
  path: string,
  requests: readonly DocumentRequest[],
): Promise<Readings<DocumentState>> {
  const { response } = await callShopee(shop, {
    path,
    repeatable: true,
    partialCodes: ALL_FAILED,
    body: {
      order_list: requests.map(({ trackingNumber, documentType, ...parcel }) => ({
        ...parcelFields(parcel),
        ...(trackingNumber && { tracking_number: trackingNumber }),
        ...(documentType && { shipping_document_type: documentType }),
      })),
    },
  })
  return readEach(documentResult, elementsOf(response, 'result_list'), reshapeResult)
}

/** Which kinds of label each parcel may have. */
export const getShippingDocumentParameter = (shop: ShopCaller, parcels: readonly Parcel[]) =>
  requestDocuments(shop, '/api/v2/logistics/get_shipping_document_parameter', parcels)

/** Has labels made, up to 50; asking again for one that is being made changes nothing. */
export const createShippingDocument = (shop: ShopCaller, requests: readonly DocumentRequest[]) =>
  requestDocuments(shop, '/api/v2/logistics/create_shipping_document', requests)

/** How far the labels are. */
export const getShippingDocumentResult = (shop: ShopCaller, requests: readonly DocumentRequest[]) =>
  requestDocuments(shop, '/api/v2/logistics/get_shipping_document_result', requests)

/** The labels in one file, in the order of the parcels: a PDF, or a zip for thermal printers; at the busiest hours empty at first. */
export const downloadShippingDocument = (
  shop: ShopCaller,
  parcels: readonly Parcel[],
  documentType?: string,
): Promise<FileAnswer> =>
  callForFile(shop, {
    path: '/api/v2/logistics/download_shipping_document',
    repeatable: true,
    mayBeEmpty: true,
    body: {
      ...(documentType && { shipping_document_type: documentType }),
      order_list: parcels.map(parcelFields),
    },
  })
