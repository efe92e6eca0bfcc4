'use server'

import { memberAction } from '../auth/define-action'
import { changeOrderStatus } from './change-order-status'
import { placeOrder } from './place-order'
import { changeOrderStatusInput, placeOrderInput } from './schema'

const permission = 'order.create'

export const placeOrderAction = memberAction(placeOrderInput, placeOrder, { name: 'order.place', permission })
export const changeOrderStatusAction = memberAction(changeOrderStatusInput, changeOrderStatus, {
  name: 'order.changeStatus',
  permission,
})
