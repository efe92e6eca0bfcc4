'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { changeOrderStatus } from './change-order-status'
import { editOrder } from './edit-order'
import { noteOrder } from './note-order'
import { placeOrder } from './place-order'
import { receiveOrder } from './receive-order'
import { changeOrderStatusInput, editOrderInput, noteOrderInput, placeOrderInput, receiveOrderInput } from './schema'

const permission = 'order.create'

export const placeOrderAction = memberAction(placeOrderInput, placeOrder, { name: 'order.place', permission })
export const changeOrderStatusAction = memberAction(changeOrderStatusInput, changeOrderStatus, {
  name: 'order.changeStatus',
  permission,
})
export const editOrderAction = memberAction(editOrderInput, editOrder, { name: 'order.edit', permission })
export const noteOrderAction = memberAction(noteOrderInput, noteOrder, { name: 'order.note', permission })
export const receiveOrderAction = memberAction(receiveOrderInput, receiveOrder, {
  name: 'order.receive',
  permission: 'dispatch.work',
})
