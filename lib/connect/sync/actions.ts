'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { dismissFailure, retryFailure } from './streams/answer-failure'
import { failureInput } from './schema'
import { cancelItemsInput } from '@/lib/sales/orders/schema'
import { answerCancellationInput, cancelOrderInput, listChoicesInput } from '@/lib/sales/dispatch/schema'
import { answerReturnInput, listDisputeReasonsInput } from '@/lib/sales/returns/schema'
import { answerCancellation, cancelPlatformOrder } from './acts/answer-cancellation'
import { answerReturn, getDisputeReasons } from './acts/answer-return'
import { cancelItems } from './acts/cancel-items'
import { retryListingUpdates } from './listing-updates/listing-update-queue'
import { retryListingUpdatesInput, setPriceInput } from './listing-updates/schema'
import { setListingPrice } from './listing-updates/set-price'
import { listShippingChoices } from './dispatch/shipping-choices'

const permission = 'platform.push'

export const retryFailureAction = memberAction(failureInput, retryFailure, { name: 'syncFailure.retry', permission })
export const dismissFailureAction = memberAction(failureInput, dismissFailure, {
  name: 'syncFailure.dismiss',
  permission,
})
export const listChoicesAction = memberAction(listChoicesInput, listShippingChoices, {
  name: 'dispatch.choices',
  permission: 'order.create',
})
export const answerCancellationAction = memberAction(answerCancellationInput, answerCancellation, {
  name: 'order.answerCancellation',
  permission: 'order.cancelPaid',
})
export const cancelOrderAction = memberAction(cancelOrderInput, cancelPlatformOrder, {
  name: 'order.cancelOnPlatform',
  permission: 'order.cancelPaid',
})
export const cancelItemsAction = memberAction(cancelItemsInput, cancelItems, {
  name: 'order.cancelItems',
  permission: 'order.create',
})
export const setListingPriceAction = memberAction(setPriceInput, setListingPrice, {
  name: 'listing.setPrice',
  permission: 'platform.push',
})
export const retryListingUpdatesAction = memberAction(retryListingUpdatesInput, retryListingUpdates, {
  name: 'push.retry',
  permission: 'platform.push',
})
export const answerReturnAction = memberAction(answerReturnInput, answerReturn, {
  name: 'return.answer',
  permission: 'order.cancelPaid',
})
export const listDisputeReasonsAction = memberAction(listDisputeReasonsInput, getDisputeReasons, {
  name: 'return.disputeReasons',
  permission: 'order.cancelPaid',
})
