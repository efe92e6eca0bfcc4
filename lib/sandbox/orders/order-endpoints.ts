import type { Endpoint } from '../gateway'
import { answerBuyerCancellation, cancelOrder } from './cancel-orders'
import { getOrderDetail, getPackageDetail } from './get-order-detail'
import { getOrderList } from './list-orders'
import { searchPackageList } from './list-packages'
import { splitOrder, unsplitOrder } from './split-orders'

export const orderEndpoints: Endpoint[] = [
  getOrderList,
  getOrderDetail,
  searchPackageList,
  getPackageDetail,
  cancelOrder,
  answerBuyerCancellation,
  splitOrder,
  unsplitOrder,
]
