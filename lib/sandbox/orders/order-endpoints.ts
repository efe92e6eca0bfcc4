import type { Endpoint } from '../gateway'
import { answerBuyerCancellation, cancelOrder, setNote } from './cancel-orders'
import { getOrderDetail, getPackageDetail } from './get-order-detail'
import { getOrderList, getPendingBuyerInvoiceOrderList } from './list-orders'
import { getShipmentList, searchPackageList } from './list-packages'
import { splitOrder, unsplitOrder } from './split-orders'

export const orderEndpoints: Endpoint[] = [
  getOrderList,
  getOrderDetail,
  getShipmentList,
  searchPackageList,
  getPackageDetail,
  getPendingBuyerInvoiceOrderList,
  cancelOrder,
  answerBuyerCancellation,
  setNote,
  splitOrder,
  unsplitOrder,
]
